"""The constants of locating records and the main post."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from iawce.extract.content.method import MethodSettings

TABLES = frozenset({"div", "table"})
CONTAINERS = TABLES | {
    "tbody", "tr", "td", "ul", "ol", "li", "dl", "article", "section", "main", "form", "body", "center",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class LocationSettings(MethodSettings):
    """Constants of locating records and the main post.

    ``record_tags``: tags of governing and record nodes. ``threshold``: distance below which two subtrees are similar.
    ``max_depth``: of the governing node, 1 is the root. ``id_digits``: least consecutive digits in the id of a record.
    ``choice``: of candidates the ``deepest``, or that with most ``words``. ``strict``: every record has a time.
    ``join``: records are the repeated units of the page, and those with the same names are one list; else clusters of
    paths. ``main_words``: least words of a main post. ``main_levels``: elements whose left sibling may be one, the
    governing node and those around it.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "record_tags": TABLES,
        "max_depth": 11,
        "id_digits": 4,
        "choice": "deepest",
        "strict": True,
        "join": False,
        "main_words": 20,
        "main_levels": 1,
    }

    record_tags: frozenset[str] = CONTAINERS
    threshold: float = 2.0
    max_depth: int = 40
    id_digits: int = 0
    choice: Literal["deepest", "words"] = "words"
    strict: bool = False
    join: bool = True
    main_words: int = 5
    main_levels: int = 4
