"""Pages that somebody made to be slow, deep or strange; and real ones."""

import gzip
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document
from iawce.data.dom.read import read_html
from iawce.data.limits import Limits
from iawce.data.page import Page
from iawce.extract import Extractor
from iawce.extract.content.content import Content
from iawce.extract.papers.simhtree.alignment import MAX_LIKENESSES, Map, PatternNode, align_alike
from iawce.extract.papers.simhtree.find_tables import extract_records
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import NodeLook
from iawce.extract.pipeline.settings import ExtractSettings

DEFAULT, PAPER = SimHTreeSettings(), SimHTreeSettings.paper()
PAGES = {
    "empty": "",
    "text": "just words",
    "nested deeply": "<div>" * 5000 + "<p>one</p><p>two</p>",
    "deep records": "<ul>" + ("<li>" + "<div>" * 300 + "text" + "</div>" * 300 + "</li>") * 20 + "</ul>",
    "many records": "<ul>" + "<li><b>a</b> <i>c</i></li>" * 8_000 + "</ul>",
    "wide records": "<ul>" + ("<li>" + "<b>a</b><i>b</i><p>c</p>" * 300 + "</li>") * 10 + "</ul>",
    "no two alike": "<div>" + "".join(f"<p><x{n}>a</x{n}><y{n}>b</y{n}></p>" for n in range(2_000)) + "</div>",
    "spans": "<table>" + "<tr><td rowspan=65000 colspan=1000>a<td>b</tr>" * 300 + "</table>",
    "classes": "".join(f"<div class='c{n} {'x' * 500}'><p class='{'y ' * 300}'>a</p><p>b</p></div>" for n in range(99)),
    "unclosed": "<table><tr><td>a<td>b<tr><td>c<td>d<table><tr><td>e<tr><td>f",
    "cells outside of rows": "<body><td>a</td><tr>b</tr><th>c<dd>d<dt>e",
    "blank properties": "<ul>"
    + "".join(f"<li itemprop=' '><b itemprop='\t'>a {n}</b> <i>b</i></li>" for n in range(9)),
    "surrogates": "<ul><li>&#xd800; a</li><li>\x00 b</li><li>\u202e c</li></ul>",
    "numbers": "<img width=99999999999 height=-1><img width=٣ height=1e9><p>a<p>b",
}


def content_of(html: str, settings: SimHTreeSettings) -> Content:
    return extract_records(PageAnalysis(Document("", url="http://page.example/", html=f"<body>{html}")), settings)


@pytest.mark.parametrize("settings", [DEFAULT, PAPER], ids=["default", "paper"])
@pytest.mark.parametrize("name", PAGES)
def test_a_strange_page_gives_a_table_or_none(name: str, settings: SimHTreeSettings) -> None:
    content = content_of(PAGES[name], settings)
    assert len({tuple(record.fields) for record in content.records}) <= 1
    assert content.scores["records"] == len(content.records)
    assert bool(content.records) == bool(content.elements)


def test_work_grows_with_the_page_and_not_with_its_square(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: comparisons of records that have nothing in common."""
    compared: list[int] = []

    def counted(pattern: Sequence[PatternNode], string: Sequence[NodeLook], likeness: Callable[..., float]) -> Map:
        compared.append(len(pattern) * len(string))
        return align_alike(pattern, string, likeness)

    monkeypatch.setattr("iawce.extract.papers.simhtree.alignment.align_alike", counted)
    content_of(PAGES["no two alike"], DEFAULT)
    assert sum(compared) < 14 * MAX_LIKENESSES


def test_one_record_more_than_the_limit_is_aligned() -> None:
    assert len(content_of(PAGES["many records"], DEFAULT).records) == Limits().records + 1


TAGS = st.sampled_from(["div", "p", "li", "ul", "td", "tr", "table", "dt", "dd", "a href=x", "span", "b", "img", "h3"])
TREE = st.recursive(
    st.sampled_from(["one", "two words", "$3", "2024-05-01", " ", "", "<img src=a.png>"]),
    lambda inner: st.tuples(TAGS, st.lists(inner, max_size=5)).map(
        lambda it: f"<{it[0]}>{''.join(it[1])}</{it[0].split()[0]}>"
    ),
    max_leaves=40,
)


@given(TREE, st.sampled_from([DEFAULT, PAPER]))
def test_every_cell_is_said_by_the_page(html: str, settings: SimHTreeSettings) -> None:
    document = Document("", html=f"<body>{html}")
    said = "".join("".join(document.index.text_nodes.texts).split())
    for record in extract_records(PageAnalysis(document), settings).records:
        for text in record.texts.values():
            assert all("".join(part.split()) in said for part in text.split(", "))


def test_the_pipeline_takes_it_and_says_that_places_are_estimated() -> None:
    html = "<body><main>" + "".join(f"<article><h2>Title {n}</h2><p>Text of {n}</p></article>" for n in range(4))
    settings = ExtractSettings(method="simhtree")
    row = Extractor(render="never", settings=settings).extract(Document("x", html=html))
    assert (row.method, row.scores["rectangles"], row.scores["records"]) == ("simhtree", "estimated", 4)
    assert row.text.startswith("Title 0\n\nText of 0")
    assert [record.texts for record in row.records][1] == {"title": "Title 1", "c2": "Text of 1"}


def test_a_page_without_records_says_so() -> None:
    row = Extractor(render="never", settings=ExtractSettings(method="simhtree")).extract(Document("x", html="<p>one"))
    assert row.reason == "empty/no_main_content"


@pytest.mark.corpus
@pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_no_real_page_fails(wcxb: list[GoldPage], shared: Path, step: int) -> None:
    documents = [Document(page.id, url=page.url, html=page.html) for page in wcxb[::40]]
    for name in ("search-results/*.gz", "forum-posts/html/*.gz", "pagetype/html/*/*.gz"):
        for path in sorted(shared.glob(name))[::25]:
            text = read_html(Page(path.name, body=gzip.decompress(path.read_bytes()))).text
            documents.append(Document(path.name, html=text))
    documents, found = documents[::step], 0
    for document in documents:
        for settings in (DEFAULT, PAPER):
            content = extract_records(PageAnalysis(document), settings)
            found += bool(content.records)
            assert len({tuple(record.fields) for record in content.records}) <= 1
    assert found > 1.6 * len(documents)


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "count"), [("02-google", 10), ("01-bing", 10), ("12-ask", 9), ("10-yahoo_3", 10), ("22-duckduckgo", 30)]
)
def test_each_result_of_a_search_is_a_record(shared: Path, name: str, count: int) -> None:
    (path,) = (shared / "search-results").glob(f"{name}*.gz")
    text = read_html(Page(path.name, body=gzip.decompress(path.read_bytes()))).text
    records = extract_records(
        PageAnalysis(Document(path.name, url="http://search.example/", html=text)), DEFAULT
    ).records
    assert len(records) == count
    fields = [[field for field in record.fields.values() if field] for record in records]
    links = {next(field.link for field in found if field.text and field.link) for found in fields}
    assert len(links) == count
