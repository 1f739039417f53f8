"""Texts that stand on most pages of a site."""

from itertools import compress

from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.extract.templates.site_boilerplate import SHARE, RepeatedTexts, text_keys
from tests.extract.templates.site.made_pages import article, documents


def marked(texts: RepeatedTexts, html: str) -> list[str]:
    document, repeated = Document("", html=html), texts.repeated()
    return list(compress(document.text_blocks.texts, [key in repeated for key in text_keys(document)]))


def counted(*pages: str) -> RepeatedTexts:
    texts = RepeatedTexts()
    for document in documents(*pages):
        texts.add(text_keys(document))
    return texts


def test_menus_and_footers_are_marked_and_reports_are_not() -> None:
    texts = counted(*(article(number, sentences=number) for number in range(1, 8)))
    assert marked(texts, article(50)) == [
        "home news sport about",
        "Report 50",
        "No remarks yet",
        "Printed in the old town since 1887.",
    ]


def test_texts_on_half_of_the_pages_are_marked() -> None:
    pages = [
        f"<p>all<p>{'even' if number % 2 else 'odd'}<p>{'few' if number < 3 else chr(97 + number)}"
        for number in range(8)
    ]
    assert marked(counted(*pages), "<p>All<p>even<p>few<p>new") == ["All", "even"]


def test_a_title_that_a_menu_repeats_is_no_text_of_the_menu() -> None:
    pages = [f"<ul class=recent><li>The bridge closes<li>It rains</ul><h1>Report {chr(97 + n)}</h1>" for n in range(7)]
    assert marked(counted(*pages), pages[0] + "<h1>It rains</h1>") == ["The bridge closes", "It rains"]


def test_numbers_in_classes_are_all_the_same_place() -> None:
    pages = [f"<div class=menu-{number}>home</div><p class=x>{'x' * number}" for number in range(7)]
    assert marked(counted(*pages), "<div class=menu-9>home</div>") == ["home"]


def test_of_five_pages_nothing_is_known() -> None:
    assert marked(counted(*["<p>same"] * 5), "<p>same") == []
    assert marked(counted(*["<p>same"] * 6), "<p>same") == ["same"]


@given(st.lists(st.frozensets(st.sampled_from("abcdef"), min_size=1), min_size=6, max_size=250))
def test_texts_on_enough_pages_are_marked_and_those_on_clearly_fewer_are_not(pages: list[frozenset[str]]) -> None:
    texts = RepeatedTexts()
    for page in pages:
        texts.add(map(ord, page))
    found = set(map(chr, texts.repeated()))
    shares = {letter: sum(letter in page for page in pages) / len(pages) for letter in "abcdef"}
    assert {letter for letter, value in shares.items() if value >= SHARE} <= found
    assert all(shares[letter] >= SHARE - 0.01 - 1e-9 for letter in found)


def test_memory_does_not_grow_with_the_pages() -> None:
    texts = RepeatedTexts()
    for number in range(1000):
        texts.add([1, 2 + number])
    assert texts.repeated() == {1}
    assert len(texts) <= 200
