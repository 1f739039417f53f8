"""Plain pages are written from the words of other pages."""

import random
from pathlib import Path

import pytest

from iawce.data.boxes import load_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.train.page_type.plain import ARTICLES, DOCUMENTATION, LISTS, PLAIN, Form, make_plain_pages, write_plain

PARAGRAPHS = [
    f"Paragraph {number} tells of <the> harbour, and of ships & storms, in more than a dozen words."
    for number in range(30)
]
MENU = "".join(f"<a href=/{number}>Section number {number}</a>" for number in range(20))
ARTICLE = f"<title>Harbour</title><nav>{MENU}</nav>" + "".join(
    f"<p>{text.replace('&', '&amp;').replace('<', '&lt;')}</p>" for text in PARAGRAPHS
)


def page(label: str, markup: str, name: str = "a") -> LabelledPage:
    return LabelledPage(
        name, "site", label, html=markup.encode(), fine={"list": "listing"}.get(label, label), theme="t"
    )


@pytest.mark.parametrize("seed", range(12))
def test_an_article_keeps_some_neighbouring_paragraphs_and_loses_the_site(seed: int) -> None:
    written = write_plain(page("article", ARTICLE), random.Random(seed))
    text_of_page = Document("", html=written).index.text_of(0)
    kept = [text for text in PARAGRAPHS if text in " ".join(text_of_page.split())]
    assert kept
    first = PARAGRAPHS.index(kept[0])
    assert kept == PARAGRAPHS[first : first + len(kept)]
    assert "Section number" not in text_of_page


@pytest.mark.parametrize("seed", range(6))
def test_a_list_keeps_its_links(seed: int) -> None:
    written = write_plain(page("list", f"{MENU}<p>{PARAGRAPHS[0]}"), random.Random(seed))
    assert len(Document("", html=written).select("a")) >= 8
    assert "harbour" not in written


@pytest.mark.parametrize("form", [*ARTICLES, *DOCUMENTATION, *LISTS])
def test_every_form_says_the_words_as_they_are(form: Form) -> None:
    text_of_page = Document("", html=form("A title", ["one two & three", "four five six"])).index.text_of(0)
    assert "one two & three" in text_of_page
    assert "four five six" in text_of_page


def test_too_little_gives_no_page() -> None:
    assert write_plain(page("article", "<p>Short."), random.Random(0)) == ""
    assert write_plain(page("list", "<a href=/>Just one single link</a>"), random.Random(0)) == ""


@pytest.mark.browser
def test_plain_pages_have_boxes_and_the_label_of_their_source(tmp_path: Path) -> None:
    pages = [page("article", ARTICLE, "a"), page("list", MENU, "b"), page("thread", ARTICLE, "c")]
    made = make_plain_pages(pages, 5, tmp_path)
    assert {(each.id, each.label, each.site, each.theme) for each in made} == {
        (f"a{PLAIN}", "article", "site", "t"),
        (f"b{PLAIN}", "list", "site", "t"),
    }
    for each in made:
        assert each.boxes
        assert load_boxes(each.boxes)
    again = make_plain_pages(pages, 5, tmp_path)
    assert again == made
