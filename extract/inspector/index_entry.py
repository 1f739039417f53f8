"""A row as one line of the index, and its doubt."""

from dataclasses import dataclass
from typing import Self

from iawce.data.errors import Status
from iawce.extract.inspector.page_view import shown_address
from iawce.extract.output.extraction import Extraction

LONGEST = 300
"""Characters of a title or an address that are shown."""


@dataclass(frozen=True, slots=True)
class IndexEntry:
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
            row.title[:LONGEST],
            shown_address(row)[:LONGEST],
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
