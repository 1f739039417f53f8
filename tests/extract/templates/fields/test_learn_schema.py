"""One's own schema from examples."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.templates.fields.field_schema import SchemaField, learn_schema

PAGE = """<head><meta property="og:title" content="Emma, a novel"></head><body><h1 id="name">Emma <i>(new)</i></h1>
    <p class="by x1">by <a href="/austen">Jane Austen</a>, <a href="/reader">A. Reader</a></p>
    <div class="cover-art"><img src="/emma.jpg"></div><ul><li>Brand: Acme</li></ul><b>ISBN:</b> 978<br></body>"""


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["978"], SchemaField("a", label="ISBN")),
        (["Acme"], SchemaField("a", label="Brand")),
        (["Emma"], SchemaField("a", css="#name::text")),
        (["Emma (new)"], SchemaField("a", css="#name")),
        (["Jane Austen", "A. Reader"], SchemaField("a", css="p.by > a", many=True)),
        (["/emma.jpg"], SchemaField("a", css="div.cover-art > img::attr(src)")),
        (["Emma, a novel"], SchemaField("a", css='meta[property="og:title"]::attr(content)')),
    ],
)
def test_a_field_is_named_by_the_most_reliable_source_of_its_values(values: list[str], expected: SchemaField) -> None:
    schema, unmet = learn_schema([(PageAnalysis.of(Document("x", html=PAGE)), {"a": values})])
    assert schema is not None
    assert (schema.fields, unmet) == ((expected,), [])


def test_fields_whose_examples_are_not_on_the_page_are_reported() -> None:
    assert learn_schema([(PageAnalysis.of(Document("x", html=PAGE)), {"a": ["none"]})]) == (None, ["a"])
