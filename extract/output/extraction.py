"""The result: one row for each page, in every case. ``docs/rows.md`` describes every field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from typing import Any, Self

import msgspec

from iawce.data.errors import PageError, PageWarning, Status, UsageError, WarningKind
from iawce.data.run_folder.input import input_id
from iawce.data.sinks.json_text import json_text
from iawce.extract.content.content import Metadata, Record, Rectangle, Scores
from iawce.models.page_type.unusual_pages import UNUSUAL

SCHEMA_VERSION = 4


@dataclass(frozen=True, slots=True)
class Block:
    """One extracted element: its path in the document, its box on the page, and its text.

    ``box`` is None if the page was not rendered.
    """

    path: str
    box: Rectangle | None
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
    """One of several pages of a row: its address, its outcome, and its share of the row.

    ``blocks`` and ``records`` of the row are those of its pages in this order, as many of each as counted.
    """

    url: str
    status: Status
    reason: str = ""
    blocks: int = 0
    records: int = 0
    snapshot: str = ""


@dataclass(frozen=True)
class Extraction:
    """What was extracted from a page.

    ``reason`` and ``message`` say why a page failed or was skipped. ``type`` is empty if no model classified the page;
    ``fine_type`` is one of seven finer types if the HTML was an input; ``possible_types`` is the set of types for a
    coverage guarantee, if one was requested. ``language`` is that of ``text``, whatever the page claims
    (``metadata.in_language``). ``html`` is cleaned and safe to show. ``screen_reader_text`` is the text for screen
    readers alone, not part of ``text``. ``scores`` are those of the method's decision. ``truncated``: the page is
    taller than its screenshot. ``rendered`` is when it was rendered (ISO 8601), ``snapshot`` the folder of the stored
    snapshot. ``timings`` are seconds by step. ``pages`` are those of a thread that were joined, the first one first.
    """

    ref: str
    status: Status
    reason: str = ""
    message: str = ""
    url: str = ""
    final_url: str = ""
    url_source: str = ""
    http_status: int = 0
    type: str = ""
    fine_type: str = ""
    probabilities: dict[str, float] = field(default_factory=dict)
    possible_types: tuple[str, ...] = ()
    model: str = ""
    method: str = ""
    title: str = ""
    text: str = ""
    language: str = ""
    language_confidence: float = 0.0
    html: str = ""
    blocks: tuple[Block, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    records: tuple[Record, ...] = ()
    metadata: Metadata = Metadata()  # noqa: RUF009 - frozen
    screen_reader_text: tuple[str, ...] = ()
    scores: Scores = field(default_factory=dict)
    warnings: tuple[PageWarning, ...] = ()
    truncated: bool = False
    rendered: str = ""
    snapshot: str = ""
    timings: dict[str, float] = field(default_factory=dict)
    pages: tuple[PagePart, ...] = ()

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
        row |= {name: _finite(row[name]) for name in ("probabilities", "scores", "timings")}
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
        try:
            found = msgspec.convert(row, cls)
        except msgspec.ValidationError as error:
            raise UsageError(f"a row is damaged: {error}") from error
        if isinstance(markdown := row.get("markdown"), str):
            vars(found)["markdown"] = markdown  # computed already
        return found

    @classmethod
    def failed(cls, ref: str, error: PageError, *, url: str = "", timings: dict[str, float] | None = None) -> Self:
        """The row of a page that failed."""
        return cls(
            ref=ref,
            status=Status.FAILURE,
            reason=error.reason,
            message=error.message,
            url=url,
            final_url=error.final_url,
            http_status=error.http_status,
            timings=timings or {},
        )


def _plain(value: Any) -> str | float:
    """A text or number of another type, such as a NumPy score, as one of Python."""
    return str(value) if isinstance(value, str) else float(value)


def _finite(numbers: Mapping[str, Any]) -> dict[str, Any]:
    """Without NaN and infinity, which JSON and databases cannot store."""
    return {name: number for name, number in numbers.items() if not isinstance(number, float) or isfinite(number)}


def suspicions(flags: Iterable[str]) -> tuple[PageWarning, ...]:
    """Warnings that this may not be the wanted page, or that its type is less certain than usual."""
    return tuple(
        PageWarning(WarningKind.UNUSUAL_VIEW if flag in UNUSUAL else WarningKind.SUSPECT, flag) for flag in flags
    )
