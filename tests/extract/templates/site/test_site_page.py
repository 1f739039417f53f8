"""What a page votes for, algorithm 2, and where a template leads."""

from dataclasses import replace

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.templates.site.site_page import SitePage, SiteSettings
from iawce.extract.templates.site.site_templates import Votes
from iawce.extract.templates.template import Place, Template
from tests.extract.templates.site.made_pages import SENTENCE, article

PAPER = replace(SiteSettings.paper(), density=replace(SiteSettings.paper().density, link_term="inverted"))


def opened(html: str, settings: SiteSettings = PAPER) -> SitePage:
    return SitePage(PageAnalysis(Document("page", html=html)), settings)


def identity(page: SitePage, place: Place) -> tuple[str, str]:
    """What stands at a place: id, or else text, and by which key."""
    found = page.find(Template("content", place))
    assert found
    index = page.analysis.index
    return index.attributes.given[found.number].get("id") or index.text_of(found.number), found.by


def test_a_page_votes_for_the_block_with_the_largest_h() -> None:
    vote = opened(article(1, classes="  a   b ")).vote
    assert vote
    assert vote[0] == Place("body", "a b", ("div[2]", "div[2]"))
    assert 0 < vote[1] < 1
    assert opened("<body><p>no block").vote is None


def test_the_block_model_votes_for_the_block_with_nearly_all_of_the_content() -> None:
    prose = "".join(f"<p>{SENTENCE * 4}</p>" for _ in range(5))
    page = (
        f"<body><nav><a href=/>home</a></nav><main><h1>A bridge</h1><div id=text>{prose}</div></main><footer>x</footer>"
    )
    vote = opened(page, SiteSettings()).vote
    assert vote
    assert (vote[0].id, vote[1]) == ("text", 1.0)


def test_the_sum_of_h_decides_and_not_the_number_of_pages() -> None:
    votes, often, seldom = Votes("triple"), Place("", "a", ("p",)), Place("", "b", ("p",))
    for template, weight in [(often, 0.2), (often, 0.2), (seldom, 0.5), (often, 0.2)]:
        votes.add(template, weight)
    assert votes.winner == often
    votes.add(seldom, 0.2)
    assert votes.winner == seldom
    assert [(vote.place, vote.pages) for vote in votes] == [(often, 3), (seldom, 2)]
    assert Votes("triple").winner is None


def test_the_first_of_equal_sums_wins() -> None:
    votes = Votes("triple")
    votes.add(Place("", "a", ()), 0.5)
    votes.add(Place("", "b", ()), 0.5)
    assert votes.winner == Place("", "a", ())


@pytest.mark.parametrize(("counts", "winner"), [("triple", "c"), ("key", "x")])
def test_votes_with_one_id_count_as_one_by_key(counts: str, winner: str) -> None:
    votes = Votes("key" if counts == "key" else "triple")
    votes.add(Place("x", "", ("div[1]",)), 0.4)
    votes.add(Place("x", "", ("div[2]",)), 0.4)
    votes.add(Place("c", "c", ("div[3]",)), 0.5)
    assert votes.winner
    assert votes.winner.id == winner


def test_a_block_is_found_by_id_else_by_class_else_by_path() -> None:
    html = "<body><div class=c>first</div><div id=x>second</div><div>third</div>"
    page = opened(html)
    path = "div[3]"
    assert identity(page, Place("x", "c", (path,))) == ("x", "id")
    assert identity(page, Place("gone", "c", (path,))) == ("first", "class")
    assert identity(page, Place("gone", "gone", (path,))) == ("third", "path")
    assert identity(page, Place("", "", (path,))) == ("third", "path")
    assert page.find(Template("content", Place("gone", "gone", ("div[4]",)))) is None
    assert page.find(Template("content", Place("", "", ()))) is None


def test_of_several_with_the_class_the_one_with_the_largest_h_is_taken() -> None:
    page = opened(
        f"<body><div class=c>short</div><div class=c>{SENTENCE}</div><div class=c><a href=x>{SENTENCE}</a></div>"
    )
    assert identity(page, Place("", "c", ())) == (SENTENCE.strip(), "class")


def test_of_several_with_the_class_the_one_at_the_path_is_taken_unless_the_paper_s() -> None:
    html = f"<body><div class=c>short</div><div class=c>{SENTENCE}</div>"
    assert identity(opened(html, SiteSettings()), Place("", "c", ("div[1]",))) == ("short", "class")
    assert identity(opened(html, SiteSettings()), Place("", "c", ("div[9]",))) == (SENTENCE.strip(), "class")
    assert identity(opened(html), Place("", "c", ("div[1]",))) == (SENTENCE.strip(), "class")


def test_numbers_in_ids_are_all_the_same_unless_the_paper_s() -> None:
    html = "<body><div id=post-7 class='post-7 hentry'>text</div>"
    assert identity(opened(html, SiteSettings()), Place("post-d+", "", ())) == ("post-7", "id")
    assert identity(opened(html, SiteSettings()), Place("", "post-d+ hentry", ())) == ("post-7", "class")
    assert opened(html).find(Template("content", Place("post-8", "", ()))) is None


def test_hidden_elements_are_never_found() -> None:
    document = Document("page", html="<body><div id=x>one</div><div id=y>two</div>")
    analysis = PageAnalysis(document, document.select("#x"))
    assert SitePage(analysis, PAPER).find(Template("content", Place("x", "", ("div[1]",)))) is None
