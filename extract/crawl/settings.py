"""What a crawl is to do."""

from dataclasses import dataclass
from typing import Literal

from iawce.extract.crawl.scope import Scope

Order = Literal["page_type", "breadth_first"]


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """What a crawl is to do.

    ``scope``: which addresses belong to it. ``max_pages``: pages that are opened, None for all; those
    that fail are not counted, up to ten times as many. ``order``: by what the
    page types of earlier pages promise, or those first that were found first. ``sitemaps``: those that robots.txt names
    are seeds, too.
    """

    scope: Scope = Scope()  # noqa: RUF009 - frozen
    max_pages: int | None = None
    order: Order = "page_type"
    sitemaps: bool = True
