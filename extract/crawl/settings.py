"""Settings of a crawl."""

from dataclasses import dataclass
from typing import Literal

from iawce.data.limits import check_least
from iawce.extract.crawl.scope import Scope

Order = Literal["page_type", "breadth_first"]


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """Settings of a crawl. Raises UsageError: a number is out of range."""

    scope: Scope = Scope()  # noqa: RUF009 - frozen
    """Which addresses belong to it."""
    max_pages: int | None = None
    """Pages to open, over all runs into this folder; in addition, up to ten times as many may fail; if left out, all
    pages."""
    order: Order = "page_type"
    """Which pages come first: those that promise most by the page types of earlier pages, or those found first
    (`breadth_first`)."""
    sitemaps: bool = True
    """Use the sitemaps that robots.txt names as seeds, too."""

    def __post_init__(self) -> None:
        check_least(self, max_pages=1)
