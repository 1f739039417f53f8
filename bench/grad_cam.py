"""What a transfer network looks at: Grad-CAM on ten pages of sites that it was not trained on.

    python bench/grad_cam.py --model efficientnet_lite0 --data PATH/pagetype -o grad-cam.png

The sites are those that the model's record says were held out, or those named with ``--site``.
"""

import argparse
from itertools import zip_longest
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.models.common.network import load_network
from iawce.models.common.record import read_record
from iawce.models.networks.transfer import TransferNet
from iawce.models.page_type.shipped import record_paths
from iawce.train.page_type.datasets import PageTypeDataset, load_inputs
from iawce.train.page_type.grad_cam import plot_grad_cam


def main() -> None:
    arguments = parse()
    path = record_paths().get(arguments.model, Path(arguments.model))
    record = read_record(path)
    network = load_network(path, record)
    if not isinstance(network, TransferNet):
        raise SystemExit(f"{record.name} has no last map of a trunk to look at")
    sites = arguments.site or record.training["held_out_sites"]
    pages = choose(read_labelled_pages(arguments.data), sites, record.labels)
    dataset = PageTypeDataset(pages, load_inputs(pages, record.input), record.labels, record.input)
    plot_grad_cam(arguments.output, network, dataset, record.labels)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", required=True, help="name of shipped weights, or path of a record")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--site", action="append", help="pages of this site; may be given again")
    parser.add_argument("-o", "--output", type=Path, required=True)
    return parser.parse_args()


def choose(pages: list[LabelledPage], sites: list[str], labels: tuple[str, ...], count: int = 10) -> list[LabelledPage]:
    """As many pages of each label as of the others, as far as there are any, evenly taken from all sites."""
    named = [page for page in pages if page.site in sites and page.screenshot]
    by_label = [[page for page in named if page.label == label] for label in labels]
    shares = [found[:: max(1, len(found) * len(labels) // count)] for found in by_label]
    chosen = [page for row in zip_longest(*shares) for page in row if page]
    return chosen[:count]


if __name__ == "__main__":
    main()
