"""Any page: the text blocks that a learned model classifies as main content.

The block model gives each text block a probability, and the blocks with the best expected word F1 are kept; none where
no block is probable enough. On a page that is one article or one product, several such choices, each in another part of
the page, are candidates, and a judge chooses the best one.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import UsageError
from iawce.data.html.blocks import Blocks
from iawce.data.html.subset import Subset
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.quantity import quantity
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Content, Scores
from iawce.extract.content.content_elements import content_elements
from iawce.extract.content.dialogs import closed_dialogs, open_dialogs
from iawce.extract.content.kept_text import keep_pieces
from iawce.extract.content.method import MethodSettings, register_method
from iawce.extract.content.orphan_headings import orphan_headings
from iawce.models.segmentation.block_model import BlockAnswer, load_block_model
from iawce.models.segmentation.choose import Favor
from iawce.models.segmentation.features.page_blocks import PageBlocks
from iawce.models.segmentation.judge import JUDGED

if TYPE_CHECKING:
    from iawce.models.correction.correction import Correction

MOST_BLOCKS = 50_000
"""Most blocks for the model, about five seconds of computing; on a longer page, the rules decide."""

SCORES = {
    "blocks": "text blocks of the page",
    "kept": "text blocks that are kept",
    "confidence": "expected word F1, as measured on pages of unseen sites, 0 to 1",
    "candidate": "the chosen set of blocks; `choice` is the one of highest expected word F1",
}


@dataclass(frozen=True, slots=True)
class SegmentationSettings(MethodSettings):
    """Settings of the method.

    ``favor``: precision keeps only certain blocks, recall also doubtful ones. ``page_type``: of the page; empty if
    unknown. ``correction``: path of the record of a correction of the block model; empty for none. ``probabilities``:
    of the blocks of the page, one for each, where they are known; else the block model's.
    """

    favor: Favor = "balanced"
    page_type: str = ""
    correction: str = ""
    probabilities: tuple[float, ...] = ()

    @classmethod
    def of_page_type(cls, page_type: str) -> Self:
        """Pages of some types are judged as a whole."""
        return cls(page_type=page_type)

    def for_page_type(self, page_type: str) -> Self:
        """The same choice for a page of a type."""
        return replace(self, page_type=self.page_type or page_type)

    def corrected_by(self, record: str) -> Self:
        """The same choice with a correction of the block model; unchanged without one."""
        return replace(self, correction=record) if record else self


@register_method("segmentation", SegmentationSettings, SCORES)
def extract_segmentation(reading: PageReading, settings: SegmentationSettings) -> Content:
    """Main content by a learned model of text blocks, for every type of page.

    Raises:
        UsageError: the given probabilities are not those of the blocks of this page.
    """
    blocks = reading.blocks
    if not 0 < len(blocks) <= MOST_BLOCKS:
        return Content((), blocks.subset)
    page = PageBlocks.of(reading)
    answer = _answer(page, settings)
    index, chosen = reading.index, answer.chosen
    chosen = chosen | _is_between(chosen, index.displayed[page.owners] | index.verbatim[page.owners])
    if settings.page_type in JUDGED:
        chosen &= ~orphan_headings(page, chosen)
    scores: Scores = {"blocks": len(blocks), "kept": int(chosen.sum()), "confidence": round(answer.confidence, 3)}
    scores["candidate"] = answer.candidate
    if not chosen.any():
        return Content((), blocks.subset, scores=scores)
    subset = keep_blocks(blocks, chosen)
    further = () if answer.further is None else (index.path(answer.further),)
    warnings = tuple(PageWarning(WarningKind.FURTHER_ARTICLE, path) for path in further)
    return Content(content_elements(page, subset), subset, scores=scores, warnings=warnings)


def _answer(page: PageBlocks, settings: SegmentationSettings) -> BlockAnswer:
    """The answer of the block model, with the correction if there is one."""
    model, document = load_block_model(), page.document
    given = settings.probabilities
    probabilities = _check(given, page) if given else np.asarray(model(page, settings.page_type), np.float64)
    correction = _load_correction(settings.correction) if settings.correction else None
    if correction:
        probabilities = correction.correct_blocks(page, probabilities)
    dialogs = page.index.inside([*open_dialogs(page.index), *closed_dialogs(page.index)])[page.owners]
    if 2 * page.words[dialogs].sum() < page.words.sum():
        probabilities = np.where(dialogs, 0.0, probabilities)
    answer = model.answer(page, probabilities, settings.page_type, settings.favor)
    if not correction:
        return answer
    return answer._replace(confidence=correction.correct_confidence(document, answer.confidence))


def _check(given: tuple[float, ...], page: PageBlocks) -> NDArray[np.float64]:
    """Given probabilities, float64 (blocks,)."""
    if len(given) != len(page.owners):
        raise UsageError(f"{len(given)} probabilities are given for {quantity(len(page.owners), 'text block')}")
    if not all(0 <= one <= 1 for one in given):  # no NaN either
        raise UsageError("a probability of a text block is a number from 0 to 1")
    return np.array(given, np.float64)


def _load_correction(record: str) -> "Correction":
    from iawce.models.correction.correction import load_correction  # noqa: PLC0415 - few have labelled pages

    return load_correction(Path(record))


def _is_between(chosen: NDArray[np.bool_], figures: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Formulas and lines of code right between chosen blocks, which no feature of prose shows to be content."""
    number = np.arange(len(chosen))
    before = np.maximum.accumulate(np.where(figures, -1, number))
    after = np.minimum.accumulate(np.where(figures, len(number), number)[::-1])[::-1]
    inside = figures & (before >= 0) & (after < len(number))
    return np.asarray(inside & chosen[before] & chosen[np.minimum(after, len(number) - 1)])


def keep_blocks(blocks: Blocks, chosen: NDArray[np.bool_]) -> Subset:
    """The subset of a page with the chosen blocks and the pictures among them."""
    subset, index = blocks.subset, blocks.subset.index
    pieces = np.zeros(len(index.pieces.texts), bool)
    pieces[blocks.pieces[chosen[blocks.block_of_piece]]] = True
    return keep_pieces(subset, pieces)
