"""Texts that serve the reading of a page and are no part of what it says.

They are links of headings to themselves and to their editor, the numbers of the lines of a listing, and buttons in it.
Line numbers are recognised by what they are: elements of one kind in a listing whose texts count upwards by one.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from iawce.data.dom.elements import Elements
from iawce.data.dom.tags import HEADINGS

ANCHORS = "¶#§🔗⚓ \t\n"
"""Marks in a heading that link to it, in documentation."""
_PERMALINK = re.compile(
    r"head(?:er|ing)-?(?:link|anchor)|permalink|anchor-?link|hash-?link|(?:^|\s)anchor(?:\s|$)", re.I
)
_EDITOR = re.compile(r"edit-?(?:section|link)", re.I)
_NUMBERS = re.compile(r"[\d\s]+")
MAX_TEXTS = 20
"""Most text nodes of a link of a heading."""
MAX_BOX = 100
"""Most elements of a box around a heading."""
MAX_INSIDE = 20_000
"""Most elements of a listing or heading that are examined."""


def apparatus(index: Elements) -> list[int]:
    """The elements with such texts, in document order."""
    return sorted({*_links_of_headings(index), *_of_listings(index)})


def _links_of_headings(index: Elements) -> Iterator[int]:
    given = index.attributes.given
    for heading in index.tagged(*HEADINGS):
        box = int(index.parents[heading])  # some are beside the heading, in a box of that name
        is_box = "heading" in index.classes[box].lower() and index.ends[box] - box <= MAX_BOX
        holder = box if is_box else heading
        whole = _text_nodes(index, holder)
        for one in range(heading + 1, min(int(index.ends[holder]), heading + MAX_INSIDE)):
            names = given[one].get("class", "") if given[one] else ""
            if not (names or index.tags[one] == "a") or not 0 < _text_nodes(index, one) < min(whole, MAX_TEXTS):
                continue
            if index.tags[one] == "a" and "#" in given[one].get("href", ""):
                if not index.text_of(one).strip(ANCHORS) or _PERMALINK.search(names):
                    yield one
            elif names and _EDITOR.search(names):
                yield one


def _text_nodes(index: Elements, number: int) -> int:
    """Number of the text nodes in an element."""
    return int(index.last_text_node[number] - index.first_text_node[number])


def _of_listings(index: Elements) -> Iterator[int]:
    for listing in index.topmost(index.tagged("pre")):
        inside = range(listing + 1, min(int(index.ends[listing]), listing + MAX_INSIDE))
        groups = defaultdict[tuple[str, str], list[int]](list)
        for one in inside:
            if index.tags[one] == "button":
                yield one
            elif is_number(index, one):
                groups[index.tags[one], index.classes[one].rstrip("0123456789 ")].append(one)
        for group in groups.values():
            numbers = [int(number) for one in group for number in index.text_of(one).split()]
            if len(numbers) > 1 and all(after - before == 1 for before, after in pairwise(numbers)):
                yield from group


def is_number(index: Elements, number: int) -> bool:
    """Whether the text of an element is nothing but numbers, one or more."""
    first, last = int(index.first_text_node[number]), int(index.last_text_node[number])
    return first < last and _NUMBERS.fullmatch("".join(index.text_nodes.texts[first:last])) is not None
