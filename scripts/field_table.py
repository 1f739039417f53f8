"""The fields of a site's pages as a table that grows with each page."""

from collections.abc import Iterable, Iterator

from iawce.data.closing import Closing
from iawce.data.errors import EnvironmentMissing, cause_of
from iawce.data.network.address import without_credentials
from iawce.data.sinks.growing_table import PageRows, TypedValue, open_table
from iawce.data.sinks.schema import TEXT
from iawce.extract.content.content import Record
from iawce.extract.output.extraction import Extraction
from iawce.extract.templates.site.site_templates import SiteTemplates
from iawce.scripts.console import remark
from iawce.scripts.source_of import source_of


class FieldTable(Closing):
    """A row for each page whose cluster has fields, a column for each field; what is there stays.

    Args:
        target: a database or a file, as of ``iawce records``; empty for no table.
        site: whose fields these are.

    Raises:
        UsageError: the target is no table.
    """

    def __init__(self, target: str, site: SiteTemplates) -> None:
        self._target = target
        self._names = {frozenset(field.name for field in cluster.fields) for cluster in site.clusters if cluster.fields}
        self._table = open_table(target, "fields") if target else None
        self._is_used = False

    def close(self) -> None:
        """Write what is not written yet.

        Raises:
            OSError: it cannot be written.
        """
        if self._table:
            self._table.close()

    def added(self, rows: Iterable[Extraction]) -> Iterator[Extraction]:
        """The rows, each added when it is taken; at their end it is said if a table is wanted and none has fields.

        Raises:
            EnvironmentMissing: the fields cannot be written.
        """
        count = 0
        for count, row in enumerate(rows, 1):  # noqa: B007 - used after the loop
            yield self.add(row)
        if self._table and count and not self._is_used:
            remark(f"no page has a field, so nothing was written to {without_credentials(self._target)}")

    def add(self, row: Extraction) -> Extraction:
        """The row, whose fields are in the table then.

        Raises:
            EnvironmentMissing: they cannot be written.
        """
        if self._table and len(row.records) == 1 and frozenset(row.records[0].fields) in self._names:
            self._is_used = True
            try:
                self._table.add(_page_rows(row.records[0], source_of(row)))
            except OSError as error:
                raise EnvironmentMissing(
                    f"{without_credentials(self._target)} cannot be written: {cause_of(error)}"
                ) from error
        return row


def _page_rows(record: Record, source: str) -> PageRows:
    """The record as a row of texts: one value says too little of the type of a column."""
    values = {name: TypedValue(field.text, field.text) if field else None for name, field in record.fields.items()}
    return PageRows(source, dict.fromkeys(values, TEXT), [values])
