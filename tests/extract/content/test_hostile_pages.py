"""The default method on pages that somebody made to be slow, large or strange, and in the hands of careless users."""

import pytest

from iawce.data.dom.words import split_words
from iawce.data.page import Html, Page
from iawce.extract import Extractor
from iawce.extract.content import segmentation
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.blocks import block_features as names
from iawce.models.blocks.block_features import MAX_TITLE, text_features
from iawce.models.features.name_families import MAX_NAME, MAX_NAMES
from tests.models.blocks.test_block_model import page_of

PROSE = "The committee met on Tuesday, and after a long debate it decided to build the bridge again. "
WORDS = "some words of a text "
PAGES = {
    "one block": f"<p>{PROSE}",
    "a long block": f"<p>{PROSE * 2000}",
    "nested deeply": "<div>" * 5000 + f"<p>{PROSE * 3}",
    "classes": f"<div class='{' '.join(f'c{n}' for n in range(5000))}'><p>{PROSE * 3}</div>",
    "a long class": f"<div class='{'x' * 90_000}'><p>{PROSE * 3}</div>",
    "names of control characters": f"<div id='a\x01\x02\x7f&#1;&#xd800;' class='&#xdfff;\x03'><p>{PROSE * 3}</div>",
    "Chinese": f"<p>{'委员会星期二开会,决定在旧渡口的地方建桥。' * 10}",
    "right to left": f"<body dir=rtl><p>{'اجتمعت اللجنة يوم الثلاثاء وبعد نقاش طويل قررت بناء الجسر. ' * 10}",
    "emoji": f"<p>{'😀🎉👍 ' * 100}",
    "signs": "<p>... --- !!!",
    "a table": "<table>" + f"<tr><td>name<td>{PROSE}<td>3" * 20 + "</table>",
    "verbatim": f"<pre>{PROSE}\n   {PROSE}</pre>",
    "all hidden": f"<div style='display:none'><p>{PROSE * 5}</div>",
    "for browsers without scripts": f"<noscript><p>{PROSE * 8}</noscript>",
    "frames": f"<html><frameset cols=*><frame src=a.html><noframes><body><p>{PROSE * 3}</noframes></frameset></html>",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_strange_page_gives_all_its_text(name: str) -> None:
    row = Extractor(render="never").extract(Html(PAGES[name]))
    assert row.status == "success", row.why
    assert row.text.split()
    assert set(split_words(row.text)) >= set(split_words(PROSE if PROSE in PAGES[name] else ""))


@pytest.mark.parametrize("html", ["<title>A title</title><body></body>", "<img src=a.png>", "<p> <b> </b>"])
def test_a_page_without_text_says_so(html: str) -> None:
    row = Extractor(render="never").extract(Html(html))
    assert (row.reason, row.message) == ("empty/no_text", "the page holds no text")


def test_plain_text_is_content() -> None:
    row = Extractor(render="never").extract(Page("notes.txt", body=f"{PROSE}\n\n{PROSE}".encode()))
    assert split_words(row.text) == split_words(PROSE * 2)


def test_favoring_precision_or_recall_changes_neither_page_type_nor_fallback_method() -> None:
    found = set[tuple[str, str, str]]()
    for favor in ("precision", "balanced", "recall"):
        row = Extractor(render="never", settings=ExtractSettings(favor=favor)).extract(Html(PAGES["emoji"]))
        found.add((row.type, row.method, row.status))
    assert found == {("article", "paragraphs", "success")}


def test_a_method_that_chooses_nothing_is_named() -> None:
    row = Extractor(render="never", settings=ExtractSettings(method="segmentation")).extract(Html(PAGES["emoji"]))
    assert row.reason == "empty/no_main_content"
    assert row.message == "the method segmentation finds no main content in the text of the page"


def test_a_page_that_is_too_long_for_the_model_is_left_to_its_paragraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Html("".join(f"<p>{PROSE}{number}</p>" for number in range(9)))
    assert Extractor(render="never").extract(page).method == "segmentation"
    monkeypatch.setattr(segmentation, "MAX_BLOCKS", 8)
    row = Extractor(render="never").extract(page)
    assert row.method == "paragraphs"
    assert split_words(row.text)


def test_long_names_are_cut_and_only_the_first_of_many_are_read() -> None:
    many = " ".join(f"n{number}" for number in range(MAX_NAMES))
    html = f"<div class='{'x' * MAX_NAME}menu'><p>{WORDS}</div><div class='{many} menu'><p class=menu>{WORDS}</div>"
    columns = names.family_features(page_of(html))
    assert columns["family_menu"].tolist() == [names.NOWHERE, 1]


def test_only_the_beginning_of_an_endless_title_is_compared_with_blocks() -> None:
    page = page_of(f"<title>The bridge {'x' * MAX_TITLE} the ferry</title><p>The bridge</p><p>The ferry</p>")
    assert text_features(page)["in_title"].tolist() == [True, False]
