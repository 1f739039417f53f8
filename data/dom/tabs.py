"""Tabs: panels of which a reader sees one at a time, each under a label that stands in a list before all of them."""

from typing import NamedTuple

from iawce.data.dom.elements import Elements

_CALLED = frozenset({"nav-tabs", "tabbed-labels", "tab-list"})
MAX_WORDS = 8
"""Most words of a label."""
MAX_TABS, MAX_LISTS = 30, 200
MAX_CLIMB = 3
"""Most elements around a list of labels that hold nothing else."""


class Tabs(NamedTuple):
    """``labels``: of panels, by the number of their element; ``lists``: the elements with these labels."""

    labels: dict[int, str]
    lists: set[int]


def find_tabs(index: Elements) -> Tabs:
    """The panels of a page whose labels are known: as many as there are labels."""
    given, found = index.attributes.given, Tabs({}, set())
    lists = [number for number in index.attributes.having("role") if given[number]["role"] == "tablist"]
    for number in sorted({*lists, *index.attributes.called(_CALLED)})[:MAX_LISTS]:
        labels = [index.text_of(one) for one in _filled(index, number)]
        panels = _panels(index, number)
        if 1 < len(labels) == len(panels) <= MAX_TABS and all(0 < len(one.split()) <= MAX_WORDS for one in labels):
            new = zip(panels, labels, strict=True)
            found.labels.update((panel, said) for panel, said in new if not index.text_of(panel).startswith(said))
            found.lists.add(number)
    return found


def _panels(index: Elements, labels: int) -> list[int]:
    """The panels behind a list of labels: those that are called so, or the elements in the one behind it."""
    for _ in range(MAX_CLIMB):
        around, end = int(index.parents[labels]), int(index.ends[labels])
        if around < 0 or end < index.ends[around]:
            break
        labels = around
    else:
        return []
    given, inside = index.attributes.given, range(end, int(index.ends[around]))
    called = [one for one in inside if given[one].get("role") == "tabpanel"]
    return index.topmost(called) or _filled(index, end) if around >= 0 else []


def _filled(index: Elements, number: int) -> list[int]:
    return [one for one in index.children(number) if index.first_text_node[one] < index.last_text_node[one]]
