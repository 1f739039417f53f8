"""What ``iawce inspect`` shows of pages, beside what its options say."""

from dataclasses import dataclass

from iawce.data.limits import check_least
from iawce.extract.inspector.page_view import COMPARED
from iawce.extract.pipeline.settings import AUTO, ExtractSettings


@dataclass(frozen=True)
class InspectSettings:
    """What is shown of pages.

    Raises:
        UsageError: a number is out of range, or there is no such method.
    """

    compare: tuple[str, ...] = COMPARED
    """Methods that are compared with that of the row; the names are those of `extract.method`."""
    explain: bool | None = None
    """Show what the page type depends on; if left out, only for a single page."""
    pages: int = 200
    """Pages of an index that are shown in detail."""

    def __post_init__(self) -> None:
        check_least(self, pages=0)
        _ = self.compared

    @property
    def compared(self) -> tuple[str, ...]:
        """The methods to compare, each by the one name that it has in rows."""
        return tuple(ExtractSettings(method=name).method or AUTO for name in self.compare)
