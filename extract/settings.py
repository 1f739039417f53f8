"""What to extract and how."""

from dataclasses import dataclass
from typing import Self

from iawce.data.errors import UsageError
from iawce.data.html.select import check_selector
from iawce.data.labels import PageType
from iawce.extract.methods import METHODS
from iawce.extract.methods.method import Method, MethodSettings, Mode

METHOD_OF_TYPE = {
    PageType.ARTICLE: "article",
    PageType.LIST: "list",
    PageType.THREAD: "list",
    PageType.PRODUCT: "article",
}
"""The method made for each page type; threads are lists of posts and products have one description until they get
methods of their own."""


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """How content is extracted.

    ``method``: a registered one instead of the one for the page type. ``mode``: ``default`` or ``paper``, the constants
    of the method; ``method_settings`` instead of either. ``links``, ``images``: keep addresses of links, pictures.
    ``visible_only``: leave out text that is not on the screen. ``keep``, ``drop``: CSS selectors; what ``keep`` matches
    is the content, whatever a method would choose, and what ``drop`` matches is left out.

    Raises:
        UsageError: no such method or mode, or no selector.
    """

    method: str = ""
    mode: Mode = "default"
    method_settings: MethodSettings | None = None
    links: bool = True
    images: bool = True
    visible_only: bool = True
    keep: str = ""
    drop: str = ""

    @classmethod
    def paper(cls, *, links: bool = True, images: bool = True) -> Self:
        """The algorithms as printed on the whole DOM, drawn or not: the paper looks at nothing else."""
        return cls(mode="paper", visible_only=False, links=links, images=images)

    def __post_init__(self) -> None:
        MethodSettings.of_mode(self.mode)
        allowed = METHODS[self.method].settings if self.method else ()
        if self.method_settings and not isinstance(self.method_settings, allowed):
            raise UsageError(f"{type(self.method_settings).__name__} are not settings of the method {self.method!r}")
        for selector in filter(None, (self.keep, self.drop)):
            check_selector(selector)

    @property
    def needs_type(self) -> bool:
        """Whether the page type decides anything."""
        return not (self.method or self.keep)

    def choose(self, page_type: str) -> tuple[str, Method, MethodSettings]:
        """Name, method and settings for a page of a type.

        Raises:
            UsageError: no such page type.
        """
        if not self.method and page_type not in set(PageType):
            raise UsageError(f"no page type is called {page_type!r}; known are {', '.join(PageType)}")
        name = self.method or METHOD_OF_TYPE[PageType(page_type)]
        method = METHODS[name]
        return name, method, self.method_settings or method.settings.of_mode(self.mode)
