"""From clicked elements to a file of labels: a CSS selector for each post and each of its fields."""

import re
from collections.abc import Sequence

from iawce.data.reading.page_reading import PageReading
from iawce.extract.templates.labelling.proposals import POST, Clicked, check_any
from iawce.extract.templates.softmealy.label_file import Given, PageLabels, RecordLabels, Selected

ADDRESSES = frozenset({"link", "url"})
"""Fields that are the address of a link, not its text."""
PLAIN_ID = re.compile(r"[A-Za-z_][\w-]{0,80}", re.ASCII)


def page_labels(reading: PageReading, clicked: Sequence[Clicked]) -> PageLabels:
    """The labels of a page: each field belongs to the innermost post around it; a field clicked twice is repeated.

    Raises:
        UsageError: there is no field in a post.
    """
    ends = reading.index.ends
    posts = sorted(number for name, number in clicked if name == POST)
    fields: dict[int, dict[str, list[int]]] = {}
    for name, number in clicked:
        around = [post for post in posts if post < number < ends[post]]
        if name != POST and around:
            fields.setdefault(around[-1], {}).setdefault(name, []).append(number)
    check_any([(name, post) for post, named in fields.items() for name in named])
    return PageLabels(
        1, [RecordLabels(selector_of(reading, post), _given(reading, fields[post])) for post in sorted(fields)]
    )


def _given(reading: PageReading, fields: dict[str, list[int]]) -> dict[str, Given]:
    named: dict[str, Given] = {}
    for name, numbers in fields.items():
        found: list[str | Selected] = [_selected(reading, name, number) for number in sorted(numbers)]
        named[name] = found[0] if len(found) == 1 else found
    return named


def _selected(reading: PageReading, name: str, number: int) -> Selected:
    is_address = name in ADDRESSES and "href" in reading.index.attributes.given[number]
    return Selected(selector_of(reading, number), "href" if is_address else "")


def selector_of(reading: PageReading, number: int) -> str:
    """A CSS selector that matches only this element: its path below the nearest element with a unique id."""
    index, steps = reading.index, list[str]()
    for one in (number, *index.ancestors(number)):
        identity = index.attributes.given[one].get("id", "")
        if PLAIN_ID.fullmatch(identity) and reading.document.select(f"#{identity}") == [one]:
            return " > ".join([f"#{identity}", *reversed(steps)])
        steps.append(_step(reading, one))
    return " > ".join(reversed(steps))


def _step(reading: PageReading, number: int) -> str:
    """The tag of an element and its ordinal among siblings with this tag."""
    index = reading.index
    tag, parent = index.tags[number], int(index.parents[number])
    same = [one for one in index.children(parent) if index.tags[one] == tag] if parent >= 0 else [number]
    return tag if len(same) == 1 else f"{tag}:nth-of-type({same.index(number) + 1})"
