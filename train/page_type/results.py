"""Further results of a training run: pictures, and every prediction."""

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.networks.transfer import TransferNet
from iawce.train.common.metrics import Predictions
from iawce.train.common.plots import plot_confusion, plot_mistakes
from iawce.train.page_type.datasets import PageTypeDataset, load_inputs
from iawce.train.page_type.fit import FittedNetwork
from iawce.train.page_type.grad_cam import SHOWN, plot_grad_cam


def draw_results(
    folder: Path, pages: Sequence[LabelledPage], predictions: Predictions, labels: Sequence[str], temperature: float
) -> None:
    """Write the confusion matrix, the worst mistakes and every prediction on a page of an unseen site."""
    plot_confusion(folder / "confusion.png", predictions, labels)
    plot_mistakes(folder / "mistakes.png", pages, predictions, labels, temperature)
    write_predictions(folder / "predictions.jsonl", predictions, labels, temperature)


def draw_attention(folder: Path, final: FittedNetwork, pages: Sequence[LabelledPage]) -> None:
    """Of a transfer network: where the final one looks, on ten of the pages."""
    task, network = final.task, final.task.whole(final.network)
    if isinstance(network, TransferNet):
        shown = pages[:: max(1, len(pages) // SHOWN)]
        dataset = PageTypeDataset(shown, load_inputs(shown, task.spec), task.labels, task.spec)
        plot_grad_cam(folder / "grad-cam.png", network.eval(), dataset, task.labels)


def write_predictions(path: Path, predictions: Predictions, labels: Sequence[str], temperature: float) -> None:
    """Write every prediction, one line of JSON a page."""
    probabilities = np.round(predictions.probabilities(temperature), 4).tolist()
    rows = zip(predictions.ids, predictions.sites, predictions.targets, probabilities, strict=True)
    with path.open("w", encoding="utf-8") as file:
        for page_id, site, target, shares in rows:
            row = {"id": page_id, "site": site, "label": labels[target]}
            file.write(json.dumps(row | {"probabilities": dict(zip(labels, shares, strict=True))}) + "\n")


def fingerprint(pages: Sequence[LabelledPage]) -> str:
    """Short hash of the training pages and their labels."""
    listing = "\n".join(sorted(f"{page.id} {page.label}" for page in pages))
    return sha256(listing.encode()).hexdigest()[:16]
