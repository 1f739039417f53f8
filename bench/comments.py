"""What leaving out the comments under articles and products is worth: word F1 with them, and without.

    python bench/comments.py --wcxb PATH/wcxb-dev.tar.xz --predictions runs/blocks/predictions.jsonl

The content is what the block model chooses with probabilities of models that were trained on no page of the site
(``predictions.jsonl`` of its training). ``--changed N`` prints the N pages that change most.
"""

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.labels import TYPE_OF, FineType
from iawce.data.open_document import open_document
from iawce.data.reading.block_text import block_text
from iawce.data.reading.page_reading import PageReading
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.content.content import Content
from iawce.extract.content.content_elements import content_elements
from iawce.extract.content.segmentation import keep_blocks
from iawce.extract.records.posts.comments import apply_comments
from iawce.extract.run.add_records import COMMENTED
from iawce.models.common.intervals import site_mean
from iawce.models.segmentation.choose import choose_by_f1
from iawce.models.segmentation.features.page_blocks import PageBlocks
from iawce.scripts.console import say

Scored = tuple[str, GoldPage, float, float]


def main(
    wcxb: Annotated[Path, typer.Option(help="WCXB.")],
    predictions: Annotated[Path, typer.Option(help="predictions.jsonl of a training of the block model.")],
    changed: Annotated[int, typer.Option(min=0, help="Pages to print, those that change most.")] = 0,
) -> None:
    """Print mean word F1 with and without comments, all pages and by type, 95 % intervals over sites."""
    rows = map(json.loads, predictions.read_text(encoding="utf-8").splitlines())
    unseen = {row["id"]: row["blocks"] for row in rows if row["set"] == "wcxb" and "blocks" in row}
    scored = [
        (page.type, page, *_scores(page, np.array(unseen[page.id])))
        for page in read_gold("wcxb", wcxb)
        if page.id in unseen and page.text
    ]
    for name in ("all", *sorted({kind for kind, *_ in scored})):
        _say(name, [one for one in scored if name in ("all", one[0])])
    for kind, page, kept, dropped in sorted(scored, key=lambda one: -abs(one[3] - one[2]))[:changed]:
        say(f"{page.id} {page.site} {kind}: {kept:.3f} to {dropped:.3f}")


def _say(name: str, scored: list[Scored]) -> None:
    sites = [page.site for _, page, _, _ in scored]
    cells = [site_mean(f1, sites) for f1 in ([one[2] for one in scored], [one[3] for one in scored])]
    count = sum(one[2] != one[3] for one in scored)
    shown = " | ".join(f"{mean:.4f} ({low:.4f}–{high:.4f})" for mean, low, high in cells)
    say(f"| {name} | {len(scored)} | {count} | {shown} |")


def _scores(page: GoldPage, probabilities: np.ndarray) -> tuple[float, float]:
    """Word F1 of a page with its comments, and without them if its type is one of those that they stand under."""
    document = open_document(page.page)
    reading = PageReading.of(document)
    blocks = reading.blocks
    chosen = choose_by_f1(probabilities, np.maximum(blocks.words, 1).astype(np.float64))
    subset = keep_blocks(blocks, chosen)
    whole = Content(content_elements(PageBlocks(document, blocks), subset), subset)
    is_commented = TYPE_OF[FineType(page.type)] in COMMENTED
    article = apply_comments(PageReading(document), whole, "drop") if is_commented else whole
    kept, dropped = (word_scores(block_text(one.subset), page.text or "").f1 for one in (whole, article))
    return kept, dropped


if __name__ == "__main__":
    typer.run(main)
