"""What leads to other pages, what stands beside the content, and articles one after the other."""

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.models.blocks.candidate_features import (
    PageEvidence,
    are_certain,
    in_announced_lists,
    in_named_asides,
    in_teasers,
    separate_articles,
)
from iawce.models.blocks.page_blocks import PageBlocks

SENTENCE = "The harbour was rebuilt after the storm, and the boats came back one by one before the winter, said {0}."
NAMES = ("Ann", "Bert", "Cleo", "Dora")
STORY = "".join(f"<p>{SENTENCE.format(name)}</p>" for name in NAMES)
CARDS = "".join(
    f"<div class=card><h3><a href=/{name}>How {name} came home</a></h3><p>{SENTENCE.format(name)}</p></div>"
    for name in ("Emil", "Fay", "Gus")
)


def page_of(html: str) -> PageBlocks:
    document = Document("", html=html)
    return PageBlocks(PageAnalysis(document).blocks)


def marked(page: PageBlocks, marks: object) -> set[str]:
    return {name for name in (*NAMES, "Emil", "Fay", "Gus") if any(_texts(page, marks, name))}


def _texts(page: PageBlocks, marks: object, name: str) -> list[bool]:
    return [bool(mark) for text, mark in zip(page.blocks.texts, marks, strict=True) if f"said {name}" in text]  # type: ignore[call-overload]


def test_repeated_short_units_with_a_linked_title_are_teasers() -> None:
    page = page_of(f"<article>{STORY}</article><div>{CARDS}</div>")
    assert marked(page, in_teasers(page)) == {"Emil", "Fay", "Gus"}


def test_two_of_a_kind_and_long_units_are_no_teasers() -> None:
    two = "</div>".join(CARDS.split("</div>")[:2]) + "</div>"
    page = page_of(f"<article>{STORY}</article><div>{two}</div>")
    assert marked(page, in_teasers(page)) == set()
    long = "".join(f"<section><h2><a href=#{n}>Part number {n}</a></h2>{STORY}{STORY}</section>" for n in range(3))
    page = page_of(f"<article>{long}</article>")
    assert marked(page, in_teasers(page)) == set()


def test_a_heading_announces_until_prose_or_the_next_heading_of_its_level() -> None:
    page = page_of(
        f"<article>{STORY}<h2>Related articles</h2>{CARDS}<h2>Sources</h2><p>{SENTENCE.format('Bert')}</p></article>"
    )
    found = in_announced_lists(page, in_teasers(page))
    said = dict(zip(page.blocks.texts, found.tolist(), strict=True))
    assert said["Related articles"]
    assert said["How Gus came home"]
    assert not said["Sources"]
    assert not said[SENTENCE.format("Ann")]


def test_a_small_part_with_a_telling_name_is_an_aside_and_the_whole_page_is_none() -> None:
    page = page_of(f"<div class=sidebar-layout>{STORY}{STORY}<div class=related-box>{CARDS}</div></div>")
    found = in_named_asides(page)
    assert marked(page, found) == {"Emil", "Fay", "Gus"}


def test_articles_one_after_the_other_are_separate() -> None:
    stories = "".join(f"<article><h1>Story {number}</h1>{STORY}</article>" for number in range(3))
    page = page_of(f"<main>{stories}</main>")
    found = separate_articles(page)
    assert [page.index.tags[number] for number in found] == ["article"] * 3
    further = PageEvidence(page).is_further
    assert not further[0]
    assert further[-1]


def test_one_article_with_a_list_beside_is_not_divided() -> None:
    page = page_of(f"<main><article><h1>Story</h1>{STORY}</article><div>{CARDS}</div></main>")
    assert separate_articles(page) == []


def test_an_answer_without_the_second_article_names_it() -> None:
    page = page_of(f"<main><article><h1>One</h1>{STORY}</article><article><h1>Two</h1>{STORY}</article></main>")
    evidence = PageEvidence(page)
    everything = page.words > 0
    assert evidence.further_article(everything, everything) is None
    assert evidence.further_article(everything, everything & ~evidence.is_further) == evidence.separate[1]
    assert evidence.further_article(~evidence.is_further, ~evidence.is_further) is None


def test_siblings_with_title_and_date_of_their_own_are_certainly_articles() -> None:
    dated = "".join(f"<div class=s><h1>Story {number}</h1><p>{number} May 2026</p>{STORY}</div>" for number in (3, 4))
    for html, expected in (
        (dated, True),
        (dated.replace("4 May 2026", "today"), False),
        (dated.replace("<h1>Story 4</h1>", "<h2>Story 4</h2>"), False),
        (dated.replace("<div class=s><h1>Story 4", "<div class=t><h1>Story 4"), False),
    ):
        page = page_of(f"<main>{html}</main>")
        assert are_certain(page, separate_articles(page)) is expected
    assert not are_certain(page, [])
