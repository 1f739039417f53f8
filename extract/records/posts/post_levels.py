"""The post that each post answers: the one around it, or the one below which its markup indents it.

An answer may be inside the post that it answers, in an element beside it, or in the same list with more space before
it: a level in a class name or an attribute, a margin, or the width of an empty picture. In one list the levels count
only where they differ.
"""

import re
from collections.abc import Sequence
from itertools import chain

from iawce.data.html.element_index import ElementIndex
from iawce.extract.records.posts.like_records import Row, kind_names

LEVELS = ("data-depth", "data-level", "data-indent", "aria-level", "depth", "indent")
"""Attributes with the depth of an answer."""
NAMED = re.compile(
    r"(?<!\S)(?:(?:comment|reply|answer|post|thread|message)[_-]?)?(?:depth|level|lvl|indent|nest(?:ed|ing)?)[_-]?(\d{1,2})(?!\S)",
    re.I,
)
"""A class name with the depth, not with the rank of a user."""
INDENTED = re.compile(r"(?:margin|padding)-(?:left|inline-start):\s*(\d+(?:\.\d+)?)(?:px|em|rem|%)", re.I)
"""A style with the depth."""
SPACE = re.compile(r"(?:^|/)(?:s|space|spacer|blank|clear|pixel|indent|transparent|trans)\.(?:gif|png)", re.I)
"""The address of an empty picture."""
MOST_ELEMENTS = 12
"""Most elements of a post, before its first text, that are examined."""


def find_parents(index: ElementIndex, rows: Sequence[Row]) -> list[int | None]:
    """The place in ``rows`` of the post that each post answers; None if it answers the thread.

    Args:
        index: of the page.
        rows: the posts in document order.
    """
    standing = _standing_parents(index, rows)
    found = list[int | None]()
    last = dict[int | None, list[tuple[float, int]]]()
    for place, (row, outer) in enumerate(zip(rows, standing, strict=True)):
        level, earlier = _level(index, row[0]), last.setdefault(outer, [])
        while earlier and earlier[-1][0] >= level:
            earlier.pop()
        found.append(earlier[-1][1] if earlier else outer)
        earlier.append((level, place))
    return found


def depths_of(parents: Sequence[int | None]) -> list[int]:
    """Depth of each post, from 0."""
    depths = list[int]()
    for parent in parents:
        depths.append(0 if parent is None else depths[parent] + 1)
    return depths


def _standing_parents(index: ElementIndex, rows: Sequence[Row]) -> list[int | None]:
    """The post around each post, or beside the element with its answers."""
    open_posts, found = list[int](), list[int | None]()
    for place, row in enumerate(rows):
        while open_posts and not _is_under(index, row, rows[open_posts[-1]]):
            open_posts.pop()
        found.append(open_posts[-1] if open_posts else None)
        open_posts.append(place)
    return found


def _is_under(index: ElementIndex, row: Row, outer: Row) -> bool:
    """Whether a post is inside an earlier one or, if it has the same names, inside a later sibling of it."""
    if any(element < row[0] < index.ends[element] for element in outer):
        return True
    parent, depths = int(index.parents[outer[0]]), index.depths
    is_beside = parent < row[0] < index.ends[parent] and depths[row[0]] > depths[outer[0]]
    return is_beside and bool(kind_names(index, row[0]) & kind_names(index, outer[0]))


def _level(index: ElementIndex, first: int) -> float:
    """Indentation of the post that begins with an element, in units of the page; 0 if unknown."""
    near = range(first, min(first + MOST_ELEMENTS, int(index.ends[first])))
    blank, before = index.blank, int(index.first_piece[first])
    unwritten = (n for n in near if bool(blank[before : int(index.first_piece[n])].all()))
    return next((level for n in unwritten if (level := _said(index, n))), 0.0)


def _said(index: ElementIndex, number: int) -> float:
    given = index.attributes.given[number]
    is_space = index.tags[number] == "img" and SPACE.search(given.get("src", ""))
    written = chain(
        (given.get(name, "") for name in LEVELS),
        NAMED.findall(given.get("class", "")),
        INDENTED.findall(given.get("style", "")),
        [given.get("width", "")] if is_space else [],
    )
    return next((float(text) for text in written if re.fullmatch(r"[0-9]{1,4}(?:\.[0-9]{1,4})?", text)), 0.0)
