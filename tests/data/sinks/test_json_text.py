"""JSON that every reader takes."""

import json
from math import inf, nan

import pytest

from iawce.data.errors import Status
from iawce.data.sinks.schema import json_text
from iawce.extract.output.extraction import Extraction
from iawce.extract.output.row_schema import row_json_schema


def refuse(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


@pytest.mark.parametrize("number", [nan, inf, -inf])
def test_infinity_and_nan_are_null(number: float) -> None:
    text = json_text({"a": number, "b": [number, 1.5], "c": ({"d": number},)})
    assert json.loads(text, parse_constant=refuse) == {"a": None, "b": [None, 1.5], "c": [{"d": None}]}


@pytest.mark.parametrize("number", [nan, inf])
def test_a_row_with_such_scores_is_a_row_of_the_schema(number: float) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    row = Extraction("r", Status.SUCCESS, type="list", probabilities={"list": number}, scores={"a": number, "b": "x"})
    written = json.loads(row.to_json(), parse_constant=refuse)
    jsonschema.Draft202012Validator(row_json_schema()).validate(written)
    assert (written["probabilities"], written["scores"], written["confidence"]) == ({}, {"b": "x"}, 0)
