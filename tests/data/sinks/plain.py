"""Rows as they read back from any sink: lists where a program may have tuples."""

import json

from iawce.data.sinks import open_sink
from iawce.data.sinks.schema import Schema, schema_of
from iawce.data.sinks.sink import Row

SCHEMA = schema_of(
    {
        "ref": str,
        "n": int,
        "sure": float,
        "is_new": bool,
        "shares": dict[str, float],
        "flags": list[str],
        "note": str | None,
    }
)
ROWS: list[Row] = [
    {"ref": "ä", "n": 1, "sure": 0.5, "is_new": True, "shares": {"b": 0.5, "a": 0.5}, "flags": ["blank"], "note": "x"},
    {"ref": "b", "n": 2, "sure": 0.0, "is_new": False, "shares": {}, "flags": [], "note": None},
]


def plain(rows: list[Row]) -> list[Row]:
    found: list[Row] = json.loads(json.dumps(rows))
    return found


def write(target: object, rows: list[Row], schema: Schema = SCHEMA) -> None:
    with open_sink(str(target), schema) as sink:
        for row in rows:
            sink.write(row)
