"""The interface of an extraction method, the methods by name, and the method of each page type.

Methods are imported when needed.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from iawce.data.labels import PageType
from iawce.data.limits import Checked
from iawce.data.registry import Registry

if TYPE_CHECKING:  # so that help does not wait for the page index
    from iawce.data.analysis.page_analysis import PageAnalysis
    from iawce.extract.content.content import Content

Mode = Literal["default", "paper"]
DEFAULT_METHOD = "segmentation"  # The default method for every page
METHOD_OF_TYPE = {
    PageType.ARTICLE: "article",
    PageType.LIST: "list",
    PageType.THREAD: "list",
    PageType.PRODUCT: "article",
}
"""The paper's method for each page type; a thread is a list of posts, and a product has one description."""
Function = Callable[..., "Content"]


@dataclass(frozen=True, slots=True)
class MethodSettings(Checked):
    """Named constants of one method; each method has its own subclass, whose defaults are the best measured ones."""

    PAPER: ClassVar[dict[str, Any]] = {}
    """The paper's values where they differ from the defaults."""

    @property
    def needs_type(self) -> bool:
        """Whether the page type changes what the method does, so that it is worth finding out."""
        return False

    @classmethod
    def paper(cls) -> Self:
        """The paper's constants."""
        return cls(**cls.PAPER)

    def for_page_type(self, page_type: str) -> Self:  # noqa: ARG002 - for methods that treat page types differently
        """These settings for a page of a type, if they do not set one."""
        return self

    def doubting(self, page_types: Collection[str]) -> Self:  # noqa: ARG002 - for methods that treat page types differently
        """These settings for a page that may be of any of several types."""
        return self

    def knowing(self, fine_type: str, correction: str) -> Self:  # noqa: ARG002 - for methods that use a model
        """These settings for a page of a finer type, and with a correction of the model; each empty if there is none.

        ``correction``: the path of its record.
        """
        return self

    @classmethod
    def of_mode(cls, mode: Mode) -> Self:
        """The paper's constants, or else the best measured ones."""
        return cls.paper() if mode == "paper" else cls()


@dataclass(frozen=True, slots=True)
class Method:
    """An extraction method: maps a page and settings of the class ``settings`` to its content.

    Hidden elements must be ignored: the reading leaves them out. ``scores`` describes each score of its content, by
    name.
    """

    extract: Callable[["PageAnalysis", Any], "Content"]
    settings: type[MethodSettings]
    scores: Mapping[str, str] = field(default_factory=dict)

    @property
    def summary(self) -> str:
        """The first sentence of the function's docstring, for help and tables."""
        return (self.extract.__doc__ or "").split("\n")[0].rstrip(".")


METHODS: Registry[Method] = Registry(
    "method",
    {
        "segmentation": "iawce.extract.content.segmentation",
        "article": "iawce.extract.papers.text_length_deviation",
        "list": "iawce.extract.papers.class_names",
        "body": "iawce.extract.content.paragraphs",
        "influence": "iawce.extract.papers.influence",
        "density": "iawce.extract.papers.density",
        "simhtree": "iawce.extract.papers.simhtree.find_tables",
        "records": "iawce.extract.records.list_records",
        "posts": "iawce.extract.records.posts.page_posts",
    },
)


def register_method(
    name: str, settings: type[MethodSettings], scores: Mapping[str, str] | None = None
) -> Callable[[Function], Function]:
    """Decorator that registers a function as the method ``name``, with descriptions of its ``scores``.

    Raises ValueError: the name is taken.
    """

    def register(extract: Function) -> Function:
        METHODS.register(name)(Method(extract, settings, scores or {}))
        return extract

    return register
