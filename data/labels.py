"""The kinds of page the project knows."""

from enum import StrEnum


class PageType(StrEnum):
    """What a page is for, as a person sees it."""

    ARTICLE = "article"
    LIST = "list"
    THREAD = "thread"
    PRODUCT = "product"
