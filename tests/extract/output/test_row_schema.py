"""A row has one schema, and every sink gives back the extraction that a row was made from."""

import json
from dataclasses import fields
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iawce.data.errors import PageWarning, Status, UsageError, WarningKind
from iawce.data.sinks import open_sink, read_rows
from iawce.extract import Extraction, Extractor
from iawce.extract.content.content import Breadcrumb, Event, Field, Metadata, Offer, Product, Record
from iawce.extract.output.extraction import Block
from iawce.extract.output.row_schema import chosen_columns, row_json_schema, row_schema, with_dotted

SUFFIXES = [".jsonl", ".jsonl.gz", ".parquet", ".csv", ".sqlite"]
AWKWARD = ["", "\0", "a\0b", "\r\n", "\n\r", '"', '""', "'", ",", "\\", "\u2028\x85", "null", "1", "1.0", "=1+1"]
AWKWARD += ["\ufeff", "👩‍👩‍👧 🇫🇮", "自动装箱和拆箱原理", "e\u0301", "\u202e"]
AWKWARD += ["x" * 140_000]  # longer than what Python's reader of CSV takes unless it is told to

text = st.sampled_from(AWKWARD) | st.text(max_size=20)
texts = st.lists(text, max_size=3).map(tuple)
int64 = st.integers(-(2**63), 2**63 - 1)
finite = st.floats(allow_nan=False, allow_infinity=False)
boxes = st.none() | st.tuples(int64, int64, int64, int64)
values = st.none() | st.builds(Field, text=text, link=text, image=text, path=text, box=boxes)
scores = st.dictionaries(text, text | st.integers() | finite, max_size=4)
shares = st.dictionaries(text, finite, max_size=3)
short = dict.fromkeys(("reason", "message", "url", "final_url", "type", "fine_type", "model", "method"), text)
long = dict.fromkeys(("title", "text", "html", "snapshot"), text)
known = (
    "date_published",
    "date_modified",
    "description",
    "site_name",
    "in_language",
    "canonical_url",
    "next_page",
    "main_image",
)
steps = st.lists(st.builds(Breadcrumb, name=text, url=text), max_size=2).map(tuple)
offers = st.lists(st.builds(Offer, **dict.fromkeys((field.name for field in fields(Offer)), text)), max_size=2)
products = st.none() | st.builds(
    Product,
    **dict.fromkeys((field.name for field in fields(Product) if field.type is str), text),
    properties=st.dictionaries(text, text, max_size=2),
    variants=offers.map(tuple),
    offers=offers.map(tuple),
)
events = st.none() | st.builds(Event, **dict.fromkeys((field.name for field in fields(Event)), text))
extractions = st.builds(
    Extraction,
    ref=text,
    status=st.sampled_from(Status),
    http_status=int64,
    probabilities=shares,
    possible_types=texts,
    blocks=st.lists(st.builds(Block, path=text, box=boxes, text=text), max_size=3).map(tuple),
    records=st.lists(
        st.builds(Record, fields=st.dictionaries(text, values, max_size=3), path=text, box=boxes, list=int64),
        max_size=3,
    ).map(tuple),
    metadata=st.builds(
        Metadata,
        authors=texts,
        keywords=texts,
        breadcrumbs=steps,
        product=products,
        event=events,
        **dict.fromkeys(known, text),
    ),
    scores=scores,
    warnings=st.lists(st.builds(PageWarning, kind=st.sampled_from(WarningKind), detail=text), max_size=3).map(tuple),
    truncated=st.booleans(),
    timings=shares,
    **short,
    **long,
)


@pytest.fixture(scope="module")
def real(pages: Path) -> list[Extraction]:
    return list(Extractor(render="never").extract_many([*sorted(pages.glob("*/source.html")), b"%PDF-1.4"]))


def through(target: Path, extracted: list[Extraction]) -> list[Extraction]:
    """What comes back from a sink."""
    with open_sink(target, row_schema()) as sink:
        for extraction in extracted:
            sink.write(extraction.to_dict())
    return [Extraction.from_dict(row) for row in read_rows(target, row_schema())]


@given(extracted=st.lists(extractions, min_size=1, max_size=3))
@settings(deadline=None, max_examples=50)
def test_whatever_a_page_holds_comes_back_equal(
    extracted: list[Extraction], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """From every sink: to make such rows takes longer than to write them."""
    folder, said = tmp_path_factory.mktemp("sink"), repr(extracted)
    for suffix in SUFFIXES:
        back = through(folder / f"rows{suffix}", extracted)
        assert back == extracted, suffix
        assert repr(back) == said, f"{suffix}: 1 and 1.0 are not the same score"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_real_pages_come_back_equal_with_their_timings(suffix: str, real: list[Extraction], tmp_path: Path) -> None:
    assert all(page.timings for page in real if page.text)
    assert through(tmp_path / f"rows{suffix}", real) == real


def test_numbers_of_numpy_are_numbers_of_a_row() -> None:
    row = Extraction("x", Status.SUCCESS, scores={"share": np.float64(0.5)}, timings={"read": np.float64(np.inf)})
    assert json.loads(row.to_json())["scores"] == {"share": 0.5}
    assert row.to_dict()["timings"] == {}


def test_rows_fit_the_json_schema(real: list[Extraction]) -> None:
    validator = jsonschema.Draft202012Validator(row_json_schema())
    validator.check_schema(validator.schema)
    for page in real:
        validator.validate(json.loads(page.to_json()))
        assert list(page.to_dict()) == list(row_schema())
    row = json.loads(real[0].to_json())
    for damage in ({"status": "fine"}, {"warnings": ["blank"]}, {"schema_version": 1}, {"more": ""}, {"text": None}):
        assert not validator.is_valid(row | damage)
    assert not validator.is_valid({name: value for name, value in row.items() if name != "records"})


@given(extraction=extractions)
@settings(deadline=None, max_examples=40)
def test_whatever_a_page_holds_fits_the_json_schema(extraction: Extraction) -> None:
    jsonschema.Draft202012Validator(row_json_schema()).validate(json.loads(extraction.to_json()))


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ({"schema_version": 1}, "schema version 1"),
        ({"status": "fine"}, "damaged"),
        ({"blocks": [{"path": ""}]}, "damaged"),
        ({"warnings": ["blank"]}, "damaged"),
        ({"text": None}, "damaged"),
    ],
)
def test_invalid_rows_are_a_usage_error(damage: dict[str, object], says: str, real: list[Extraction]) -> None:
    with pytest.raises(UsageError, match=says):
        Extraction.from_dict(real[0].to_dict() | damage)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_columns_are_parts_of_objects_at_any_depth(suffix: str, tmp_path: Path) -> None:
    lamp = Metadata(authors=("Ann",), product=Product(name="Lamp", price="9.50"))
    rows = [Extraction("a", Status.SUCCESS, metadata=lamp), Extraction("b", Status.SUCCESS)]
    columns = chosen_columns(["ref", "metadata.authors", "metadata.product.price"])
    with open_sink(tmp_path / f"rows{suffix}", columns) as sink:
        for row in rows:
            sink.write(with_dotted(row.to_dict(), columns))
    found = [list(row.values()) for row in read_rows(tmp_path / f"rows{suffix}", columns)]
    assert found == [["a", ["Ann"], "9.50"], ["b", [], None]]
    for wrong in ("metadata.product.colour", "metadata.authors.name", "metadata.", ".title"):
        with pytest.raises(UsageError, match="no column"):
            chosen_columns([wrong])
