"""Named constants of page clustering and templates."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from iawce.data.errors import UsageError
from iawce.extract.content.density import BLOCK_TAGS, DensitySettings
from iawce.extract.content.method import MethodSettings


@dataclass(frozen=True, slots=True)
class SiteSettings(MethodSettings):
    """How the pages of a site are clustered, and how their templates are voted on.

    ``threshold``: pages are alike above this similarity, 0 to 1. ``fewest``: pages of a cluster that gets a template.
    ``compares``: what two pages share, ``paths`` of blocks, or also the kinds (name and classes) of all elements.
    ``blocks``: elements that are blocks, as in ``DensitySettings``. ``density``: how H is reckoned. ``voter``: what
    chooses the block that a page votes for, the largest H or the block model. ``digits``:
    whether runs of digits in ids and classes are ``kept`` or all the same (``masked``). ``votes``: what is counted as
    one, the whole ``triple`` of class, id and path, or its first ``key`` of id, class, path. ``several``: of several
    blocks with the id or the class, the one at the ``path`` or with the largest ``density`` is taken. ``visible_only``:
    hidden elements are not voted for. ``parts``: whether the content is in ``one`` block, or in ``several`` where no
    block holds it without much else. ``page_types``: whether the page type of each cluster is ``voted`` on, or each new
    page is ``classified``. ``fields``: whether the fields of each cluster are ``learned``.

    Raises:
        UsageError: a value is none of those that its field allows.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "threshold": 0.82,
        "fewest": 6,
        "compares": "paths",
        "voter": "density",
        "density": DensitySettings.paper(),
        "digits": "kept",
        "votes": "triple",
        "several": "density",
        "visible_only": False,
        "parts": "one",
        "page_types": "classified",
        "fields": "none",
    }

    threshold: float = 0.88
    fewest: int = 3
    compares: Literal["paths", "paths_and_kinds"] = "paths_and_kinds"
    blocks: Literal["printed", "wide"] = "printed"
    density: DensitySettings = DensitySettings()  # noqa: RUF009 - frozen
    voter: Literal["density", "segmentation"] = "segmentation"
    digits: Literal["kept", "masked"] = "masked"
    votes: Literal["triple", "key"] = "key"
    several: Literal["path", "density"] = "path"
    visible_only: bool = True
    parts: Literal["one", "several"] = "one"
    page_types: Literal["voted", "classified"] = "voted"
    fields: Literal["learned", "none"] = "learned"

    def __post_init__(self) -> None:
        MethodSettings.__post_init__(self)
        if not 0 <= self.threshold < 1:
            raise UsageError(f"threshold is a number from 0 and below 1, not {self.threshold!r}")
        if self.fewest < 1:
            raise UsageError(f"fewest is a number from 1, not {self.fewest!r}")

    @property
    def block_tags(self) -> tuple[str, ...]:
        """Names of the block nodes."""
        return BLOCK_TAGS[self.blocks]
