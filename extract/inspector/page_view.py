"""The data that the inspector shows of a page and its row, and of a row in the index."""

from dataclasses import dataclass
from typing import NamedTuple, Self

from iawce.data.errors import Status
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.content.content import Rectangle
from iawce.extract.output.extraction import Extraction

LEVELS = 8
"""Depths among the blocks of a page that are told apart."""
USUAL_METHODS = ("auto", "rules", "density", "body")
"""Methods that are shown beside that of the row, unless others are named."""


class BlockView(NamedTuple):
    """One text block: its place, its text, and the methods that keep it.

    ``number`` counts the blocks of the page from 0; ``level``, 0 to 7, is its depth among them. ``probability`` that it
    is main content, 0 to 1, None if the block model was not applied; ``kept`` has an entry for each method; ``reason``
    is why one of them, the first unless said otherwise, keeps or drops it. ``box`` is None if it is not rendered.
    """

    number: int
    path: str
    text: str
    reason: str
    kept: tuple[bool, ...]
    probability: float | None = None
    box: Rectangle | None = None
    level: int = 0

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


MAX_LENGTH = 300
"""Characters of a title or an address that are shown."""


class IndexEntry(NamedTuple):
    """A line of the index.

    ``confidence`` of the page type, 0 to 1, -1 where no model was used; ``doubt``, 0 to 1: the probability that type or
    content are wrong, assuming independence, and 1 for a failed page; ``page``: relative address of the page with the
    details, empty if there is none.
    """

    title: str
    address: str
    type: str
    status: str
    reason: str
    method: str
    confidence: float
    doubt: float
    words: int
    warnings: tuple[str, ...] = ()
    page: str = ""

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
