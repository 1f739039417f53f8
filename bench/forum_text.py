"""Word F1 of the text of forum pages: the page's text, and its posts joined.

    python bench/forum_text.py --wcxb PATH/wcxb-dev.tar.xz --predictions runs/blocks/predictions.jsonl --worst 10

The forum pages of WCXB whose gold text is not empty, with probabilities of models that were trained on no page of the
site (``predictions.jsonl`` of a training of the block model). Intervals: 95 %, bootstrap over sites.
"""

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.labels import FineType
from iawce.data.open_document import open_document
from iawce.data.reading.block_text import block_text
from iawce.data.reading.page_reading import PageReading
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.content.content import Content
from iawce.extract.content.content_elements import content_elements
from iawce.extract.content.segmentation import keep_blocks
from iawce.extract.records.posts.thread_content import thread_content
from iawce.models.common.intervals import site_mean
from iawce.models.segmentation.choose import choose_by_f1
from iawce.models.segmentation.features.page_blocks import PageBlocks
from iawce.scripts.console import say


def main(
    wcxb: Annotated[Path, typer.Option(help="WCXB.")],
    predictions: Annotated[Path, typer.Option(help="predictions.jsonl of a training of the block model.")],
    worst: Annotated[int, typer.Option(min=0, help="Pages to print, those with the lowest F1.")] = 0,
) -> None:
    """Print both means, and of the worst pages how many words gold and ours have and how gold begins and ends."""
    rows = map(json.loads, predictions.read_text(encoding="utf-8").splitlines())
    unseen = {row["id"]: np.array(row["blocks"]) for row in rows if row["set"] == "wcxb" and "blocks" in row}
    pages = [
        page for page in read_gold("wcxb", wcxb) if page.type == FineType.FORUM and page.id in unseen and page.text
    ]
    texts = [_texts(page, unseen[page.id]) for page in pages]
    scores = [[word_scores(text, page.text or "").f1 for text in pair] for page, pair in zip(pages, texts, strict=True)]
    sites = [page.site for page in pages]
    for name, place in (("text of the page", 0), ("its posts, joined", 1)):
        say(f"| {name} | {site_mean([one[place] for one in scores], sites)} | {len(pages)} |")
    for (f1, _), page, (text, _) in sorted(zip(scores, pages, texts, strict=True), key=lambda one: one[0][0])[:worst]:
        gold = " ".join((page.text or "").split())
        counts = f"{len(gold.split())} words, ours {len(text.split())}"
        say(f"{f1:.3f} {page.id} {page.site}: {counts}: {gold[:70]!r} ... {gold[-70:]!r}")


def _texts(page: GoldPage, probabilities: np.ndarray) -> tuple[str, str]:
    document = open_document(page.page)
    reading = PageReading.of(document)
    blocks = reading.blocks
    subset = keep_blocks(blocks, choose_by_f1(probabilities, np.maximum(blocks.words, 1).astype(np.float64)))
    content = thread_content(
        PageReading(document), Content(content_elements(PageBlocks(document, blocks), subset), subset)
    )
    text = "\n\n".join(block_text(content.subset, number) for number in content.elements)
    return text, "\n\n".join(post.texts.get("text", "") for post in content.records)


if __name__ == "__main__":
    typer.run(main)
