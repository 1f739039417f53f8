"""Whether the pages that templates are learned from are of one site."""

from collections import Counter

from iawce.data.datasets.sites import site_of
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.templates.site.site_templates import SiteTemplates

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
