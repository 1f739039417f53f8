"""The data that the inspector shows of a page and its row, and of a row in the index."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.texts import Blocks
from iawce.data.errors import Status, quantity
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.content.content import Content, Rectangle
from iawce.extract.content.segmentation import MAX_BLOCKS
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extract_content import kept_blocks
from iawce.models.blocks.block_model import load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.correction.correction import load_correction

LEVELS = 8  # Depths among the blocks of a page that are told apart
USUAL_METHODS = ("auto", "rules", "density", "body")
"""Methods that are shown beside that of the row, unless others are named."""
MAX_LENGTH = 300  # Characters of a title or an address that are shown
DISTINCTIVE = ("nav", "footer", "header", "aside", "form", "dialog", "button", "figure", "table", "main", "article")
"""Most elements around a block that are mentioned."""
LINKED = 0.5  # Share of linked words above which a block is called linked
PROBABLE = 0.5
MAX_SHOWN = 3000  # Most blocks of a page, as more are slow in a browser
MAX_TEXT = 5000  # Characters of a block that are shown


class BlockView(NamedTuple):
    """One text block: its place, its text, and the methods that keep it."""

    number: int  # From 0, among the blocks of the page
    path: str
    text: str
    reason: str  # Why a method, the first unless said otherwise, keeps or drops it
    kept: tuple[bool, ...]  # An entry for each method
    probability: float | None = None  # That it is main content, 0 to 1, None if the block model was not applied
    box: Rectangle | None = None  # None if it is not rendered
    level: int = 0  # 0 to 7, its depth among the blocks

    @property
    def shade(self) -> int:
        """The probability in tenths, 0 to 9; 10 without one."""
        return 10 if self.probability is None else min(9, int(10 * self.probability))

    @property
    def bits(self) -> str:
        """1 for each method that keeps it, else 0."""
        return "".join("1" if kept else "0" for kept in self.kept)


class MethodView(NamedTuple):
    """The result of a method on a page: its text, or the reason why there is none."""

    name: str
    text: str = ""
    problem: str = ""


class HiddenText(NamedTuple):
    """An invisible text: its place, and the reason why it is hidden."""

    path: str
    text: str
    reason: str


class FactView(NamedTuple):
    """A fact of the metadata, the places on the page that agree with it, and the evidence for it and for others."""

    name: str
    value: str
    places: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


class PagePicture(NamedTuple):
    """The picture of a page: its size in CSS px, and an encoded screenshot (WebP), empty if there is none."""

    width: int
    height: int
    screenshot: bytes = b""


class EvidencePart(NamedTuple):
    """A part of the page; ``strength``: the fall of the log odds of the type without it, -1 to 1 of the largest."""

    box: tuple[float, float, float, float]
    strength: float

    @property
    def shade(self) -> int:
        """The strength without its sign, in tenths, 0 to 9."""
        return min(9, int(10 * abs(self.strength)))


@dataclass(frozen=True, slots=True)
class PageView:
    """A page and its row; ``methods``: that of the row first; ``cut``: the number of blocks beyond the limit."""

    row: Extraction
    picture: PagePicture | None = None
    blocks: tuple[BlockView, ...] = ()
    methods: tuple[MethodView, ...] = ()
    hidden: tuple[HiddenText, ...] = ()
    facts: tuple[FactView, ...] = ()
    evidence: tuple[EvidencePart, ...] = ()
    cut: int = 0


def shown_address(row: Extraction) -> str:
    """The address of a page; of a saved one that claims none, its path."""
    address = row.final_url or row.url
    return row.ref if not address or address.startswith(SAVED_ORIGIN) else address


class IndexEntry(NamedTuple):
    """A line of the index."""

    title: str
    address: str
    type: str
    status: str
    reason: str
    method: str
    confidence: float  # Of the page type, 0 to 1, -1 where no model was used
    doubt: float  # 0 to 1: probability that type or content are wrong, if independent; 1 for a failed page
    words: int
    warnings: tuple[str, ...] = ()
    page: str = ""  # Relative address of the page with the details, empty if there is none

    @classmethod
    def of(cls, row: Extraction, page: str = "") -> Self:
        """The line of a row."""
        return cls(
            row.title[:MAX_LENGTH],
            shown_address(row)[:MAX_LENGTH],
            row.type,
            row.status,
            row.reason,
            row.method,
            row.confidence if row.probabilities else -1.0,
            doubt_of(row),
            len(row.text.split()),
            tuple(str(warning) for warning in row.warnings[:10]),
            page,
        )


def doubt_of(row: Extraction) -> float:
    """Probability that type or content of a page are wrong, 0 to 1: 1 minus the product of their confidences."""
    if row.status in (Status.FAILURE, Status.SKIPPED):
        return 1.0
    expected = row.scores.get("confidence", 1.0)
    sure = expected if isinstance(expected, int | float) else 1.0
    return 1.0 - min(max(sure, 0.0), 1.0) * (row.confidence if row.probabilities else 1.0)


def reasons_of(blocks: Blocks, number: int, probability: float | None, *, kept: bool, method: str) -> Iterator[str]:
    """The reasons why the method keeps or drops a block, and facts about it."""
    done = "kept" if kept else "dropped"
    if probability is None:
        yield f"{done} by the method {method}"
    elif kept == (probability >= PROBABLE):
        yield f"{done}: {probability:.0%} probable as main content"
    elif kept:
        yield f"kept although {probability:.0%} probable: the blocks around it are kept"
    else:
        yield f"dropped although {probability:.0%} probable: the content is expected to be better without it"
    index, element = blocks.subset.index, int(blocks.elements[number])
    around = {index.tags[one] for one in (element, *index.ancestors(element))}
    yield from (f"in <{tag}>" for tag in DISTINCTIVE if tag in around)
    words, linked = int(blocks.words[number]), int(blocks.link_words[number])
    yield quantity(words, "word")
    if words and linked / words > LINKED:
        yield f"{linked / words:.0%} of them linked"


def block_views(
    analysis: PageAnalysis,
    row: Extraction,
    contents: Sequence[Content | Extraction | None],
    correction: str = "",
    explained: int = 0,
) -> Iterator[BlockView]:
    """The first blocks of a page, in document order.

    ``contents`` of each method, None for nothing, or a row, if only that is known; the reasons explain the choice of
    the one ``explained``. ``correction``: path of the record of the correction of the block model; empty for none.
    """
    blocks = analysis.blocks
    probabilities = block_probabilities(analysis, row.type, correction)
    kept = [_kept(analysis, content) for content in contents]
    index, levels = analysis.index, blocks.levels(LEVELS)
    for number in range(min(len(blocks), MAX_SHOWN)):
        element = int(blocks.elements[number])
        probability = None if probabilities is None else float(probabilities[number])
        keeps = tuple(bool(one[number]) for one in kept)
        reason = "; ".join(reasons_of(blocks, number, probability, kept=keeps[explained], method=row.method))
        owners = sorted(set(blocks.owners[blocks.starts[number] : blocks.ends[number]].tolist()))
        box, text = analysis.document.own_area(owners), blocks.texts[number][:MAX_TEXT]
        yield BlockView(number, index.path(element), text, reason, keeps, probability, box, int(levels[number]))


def block_probabilities(analysis: PageAnalysis, page_type: str, correction: str = "") -> NDArray[np.float64] | None:
    """Probability of each block that it is main content; None if the blocks are too few or too many for the model."""
    blocks = analysis.blocks
    if not 0 < len(blocks) <= MAX_BLOCKS:
        return None
    page = PageBlocks.of(analysis)
    found = load_block_model()(page, page_type)
    return load_correction(Path(correction)).correct_blocks(analysis.document, page, found) if correction else found


def _kept(analysis: PageAnalysis, content: Content | Extraction | None) -> NDArray[np.bool_]:
    """Whether each block is kept: by a row, if it is inside a block of it, and its text in the text of the row."""
    if not isinstance(content, Extraction):
        return kept_blocks(analysis, content)
    paths, text, found = {one.path for one in content.blocks}, " ".join(content.text.split()), list[bool]()
    for number, said in zip(analysis.blocks.elements.tolist(), analysis.blocks.texts, strict=True):
        steps = analysis.index.path(number).split("/")
        is_inside = any("/".join(steps[:end]) in paths for end in range(2, len(steps) + 1))
        found.append(is_inside and said in text)
    return np.array(found, bool)
