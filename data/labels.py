"""The page types of the project."""

from enum import StrEnum


class PageType(StrEnum):
    """The page type as a person sees it; each has its own extraction method."""

    ARTICLE = "article"
    LIST = "list"
    THREAD = "thread"
    PRODUCT = "product"


class FineType(StrEnum):
    """The seven page types of WCXB (Foley, 2026), which divide the four of ``PageType``."""

    ARTICLE = "article"
    DOCUMENTATION = "documentation"
    SERVICE = "service"
    LISTING = "listing"
    COLLECTION = "collection"
    FORUM = "forum"
    PRODUCT = "product"


TYPE_OF = {
    **dict.fromkeys((FineType.ARTICLE, FineType.DOCUMENTATION, FineType.SERVICE), PageType.ARTICLE),
    **dict.fromkeys((FineType.LISTING, FineType.COLLECTION), PageType.LIST),
    FineType.FORUM: PageType.THREAD,
    FineType.PRODUCT: PageType.PRODUCT,
}
_WIDE: dict[str, PageType] = {**{str(name): name for name in PageType}, **{str(f): wide for f, wide in TYPE_OF.items()}}


def wide_type(name: str | None) -> PageType | None:
    """The page type with this name, or of the finer type with this name; else None."""
    return _WIDE.get(name or "")
