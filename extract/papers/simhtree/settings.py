"""The named constants of the record system."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from iawce.data.errors import UsageError
from iawce.data.limits import check_least
from iawce.extract.content.method import MethodSettings


@dataclass(frozen=True, slots=True)
class SimHTreeSettings(MethodSettings):
    """Named constants of SimHTree.

    ``k``: two nodes have similar sizes if their areas differ by less than this share of the larger, above 0, up to 1.
    ``groups``: nodes with one parent are grouped by ``size`` as printed, or by their ``shape``, which also finds
    records of several siblings and those of several rows. ``rank``: clusters by ``count`` then mean area as printed, by
    ``count_area``, their product, or by ``shape_area``, that times the similarity of the members. ``tables``: the most
    lists of a page, best first. ``nesting``: children are nodes inside the ``rectangles``, or those of the ``markup``.
    ``leaves``: each run of text is a separate value (``texts``) or sentences with bold words and links are one
    (``sentences``). ``ties``: of several equal choices StrMatch takes the ``first``, or the one whose class and text
    are most ``alike``. ``strict``: records whose parts have no certain place are dropped instead of being marked.
    ``rounds``: of rematching, at most. ``join``: a list within a record is one value; values of one kind that never
    come together are one column. ``names``: columns are named by texts and markup of the page, or ``numbered`` c1 to
    cn. ``drop_areas``: leave out elements that are completely at the left or the bottom. ``boilerplate``: site headers,
    footers, asides, forms and menus count. ``nodes``: most nodes of a page that are read, unless it may have many
    records. Raises UsageError: a number is out of its range.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "groups": "size",
        "rank": "count",
        "nesting": "rectangles",
        "leaves": "texts",
        "ties": "first",
        "join": False,
        "names": "numbered",
        "boilerplate": True,
    }

    k: float = 0.5
    groups: Literal["size", "shape"] = "shape"
    rank: Literal["count", "count_area", "shape_area"] = "shape_area"
    tables: int = 1
    nesting: Literal["rectangles", "markup"] = "markup"
    leaves: Literal["texts", "sentences"] = "sentences"
    ties: Literal["first", "alike"] = "alike"
    strict: bool = False
    rounds: int = 10
    join: bool = True
    names: Literal["found", "numbered"] = "found"
    drop_areas: bool = False
    boilerplate: bool = False
    nodes: int = 200_000

    def __post_init__(self) -> None:
        MethodSettings.__post_init__(self)
        check_least(self, tables=1, rounds=1, nodes=1)
        if not 0 < self.k <= 1:
            raise UsageError(f"k is a share above 0, up to 1, not {self.k!r}")
