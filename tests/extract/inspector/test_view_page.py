"""What there is to see of a page."""

from pathlib import Path

import numpy as np

from iawce.data.document import Document
from iawce.data.errors import Status
from iawce.extract.inspector.picture import PagePicture
from iawce.extract.inspector.view_page import Inspection, PageView, evidence_parts, view_page, view_row
from iawce.extract.output.extraction import Block, Extraction
from iawce.extract.pipeline.document_extractor import DocumentExtractor
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from tests.extract.inspector.hostile_page import STORY, fighting_document

ARTICLE = f"""<html lang="en"><head><title>Storm closes the harbour | Harbour News</title>
<meta property="article:published_time" content="2026-03-04T08:00:00Z">
<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "Storm closes the harbour",
"author": {{"@type": "Person", "name": "Mara Holt"}}}}</script></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav>
<main><h1>Storm closes the harbour</h1><p>By Mara Holt, <time datetime="2026-03-04">4 March 2026</time></p>
{"".join(f"<p>{text}</p>" for text in STORY)}</main>
<div style="display:none">Only robots read this.</div><span class="sr-only">For those who listen.</span>
<footer><a href="/imprint">Imprint</a></footer></body></html>"""


def view(html: str, wanted: Inspection | None = None) -> PageView:
    document = Document("a.html", url="http://harbour.test/a", html=html)
    wanted = wanted or Inspection()
    row = DocumentExtractor(wanted.settings or ExtractSettings(), PageTypeEnsemble(), "article")(document)
    return view_page(document, row, wanted)


def test_blocks_are_kept_or_dropped_with_a_probability_and_a_reason() -> None:
    found = {block.text: block for block in view(ARTICLE).blocks}
    story, menu = found[STORY[0]], found["Home News"]
    assert (story.kept[0], menu.kept[0]) == (True, False)
    assert (story.probability or 0) > 0.5 > (menu.probability or 1)
    assert story.reason.startswith("kept: ")
    assert "in <main>" in story.reason
    assert menu.reason.startswith("dropped: ")
    assert "in <nav>; 2 words; 100% of them linked" in menu.reason
    assert story.path == "/html/body/main/p[2]"


def test_methods_keep_different_blocks_and_say_their_own_text() -> None:
    shown = view(ARTICLE, Inspection(compared=("body", "auto")))
    assert [one.name for one in shown.methods] == ["auto", "body"]
    menu = next(block for block in shown.blocks if block.text == "Home News")
    assert menu.bits == "01"
    auto, body = shown.methods
    assert "Imprint" in body.text
    assert "Imprint" not in auto.text
    assert auto.text == shown.row.text


def test_facts_name_the_places_that_say_the_same() -> None:
    facts = {fact.name: fact for fact in view(ARTICLE).facts}
    assert facts["authors"].value == "Mara Holt"
    assert "schema.org NewsArticle.author" in facts["authors"].places
    assert facts["in_language"].places == ("<html lang>",)
    published = facts["date_published"].places
    assert "<meta> or <link> article:published_time" in published
    assert "/html/body/main/p[1]/time" in published
    assert "/html/body/main/h1" in facts["title"].places


def test_ranked_facts_name_the_evidence_for_and_against_them() -> None:
    facts = {fact.name: fact for fact in view(ARTICLE).facts}
    authors, title = facts["authors"].evidence, facts["title"].evidence
    assert authors[0].startswith("Mara Holt (+")
    assert "near the title" in authors[0]
    assert any(one.startswith("Mara Holt (+") and "schema.org author" in one for one in authors)
    assert any("heading" in one and "/html/body/main/h1" in one for one in title)
    assert facts["in_language"].evidence == ()


def test_hidden_texts_say_what_hides_them() -> None:
    hidden = {one.text: one.reason for one in view(ARTICLE).hidden}
    assert hidden["Only robots read this."] == "its style: display:none"
    assert hidden["For those who listen."] == "its class sr-only: for screen readers"
    drawn = fighting_document()
    row = DocumentExtractor(ExtractSettings(), PageTypeEnsemble(), "article")(drawn)
    assert [one.reason for one in view_page(drawn, row, Inspection()).hidden] == ["its attribute hidden"]


def test_blocks_of_a_drawn_page_have_places_on_its_picture() -> None:
    drawn = fighting_document()
    row = DocumentExtractor(ExtractSettings(), PageTypeEnsemble(), "article")(drawn)
    shown = view_page(drawn, row, Inspection(), scale=0.5)
    assert shown.picture
    assert (shown.picture.width, shown.picture.height) == (1366, 768)
    assert shown.blocks[1].box == (20, 80, 600, 40)


def test_a_row_alone_shows_what_was_kept() -> None:
    shown = view_row(Extraction("r", Status.SUCCESS, text="words", blocks=(Block("/html/p", None, "words"),)))
    assert [(block.path, block.kept) for block in shown.blocks] == [("/html/p", (True,))]
    assert shown.picture is None


def test_blocks_of_an_earlier_row_are_those_that_stand_in_it() -> None:
    document = Document("a.html", url="http://harbour.test/a", html=ARTICLE)
    row = DocumentExtractor(ExtractSettings(method="body"), PageTypeEnsemble())(document)
    shown = view_page(document, row, Inspection(settings=None, compared=()))
    assert {block.bits for block in shown.blocks} == {"1"}
    only = Extraction("a.html", Status.SUCCESS, text=STORY[1], blocks=(Block("/html/body/main/p[3]", None, STORY[1]),))
    shown = view_page(document, only, Inspection(settings=None, compared=()))
    assert [block.text for block in shown.blocks if block.kept[0]] == [STORY[1]]


def test_an_unreadable_page_and_an_unknown_type_show_what_is_known() -> None:
    failed = Extraction("r", Status.FAILURE, "empty/no_content", "the page holds no element")
    assert view_page(Document("r", html=""), failed, Inspection()).methods[0].problem
    document = Document("a.html", html=ARTICLE)
    shown = view_page(document, Extraction("a.html", Status.SUCCESS, method="body"), Inspection(compared=("density",)))
    assert shown.methods[1].text


def test_evidence_counts_from_the_strongest_part() -> None:
    falls = np.zeros((16, 6))
    falls[0, 1], falls[2, 0] = 2.0, -1.0
    document, picture = fighting_document(), PagePicture(1366, 768)
    parts = {round(part.strength, 2): part for part in evidence_parts(document, picture, falls)}
    assert set(parts) == {1.0, -0.5}
    assert parts[1.0].box[0] > parts[-0.5].box[0] == 0
    assert parts[1.0].shade == 9


def test_content_that_stands_in_data_is_shown_where_it_stands(pages: Path) -> None:
    html = (pages / "thread-preloaded" / "source.html").read_text("utf-8")
    shown = view(html)
    assert shown.row.method == "embedded"
    assert {block.reason for block in shown.blocks} == {"kept: it comes from data in the page"}
    assert all(block.bits == "1000" and block.path for block in shown.blocks)


def test_a_block_that_a_rule_drops_is_dropped_for_the_reason_of_the_rule() -> None:
    teaser = '<p><a href="/b">Read also: The ferry that nobody wanted to board in the storm</a></p>'
    dialog = '<div role="dialog" aria-modal="true"><p>We use your address to send you our news.</p></div>'
    half = "".join(f"<p>{text}</p>" for text in STORY[:2])
    page = ARTICLE.replace(half, half + teaser).replace("</main>", f"</main>{dialog}")
    reasons = {block.text[:6]: block.reason for block in view(page).blocks}
    assert reasons["Read a"].startswith("dropped: it announces another page or an advertisement")
    assert reasons["We use"].startswith("dropped: it is in a dialog")


def test_what_is_left_out_after_the_choice_is_dropped_for_that_reason() -> None:
    comment = (
        '<li class="comment"><b class="comment-author">Ann</b> <time>2 May 2024</time><p>{} I was there, too.</p></li>'
    )
    comments = "".join(
        comment.format(f"On the day {number} of the storm the harbour was closed and") for number in range(9)
    )
    page = ARTICLE.replace("</main>", f'<h2>9 comments</h2><ol class="comments">{comments}</ol></main>')
    reasons = {block.text[:10]: block.reason for block in view(page).blocks}
    assert reasons["On the day"].startswith("dropped: it is a comment")
    with_them = view(page, Inspection(ExtractSettings(comments="keep")))
    assert {block.text[:10]: block.reason for block in with_them.blocks}["On the day"].startswith(
        "kept: it is a comment"
    )
