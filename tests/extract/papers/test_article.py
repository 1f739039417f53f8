"""Each line of algorithm 1, in every variant, on small trees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.papers.text_length_deviation import ArticleSettings, Variant, extract_article

VARIANTS: tuple[Variant, ...] = ("printed", "printed_m1", "inverted", "dominant")


def words(count: int, word: str = "word") -> str:
    return " ".join([word] * count)


def chosen(html: str, variant: Variant, **settings: object) -> str:
    """Id (or name) of the element that is chosen."""
    document = Document("", html=html)
    given = {"boilerplate": True} | settings
    (number,) = extract_article(PageAnalysis(document), ArticleSettings(variant=variant, **given)).elements  # type: ignore[arg-type]
    return document.index.attributes.given[number].get("id") or document.index.tags[number]


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_only_child_is_entered_and_a_leaf_gives_its_parent(variant: Variant) -> None:
    assert chosen("<body><div id=a><div id=b><p id=c>one leaf</p></div></div>", variant) == "b"


DOMINATED = f"<body id=body><div id=menu>{words(30)}</div><div id=main><p>{words(150)}</p><p>{words(160)}</p></div>"


@pytest.mark.parametrize(
    ("variant", "wanted"), [("printed", "menu"), ("printed_m1", "main"), ("inverted", "main"), ("dominant", "main")]
)
def test_one_child_dominates_by_more_than_the_threshold(variant: Variant, wanted: str) -> None:
    assert chosen(DOMINATED, variant) == wanted


@pytest.mark.parametrize("variant", ["printed", "printed_m1", "dominant"])
def test_two_children_that_differ_by_less_than_the_threshold_give_their_parent(variant: Variant) -> None:
    assert chosen(f"<body id=body><div>{words(80)}</div><div>{words(120)}</div>", variant) == "body"


def test_comparable_children_are_entered_as_printed_and_left_as_the_prose_says() -> None:
    html = (
        f"<body id=body><div id=a><p>{words(100)}</p><p>{words(110)}</p></div>"
        f"<div id=b><p>{words(100)}</p><p>{words(105)}</p></div><div id=c>{words(5)}</div>"
    )
    assert chosen(html, "printed") == "a"
    assert chosen(html, "dominant") == "body"
    assert chosen(html, "inverted") == "body"


def test_the_threshold_is_a_setting() -> None:
    html = f"<body id=body><div id=a><p>{words(90)}</p><p>{words(90)}</p></div><div>{words(100)}</div>"
    assert chosen(html, "printed_m1", threshold=100) == "body"
    assert chosen(html, "printed_m1", threshold=50) == "a"


def test_links_count_for_nothing_and_ties_go_to_the_first() -> None:
    html = f"<body><div id=menu><a href=x>{words(500)}</a></div><div id=a>{words(200)}</div><div id=b>{words(20)}</div>"
    assert chosen(html, "printed_m1") == "a"


def test_links_in_sentences_are_printed_and_menus_are_not() -> None:
    html = (
        f"<body><p>{words(60)} see <a href=x>the study</a> there</p><p>{words(60)}</p><p><a>More like this</a> now</p>"
    )
    document = Document("", html=html)
    texts = {}
    for links in ("none", "all", "sentence"):
        content = extract_article(PageAnalysis(document), ArticleSettings(links=links, boilerplate=True))
        texts[links] = Texts(content.subset).lines(content.elements[0])
    assert ("the study" in texts["none"], "More like this" in texts["none"]) == (False, False)
    assert ("the study" in texts["all"], "More like this" in texts["all"]) == (True, True)
    assert ("the study" in texts["sentence"], "More like this" in texts["sentence"]) == (True, False)


def test_the_paper_mode_is_the_listing_as_printed() -> None:
    paper = ArticleSettings.paper()
    assert (paper.variant, paper.threshold, paper.links, paper.boilerplate) == ("printed", 100, "none", True)


trees = st.recursive(
    st.integers(0, 150).map(lambda count: f"<p>{words(count)}</p>"),
    lambda children: st.lists(children, min_size=1, max_size=4).map(lambda parts: f"<div>{''.join(parts)}</div>"),
    max_leaves=12,
)


@given(trees, st.sampled_from(VARIANTS))
def test_every_tree_ends_in_one_of_its_elements(html: str, variant: Variant) -> None:
    document = Document("", html=f"<body>{html}")
    content = extract_article(PageAnalysis(document), ArticleSettings(variant=variant))
    (number,) = content.elements
    assert 0 <= number < len(document.index)
    assert int(content.scores["words"]) <= int(content.scores["page_words"])


def test_the_search_ends_where_only_empty_elements_follow() -> None:
    document = Document("", html="<body>all of the text <b><i></i><u></u></b>")
    content = extract_article(PageAnalysis(document), ArticleSettings())
    assert Texts(content.subset).lines(content.elements[0]) == "all of the text"
