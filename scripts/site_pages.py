"""Pages of one site for ``iawce site``: the check of their host, what was learned of them, their fields."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from iawce.data.closing import Closing
from iawce.data.datasets.sites import site_of
from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing, UsageError, cause_of
from iawce.data.network.address import without_credentials
from iawce.data.page import SAVED_ORIGIN
from iawce.data.sinks.growing_table import PageRows, TypedValue, open_table
from iawce.data.sinks.schema import TEXT
from iawce.extract.content.content import Record
from iawce.extract.output.extraction import Extraction
from iawce.extract.templates.site.drift import describe_site
from iawce.extract.templates.site.site_templates import SiteTemplates
from iawce.scripts.console import remark, say
from iawce.scripts.write_tables import source_of

MOST = 0.9
"""Share of the pages with a known address that must be of one site; the others may be strays."""
NAMED = 3
"""Sites that are named where there are too many."""


class OneSite:
    """Counts pages by the registrable domain of their address.

    Args:
        learned: what was learned before counts, where its pages are named by addresses.
    """

    def __init__(self, learned: SiteTemplates) -> None:
        self._pages: Counter[str] = Counter()
        for cluster in learned.clusters:
            self._count(cluster.seed.page, cluster.pages)

    def add(self, document: Document) -> None:
        """Count a page; saved pages that neither have nor claim an address may be of any site."""
        self._count(document.url, 1)

    def check(self) -> None:
        """Make sure that nearly all pages are of one site.

        Raises:
            UsageError: they are not.
        """
        first = self._pages.most_common(NAMED)
        if first and first[0][1] < MOST * self._pages.total():
            named = ", ".join(f"{site} ({pages})" for site, pages in first)
            more = ", ..." if len(self._pages) > NAMED else ""
            raise UsageError(
                f"the pages are of {len(self._pages)} sites: {named}{more}; templates are of one site, so learn each "
                "site by itself (-s run.base_url=ADDRESS names the site of saved pages)"
            )

    def _count(self, url: str, pages: int) -> None:
        if "://" in url and not url.startswith(SAVED_ORIGIN) and (site := site_of(url)):
            self._pages[site] += pages


def check_examples(templates: SiteTemplates, file: Path | None) -> None:
    """Name the fields whose examples fit no place.

    Raises:
        UsageError: there are examples of pages that were not read.
    """
    pages, fields = templates.unmet_examples()
    if pages:
        raise UsageError(f"{file} has examples of {', '.join(pages)}, which is not among the pages that could be read")
    if fields:
        remark(f"{file}: no place on the pages holds the values of the examples for {', '.join(fields)}")


def describe(templates: SiteTemplates) -> None:
    """Print the clusters and fields, and remark it if no cluster has a template."""
    say("".join(f"{line}\n" for line in describe_site(templates)))
    fewest = templates.settings.fewest
    if not any(cluster.template and cluster.pages >= fewest for cluster in templates.clusters):
        remark(f"no template was learned: this needs at least {fewest} similar pages with text; --resume adds pages")


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
