"""The user's own fields of a page or of the records of its list: by CSS, XPath or label, in a TOML file.

    each = ".quote"              # "page", the default; "record", those of the page's list; or a selector of the records

    [[fields]]
    name = "text"
    css = "span.text::text"

A field is located by one of ``css`` (with Scrapy's ``::text`` and ``::attr(href)``), ``xpath`` (an element, ``text()``
or an attribute) and ``label`` (one or several names of a label and value pair). Its value is read as its ``type``;
``many`` takes all values found, not only the first.

A schema is learned from examples: each is located by the label before it, else the shortest selector of its element,
else an attribute, by the way that finds the examples on the most pages.
"""

import re
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.picture_address import picture_address
from iawce.data.dom.select import select, select_by_xpath
from iawce.data.dom.tree import parse
from iawce.data.errors import UsageError, cause_of
from iawce.data.json_file import as_schema
from iawce.data.network.address import web_address
from iawce.data.sinks.output_file import replacing
from iawce.data.text.money import read_amount, read_money
from iawce.data.text.times import read_date
from iawce.extract.content.content import FieldValue, FoundRecord

_ENDING = re.compile(r"::(?:(text)|attr\(\s*([\w:.-]+)\s*\))\s*$")
FieldType = Literal["text", "number", "price", "date", "link", "picture"]
PAGE, RECORD = "page", "record"
MAX_SIZE = 1 << 20  # Bytes of a file
PLACE = re.compile(r"- at `\$\.fields\[(\d+)\]([.\w]*)`")
"""The position of an error in a file, in the format of msgspec."""
BETWEEN = "; "  # Separator of several values of a field
Said = tuple[int, str | None]
"""The number of an element, and the selected text or attribute; None for the whole element."""
MAX_PLACES = 20  # Most elements with the text of an example that are tried
_ATTRIBUTES = ("content", "href", "src", "datetime", "value", "alt", "title")
_PLAIN_NAME = re.compile(r"[-_]*[A-Za-z][A-Za-z_-]*")
_NAMING = ("property", "name", "itemprop", "rel")  # Attributes by which an element without class or id is located
Example = tuple[PageAnalysis, Mapping[str, Sequence[str]]]  # A page, and the values of its fields by name


class ScrapySelector(NamedTuple):
    """A CSS selector, and the part of its elements that is selected: all text, unless said otherwise."""

    css: str  # Empty for the element itself
    attribute: str = ""  # The name of an attribute
    is_text: bool = False  # Each text node of the elements

    @classmethod
    def of(cls, written: str) -> "ScrapySelector":
        """The parts of a selector."""
        found = _ENDING.search(written)
        if not found:
            return cls(written.strip())
        return cls(written[: found.start()].strip(), found[2] or "", bool(found[1]))


class SchemaField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One field by ``css``, ``xpath`` or ``label``. Raises ValueError: none or several of them, or no name."""

    name: str
    css: str = ""
    xpath: str = ""
    label: tuple[str, ...] | str = ()
    type: FieldType = "text"
    many: bool = False

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise ValueError("a field has no name")
        if sum(map(bool, (self.css, self.xpath, self.label))) != 1:
            raise ValueError(f"the field {self.name!r} must have exactly one of css, xpath and label")

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of its label."""
        return (self.label,) if isinstance(self.label, str) else self.label


class FieldSchema(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Fields of pages, records or matching elements. UsageError: an invalid selector, or a name used twice."""

    fields: tuple[SchemaField, ...]
    each: str = PAGE

    def __post_init__(self) -> None:
        twice = [name for name, count in Counter(field.name for field in self.fields).items() if count > 1]
        if twice or not self.fields:
            raise UsageError(f"two fields are called {twice[0]!r}" if twice else "there are no fields")
        empty = ElementIndex(parse("<p>"))
        if self.each not in (PAGE, RECORD):
            select_any(empty, self.each)
        for field in self.fields:
            if field.xpath:
                select_by_xpath(empty, field.xpath)
            elif field.css:
                select(empty, ScrapySelector.of(field.css).css or "*")


def select_any(index: ElementIndex, selector: str) -> list[int]:
    """Numbers of the elements that a selector matches: an XPath if it begins with ``/`` or ``(``, else CSS.

    Raises UsageError: it is neither.
    """
    if selector.startswith(("/", "(")):
        return [found for found, _ in select_by_xpath(index, selector)]
    return select(index, selector)


def read_schema(path: Path) -> FieldSchema:
    """Read a file of fields. Raises UsageError: it cannot be read, is no TOML, or no schema."""
    try:
        with path.open("rb") as file:
            content = tomllib.loads(file.read(MAX_SIZE).decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read as TOML: {cause_of(error)}"[:300]) from error
    try:
        return as_schema(content, FieldSchema, f"{path} is no file of fields")
    except UsageError as error:
        said = PLACE.sub(lambda found: f"in field {int(found[1]) + 1}{found[2].replace('.', ', ')}", str(error))
        types = f"; types are {', '.join(get_args(FieldType))}" if said.endswith(", type") else ""
        raise UsageError(said + types) from error


def write_schema(schema: FieldSchema, path: Path) -> None:
    """Write a file of fields, completely or not at all. Raises OSError: it cannot be written."""
    with replacing(path) as part:
        part.write_text(schema_text(schema), encoding="utf-8")


def schema_text(schema: FieldSchema) -> str:
    """The schema in TOML."""
    lines = [] if schema.each == PAGE else [f"each = {_toml(schema.each)}", ""]
    for field in schema.fields:
        lines += ["[[fields]]", *(f"{name} = {_toml(value)}" for name, value in msgspec.to_builtins(field).items()), ""]
    return "\n".join(lines)


def _toml(value: object) -> str:
    """A text, a boolean or a list of texts, which have the same form in TOML and JSON."""
    return msgspec.json.encode(value).decode("utf-8").replace("\x7f", "\\u007f")


def schema_records(analysis: PageAnalysis, schema: FieldSchema, known: Sequence[FoundRecord] = ()) -> list[FoundRecord]:
    """The records of a page by a schema, without those that have no field.

    ``known``: the records of the page, whose elements are used for ``each = "record"``.
    """
    found = {field.name: sorted(_said(analysis, field), key=itemgetter(0)) for field in schema.fields}
    records = []
    for elements in _elements(analysis, schema, known):
        fields = {field.name: _value(analysis, field, found[field.name], elements) for field in schema.fields}
        if any(fields.values()):
            records.append(FoundRecord(fields, tuple(elements)))
    return records


def _elements(analysis: PageAnalysis, schema: FieldSchema, known: Sequence[FoundRecord]) -> Iterator[Sequence[int]]:
    """The elements of each record."""
    if schema.each == PAGE:
        yield (0,)
    elif schema.each == RECORD:
        yield from (record.elements for record in known if record.list == 1)
    else:
        yield from ((number,) for number in select_any(analysis.index, schema.each) if analysis.shown.kept[number])


def _said(analysis: PageAnalysis, field: SchemaField) -> Iterator[Said]:
    """All results for a field on the page, in document order."""
    index = analysis.index
    if field.xpath:
        yield from select_by_xpath(index, field.xpath)
    elif field.css:
        selector = ScrapySelector.of(field.css)
        for number in select(index, selector.css or "*"):
            if selector.attribute:
                if (given := index.attributes.given[number].get(selector.attribute)) is not None:
                    yield number, given
            elif selector.is_text:
                yield from ((number, index.text_nodes.texts[one]) for one in index.own_text_nodes(number))
            else:
                yield number, None
    else:
        named = {_plain(label) for label in field.labels}
        yield from ((pair.value_at.element, pair.value) for pair in analysis.pairs if _plain(pair.label) in named)


def _plain(label: str) -> str:
    return " ".join(label.casefold().split()).strip(" :：.")


def _value(
    analysis: PageAnalysis, field: SchemaField, found: Sequence[Said], around: Sequence[int]
) -> FieldValue | None:
    """The first value of a field in these elements, or all of its values; None if there are none."""
    inside = dict.fromkeys(_inside(analysis, field, found, around))
    values = ((number, value) for number, text in inside if (value := _read(analysis, field.type, number, text)))
    chosen = list(dict.fromkeys(values)) if field.many else list(islice(values, 1))
    if not chosen:
        return None
    return FieldValue(BETWEEN.join(value for _, value in chosen), elements=tuple(sorted({one for one, _ in chosen})))


def _inside(analysis: PageAnalysis, field: SchemaField, found: Sequence[Said], around: Sequence[int]) -> Iterator[Said]:
    """The results, in document order, inside some elements."""
    itself = bool(field.css) and not ScrapySelector.of(field.css).css  # "::text" alone refers to the record itself
    for one in sorted(around):
        end = one + 1 if itself else int(analysis.index.ends[one])
        yield from found[bisect_left(found, one, key=itemgetter(0)) : bisect_left(found, end, key=itemgetter(0))]


def _read(analysis: PageAnalysis, kind: FieldType, number: int, text: str | None) -> str:
    """The value of a result as a type: an amount, a day in ISO 8601, an absolute address; empty if it has none.

    A price is the first amount of money, else the first number; a machine-readable date has priority.
    """
    index = analysis.index
    if kind in ("link", "picture"):
        if text is None:
            inside = range(number, int(index.ends[number]))
            if kind == "link":
                given = (index.attributes.given[one].get("href", "") for one in inside if index.tags[one] == "a")
            else:
                given = (picture_address(index, one) for one in inside if index.tags[one] == "img")
            text = next(filter(None, given), "")
        return web_address(analysis.document.base_url, text)
    said = " ".join((analysis.texts.line(number) if text is None else text).split())
    if kind in ("number", "price"):
        money = read_money(said) if kind == "price" else None
        amount = money.amount if money else read_amount(said)
        return "" if amount is None else f"{amount:f}"
    if kind == "date":
        stamp = index.attributes.given[number].get("datetime", "") if text is None else ""
        days = (read_date(one, month_first=order) for one in (stamp, said) for order in (False, True))
        return next(filter(None, days), "")
    return said


def learn_schema(pages: Sequence[Example]) -> tuple[FieldSchema | None, list[str]]:
    """The schema of the located fields, None if there are none; and the names of the others."""
    names = dict.fromkeys(name for _, given in pages for name, values in given.items() if values)
    found = {name: _best_field(name, pages) for name in names}
    fields = tuple(field for field in found.values() if field)
    return FieldSchema(fields) if fields else None, [name for name, field in found.items() if field is None]


def _best_field(name: str, pages: Sequence[Example]) -> SchemaField | None:
    """The field that is right on the most pages, the first of several."""
    known = [(analysis, given[name]) for analysis, given in pages if given.get(name)]
    many = any(len(values) > 1 for _, values in known)
    tried = dict.fromkeys(
        replace(field, many=many) for analysis, values in known for field in _field_ways(name, analysis, values[0])
    )
    right = dict.fromkeys(tried, 0)
    for field in tried:
        for analysis, values in known:
            records = schema_records(analysis, FieldSchema((field,)))
            right[field] += bool(records) and records[0].texts[name] == BETWEEN.join(values)
    best = max(right, key=right.__getitem__, default=None)
    return best if best and right[best] else None


def _field_ways(name: str, analysis: PageAnalysis, value: str) -> Iterator[SchemaField]:
    """All ways to locate a field by a value, the most reliable first."""
    yield from (SchemaField(name, label=pair.label) for pair in analysis.pairs if pair.value == value)
    for number, ending in islice(_places(analysis, value), MAX_PLACES):
        for selector in _selectors(analysis, number):
            yield SchemaField(name, css=selector + ending)


def _places(analysis: PageAnalysis, value: str) -> Iterator[tuple[int, str]]:
    """The elements with a value, each with the suffix that selects it: the whole text, a text node, an attribute."""
    index = analysis.index
    for number in analysis.shown.numbers.tolist():
        if analysis.shown.words[number] and value in index.text_of(number):
            if " ".join(analysis.texts.line(number).split()) == value:
                yield number, ""
            elif " ".join(index.opening_text(number).split()) == value:
                yield number, "::text"
    for attribute in _ATTRIBUTES:
        for number in index.attributes.having(attribute):
            if index.attributes.given[number][attribute].strip() == value:
                yield number, f"::attr({attribute})"


def _selectors(analysis: PageAnalysis, number: int) -> Iterator[str]:
    """Selectors of an element: by its id, classes or naming attributes, by those of its parent, by its tag alone."""
    yield from _simple(analysis, number)
    parent, tag = int(analysis.index.parents[number]), analysis.index.tags[number]
    if parent >= 0:
        yield from (f"{outer} > {tag}" for outer in _simple(analysis, parent))
    yield tag


def _simple(analysis: PageAnalysis, number: int) -> Iterator[str]:
    index, given = analysis.index, analysis.index.attributes.given[number]
    names = [(f"#{name}", name) for name in [given.get("id", "")]]
    names += [(f"{index.tags[number]}.{name}", name) for name in index.classes[number].split()]
    yield from (selector for selector, name in names if _PLAIN_NAME.fullmatch(name))
    for attribute in _NAMING:
        if (said := given.get(attribute, "")) and '"' not in said and "\\" not in said:
            yield f'{index.tags[number]}[{attribute}="{said}"]'
