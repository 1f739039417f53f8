"""One's own fields of pages and records, by CSS, XPath or label."""

from functools import partial
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.extract import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.templates.fields.field_schema import (
    FieldSchema,
    SchemaField,
    read_schema,
    schema_records,
    write_schema,
)
from tests.calls import calls_of

PAGE = """<html lang="en"><title>Emma</title><body><h1>Emma <small>(novel)</small></h1>
    <p class="by">by <a href="/austen">Jane Austen</a>, <a href="/reader">A. Reader</a></p>
    <img class="cover" src="/emma.jpg"><p class="price">Our price: 1.299,50 €</p><p hidden class="secret">no</p>
    <p><b>ISBN:</b> 9780141439587<br><b>Pages:</b> 474 pages<br><b>Published:</b> 23 December 1996</p></body></html>"""
LIST = "<body><ul>" + "".join(
    f"<li class='quote'><span class='text'>Saying {n}</span> <a href='/by/{n}'>Author {n}</a><p>Year: 19{n}0</p></li>"
    for n in range(1, 6)
) + "</ul><p class='text'>Footer</p></body>"  # fmt: skip
FIELD = '[[fields]]\nname = "a"\n'


def reading_of(html: str) -> PageAnalysis:
    return PageAnalysis.of(Document("page.html", url="https://books.example/emma", html=html))


def value(field: SchemaField, html: str = PAGE) -> str | None:
    records = schema_records(reading_of(html), FieldSchema((field,)))
    return records[0].texts[field.name] if records else None


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (SchemaField("a", css="h1"), "Emma (novel)"),
        (SchemaField("a", css="h1::text"), "Emma"),
        (SchemaField("a", css=".by a::attr(href)"), "/austen"),
        (SchemaField("a", css=".by a::attr(href)", type="link"), "https://books.example/austen"),
        (SchemaField("a", css=".by a", many=True), "Jane Austen; A. Reader"),
        (SchemaField("a", css=".by", type="link"), "https://books.example/austen"),
        (SchemaField("a", css=".cover", type="picture"), "https://books.example/emma.jpg"),
        (SchemaField("a", css=".price", type="price"), "1299.50"),
        (SchemaField("a", xpath="//p[@class='by']/a"), "Jane Austen"),
        (SchemaField("a", xpath="//p[@class='by']/a/@href", many=True), "/austen; /reader"),
        (SchemaField("a", xpath="//h1/text()"), "Emma"),
        (SchemaField("a", label="isbn"), "9780141439587"),
        (SchemaField("a", label=("EAN", "ISBN")), "9780141439587"),
        (SchemaField("a", label="Pages", type="number"), "474"),
        (SchemaField("a", label="Published", type="date"), "1996-12-23"),
        (SchemaField("a", label="Weight"), None),
        (SchemaField("a", css=".secret"), None),
        (SchemaField("a", css=".by", type="number"), None),
    ],
)
def test_a_field_is_found_and_read_as_its_type(field: SchemaField, expected: str | None) -> None:
    assert value(field) == expected


FIELDS = (
    SchemaField("text", css=".text::text"),
    SchemaField("link", css="a::attr(href)", type="link"),
    SchemaField("year", label="Year", type="number"),
    SchemaField("author", xpath="//a/text()"),
)


@pytest.mark.parametrize("each", [".quote", "//li", "record"])
def test_fields_of_each_record(each: str) -> None:
    settings = ExtractSettings(method="records", fields=FieldSchema(FIELDS, each))
    page = Document("page.html", url="https://books.example/", html=LIST)
    row = Extractor(render="never", settings=settings).extract(page)
    assert [record.texts for record in row.records] == [
        {"text": f"Saying {n}", "link": f"https://books.example/by/{n}", "year": f"19{n}0", "author": f"Author {n}"}
        for n in range(1, 6)
    ]


def test_the_text_of_the_record_itself() -> None:
    schema = FieldSchema((SchemaField("own", css="::text"),), "li a")
    assert [record.texts for record in schema_records(reading_of(LIST), schema)][:2] == [
        {"own": "Author 1"},
        {"own": "Author 2"},
    ]


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    schema = FieldSchema((*FIELDS, SchemaField("both", label=("a", 'b"c'), many=True)), ".quote")
    write_schema(schema, tmp_path / "fields.toml")
    assert read_schema(tmp_path / "fields.toml") == schema


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "fields"),
        ("fields = []", "no fields"),
        (f"{FIELD}", "one of css, xpath and label"),
        (f'{FIELD}css = "a"\nlabel = "b"', "one of css, xpath and label"),
        (f'{FIELD}css = "a["', "no CSS selector"),
        (f'{FIELD}xpath = "//a["', "no XPath"),
        (f'{FIELD}xpath = "count(//a)"', "no elements"),
        (f'{FIELD}css = "a"\ntype = "word"', "'word' in field 1, type; types are text, number, price,"),
        (f'{FIELD}css = "a"\ncolour = "red"', "unknown field `colour` in field 1$"),
        (f'{FIELD}css = "a"\n{FIELD}css = "b"', "two fields are called"),
        ("= 3", "TOML"),
    ],
)
def test_files_without_a_valid_schema_are_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "fields.toml").write_text(text)
    with pytest.raises(UsageError, match=said):
        read_schema(tmp_path / "fields.toml")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_schema(tmp_path / "none.toml")


def test_values_of_many_records_are_found_in_linear_time() -> None:
    field = SchemaField("a", css="span")
    schema = FieldSchema((field,), each="li")
    work = list[int]()
    for count in (200, 400):
        analysis = reading_of("<body><ul>" + "<li><span>said</span></li>" * count)
        assert len(schema_records(analysis, schema)) == count
        work.append(calls_of(partial(schema_records, analysis, schema)))
    assert work[1] < 2.2 * work[0]
