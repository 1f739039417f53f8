"""Does the chosen text stay the same where only the source of a page changes, and nothing that its reader sees?

    python bench/robustness.py --wcxb PATH/wcxb-dev.tar.xz --every 10

Prints for each change the share of pages whose text stays exactly the same, with a 95 % interval (bootstrap over
sites), and the mean word F1 of the texts after it against those before, as a Markdown table.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.page import Html
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.evaluate.source_changes import HARMLESS, NAMES
from iawce.extract import Extractor
from iawce.extract.run.settings import ExtractSettings
from iawce.models.common.intervals import site_mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wcxb", type=Path, required=True, help="wcxb-dev.tar.xz or its unpacked folder")
    parser.add_argument("--every", type=int, default=10, help="take each Nth page only")
    parser.add_argument("--method", default="auto")
    parser.add_argument("--show", action="store_true", help="name the pages whose text changes")
    arguments = parser.parse_args()
    pages = read_gold("wcxb", arguments.wcxb)[:: arguments.every]
    sites, sources = [page.site for page in pages], [page.html for page in pages]
    extractor = Extractor(render="never", settings=ExtractSettings(method=arguments.method))
    before = list(texts(extractor, sources))
    print(f"| change ({len(pages)} pages) | same text | word F1 |\n| --- | --- | --- |")
    for name, change in (HARMLESS | NAMES).items():
        after = list(texts(extractor, [change(source) for source in sources]))
        same = [float(one == other) for one, other in zip(before, after, strict=True)]
        scores = [word_scores(other, one).f1 for one, other in zip(before, after, strict=True)]
        share = site_mean(same, sites)
        mean = sum(scores) / len(scores)
        print(f"| {name} | {share.value:.3f} ({share.low:.3f}-{share.high:.3f}) | {mean:.4f} |", flush=True)
        if arguments.show:
            print("  ", *(page.id for page, is_same in zip(pages, same, strict=True) if not is_same))


def texts(extractor: Extractor, sources: list[str]) -> Iterator[str]:
    """Text of each page; the reason where there is none."""
    for row in extractor.extract_many(Html(source) for source in sources):
        yield row.text or f"{row.status} {row.reason}"


if __name__ == "__main__":
    main()
