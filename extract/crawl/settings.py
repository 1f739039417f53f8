"""What a crawl is to do."""

from dataclasses import dataclass
from typing import Literal

from iawce.extract.crawl.scope import Scope

Order = Literal["page_type", "breadth_first"]


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """What a crawl is to do."""

    scope: Scope = Scope()  # noqa: RUF009 - frozen
    """Which addresses belong to it."""
    max_pages: int | None = None
    """Pages to open, of all runs into this folder; those that fail are not counted, up to ten times as many; if left
    out, all."""
    order: Order = "page_type"
    """Which pages come first: by what the page types of earlier pages promise, or those found first
    (`breadth_first`)."""
    sitemaps: bool = True
    """Sitemaps that robots.txt names are seeds, too."""
