"""The result: one row for each page, whatever happened to it."""

import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal

from iawce.data.errors import PageError
from iawce.extract.output.html import to_markdown

SCHEMA_VERSION = 1
Status = Literal["success", "partial_success", "failure"]


@dataclass(frozen=True, slots=True)
class Block:
    """One chosen element: where it stands in the document and on the page, and its text.

    ``box`` is (x, y, width, height) in CSS px from the page's top left corner, None if the page was not rendered.
    """

    path: str
    box: tuple[int, int, int, int] | None
    text: str


@dataclass(frozen=True)
class Extraction:
    """What was taken out of a page.

    ``status`` is ``success``, ``partial_success`` (the page was still changing, or something had to be left out:
    see ``warnings``) or ``failure`` (see ``reason``). ``type`` is empty if nothing looked at the page; ``fine_type`` is
    one of seven finer types where the markup was looked at. ``html`` is cleaned and safe to show. A warning
    ``suspect/...`` says that this may not be the page that was wanted: an error, a wall of consent, or one unstyled.
    ``timings`` are seconds by step.
    """

    ref: str
    status: Status
    reason: str = ""
    message: str = ""
    url: str = ""
    final_url: str = ""
    http_status: int = 0
    type: str = ""
    fine_type: str = ""
    probabilities: dict[str, float] = field(default_factory=dict)
    model: str = ""
    method: str = ""
    title: str = ""
    text: str = ""
    html: str = ""
    blocks: tuple[Block, ...] = ()
    scores: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    truncated: bool = False
    snapshot: str = ""
    timings: dict[str, float] = field(default_factory=dict)

    @cached_property
    def id(self) -> str:
        """Hash of the input's address, the same in each run."""
        return sha256(f"{self.ref}\0{self.url}".encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @cached_property
    def markdown(self) -> str:
        """The content as Markdown; the plain text where the markup is nested too deeply."""
        try:
            return to_markdown(self.html)
        except RecursionError:
            return self.text

    @property
    def confidence(self) -> float:
        """Probability of the page type, 0 if nothing looked at the page."""
        return self.probabilities.get(self.type, 0.0)

    def to_dict(self) -> dict[str, Any]:
        """All fields in a stable order, for JSON; rows of failures have the same keys."""
        row = asdict(self)
        row["warnings"] = list(self.warnings)
        row["blocks"] = [asdict(block) for block in self.blocks]
        head = {"schema_version": SCHEMA_VERSION, "id": self.id}
        return head | row | {"confidence": self.confidence, "markdown": self.markdown}

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False).encode("utf-8", "replace").decode()


def failed(ref: str, error: PageError, *, url: str = "", timings: dict[str, float] | None = None) -> Extraction:
    """The row of a page that could not be had."""
    return Extraction(
        ref=ref,
        status="failure",
        reason=error.reason,
        message=error.message,
        url=url,
        final_url=error.final_url,
        timings=timings or {},
    )
