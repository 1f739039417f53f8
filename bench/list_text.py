"""Text of WCXB's list pages: word F1 of each method, the page type given.

    python bench/list_text.py PATH/wcxb-dev.tar.xz --predictions runs/blocks/predictions.jsonl

Pages of the types listing and collection. The default is the block model with probabilities of models that were trained
on no page of the site (``predictions.jsonl`` of its training). Intervals of 95 % by bootstrap over sites.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.open_document import open_document
from iawce.data.reading.block_text import block_text
from iawce.data.reading.page_reading import PageReading
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.content.segmentation import keep_blocks
from iawce.extract.run.extract_content import extract_content
from iawce.extract.run.settings import ExtractSettings
from iawce.models.common.intervals import site_mean
from iawce.models.segmentation.choose import choose_by_f1
from iawce.scripts.console import say

METHODS = {
    "class-name ranking (`--method list`)": "list",
    "SimHTree (`simhtree`)": "simhtree",
    "surest list (`records`)": "records",
    "influence (`influence`)": "influence",
}
TYPES = ("listing", "collection")


def main(
    wcxb: Annotated[Path, typer.Argument(help="The archive of the set.")],
    predictions: Annotated[Path, typer.Option(help="predictions.jsonl of a training of the block model.")],
) -> None:
    """Print a row for each method."""
    rows = map(json.loads, predictions.read_text(encoding="utf-8").splitlines())
    unseen = {row["id"]: row["blocks"] for row in rows if row["set"] == "wcxb"}
    pages = [page for page in read_gold("wcxb", wcxb) if page.type in TYPES and page.text]
    texts: dict[str, Callable[[GoldPage], str]] = {name: partial(_text, method) for name, method in METHODS.items()}
    texts["block model (`auto`), on pages of unseen sites"] = lambda page: _default_text(page, unseen.get(page.id, []))
    for name, text in texts.items():
        say(f"| {name} | " + " | ".join(_score([page for page in pages if page.type == kind], text) for kind in TYPES))


def _score(pages: list[GoldPage], text: Callable[[GoldPage], str]) -> str:
    scores = [word_scores(text(page), page.text or "").f1 for page in pages]
    return f"{site_mean(scores, [page.site for page in pages])} of {len(pages)}"


def _text(method: str, page: GoldPage) -> str:
    try:
        return extract_content(
            PageReading(open_document(page.page)), "list", ExtractSettings(method=method, html=False)
        ).text
    except PageError:
        return ""


def _default_text(page: GoldPage, probabilities: list[float]) -> str:
    document: Document = open_document(page.page)
    reading = PageReading.of(document)
    blocks = reading.blocks
    if len(blocks) != len(probabilities):
        return ""
    chosen = choose_by_f1(np.array(probabilities), np.maximum(blocks.words, 1).astype(np.float64))
    return block_text(keep_blocks(blocks, chosen), 0)


if __name__ == "__main__":
    typer.run(main)
