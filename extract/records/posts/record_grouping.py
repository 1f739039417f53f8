"""Records of one list that are separated by markup: those with one name in several clusters, and elements between them.

Answers inside posts repeat, too, but have no similar sibling: ``nested_records`` finds them by their names.
"""

import itertools
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from iawce.data.analysis.path_keys import mask_digits
from iawce.data.dom.element_index import DomMask, ElementIndex

Row = tuple[int, ...]
"""The siblings that one record consists of, by number."""


def kind_names(index: ElementIndex, element: int) -> set[str]:
    """The tag of an element with each class name, and with the pattern of its id; the tag alone if it has neither."""
    tag, identity = index.tags[element], index.attributes.given[element].get("id")
    names = {f"{tag}.{mask_digits(name)}" for name in index.classes[element].split()}
    if identity:
        names.add(f"{tag}#{mask_digits(identity)}")
    return names or {tag}


def join_alike(index: ElementIndex, groups: list[list[Row]]) -> list[list[Row]]:
    """Groups of records; those whose first elements have a common name are joined."""
    joined: list[tuple[set[str], list[Row]]] = []
    for group in groups:
        names = set.union(*(kind_names(index, row[0]) for row in group))
        alike = [one for one in joined if one[0] & names]
        rows = sorted(row for _, rows in [*alike, (names, group)] for row in rows)
        joined = [one for one in joined if not one[0] & names]
        joined.append((names.union(*(one[0] for one in alike)), rows))
    return [rows for _, rows in joined]


def keep_rhythm(children: list[int], rows: list[Row]) -> list[Row]:
    """Records without those inside another one, if at least half of them begin at equal distances.

    Two rows of a table may be one record, of which the second, with a time in its text, is not a separate one.
    """
    place = {child: number for number, child in enumerate(children)}
    steps = Counter(place[later[0]] - place[row[0]] for row, later in itertools.pairwise(rows))
    usual = max(steps, key=lambda step: (steps[step], -step), default=1)
    if usual == 1 or 2 * steps[usual] < len(rows) - 1:
        return rows
    kept = rows[:1]
    for row, later in itertools.pairwise([*rows[1:], (-1,)]):
        begin = place[kept[-1][0]]
        if place[row[0]] - begin >= usual or place.get(later[0], 0) - begin != usual:
            kept.append(row)
    return kept


def fill_between(index: ElementIndex, children: list[int], rows: list[Row]) -> list[Row]:
    """Records with the same beginnings that continue with siblings named like those after most of them."""
    place = {child: number for number, child in enumerate(children)}
    begins = [*(place[row[0]] for row in rows), len(children)]
    runs = [children[begin:end] for begin, end in itertools.pairwise(begins)]
    kinds = (set[str]().union(*(kind_names(index, child) for child in run)) for run in runs[:-1])
    counts = Counter(name for names in kinds for name in names)
    usual = {name for name, count in counts.items() if 2 * count > len(rows) - 1}
    most = max(map(len, runs[:-1]), default=1)  # the rest of the page follows the last record
    return [
        tuple(child for child in run[:most] if child in row or kind_names(index, child) & usual)
        for row, run in zip(rows, runs, strict=True)
    ]


def without_overlaps(rows: list[Row]) -> list[Row]:
    """Records that share no elements with earlier ones; of those with the same beginning, the longest."""
    kept, taken = list[Row](), set[int]()
    for row in sorted(rows, key=lambda row: (row[0], -len(row))):
        if taken.isdisjoint(row):
            kept.append(row)
            taken.update(row)
    return kept


def nested_records(shown: DomMask, governing: int, rows: Sequence[Row], *, by_class: bool) -> list[Row]:
    """Answers inside the posts that they answer: elements in records, with the names of all records.

    They have the pattern of the ids and one of the class names that all records have, or all of these class names.

    Args:
        shown: the visible part of the page.
        governing: number of the element that holds the records.
        rows: the records.
        by_class: whether class names are sufficient, for records of one element each.
    """
    index = shown.index
    names = set.intersection(*(kind_names(index, row[0]) for row in rows)) - {index.tags[rows[0][0]]}
    identities = {name for name in names if "#" in name and "d+" in name}
    classes = names - identities
    if not classes or not (identities or (by_class and all(len(row) == 1 for row in rows))):
        return []
    known = {row[0] for row in rows}
    inside = np.arange(governing + 1, index.ends[governing])
    elements = inside[shown.kept[inside]].tolist()
    kinds = ((number, kind_names(index, number)) for number in elements if number not in known)
    return [
        (number,) for number, kind in kinds if (identities <= kind and classes & kind if identities else names <= kind)
    ]


TYPES = re.compile(r"schema\.org/(?:Answer|Comment|Question|DiscussionForumPosting)\b")
"""Types of microdata that posts have."""
NUMBERED = re.compile(r"(?:(?:^|[-_])(?:post|comment|message|msg|reply|answer)[-_]?|^p)\d+\Z", re.I)
"""An id that posts have: ``post-12``, ``js-post-12``, ``p12``."""


def is_called_post(index: ElementIndex, element: int) -> bool:
    """Whether microdata or the id of an element say that it is a post."""
    given = index.attributes.given[element]
    typed, numbered = TYPES.search(given.get("itemtype") or ""), NUMBERED.search(given.get("id") or "")
    return typed is not None or numbered is not None
