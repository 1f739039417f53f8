"""Leaves rows out of a corpus: those that pass no filter, and those whose content it has already."""

from dataclasses import replace

from iawce.data.closing import Closing
from iawce.data.outcomes import ReasonKind, Status
from iawce.extract.corpus.filters import Filters
from iawce.extract.output.extraction import Extraction

LEFT_OUT = (ReasonKind.FILTERED,)


class Cleaner(Closing):
    """A stage behind the extraction: gives each row back as it is, or with the status ``skipped`` and a reason.

    Args:
        filters: what a row has to be.
        keep: whether rows that are left out are written all the same.
    """

    def __init__(self, filters: Filters = Filters(), *, keep: bool = False) -> None:  # noqa: B008 - frozen
        self._filters, self._keep = filters, keep

    def __call__(self, row: Extraction) -> Extraction:
        """The row, marked if it is left out; rows without content stay as they are."""
        if row.status in (Status.FAILURE, Status.SKIPPED):
            return row
        name, why = self._filters.failed_by(row)
        return skipped(row, f"{ReasonKind.FILTERED}/{name}", why) if name else row

    def leaves_out(self, row: Extraction) -> bool:
        """Whether a row that was marked is not even written."""
        return not self._keep and row.reason.partition("/")[0] in LEFT_OUT

    def close(self) -> None:
        """Nothing is held."""


def skipped(row: Extraction, reason: str, message: str) -> Extraction:
    """The row with all its content, marked as left out."""
    return replace(row, status=Status.SKIPPED, reason=reason, message=message)
