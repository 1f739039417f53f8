"""The elements of the listed things in a page's schema.org annotations: articles, products, entries.

Sources: HTML Living Standard, section 5 (microdata); schema.org, ``ItemList`` and ``itemListElement``. Microdata is in
the element of the thing; the place of a thing of JSON-LD is the link to its address.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from iawce.data.analysis.markup_metadata import SchemaItem, texts_of, types_of
from iawce.data.document import Document
from iawce.data.dom.web_address import web_address

LISTED = re.compile(
    r"Article|Posting|Product|Recipe|Event$|CreativeWork$|Thing$|Book$|Movie|Course|Report|Review$|Question$|Offer$"
    r"|Hotel|Restaurant|LocalBusiness|Place$|Residence|Apartment|House$|Accommodation|VideoObject|Vehicle|Car$"
    r"|Dataset|SoftwareApplication|Episode$|DiscussionForumPosting|Comment$|Answer$|ListItem$"
)
"""Types of things that pages list; others describe the page itself, its author or its site."""
MOST_ITEMS = 2_000


def annotated_units(document: Document, things: Sequence[SchemaItem]) -> list[list[int]]:
    """The elements of the things of each type, and those of each list, in document order; none of fewer than two.

    Args:
        document: the page.
        things: its annotations.
    """
    found = [*_microdata(document), *_linked(document, things)]
    return [elements for elements in found if len(elements) > 1]


def _microdata(document: Document) -> list[list[int]]:
    """Outermost items by their type."""
    index, by_type = document.index, dict[str, list[int]]()
    given, scopes = index.attributes.given, index.attributes.having("itemscope")
    trails = index.inside([number for number in scopes if "Breadcrumb" in given[number].get("itemtype", "")])
    for number in islice(scopes, MOST_ITEMS):
        kind = given[number].get("itemtype", "").strip().rpartition("/")[2]
        if LISTED.search(kind) and not trails[number] and not ("itemprop" in given[number] and kind != "ListItem"):
            by_type.setdefault(kind, []).append(number)
    return [document.topmost(elements) for elements in by_type.values()]


def _linked(document: Document, things: Sequence[SchemaItem]) -> list[list[int]]:
    """Links to the things that JSON-LD lists, by the list or the type of the things."""
    places, groups = _links(document), dict[str, list[int]]()
    for kind, thing in _listed(things):
        for address in _addresses(thing):
            place = places.get(web_address(document.base_url, address))
            if place is not None:
                groups.setdefault(kind, []).append(place)
                break
    return [sorted(set(elements)) for elements in groups.values()]


def _listed(things: Sequence[SchemaItem]) -> list[tuple[str, SchemaItem]]:
    found: list[tuple[str, SchemaItem]] = []
    for thing in things:
        kinds = types_of(thing)
        entries = thing.get("itemListElement") if "ItemList" in kinds else None
        found += [("ItemList", entry) for entry in entries or () if isinstance(entry, Mapping)]
        found += [(kind, thing) for kind in kinds if LISTED.search(kind) and kind != "ListItem"]
    return found[:MOST_ITEMS]


def _addresses(thing: Mapping[str, Any]) -> list[str]:
    """Addresses of the pages of things."""
    item = thing.get("item")
    within = item if isinstance(item, Mapping) else {}
    given = (thing.get("url"), within.get("url"), within.get("@id"), item if isinstance(item, str) else "")
    return [text for value in (*given, thing.get("@id"), thing.get("mainEntityOfPage")) for text in texts_of(value)]


def _links(document: Document) -> dict[str, int]:
    """The first link to each address."""
    index, found = document.index, dict[str, int]()
    for number in index.tagged("a"):
        written = index.attributes.given[number].get("href", "")
        if written:
            found.setdefault(web_address(document.base_url, written), number)
    return found
