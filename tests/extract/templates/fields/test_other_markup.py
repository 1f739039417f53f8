"""The same facts are fields of a site however its pages are written."""

from collections.abc import Callable

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.templates.fields.field_template import page_texts
from iawce.extract.templates.fields.learn_fields import Examples
from iawce.extract.templates.site.site_page import SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates

Facts = dict[str, str]


def each(start: str, row: str, end: str = "") -> Callable[[Facts], str]:
    return lambda facts: start + "".join(row.format(label, value) for label, value in facts.items()) + end


WRITTEN = {
    "lines": each("<p>", "<b>{}:</b> {}<br>", "</p>"),
    "bare lines": each("<div>", "{}: {}<br>", "</div>"),
    "colons outside": each("<p>", "<strong>{}</strong> : {}<br>", "</p>"),
    "definitions": each("<dl>", "<dt>{}</dt><dd>{}</dd>", "</dl>"),
    "table": each("<table>", "<tr><td>{}</td><td>{}</td></tr>", "</table>"),
    "table with headers": each("<table>", "<tr><th>{}</th><td>{}</td></tr>", "</table>"),
    "list": each("<ul>", "<li>{}: {}</li>", "</ul>"),
    "list in bold": each("<ul>", "<li><b>{}</b> {}</li>", "</ul>"),
    "rows": each("", '<div class="row"><span class="label">{}</span><span class="value">{}</span></div>'),
    "by turns": each("<div>", '<div class="key">{}</div><div class="val">{}</div>', "</div>"),
    "linked": each("<ul>", "<li><b>{}:</b> <a href='/x'>{}</a></li>", "</ul>"),
}
SENTENCE = "The story of a house by the sea and of all who lived in it, told by the last of them. "


def facts_of(number: int) -> Facts:
    letters = "ABCDEFGH"[number]
    facts = {
        "Author": f"{letters}nn {letters}lder",
        "ISBN": f"978000000000{number}",
        "Publisher": f"Press {number % 4}, London",
        "Pages": str(100 + 17 * number),
        "Weight": f"{300 + 12 * number} g",
    }
    if number % 3 == 1:
        del facts["Pages"]
    return facts


def page(number: int, written: Callable[[Facts], str]) -> Document:
    html = (
        f"<title>Book {number} of the sea</title><body><ul class='menu'><li><a href='/'>Home</a></ul>"
        f"<div class='main'><h1>Book {number} of the sea</h1><div class='text'>{SENTENCE * (3 + number % 3)}</div>"
        f"<div class='facts'>{written(facts_of(number))}</div></div><p class='foot'>All rights reserved</p>"
    )
    return Document(f"shop/{number}.html", html=html)


def fields_found(written: Callable[[Facts], str], examples: Examples | None = None) -> dict[str, list[str]]:
    site = SiteTemplates(SiteSettings(), examples=examples)
    for number in range(6):
        site.learn(page(number, written))
    site.settle()
    analysis = PageAnalysis.of(page(6, written))
    return {field.name: field.values(analysis, page_texts(analysis)) for field in site.clusters[0].fields}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_fields_are_named_by_their_labels(written: Callable[[Facts], str]) -> None:
    found = fields_found(written)
    wanted = {label.lower(): [value] for label, value in facts_of(6).items()}
    assert {name: found[name] for name in wanted if name in found} == wanted


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_an_example_that_is_printed_is_found(written: Callable[[Facts], str]) -> None:
    given = facts_of(2)
    examples = {"2.html": {"isbn_13": [given["ISBN"]], "house": [given["Publisher"]], "length": [given["Pages"]]}}
    found, expected = fields_found(written, examples), facts_of(6)
    assert found["isbn_13"] == [expected["ISBN"]]
    assert found["house"] == [expected["Publisher"]]
    assert found["length"] == [expected["Pages"]]
