"""Whether the extracted text stays the same if only the source of a page changes, and nothing visible.

    python -m bench robustness --wcxb PATH/wcxb-dev.tar.xz --every 10

Prints for each change the share of pages whose text stays exactly the same, with a 95 % interval (bootstrap over
sites), and the mean word F1 of the texts after it against those before, as a Markdown table.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.page import Html
from iawce.evaluate.measures.texts import word_scores
from iawce.evaluate.source_changes import HARMLESS, NAMES
from iawce.extract import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.common.intervals import site_mean


def main(
    wcxb: Annotated[Path, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")],
    every: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 10,
    method: Annotated[str, typer.Option(help="Method, as of iawce extract.")] = "auto",
    show: Annotated[bool, typer.Option("--show", help="Name the pages whose text changes.")] = False,
) -> None:
    pages = read_gold("wcxb", wcxb)[::every]
    sites, sources = [page.site for page in pages], [page.html for page in pages]
    extractor = Extractor(render="never", settings=ExtractSettings(method=method))
    before = list(texts(extractor, sources))
    print(f"| change ({len(pages)} pages) | same text | word F1 |\n| --- | --- | --- |")
    for name, change in (HARMLESS | NAMES).items():
        after = list(texts(extractor, [change(source) for source in sources]))
        same = [float(one == other) for one, other in zip(before, after, strict=True)]
        scores = [word_scores(other, one).f1 for one, other in zip(before, after, strict=True)]
        share = site_mean(same, sites)
        mean = sum(scores) / len(scores)
        print(f"| {name} | {share.value:.3f} ({share.low:.3f}-{share.high:.3f}) | {mean:.4f} |", flush=True)
        if show:
            print("  ", *(page.id for page, is_same in zip(pages, same, strict=True) if not is_same))


def texts(extractor: Extractor, sources: list[str]) -> Iterator[str]:
    """Text of each page; the reason where there is none."""
    for row in extractor.extract_many(Html(source) for source in sources):
        yield row.text or f"{row.status} {row.reason}"
