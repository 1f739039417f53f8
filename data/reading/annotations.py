"""The schema.org annotations of a page, JSON-LD and microdata alike: things with types and properties.

Microdata: HTML Living Standard, section 5. Deviations: the value of a link is its text if it has one, unless the
property is an address, since most pages mark the name of an author so; ``itemref`` is not followed; long texts are left
out. RDFa is not read, except in ``meta`` elements, which another module reads.
"""

from collections.abc import Iterator, Mapping
from html import unescape
from itertools import islice
from typing import Any

import numpy as np

from iawce.data.html.element_index import ElementIndex
from iawce.data.reading.page_data import json_ld

Thing = Mapping[str, Any]
"""Properties by name; ``@type`` has the types."""
MOST_THINGS = 2000
"""Most things of a page that are read."""
MOST_PROPERTIES = 5000
"""Most properties in microdata that are read."""
MOST_PIECES = 40
"""Most text nodes of a property; one with more is content, not a fact."""
LONGEST = 5000
"""Characters of a text that are read."""
ADDRESSES = frozenset({"url", "image", "logo", "sameAs", "license", "item", "mainEntityOfPage", "thumbnailUrl"})
_ATTRIBUTE_OF_TAG = {
    "meta": "content", "img": "src", "audio": "src", "video": "src", "iframe": "src", "embed": "src", "source": "src",
    "link": "href", "object": "data", "data": "value", "meter": "value", "time": "datetime",
}  # fmt: skip


def annotations(index: ElementIndex) -> list[Thing]:
    """All things of a page that have a type, those of JSON-LD first, outer ones before inner ones.

    A reference by ``@id`` to another thing of the page stands for that thing.
    """
    things = list(islice(_typed([one.value for one in json_ld(index)]), MOST_THINGS))
    things += islice(_typed(_microdata(index)), MOST_THINGS - len(things))
    known = {str(thing["@id"]): thing for thing in things if "@id" in thing}
    return [{name: _resolved(value, known) for name, value in thing.items()} for thing in things]


def types_of(thing: Thing) -> frozenset[str]:
    """Names of the types of a thing, without the address of their vocabulary."""
    given = thing.get("@type")
    names = given if isinstance(given, list) else [given]
    return frozenset(name.rpartition("/")[2].rpartition(":")[2] for name in names if isinstance(name, str))


def texts_of(value: Any) -> list[str]:
    """The texts of a property: its value, or the names of the things to which it refers; none is empty.

    Entities are decoded, since many pages write them into JSON.
    """
    found = list[str]()
    for one in map(_plain_value, value if isinstance(value, list) else [value]):
        if isinstance(one, str | int | float) and not isinstance(one, bool):
            found += filter(None, [" ".join(unescape(str(one)[:LONGEST]).split())])
    return found


def _plain_value(value: Any) -> Any:
    """The text for a thing: its name, else its address."""
    if not isinstance(value, Mapping):
        return value
    named = next((value[key] for key in ("name", "@value", "url", "@id") if value.get(key)), "")
    return named[0] if isinstance(named, list) and named else named


def _typed(values: list[Any]) -> Iterator[Thing]:
    """Things with a type in a breadth-first walk, since outer things are more likely the topic of the page."""
    level = values
    while level:
        inner = list[Any]()
        for value in level:
            if isinstance(value, dict):
                if "@type" in value:
                    yield value
                inner += value.values()
            elif isinstance(value, list):
                inner += value
        level = [value for value in inner if isinstance(value, dict | list)]


def _resolved(value: Any, known: Mapping[str, Thing]) -> Any:
    if isinstance(value, list):
        return [_resolved(one, known) if isinstance(one, dict) else one for one in value]
    if isinstance(value, dict) and "@type" not in value and isinstance(value.get("@id"), str):
        return known.get(value["@id"], value)
    return value


def _microdata(index: ElementIndex) -> list[Any]:
    """The outermost items of a page."""
    scopes = index.attributes.having("itemscope")
    if not scopes:
        return []
    given, is_scope = index.attributes.given, np.zeros(len(index), bool)
    is_scope[scopes] = True
    nearest = index.nearest(is_scope)
    items: dict[int, dict[str, Any]] = {
        number: {"@type": given[number].get("itemtype", "").split()} for number in scopes
    }
    for number in islice(index.attributes.having("itemprop"), MOST_PROPERTIES):
        around = int(nearest[max(0, int(index.parents[number]))] if is_scope[number] else nearest[number])
        if number == around or around not in items:
            continue
        for name in given[number]["itemprop"].split()[:4]:
            value = items.get(number) or _value(index, number, name)
            items[around].setdefault(name, []).append(value)
    inner = {number for number in scopes if "itemprop" in given[number]}
    return [item for number, item in items.items() if number not in inner]


def _value(index: ElementIndex, number: int, name: str) -> str:
    tag, given = index.tags[number], index.attributes.given[number]
    attribute = "href" if tag == "a" and name in ADDRESSES else _ATTRIBUTE_OF_TAG.get(tag, "content")
    if given.get(attribute):
        return given[attribute]
    if index.last_piece[number] - index.first_piece[number] > MOST_PIECES:
        return ""
    return index.text_of(number) or given.get("href", "")
