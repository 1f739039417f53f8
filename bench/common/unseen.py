"""Content by a block model on pages of sites that it was not trained on.

``predictions.jsonl``, written by a training of the block model, has for each page the probabilities of its blocks by
models that were trained on no page of its site.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.element_index import DomMask
from iawce.extract.content.content import Content
from iawce.extract.content.segmentation import content_elements, keep_blocks
from iawce.models.blocks.candidates import choose_by_f1
from iawce.models.blocks.page_blocks import PageBlocks

Predictions = Annotated[Path, typer.Option(help="predictions.jsonl of a training of the block model.")]


def read_predictions(path: Path, gold_set: str) -> dict[str, NDArray[np.float64]]:
    """Probabilities of the blocks of the pages of a set, by the ids of the pages."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["id"]: np.array(row["blocks"]) for row in rows if row["set"] == gold_set and "blocks" in row}


@dataclass(frozen=True)
class UnseenPage:
    """A page with the probabilities of its blocks, float64 (blocks,)."""

    gold: GoldPage
    probabilities: NDArray[np.float64]

    @cached_property
    def analysis(self) -> PageAnalysis:
        """The page without parts that are not rendered."""
        return PageAnalysis.of(open_document(self.gold.page))

    @cached_property
    def chosen(self) -> NDArray[np.bool_]:
        """Which blocks are kept, bool (blocks,)."""
        return choose_by_f1(self.probabilities, np.maximum(self.analysis.blocks.words, 1).astype(np.float64))

    @cached_property
    def subset(self) -> DomMask:
        """The part of the page that is kept."""
        return keep_blocks(self.analysis.blocks, self.chosen)

    @cached_property
    def content(self) -> Content:
        """The same as elements."""
        return Content(content_elements(PageBlocks(self.analysis.blocks), self.subset), self.subset)
