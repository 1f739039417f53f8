"""The metadata of a page, each fact with the places on the page that agree with it.

The source of a fact is not recorded; each place that agrees with it is shown.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from iawce.data.network.address import join
from iawce.data.reading.annotations import Thing, texts_of, types_of
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.times import read_date
from iawce.extract.inspector.page_view import FactView
from iawce.extract.output.extraction import Extraction

MOST_PLACES = 8
"""Places that are named for each fact."""
MOST_TEXTS = 20_000
"""Texts of a page that are compared with its facts."""
LONGEST = 5000
"""Characters of a text that is compared."""
DAY = 10
"""Characters of a date without its time."""
Place = tuple[str, str]
"""The name of a place, and its text."""


def fact_views(row: Extraction, reading: PageReading | None) -> Iterator[FactView]:
    """The title and each known fact of the metadata.

    Args:
        row: of the page.
        reading: of the page; None if unavailable, so that no place can be named.
    """
    places = list(islice(_places(reading), MOST_TEXTS)) if reading else []
    base = reading.document.base_url if reading else ""
    for name, value in [("title", row.title), *_facts(row.metadata)]:
        key = _key_of(name, base)
        wanted = key(value)
        found = (place for place, text in places if wanted and key(text) == wanted)
        yield FactView(name, value, tuple(islice(dict.fromkeys(found), MOST_PLACES)))


def _facts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Names and values of known facts; nested ones by the names of both."""
    if is_dataclass(value):
        for one in fields(value):
            yield from _facts(getattr(value, one.name), f"{name}.{one.name}" if name else one.name)
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _facts(one, f"{name}.{key}")
    elif isinstance(value, tuple):
        for one in value:
            yield from _facts(one, name)
    elif value:
        yield name, str(value)


def _key_of(name: str, base: str) -> Callable[[str], str]:
    """A key that is equal for texts with the same fact."""
    if "date" in name:
        return lambda text: read_date(text)[:DAY]
    if name.endswith(("url", "image", "next_page", "license")):
        return lambda text: join(base, text) if text and len(text.split()) == 1 else ""
    return lambda text: " ".join(text.split()).casefold()


def _places(reading: PageReading) -> Iterator[Place]:
    index, given = reading.index, reading.index.attributes.given
    yield "the address of the page", reading.document.url
    yield from (("<title>", index.opening_text(number)) for number in index.tagged("title")[:1])
    yield from (("<html lang>", given[number].get("lang", "")) for number in index.tagged("html")[:1])
    yield from ((f"<meta> or <link> {name}", value) for name, value in reading.claims.tags)
    yield from (place for thing in reading.things for place in _said(thing))
    for number in reading.index.attributes.having("datetime", "content"):
        yield index.path(number), given[number].get("datetime") or given[number].get("content", "")
    for block in reading.blocks:
        yield index.path(block.element), block.text[:LONGEST]


def _said(thing: Thing) -> Iterator[Place]:
    name = min(types_of(thing), default="thing")
    for key, value in thing.items():
        yield from ((f"schema.org {name}.{key}", text) for text in texts_of(value))
