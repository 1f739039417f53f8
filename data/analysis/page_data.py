"""Finds and decodes the data in a page: JSON-LD, microdata in meta tags, the initial state of its application.

Nothing is evaluated: other formats than JSON are skipped, and so is JSON that is nested too deeply.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tree import Given

JSON_LD_TYPE = "application/ld+json"
SCRIPT_TYPES = frozenset({"", "module", "text/javascript", "application/javascript"})
SHORTEST = 200
"""Least characters of an attribute that is decoded."""
MOST_ASSIGNMENTS = 50
"""Most assignments of one script that are tried, since each may read to the end of the script."""
LONGEST_INTEGER = 15
"""Most digits of an integer, as decoding takes quadratic time; a longer one is read as None."""
LONGEST_FLOAT = 30
"""Most characters of a number with a fraction; a longer one is read as None."""
_WRAPPING = re.compile(r"\s*(?:(?://|/\*)?\s*<!(?:--|\[CDATA\[)\s*(?:\*/)?\s*)?")
"""Comment marks that hide a script from browsers of the nineties."""
_ASSIGNMENT = re.compile(
    r"""\b(?:window|self|globalThis)\s{0,9}
    (?:\.\s{0,9}[\w$]{1,80} | \[\s{0,9}["'][\w$.-]{1,80}["']\s{0,9}\])
    \s{0,9}=\s{0,9} (?: (?=[\[{]) | JSON\.parse\(\s{0,9}(?=") )""",
    re.VERBOSE,
)


def _integer(digits: str) -> int | None:
    return int(digits) if len(digits) <= LONGEST_INTEGER else None


def _float(digits: str) -> float | None:
    return float(digits) if len(digits) <= LONGEST_FLOAT else None


_DECODER = json.JSONDecoder(strict=False, parse_int=_integer, parse_float=_float, parse_constant=lambda _: None)
"""Accepts line breaks in strings, which many pages have; overlong numbers become None."""


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


def find_data(index: ElementIndex) -> Iterator[PageData]:
    """All data of a page in document order; never raises."""
    for number, (tag, given) in enumerate(zip(index.tags, index.attributes.given, strict=True)):
        if tag == "script":
            kind, values = _of_script(given, index.opening_text(number))
        elif tag == "meta" and given.get("itemprop"):
            kind, values = DataKind.MICRODATA, iter([{given["itemprop"]: given.get("content", "")}])
        else:
            kind, values = DataKind.STATE, _of_attributes(given)
        for value in values:
            yield PageData(kind, number, value)


def json_ld(index: ElementIndex) -> Iterator[PageData]:
    """The JSON-LD of a page alone, in document order; never raises."""
    for number in index.tagged("script"):
        if _script_type(index.attributes.given[number]) == JSON_LD_TYPE:
            yield PageData(DataKind.JSON_LD, number, _whole(index.opening_text(number)))


def decode_json(text: str, start: int = 0) -> tuple[Any, int]:
    """The JSON value that begins at ``start``, and where it ends; None if there is none or it is too deep."""
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, start


def _of_script(given: Given, text: str) -> tuple[DataKind, Iterator[Any]]:
    kind = _script_type(given)
    if kind == JSON_LD_TYPE:
        return DataKind.JSON_LD, iter([_whole(text)])
    if kind.endswith("json"):
        return DataKind.STATE, iter([_whole(text)])
    return DataKind.STATE, _assigned(text) if kind in SCRIPT_TYPES else iter(())


def _script_type(given: Given) -> str:
    return given.get("type", "").partition(";")[0].strip().lower()


def _whole(text: str) -> Any:
    start = _WRAPPING.match(text)
    return decode_json(text, start.end() if start else 0)[0]


def _assigned(script: str) -> Iterator[Any]:
    """JSON that a script assigns to global names, literally or as a string to parse."""
    end = 0
    for _ in range(MOST_ASSIGNMENTS):
        found = _ASSIGNMENT.search(script, end)
        if not found:
            return
        value, end = decode_json(script, found.end())
        yield value


def _of_attributes(given: Given) -> Iterator[Any]:
    for name, value in given.items():
        if len(value) >= SHORTEST and value.startswith(("{", "[")) and name.startswith("data-"):
            yield decode_json(value)[0]
