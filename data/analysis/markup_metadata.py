"""The metadata in a page's markup: ``meta`` elements and schema.org annotations.

Microdata: HTML Living Standard, section 5. Deviations: the value of a link is its text if it has one, unless the
property is an address, since most pages mark the name of an author so; ``itemref`` is not followed; long texts are left
out. RDFa is not read, except in ``meta`` elements, which another module reads.

Nothing is evaluated: other formats than JSON are skipped, and so is JSON that is nested too deeply.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import unescape
from itertools import chain, islice
from typing import Any

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.read import without_controls
from iawce.data.dom.tree import Given
from iawce.data.dom.words import split_words

JSON_LD_TYPE = "application/ld+json"
SCRIPT_TYPES = frozenset({"", "module", "text/javascript", "application/javascript"})
MIN_LENGTH = 200  # Least characters of an attribute that is decoded
MAX_ASSIGNMENTS = 50  # Most assignments of one script that are tried, since each may read to the end of the script
MAX_INTEGER = 15  # Most digits of an integer, as decoding takes quadratic time; a longer one is read as None
MAX_FLOAT = 30  # Most characters of a number with a fraction; a longer one is read as None
_WRAPPING = re.compile(r"\s*(?:(?://|/\*)?\s*<!(?:--|\[CDATA\[)\s*(?:\*/)?\s*)?")
"""Comment marks that hide a script from browsers of the nineties."""
_ASSIGNMENT = re.compile(
    r"""\b(?:window|self|globalThis)\s{0,9}
    (?:\.\s{0,9}[\w$]{1,80} | \[\s{0,9}["'][\w$.-]{1,80}["']\s{0,9}\])
    \s{0,9}=\s{0,9} (?: (?=[\[{]) | JSON\.parse\(\s{0,9}(?=") )""",
    re.VERBOSE,
)
_DECODER = json.JSONDecoder(
    strict=False,
    parse_int=lambda digits: int(digits) if len(digits) <= MAX_INTEGER else None,
    parse_float=lambda digits: float(digits) if len(digits) <= MAX_FLOAT else None,
    parse_constant=lambda _: None,
)
"""Accepts line breaks in strings, which many pages have; overlong numbers become None."""
_ESCAPED = re.compile(r"\\u00(?:[0189]|7[fF])")  # Begins the escape of what may be a control character
_STRING = r'(?P<string>"(?:[^"\\]|\\.)*(?:"|\Z))'
_COMMENT = re.compile(rf"{_STRING}|/\*.*?(?:\*/|\Z)|//[^\n]*|<!--.*?(?:-->|\Z)", re.S)
_COMMA = re.compile(rf"{_STRING}|,(?=\s{{0,99}}[}}\],])", re.S)
_QUOTED = re.compile(r'"((?:[^"\\]|\\.|"(?!\s{0,99}[,:}\]]))*)"', re.S)
_QUOTE = re.compile(r'(?<!\\)"')
_ENTITY = re.compile(r"&(?:amp;)?#?\w{1,30};")  # In the value of an attribute, escaped twice
MAX_VALUES = 50  # Most values in one text of JSON
SchemaItem = Mapping[str, Any]  # Properties by name; ``@type`` has the types
MAX_THINGS = 2000  # Most things of a page that are read
MAX_PROPERTIES = 5000  # Most properties in microdata that are read
MAX_PIECES = 40  # Most text nodes of a property; one with more is content, not a fact
MAX_LENGTH = 5000  # Characters of a text that are read
ADDRESSES = frozenset({"url", "image", "logo", "sameAs", "license", "item", "mainEntityOfPage", "thumbnailUrl"})
_ATTRIBUTE_OF_TAG = {
    "meta": "content", "img": "src", "audio": "src", "video": "src", "iframe": "src", "embed": "src", "source": "src",
    "link": "href", "object": "data", "data": "value", "meter": "value", "time": "datetime",
}  # fmt: skip
MAX_TAGS = 2000  # Elements that are read
MIN_ALIKE = 0.5
"""Least share of words that the name of a thing has in common with the title if it is the page's, one of several."""
_WORKS = re.compile(r"Article|Posting|Report|Recipe|HowTo|Question|Course|Event|Story")
_OTHER_WORKS = re.compile(r"WebPage|CreativeWork|Page$|VideoObject|Book|PodcastEpisode|Review$")
_IDENTITY = "@id", "name", "sku", "gtin", "gtin13", "mpn"
_REVIEWS = frozenset({"review", "reviews"})  # Properties of things that are reviewed on the page
_PRODUCTS = re.compile(r"Product|Vehicle|^Car$|SoftwareApplication|VideoGame|MobileApplication")


class DataKind(StrEnum):
    """Kinds of data in a page, in order of reliability for content."""

    JSON_LD = "json-ld"
    MICRODATA = "microdata"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class PageData:
    """Decoded data and the number of its element."""

    kind: DataKind
    element: int
    value: Any


def json_ld(index: ElementIndex) -> Iterator[PageData]:
    """The JSON-LD of a page in document order; never raises."""
    for number in index.tagged("script"):
        if _script_type(index.attributes.given[number]) == JSON_LD_TYPE:
            yield PageData(DataKind.JSON_LD, number, _whole(index.opening_text(number)))


def other_data(index: ElementIndex) -> Iterator[PageData]:
    """The data of a page except JSON-LD in document order; never raises."""
    for number, (tag, given) in enumerate(zip(index.tags, index.attributes.given, strict=True)):
        kind, values = DataKind.STATE, _of_attributes(given)
        if tag == "script":
            written, text = _script_type(given), index.opening_text(number)
            is_json = written.endswith("json") and written != JSON_LD_TYPE
            values = _assigned(text) if written in SCRIPT_TYPES else iter([_whole(text)] if is_json else [])
        elif tag == "meta" and given.get("itemprop"):
            kind, values = DataKind.MICRODATA, iter([{given["itemprop"]: given.get("content", "")}])
        for value in values:
            yield PageData(kind, number, value)


def decode_json(text: str, start: int = 0) -> tuple[Any, int]:
    """The JSON value that begins at ``start``, and where it ends; None if there is none or it is too deep."""
    try:
        value, end = _DECODER.raw_decode(text, start)
        return (_without_controls(value) if _ESCAPED.search(text, start) else value), end
    except (ValueError, RecursionError):
        return None, start


def _without_controls(value: Any) -> Any:
    if isinstance(value, dict):
        return {without_controls(name): _without_controls(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_without_controls(one) for one in value]
    return without_controls(value) if isinstance(value, str) else value


def _script_type(given: Given) -> str:
    return given.get("type", "").partition(";")[0].strip().lower()


def _whole(text: str) -> Any:
    """The value of a text of JSON, a list of several; with the usual mistakes mended if it is not valid."""
    text = unescape(text) if "&quot;" in text and '"' not in text else text
    for given in _mended(text):
        values, end = list[Any](), len(_WRAPPING.match(given)[0])  # type: ignore[index] # it matches any text
        while len(values) < MAX_VALUES:
            value, stop = decode_json(given, end)
            if stop == end:
                break
            values.append(value)
            end = len(given) - len(given[stop:].lstrip(" \t\r\n,;"))
        if values:
            return values if len(values) > 1 else values[0]
    return None


def _mended(text: str) -> Iterator[str]:
    """The text, then without comments and commas before a bracket, then with the quotation marks in strings escaped."""
    yield text
    plain = _COMMA.sub(_string, _COMMENT.sub(_string, text))
    yield plain
    yield _QUOTED.sub(lambda found: '"' + _QUOTE.sub(r'\\"', found[1]) + '"', plain)


def _string(found: re.Match[str]) -> str:
    return found["string"] or ""


def _assigned(script: str) -> Iterator[Any]:
    """JSON that a script assigns to global names, literally or as a string to parse."""
    end = 0
    for _ in range(MAX_ASSIGNMENTS):
        found = _ASSIGNMENT.search(script, end)
        if not found:
            return
        value, end = decode_json(script, found.end())
        yield value


def _of_attributes(given: Given) -> Iterator[Any]:
    for name, value in given.items():
        if len(value) >= MIN_LENGTH and value.startswith(("{", "[")) and name.startswith("data-"):
            yield decode_json(value)[0]


def annotations(json_ld: Iterable[Any], microdata: Iterable[Any]) -> list[SchemaItem]:
    """All things of a page that have a type, those of JSON-LD first, outer ones before inner ones.

    A reference by ``@id`` to another thing of the page stands for that thing.
    """
    things = list(islice(chain(_typed(list(json_ld)), _typed(list(microdata))), MAX_THINGS))
    known = {str(thing["@id"]): thing for thing in things if "@id" in thing}
    return [{name: _resolved(value, known) for name, value in thing.items()} for thing in things]


def types_of(thing: SchemaItem) -> frozenset[str]:
    """Names of the types of a thing, without the address of their vocabulary."""
    given = thing.get("@type")
    names = given if isinstance(given, list) else [given]
    return frozenset(name.rpartition("/")[2].rpartition(":")[2] for name in names if isinstance(name, str))


def texts_of(value: Any) -> list[str]:
    """The texts of a property: its value, or the names of the things to which it refers; none is empty.

    Entities are decoded, since many pages write them into JSON, and some twice.
    """
    found = list[str]()
    for one in map(_plain_value, value if isinstance(value, list) else [value]):
        if isinstance(one, str | int | float) and not isinstance(one, bool):
            found += filter(None, [" ".join(unescape(unescape(str(one)[:MAX_LENGTH])).split())])
    return found


def value_at(value: Any, path: Iterable[str]) -> Any:
    """What is at the end of a path of properties; of several values, the first."""
    for step in path:
        value = value[0] if isinstance(value, list) and value else value
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def text_of(thing: SchemaItem, *names: str) -> str:
    """The first text in these properties; empty if there is none."""
    return next((text for name in names for text in texts_of(thing.get(name))), "")


def things_in(value: Any) -> list[SchemaItem]:
    """The things in a property that has one or a list of them, of which the first 50 are read."""
    listed = value[:50] if isinstance(value, list) else [value]
    return [one for one in listed if isinstance(one, Mapping)]


def thing_in(value: Any) -> SchemaItem:
    """The first thing in a property; without properties if there is none."""
    return next(iter(things_in(value)), {})


def _plain_value(value: Any, levels: int = 3) -> Any:
    """The text for a thing: its name, which may be another thing or be in parts, else its address."""
    if isinstance(value, list) and levels < 3:
        value = value[0] if value else ""
    if not isinstance(value, Mapping) or not levels:
        return value
    parts = [value.get(key) for key in ("givenName", "additionalName", "familyName")]
    whole = " ".join(part for part in parts if isinstance(part, str))
    named = next((value[key] for key in ("name", "@value") if value.get(key)), whole)
    return _plain_value(named or value.get("url") or value.get("@id") or "", levels - 1)


def _typed(values: list[Any]) -> Iterator[SchemaItem]:
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


def _resolved(value: Any, known: Mapping[str, SchemaItem]) -> Any:
    if isinstance(value, list):
        return [_resolved(one, known) if isinstance(one, dict) else one for one in value]
    if isinstance(value, dict) and "@type" not in value and isinstance(value.get("@id"), str):
        return known.get(value["@id"], value)
    return value


def microdata(index: ElementIndex) -> dict[int, SchemaItem]:
    """The items of a page by their element, in document order."""
    scopes = index.attributes.having("itemscope")
    if not scopes:
        return {}
    given, is_scope = index.attributes.given, index.among(scopes)
    nearest = index.nearest(is_scope)
    items: dict[int, dict[str, Any]] = {one: {"@type": given[one].get("itemtype", "").split()} for one in scopes}
    for number in islice(index.attributes.having("itemprop"), MAX_PROPERTIES):
        around = int(nearest[max(0, int(index.parents[number]))] if is_scope[number] else nearest[number])
        if number == around or around not in items:
            continue
        for name in given[number]["itemprop"].split()[:4]:
            value = items.get(number) or _value(index, number, name)
            items[around].setdefault(name, []).append(value)
    return dict(items)


def _parts(index: ElementIndex) -> set[int]:
    """Elements of the items of microdata that are values of another item: its picture, publisher, comments, reviews."""
    scopes = index.attributes.having("itemscope")
    return {one for one in scopes if "itemprop" in index.attributes.given[one]} - {*index.topmost(scopes)}


def _value(index: ElementIndex, number: int, name: str) -> str:
    tag, given = index.tags[number], index.attributes.given[number]
    attribute = "href" if tag == "a" and name in ADDRESSES else _ATTRIBUTE_OF_TAG.get(tag, "content")
    if given.get(attribute):
        return given[attribute]
    if index.last_text_node[number] - index.first_text_node[number] > MAX_PIECES:
        return ""
    return index.text_of(number) or given.get("href", "")


class MetaTags:
    """Values of ``meta`` and ``link`` elements, by name in lower case, from any attribute for names."""

    def __init__(self, index: ElementIndex) -> None:
        self._found: dict[str, list[str]] = {}
        of_part = index.inside(_parts(index))
        for number in index.tagged("meta", "link")[:MAX_TAGS]:
            given = index.attributes.given[number]
            written = given.get("content", given.get("href", ""))[:MAX_LENGTH]
            value = " ".join(_ENTITY.sub(lambda one: unescape(unescape(one[0])), written).split())
            for attribute in ("name", "property", "itemprop", "rel", "http-equiv"):
                if value and attribute in given and not (attribute == "itemprop" and of_part[number]):
                    self._found.setdefault(given[attribute].strip().lower(), []).append(value)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Each name with each of its values."""
        return ((name, value) for name, values in self._found.items() for value in values)

    def all(self, name: str) -> list[str]:
        """All values of a name, in document order, blanks collapsed, none empty."""
        return self._found.get(name, [])

    def first(self, *names: str) -> str:
        """The first value of the first of these names that has any; empty if none has."""
        return next((self._found[name][0] for name in names if name in self._found), "")

    def texts(self, names: Iterable[str]) -> list[str]:
        """All values of these names."""
        return [value for name in names for value in self.all(name)]

    @property
    def is_product(self) -> bool:
        """Whether Open Graph calls the page a product."""
        return self.first("og:type").lower() in ("product", "og:product", "product.item")


class MarkupMetadata:
    """The claims of a page's markup: ``tags``, items of its microdata by their element, and ``schema_items``.

    ``reviews``: the elements of its microdata that review another thing.
    """

    def __init__(self, index: ElementIndex, tags: MetaTags, data: Iterable[PageData]) -> None:
        self.tags, self.microdata, given = tags, microdata(index), index.attributes.given
        parts = _parts(index)
        self.reviews = [number for number in parts if given[number]["itemprop"] in _REVIEWS]
        outermost = (item for number, item in self.microdata.items() if number not in parts)
        self.schema_items: Sequence[SchemaItem] = annotations((one.value for one in data), outermost)
        self._types = list(map(types_of, self.schema_items))

    @property
    def headlines(self) -> list[str]:
        """Names of the first work and the first product."""
        return [name for kind in (_WORKS, _PRODUCTS) for name in names_of(self._of(kind)[:1])]

    @property
    def sites(self) -> list[str]:
        """Names of the site in the markup."""
        return [name for thing in self.of_type("WebSite") for name in texts_of(thing.get("name"))]

    def works(self, title: str) -> list[SchemaItem]:
        """The articles, posts and pages that the markup says this page is, most certain first, without listed ones."""
        return [thing for kind in (_WORKS, _OTHER_WORKS) if (thing := _page_own(self._works(kind), title))]

    def product(self, title: str) -> SchemaItem | None:
        """The product of this page, None if there is none or several; others of its ``@id`` or name complete it.

        What something is part of is none, the newspaper or its subscription, nor what an article is about.
        """
        given = ((one, any(map(_WORKS.search, types_of(one)))) for one in self.schema_items)
        keys = ((one, ("isPartOf", "about", "mentions") if is_work else ("isPartOf",)) for one, is_work in given)
        others = [other for one, names in keys for name in names for other in things_in(one.get(name))]
        named = {(types_of(other), text_of(other, "name")) for other in others}
        things = [thing for thing in self._of(_PRODUCTS) if (types_of(thing), text_of(thing, "name")) not in named]
        things = things or [book for book in self.of_type("Book") if book.get("offers")]
        own = dict(_page_own(things, title) or {})
        for other in things[:MAX_VALUES] if own else ():
            said = [{text_of(thing, key) for thing in (own, other)} for key in _IDENTITY]
            is_alike = any(len(texts) == 1 and texts != {""} for texts in said[:2])
            if is_alike and all(len(texts - {""}) < 2 for texts in said[2:]) and types_of(other) == types_of(own):
                own = {**other, **own}
        return own or None

    def of_type(self, *types: str) -> list[SchemaItem]:
        """All things with one of these types."""
        return [thing for thing, own in zip(self.schema_items, self._types, strict=True) if not own.isdisjoint(types)]

    def _works(self, kind: re.Pattern[str]) -> list[SchemaItem]:
        """Works of a kind, without the reviews of another thing, which is inside or after the work that reviews it."""
        typed = list(zip(self.schema_items, self._types, strict=True))
        reviewed = (thing.keys() & _REVIEWS or any(map(_PRODUCTS.search, own)) for thing, own in typed)
        first = next((place for place, is_reviewed in enumerate(reviewed) if is_reviewed), len(typed))
        kept = typed[:first] + [(thing, own) for thing, own in typed[first:] if "Review" not in own]
        return [thing for thing, own in kept if any(map(kind.search, own))]

    def _of(self, kind: re.Pattern[str]) -> list[SchemaItem]:
        return [thing for thing, own in zip(self.schema_items, self._types, strict=True) if any(map(kind.search, own))]


def _page_own(things: Sequence[SchemaItem], title: str) -> SchemaItem | None:
    words = set(split_words(title.casefold()))
    alike = [(_likeness(thing, words), -place) for place, thing in enumerate(things)]
    best, place = max(alike, default=(0.0, 0))
    if best >= MIN_ALIKE:
        return things[-place]
    names = {tuple(names_of([thing])) for thing in things}
    return things[0] if len(things) == 1 or (len(names) == 1 and names != {()}) else None


def _likeness(thing: SchemaItem, words: set[str]) -> float:
    bags = [set(split_words(name.casefold())) for name in names_of([thing])]
    return max((2 * len(bag & words) / (len(bag) + len(words)) for bag in bags if bag), default=0.0)


def names_of(things: Sequence[SchemaItem]) -> list[str]:
    """Headlines and names of things."""
    keys = ("headline", "name", "alternativeHeadline")
    return [name for thing in things for key in keys for name in texts_of(thing.get(key))[:1]]
