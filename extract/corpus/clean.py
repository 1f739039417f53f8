"""Leaves rows out of a corpus: those that fail a filter, and duplicates."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from iawce.data.closing import Closing
from iawce.data.outcomes import ReasonKind, Status, is_left_out
from iawce.extract.corpus.duplicates import Duplicates
from iawce.extract.corpus.filters import Filters
from iawce.extract.corpus.row_keys import MinHashSettings, RowKeys, row_keys_of
from iawce.extract.output.extraction import Extraction


class Cleaner(Closing):
    """A stage after the extraction: returns each row unchanged, or with the status ``skipped`` and a reason.

    Of duplicates, the first row stays.

    Args:
        filters: conditions for a row.
        deduplicate: whether duplicates are left out, and by which settings.
        base_url: address shared by several pages, which does not make them duplicates.
        keep: whether omitted rows are written, too.
    """

    def __init__(
        self,
        filters: Filters = Filters(),  # noqa: B008 - frozen
        deduplicate: MinHashSettings | None = None,
        *,
        base_url: str = "",
        keep: bool = False,
    ) -> None:
        self._filters, self._settings, self._base_url, self._keep = filters, deduplicate, base_url, keep
        self._duplicates: Duplicates | None = None

    @property
    def deduplicates(self) -> bool:
        """Whether the order of rows matters."""
        return self._settings is not None

    def start(self, state: Path | None = None, rows: Iterable[Extraction] = ()) -> None:
        """Begin, or continue.

        Args:
            state: file for the keys of rows, from one start to the next; None for a temporary one.
            rows: earlier rows, if the file does not have them.

        Raises:
            OSError: the file cannot be written.
            EnvironmentMissing: a library is not installed.
        """
        if not self._settings:
            return
        self._duplicates = Duplicates(state, self._settings.threshold)
        for row in rows:
            if row.status not in (Status.FAILURE, Status.SKIPPED):
                self._duplicates.add(self._keys(row, self._settings))

    def __call__(self, row: Extraction) -> Extraction:
        """The row, marked if it is left out; rows without content are unchanged."""
        if row.status in (Status.FAILURE, Status.SKIPPED):
            return row
        name, why = self._filters.failed_by(row)
        if name:
            return skipped(row, f"{ReasonKind.FILTERED}/{name}", why)
        if not self._settings:
            return row
        if not self._duplicates:
            self.start()
        return self._unless_there(row, self._keys(row, self._settings))

    def _unless_there(self, row: Extraction, new: RowKeys) -> Extraction:
        assert self._duplicates  # noqa: S101 - it was started
        if found := self._duplicates.find(new):
            like = f" (Jaccard index {found.similarity})" if found.similarity < 1 else ""
            return skipped(row, f"{ReasonKind.DUPLICATE}/{found.kind}", f"it is a duplicate of {found.ref}{like}")
        self._duplicates.add(new)
        return row

    def _keys(self, row: Extraction, settings: MinHashSettings) -> RowKeys:
        found = row_keys_of(row, settings)
        return replace(found, addresses=()) if self._base_url and row.url == self._base_url else found

    def leaves_out(self, row: Extraction) -> bool:
        """Whether a marked row is not written."""
        return not self._keep and is_left_out(row.reason)

    def close(self) -> None:
        """Close the file of keys."""
        if self._duplicates:
            self._duplicates.close()


def skipped(row: Extraction, reason: str, message: str) -> Extraction:
    """The row with all its content, marked as left out."""
    return replace(row, status=Status.SKIPPED, reason=reason, message=message)
