"""``docs/rows.md`` and ``docs/row.schema.json`` say what the code says; ``pytest --write-docs`` writes them anew."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from msgspec.inspect import (
    BoolType,
    CollectionType,
    DataclassType,
    DateType,
    DictType,
    EnumType,
    FloatType,
    IntType,
    StrType,
    TupleType,
    Type,
    UnionType,
)

from iawce.data.errors import ReasonKind, Status, WarningKind
from iawce.data.sinks.schema import Schema, fields_of, unless_null
from iawce.data.sinks.sink import SINKS
from iawce.extract import Extractor
from iawce.extract.content.method import METHODS
from iawce.extract.output.row_schema import row_json_schema, row_schema
from iawce.extract.pipeline.embedded_content import SCORES as EMBEDDED_SCORES
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.pipeline.ways import EMBEDDED
from tests.conftest import ROOT

ROWS, SCHEMA = ROOT / "docs" / "rows.md", ROOT / "docs" / "row.schema.json"


WORDS: Mapping[type[Type], str] = {
    StrType: "string",
    IntType: "integer",
    FloatType: "number",
    BoolType: "boolean",
    EnumType: "name",
    DateType: "date",
    DataclassType: "object",
}


def describe(kind: Type) -> str:
    """A type in words, such as ``list of 4 integers, or null``."""
    match unless_null(kind):
        case inner, True:
            return f"{describe(inner)}, or null"
        case CollectionType(items), _:
            return f"list of {describe(items)}s"
        case TupleType(items), _:
            return f"list of {len(items)} {describe(items[0])}s"
        case DictType(_, values), _:
            return f"map of names to {describe(values)}"
        case UnionType(kinds), _:
            *most, last = map(describe, kinds)
            return f"{', '.join(most)} or {last}"
    return WORDS[type(kind)]


def columns(schema: Schema, prefix: str = "") -> Schema:
    """Every field of a schema and of the objects in it.

    ``blocks[].text`` is the text of each of the blocks, ``fields.*.text`` that of each of the fields by name.
    """
    found: dict[str, Type] = {}
    for name, kind in schema.items():
        found[prefix + name] = kind
        inner, dots = _inner(kind)
        if isinstance(inner, DataclassType):
            found |= columns(fields_of(inner), prefix + name + dots)
    return found


def _inner(kind: Type) -> tuple[Type, str]:
    """The items of a list or a map, or the type itself, and the text between its name and the name of a field."""
    match unless_null(kind)[0]:
        case CollectionType(items):
            return items, "[]."
        case DictType(_, values):
            return unless_null(values)[0], ".*."
        case inner:
            return inner, "."


def table(head: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(line)} |\n" for line in (head, ("---",) * len(head), *lines))


def outcomes(kinds: type[Status] | type[ReasonKind] | type[WarningKind]) -> str:
    return table(("name", "meaning"), ((f"`{kind}`", kind.description) for kind in kinds))


def sinks() -> str:
    addresses: dict[tuple[str, str], list[str]] = {}
    for address in SINKS:
        addresses.setdefault((SINKS[address].title, SINKS[address].note), []).append(f"`{address}`")
    return table(
        ("sink", "address", "how rows are kept"),
        ((title, ", ".join(found), note) for (title, note), found in addresses.items()),
    )


def scores_of_methods() -> dict[str, Mapping[str, str]]:
    return {name: METHODS[name].scores for name in METHODS} | {EMBEDDED: EMBEDDED_SCORES}


def scores() -> str:
    described = scores_of_methods().items()
    lines = ((f"`{method}`", f"`{name}`", meaning) for method, found in described for name, meaning in found.items())
    return table(("method", "score", "meaning"), lines)


TABLES = {
    "scores": scores(),
    "statuses": outcomes(Status),
    "reasons": outcomes(ReasonKind),
    "warnings": outcomes(WarningKind),
    "sinks": sinks(),
}


@pytest.mark.parametrize("method", [*METHODS, EMBEDDED])
def test_a_row_has_the_scores_that_are_described(method: str, pages: Path) -> None:
    cases = {EMBEDDED: "product-state", "posts": "thread-written-as-xml"}
    case, settings = cases.get(method, "list-blog"), "auto" if method == EMBEDDED else method
    row = Extractor(render="never", settings=ExtractSettings(method=settings)).extract(pages / case / "source.html")
    assert row.method == method
    assert list(row.scores) == list(scores_of_methods()[method])


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_hold_what_the_code_lists(name: str, write_docs: bool) -> None:
    before, begin, rest = ROWS.read_text(encoding="utf-8").partition(f"<!-- table: {name} -->\n")
    found, end, after = rest.partition("<!-- end -->\n")
    assert begin, "the table has no place in the text"
    if write_docs:
        found = TABLES[name]
        ROWS.write_text("".join((before, begin, found, end, after)), encoding="utf-8")
    assert found == TABLES[name]


def test_every_field_is_described_in_its_place() -> None:
    _, fields, *_ = ROWS.read_text(encoding="utf-8").split("\n## ")[0:2]
    described = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| [^|]+ \|$", fields, re.MULTILINE)
    assert described == [(name, describe(kind)) for name, kind in columns(row_schema()).items()]


def test_the_json_schema_is_that_of_the_code(write_docs: bool) -> None:
    schema = json.dumps(row_json_schema(), indent=2) + "\n"
    if write_docs:
        SCHEMA.write_text(schema, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == schema
