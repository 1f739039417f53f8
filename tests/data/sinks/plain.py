"""Rows as they read back from any sink: lists where a program may have tuples."""

import json

from iawce.data.sinks import open_sink
from iawce.data.sinks.schema import ListOf, MapOf, Nullable, Scalar, Struct
from iawce.data.sinks.sink import Row

SCHEMA = Struct(
    {
        "ref": Scalar.STRING,
        "n": Scalar.INTEGER,
        "sure": Scalar.NUMBER,
        "is_new": Scalar.BOOLEAN,
        "shares": MapOf(Scalar.NUMBER),
        "flags": ListOf(Scalar.STRING),
        "note": Nullable(Scalar.STRING),
    }
)
ROWS: list[Row] = [
    {"ref": "ä", "n": 1, "sure": 0.5, "is_new": True, "shares": {"b": 0.5, "a": 0.5}, "flags": ["blank"], "note": "x"},
    {"ref": "b", "n": 2, "sure": 0.0, "is_new": False, "shares": {}, "flags": [], "note": None},
]


def plain(rows: list[Row]) -> list[Row]:
    found: list[Row] = json.loads(json.dumps(rows))
    return found


def write(target: object, rows: list[Row], schema: Struct = SCHEMA) -> None:
    with open_sink(str(target), schema) as sink:
        for row in rows:
            sink.write(row)
