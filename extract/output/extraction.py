"""The result: one row for each page, in every case. ``docs/rows.md`` describes every field."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import takewhile
from math import isfinite
from typing import Any, Self

import msgspec
import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import CELLS, HEADINGS
from iawce.data.errors import PageError, PageWarning, Status, UsageError, WarningKind, refused
from iawce.data.page import SAVED_ORIGIN
from iawce.data.run_folder.input import input_id
from iawce.data.sinks.schema import json_text
from iawce.data.text.lexicon.part_names import SUBTITLES
from iawce.extract.content.content import Content, Field, FieldValue, Metadata, Record, Rectangle, Scores
from iawce.extract.metadata.title import Title, one_line, word_bag, word_f1
from iawce.extract.output.chunks import CutText
from iawce.models.page_type.classification import UNUSUAL

SCHEMA_VERSION = 4
PATHS = 0.25  # Characters of all paths of a row, as a share of those that are written of its text
MAX_LENGTH = 1000  # Most characters of a title that is a heading
ALIKE = 1 / 3  # Least word F1 of a title and a heading that says it in other words
PROSE = 20  # Least words of a line of prose, behind which the title of the content does not stand


@dataclass(frozen=True, slots=True)
class Block:
    """One extracted element: its path in the document, its box on the page, and its text."""

    path: str
    box: Rectangle | None  # None if the page was not rendered
    text: str


@dataclass(frozen=True, slots=True)
class ChunkPlace:
    """The place of a paragraph, a list, a table or a part of them, as of a block."""

    path: str
    box: Rectangle | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of the text, with the headings above it, the outermost first, and its places in order."""

    text: str
    words: int
    headings: tuple[str, ...]
    places: tuple[ChunkPlace, ...]


@dataclass(frozen=True, slots=True)
class PagePart:
    """One of several pages of a row: its address, its outcome, and its share of the row."""

    url: str
    status: Status
    reason: str = ""
    blocks: int = 0  # As many of the row, in the order of the pages
    records: int = 0  # The same
    snapshot: str = ""


@dataclass(frozen=True)
class Extraction:
    """What was extracted from a page."""

    ref: str
    status: Status
    reason: str = ""  # Why it failed or was skipped
    message: str = ""  # The same in words
    url: str = ""
    final_url: str = ""
    url_source: str = ""
    http_status: int = 0
    type: str = ""  # Empty if no model classified it
    fine_type: str = ""  # One of seven finer types if the HTML was an input
    probabilities: dict[str, float] = field(default_factory=dict)
    possible_types: tuple[str, ...] = ()  # For a coverage guarantee, if one was requested
    model: str = ""
    method: str = ""
    title: str = ""
    text: str = ""
    language: str = ""  # Of ``text``, whatever the page claims (``metadata.in_language``)
    language_confidence: float = 0.0
    html: str = ""  # Cleaned and safe to show
    blocks: tuple[Block, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    records: tuple[Record, ...] = ()
    metadata: Metadata = Metadata()  # noqa: RUF009 - frozen
    screen_reader_text: tuple[str, ...] = ()  # For screen readers alone, not part of ``text``
    scores: Scores = field(default_factory=dict)  # Of the method's decision
    warnings: tuple[PageWarning, ...] = ()
    truncated: bool = False  # Whether the page is taller than its screenshot
    rendered: str = ""  # When it was rendered, ISO 8601
    snapshot: str = ""  # Folder of the stored snapshot
    timings: dict[str, float] = field(default_factory=dict)  # Seconds by step
    pages: tuple[PagePart, ...] = ()  # Those of a thread that were joined, the first one first

    @cached_property
    def id(self) -> str:
        """Hash of the input's address, the same in each run."""
        return input_id(self.ref, self.url)

    @cached_property
    def markdown(self) -> str:
        """The content as Markdown: text is escaped, so that it is literal, and contains no HTML."""
        from iawce.extract.output.markdown.to_markdown import to_markdown  # noqa: PLC0415 - only where wanted

        return to_markdown(self.html)

    @property
    def source(self) -> str:
        """The address of the page; of a saved one without an address, what it was called."""
        address = self.final_url or self.url
        return self.ref if not address or address.startswith(SAVED_ORIGIN) else address

    @property
    def locale(self) -> str:
        """The language of the text, with the country that the page declares for it, if any: ``en-GB``."""
        declared = self.metadata.in_language
        return declared if self.language in ("", declared.partition("-")[0]) else self.language

    @property
    def confidence(self) -> float:
        """Probability of the page type, 0 if no model classified the page."""
        probability = self.probabilities.get(self.type, 0.0)
        return probability if isfinite(probability) else 0.0

    @property
    def why(self) -> str:
        """Why there is no content or no type, for a person: the message and the reason."""
        return f"{self.message} ({self.reason})" if self.message != self.reason else self.reason

    def to_dict(self) -> dict[str, Any]:
        """All fields in a stable order, for JSON; rows of failures have the same keys."""
        row: dict[str, Any] = msgspec.to_builtins(self, enc_hook=_plain)
        for name in ("probabilities", "scores", "timings"):  # JSON and databases store neither NaN nor infinity
            row[name] = {key: one for key, one in row[name].items() if not isinstance(one, float) or isfinite(one)}
        head = {"schema_version": SCHEMA_VERSION, "id": self.id}
        return head | row | {"confidence": self.confidence, "markdown": self.markdown}

    def to_json(self) -> str:
        """One line of JSON."""
        return json_text(self.to_dict())

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """The extraction of a row, with its Markdown; other additions of ``to_dict`` are ignored.

        Raises: UsageError: this is not such a row, or one of another schema version.
        """
        if (version := row.get("schema_version")) != SCHEMA_VERSION:
            raise UsageError(f"a row of schema version {version}; this program reads version {SCHEMA_VERSION}")
        with refused("a row is damaged", msgspec.ValidationError):
            found = msgspec.convert(row, cls)
        if isinstance(markdown := row.get("markdown"), str):
            vars(found)["markdown"] = markdown  # computed already
        return found

    @classmethod
    def failed(cls, ref: str, error: PageError, *, url: str = "") -> Self:
        """The row of a page that failed."""
        return cls(ref, Status.FAILURE, error.reason, error.message, url, http_status=error.http_status)


def _plain(value: Any) -> str | float:
    """A text or number of another type, such as a NumPy score, as one of Python."""
    return str(value) if isinstance(value, str) else float(value)


def suspicions(flags: Iterable[str]) -> tuple[PageWarning, ...]:
    """Warnings that this may not be the wanted page, or that its type is less certain than usual."""
    return tuple(PageWarning(WarningKind.UNUSUAL_VIEW if one in UNUSUAL else WarningKind.SUSPECT, one) for one in flags)


class RowPlaces:
    """Gives blocks and records their places, as far as the paths of all are short enough (``PATHS``); else ``is_cut``.

    ``content``: of the page; content from data is located at the element with the data and has no box.
    """

    def __init__(self, analysis: PageAnalysis, content: Content) -> None:
        self._document, self._content = analysis.document, content
        self._framed = content.framed or analysis.shown
        self._room = int(PATHS * analysis.document.limits.output)

    @property
    def is_cut(self) -> bool:
        """Whether a path was left out: those of elements in each other grow with the square of their number."""
        return self._room < 0

    def _path(self, number: int) -> str:
        path = self._document.index.path(number) if self._room >= 0 else ""
        self._room -= len(path)
        return path if self._room >= 0 else ""

    def blocks(self, texts: Mapping[int, str]) -> tuple[Block, ...]:
        """Blocks with these texts, given by the number of their element; each box encloses the printed part."""
        return tuple(Block(*self._place([number], self._content.subset), text) for number, text in texts.items())

    def chunks(self, cut: Iterable[CutText]) -> tuple[Chunk, ...]:
        """Chunks of these pieces of the text."""

        def places(numbers: Iterable[int]) -> tuple[ChunkPlace, ...]:
            return tuple(ChunkPlace(*self._place([number], self._content.subset)) for number in numbers)

        return tuple(Chunk(one.text, one.words, one.headings, places(one.elements)) for one in cut)

    def records(self) -> tuple[Record, ...]:
        """The records of the content; the path is that of the first element, the box encloses all elements."""
        return tuple(
            Record(
                {name: self._field(one) if one else None for name, one in found.fields.items()},
                *self._place(found.elements, self._framed),
                found.list,
                found.confidence,
            )
            for found in self._content.records
        )

    def _field(self, found: FieldValue) -> Field:
        return Field(found.text, found.link, found.image, *self._place(found.elements, self._framed))

    def _place(self, elements: Sequence[int], subset: DomMask) -> tuple[str, Rectangle | None]:
        """The path of the first of these elements, and the box around the parts of all of them in the subset."""
        if not elements:
            return "", None
        if origins := self._content.origins:
            nearest = max((one for one in origins if one <= elements[0]), default=min(origins))
            return self._path(origins[nearest]), None
        return self._path(elements[0]), self._document.drawn_area(elements[0], subset, *elements[1:])


def title_heading(analysis: PageAnalysis, title: Title, content: Content, text: str) -> str:
    """Markup of a heading with the page's title; empty if there is none, or if the content has it.

    A title that is in no heading of the page, only in its head or in another element, is a heading of the first level,
    unless the content begins with one, or has one that is like it. ``title``: of the page, with its element;
    ``text``: of the content.
    """
    subset, index, heading = content.subset, analysis.index, title.heading
    if not 0 < len(title.text) <= MAX_LENGTH:
        return ""
    if not content.origins and heading and subset.words[heading]:
        return ""  # some text of it is printed
    above = takewhile(lambda line: len(line.split()) < PROSE, text.splitlines())  # further down, a card has it
    first = {one_line(line).casefold() for line in above}
    said = title.text.casefold()
    if said in first:
        cells = () if content.origins else np.flatnonzero(index.inside(index.data_tables) & (subset.words > 0)).tolist()
        if all(index.tags[one] not in ("caption", *CELLS) or index.text_of(one).casefold() != said for one in cells):
            return ""
    tag = index.tags[heading]
    if tag not in HEADINGS:
        tag, own = "h1", word_bag(title.text)
        others = [] if content.origins else _printed(index.tagged(tag), content)
        texts = [index.text_of(one) for one in others]
        is_first = bool(texts) and one_line(texts[0]).casefold() in first
        if is_first or any(word_f1(own, word_bag(one)) > ALIKE for one in texts):
            return ""
    below = analysis.texts.lines(found).splitlines() if (found := _subtitle(index, subset, heading)) else []
    shown = escape(" ".join(title.text.split()), quote=False)
    lines = (" ".join(line.split()).removeprefix("- ") for line in below if line.strip())
    return f"<{tag}>{shown}</{tag}>" + "".join(f"\n<p>{escape(line, quote=False)}</p>" for line in lines)


def _subtitle(index: ElementIndex, subset: DomMask, heading: int) -> int:
    """The first element with that name behind a heading, in the element around it, that is not printed; 0 without."""
    named = np.flatnonzero(index.attributes.named(SUBTITLES)) if heading else ()
    inside = (int(one) for one in named if index.ends[heading] <= one < index.ends[index.parents[heading]])
    return next((one for one in inside if not subset.words[one]), 0)


def _printed(headings: Sequence[int], content: Content) -> list[int]:
    """Those of these headings that are printed, with words or a picture, or that hold what is printed."""
    subset, index = content.subset, content.subset.index
    holding = index.subtree_sums(index.among(content.elements).astype(np.int64)) > 0
    pictured = subset.holds(index.has_tag({"img", "svg", "picture"}) & subset.kept)
    filled = index.inside(content.elements) & subset.kept & ((subset.words > 0) | pictured)
    return [one for one in headings if holding[one] or filled[one]]
