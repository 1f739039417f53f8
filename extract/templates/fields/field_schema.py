"""The user's own fields of a page or of the records of its list: by CSS, XPath or label, in a TOML file.

    each = ".quote"              # "page", the default; "record", those of the page's list; or a selector of the records

    [[fields]]
    name = "text"
    css = "span.text::text"

A field is located by one of ``css`` (with Scrapy's ``::text`` and ``::attr(href)``), ``xpath`` (an element, ``text()``
or an attribute) and ``label`` (one or several names of a label and value pair). Its value is read as its ``type``;
``many`` takes all values found, not only the first.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.select import select, select_by_xpath
from iawce.data.dom.tree import parse
from iawce.data.errors import UsageError, cause_of
from iawce.data.json_file import as_schema
from iawce.data.sinks.output_file import replacing

_ENDING = re.compile(r"::(?:(text)|attr\(\s*([\w:.-]+)\s*\))\s*$")


class ScrapySelector(NamedTuple):
    """A CSS selector, and the part of its elements that is selected.

    ``css`` is empty for the element itself. ``attribute``: the name of an attribute; ``is_text``: each text node of the
    elements; else all of their text.
    """

    css: str
    attribute: str = ""
    is_text: bool = False

    @classmethod
    def of(cls, written: str) -> "ScrapySelector":
        """The parts of a selector."""
        found = _ENDING.search(written)
        if not found:
            return cls(written.strip())
        return cls(written[: found.start()].strip(), found[2] or "", bool(found[1]))


FieldType = Literal["text", "number", "price", "date", "link", "picture"]
PAGE, RECORD = "page", "record"
MAX_SIZE = 1 << 20
"""Bytes of a file."""
PLACE = re.compile(r"- at `\$\.fields\[(\d+)\]([.\w]*)`")
"""The position of an error in a file, in the format of msgspec."""


class SchemaField(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One field; exactly one of ``css``, ``xpath`` and ``label`` is given.

    Raises ValueError: none or several are given, or the name is empty.
    """

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
    """Fields of each page, of each record of its list, or of each element that a selector matches.

    Raises UsageError: a selector is not valid, or two fields have one name.
    """

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
