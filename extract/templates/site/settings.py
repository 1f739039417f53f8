"""Named constants of page clustering and templates."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from iawce.data.errors import UsageError
from iawce.data.limits import check_least
from iawce.extract.content.method import MethodSettings
from iawce.extract.papers.density import DensitySettings


@dataclass(frozen=True, slots=True)
class SiteSettings(MethodSettings):
    """Settings of the clusters and templates of a site.

    ``threshold``: pages are similar above this value, 0 to 1. ``fewest``: least pages of a cluster with a template.
    ``compares``: the compared features, ``paths`` of blocks, or also the kinds (name and classes) of all elements.
    ``density``: settings of H. ``voter``: chooses the block for which a page votes, by the largest H or by the block
    model. ``identity``: when blocks of two pages are the same one. ``key``: if the first of id, class and path is
    equal, with runs of digits masked; of several blocks with the id or the class, the one at the path. ``triple``, as
    printed: if class, id and path are equal; of several, the one with the largest H. ``visible_only``: hidden elements
    get no votes. ``page_types``: whether the page type of each cluster is ``voted`` on, or each new page is
    ``classified``. ``fields``: whether the fields of each cluster are ``learned``. Raises UsageError: a value is not
    allowed in its field.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "threshold": 0.82,
        "fewest": 6,
        "compares": "paths",
        "voter": "density",
        "density": DensitySettings.paper(),
        "identity": "triple",
        "visible_only": False,
        "page_types": "classified",
        "fields": "none",
    }

    threshold: float = 0.88
    fewest: int = 3
    compares: Literal["paths", "paths_and_kinds"] = "paths_and_kinds"
    density: DensitySettings = DensitySettings()  # noqa: RUF009 - frozen
    voter: Literal["density", "segmentation"] = "segmentation"
    identity: Literal["key", "triple"] = "key"
    visible_only: bool = True
    page_types: Literal["voted", "classified"] = "voted"
    fields: Literal["learned", "none"] = "learned"

    def __post_init__(self) -> None:
        MethodSettings.__post_init__(self)
        if not 0 <= self.threshold < 1:
            raise UsageError(f"threshold is a number from 0 and below 1, not {self.threshold!r}")
        check_least(self, fewest=1)
