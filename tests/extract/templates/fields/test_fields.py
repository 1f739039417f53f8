"""Fields of the pages of a site."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.extract import Extractor
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.templates.fields.field_template import are_alike, page_texts
from iawce.extract.templates.fields.learn_fields import ClusterSample, Examples, read_examples
from iawce.extract.templates.site.site_page import SiteSettings
from iawce.extract.templates.site.site_templates import (
    FieldSampler,
    SiteCluster,
    SiteTemplates,
    Votes,
    read_site,
    write_site,
)
from tests.extract.templates.site.made_pages import SENTENCE, book

SETTINGS = replace(SiteSettings(), voter="density", page_types="classified")


def learned(*pages: str, examples: Examples | None = None) -> SiteTemplates:
    site = SiteTemplates(SETTINGS, examples=examples)
    for number, html in enumerate(pages):
        site.learn(Document(f"shop/{number}.html", html=html))
    site.settle()
    return site


def extracted(site: SiteTemplates, html: str) -> Extraction:
    settings = ExtractSettings(method="density", site=site)
    return Extractor(render="never", settings=settings).extract(Document("new", html=html))


BOOKS = [book(number, writers=1 + number % 2, pages=number % 3 > 0) for number in range(6)]


def test_fields_are_named_by_the_page_itself_wherever_their_rows_stand() -> None:
    row = extracted(learned(*BOOKS), book(5, writers=2, pages=False))
    (record,) = row.records
    assert row.method == "template"
    assert record.texts == {
        "title": "Book F",
        "author": "Flo Fir; Gus Gale",
        "our_price": "14.50 EUR",
        "isbn_13": "9780000000005",
        "house": "Press 2",
    }
    assert record.fields["pages"] is None


def test_the_label_of_a_pair_is_not_that_of_the_next_text() -> None:
    html = "<h1>Lamp</h1><p>Availability: <span>In stock</span></p><div><span>$11.90</span></div>"
    texts = {text.text: text.label for text in page_texts(PageAnalysis(Document("", html=f"<body>{html}")))}
    assert (texts["In stock"], texts["$11.90"]) == ("Availability", "")


def test_examples_name_fields_and_say_what_of_a_text_is_the_value() -> None:
    examples = {"1.html": {"number": ["9780000000001"], "people": ["Ben Birch", "Cy Cedar"], "press": ["1"]}}
    texts = extracted(learned(*BOOKS, examples=examples), book(4)).records[0].texts
    assert (texts["number"], texts["people"], texts["press"]) == ("9780000000004", "Ed Elm", "1")
    assert "isbn_13" not in texts
    assert "house" not in texts


def test_an_example_that_is_on_no_page_gives_no_field() -> None:
    site = learned(*BOOKS, examples={"1.html": {"colour": ["red"]}})
    assert "colour" not in {field.name for field in site.clusters[0].fields}


def test_constant_texts_and_entries_of_lists_are_no_fields() -> None:
    (cluster,) = learned(*BOOKS).clusters
    assert not {"tag", "c_new", "footer", "card"} & {field.name for field in cluster.fields}
    analysis = PageAnalysis(Document("", html=BOOKS[2]))
    said = {text for field in cluster.fields for text in field.values(analysis, page_texts(analysis))}
    assert not any("Other book" in text or "home" in text for text in said)


def test_forms_of_a_label_are_one_field() -> None:
    kinds = ["Novels", "Poems, Plays", "Letters, Novels", "Plays", "Poems, Letters", "Plays, Poems"]
    pages = [
        page.replace(
            "<li><b>House", f"<li><b>{'Categories' if ',' in kind else 'Category'}</b>: {kind}</li><li><b>House"
        )
        for page, kind in zip(BOOKS, kinds, strict=True)
    ]
    row = extracted(learned(*pages), pages[0])
    assert {name: row.records[0].texts[name] for name in row.records[0].texts if "categor" in name} == {
        "categories": "Novels"
    }


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Author", "Authors", True),
        ("Категория", "Категории", True),
        ("Farbe", "Farben", True),
        ("ISBN-10", "ISBN-13", False),
        ("Model A", "Model B", False),
        ("Price", "Prints", False),
        ("Width", "Weight", False),
        ("Colour", "Colour code", False),
    ],
)
def test_labels_with_other_endings_are_alike(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) == are_alike(other, one) == alike


def test_a_file_keeps_the_fields(tmp_path: Path) -> None:
    site = learned(*BOOKS)
    write_site(site, tmp_path / "site.json")
    again = read_site(tmp_path / "site.json")
    assert again.clusters[0].fields == site.clusters[0].fields
    assert extracted(again, BOOKS[0]).records == extracted(site, BOOKS[0]).records


def test_two_pages_have_fields_by_examples_alone() -> None:
    assert learned(*BOOKS[:2]).clusters[0].fields == ()
    (field,) = learned(*BOOKS[:2], examples={"0.html": {"isbn": ["9780000000000"]}}).clusters[0].fields
    analysis = PageAnalysis(Document("", html=BOOKS[3]))
    assert field.values(analysis, page_texts(analysis)) == ["9780000000003"]


def test_a_shop_votes_for_products_even_if_its_pages_look_like_lists() -> None:
    site = SiteTemplates(replace(SETTINGS, page_types="voted"))
    for number, html in enumerate(BOOKS):
        site.learn(Document(str(number), html=html))
    site.settle()
    assert site.clusters[0].types.total() == 6
    assert site.clusters[0].page_type == "product"
    settings = ExtractSettings(site=site)
    row = Extractor(render="never", settings=settings).extract(Document("new", html=BOOKS[1]))
    assert (row.type, row.probabilities) == ("product", {}), "nothing is classified where a template decides"
    other = Extractor(render="never", settings=settings).extract(
        Document("new", html=f"<h1>News</h1><p>{SENTENCE * 9}")
    )
    assert other.probabilities


def test_beyond_its_bound_the_sample_forgets_the_clusters_with_the_fewest_pages() -> None:
    document = Document("0.html", html=BOOKS[0])
    size = len(page_texts(PageAnalysis(document)))
    clusters = [SiteCluster(None, Votes("key"), pages=pages) for pages in (3, 9)]  # type: ignore[arg-type]
    sampler = FieldSampler({}, most=4 * size)
    for number in (0, 0, 1, 1, 1):
        sampler.add(clusters, number, PageAnalysis(document))
    assert [cluster.sample.size for cluster in clusters] == [0, 3 * size] or clusters[1].sample == ClusterSample()


@pytest.mark.parametrize("text", ["[]", "{", '{"a": 1}', '{"a": {"b": 1}}', "[" * 10_000])
def test_files_that_hold_no_examples_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "examples.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"no examples|as JSON"):
        read_examples(tmp_path / "examples.json")
    with pytest.raises(UsageError, match="cannot be read"):
        read_examples(tmp_path / "none.json")


def test_examples_are_texts_or_lists_of_texts(tmp_path: Path) -> None:
    given = {"a.html": {"isbn": ": 978", "author": [" Ann \n Ash ", ""]}}
    (tmp_path / "examples.json").write_text(json.dumps(given), encoding="utf-8")
    assert read_examples(tmp_path / "examples.json") == {"a.html": {"isbn": ["978"], "author": ["Ann Ash"]}}


@pytest.mark.parametrize(
    "html",
    [
        "<div class=a>" * 20_000 + "x",
        "<p>a: b</p>" * 20_000,
        "<b>a" * 5_000,
        "<ul>" + "<li><a>x</a>" * 20_000,
        "x" * 10**6,
    ],
)
def test_hostile_pages_have_texts(html: str) -> None:
    assert len(page_texts(PageAnalysis(Document("", html=f"<body>{html}")))) <= 2_000


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<div class=c{chr(97 + n % 26)}>{n}x" for n in range(3_000)),
        f"<div class={'long' * 100_000}>" + "".join(f"<b class={'abcdefghij' * n}>{n}</b>" for n in range(200)),
        "<p>a: b" * 3_000,
    ],
)
def test_hostile_pages_are_learned_without_growing(html: str, tmp_path: Path) -> None:
    site = learned(*[html.replace("x", letter) for letter in "xyz"], examples={"1.html": {"name": ["2"]}})
    write_site(site, tmp_path / "site.json")
    assert (tmp_path / "site.json").stat().st_size < 10**6
