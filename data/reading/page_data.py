"""Finds and decodes the data in a page: JSON-LD, microdata in meta tags, the state that its application starts from.

Nothing is evaluated: what is no JSON is skipped, and so is JSON too deep to decode.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.walk import Given

JSON_LD_TYPE = "application/ld+json"
SCRIPT_TYPES = frozenset({"", "module", "text/javascript", "application/javascript"})
SHORTEST = 200
"""Characters of an attribute that is worth decoding."""
MOST_ASSIGNMENTS = 50
"""Assignments of one script that are tried, since each may read to the end of the script."""
LONGEST_INTEGER = 15
"""Digits; a longer integer is read as none: to decode it takes time in the square of its length."""
LONGEST_FLOAT = 30
"""Characters; a longer number with a fraction is read as none."""
_WRAPPING = re.compile(r"\s*(?:(?://|/\*)?\s*<!(?:--|\[CDATA\[)\s*(?:\*/)?\s*)?")
"""What hides a script from browsers of the nineties."""
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
"""Lets line breaks in strings pass, as many pages have them; overlong numbers are none."""


class DataKind(StrEnum):
    """How a page holds data, what says most surely what is content first."""

    JSON_LD = "json-ld"
    MICRODATA = "microdata"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class PageData:
    """Decoded data and the number of the element that holds it."""

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
    """JSON that a script assigns to global names, as it stands or as a string to parse."""
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
