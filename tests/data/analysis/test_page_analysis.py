"""Whatever is asked of a page, each fact of it is made at most once; and what says nothing is not searched."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from iawce.data.analysis import page_analysis
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathKeys
from iawce.data.analysis.units import repeated_units
from iawce.data.document import Document
from iawce.data.dom import element_index
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.texts import Blocks
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.pipeline.extractor import Extractor
from tests.extract.records.boards.test_board_rows import TITLES, table
from tests.extract.records.posts.forum_pages import POSTS, xenforo
from tests.extract.records.posts.test_comments import PAGE as COMMENTED

MAKERS = {
    "parse": (element_index, "parse"),
    "index": (ElementIndex, "__init__"),
    "text blocks": (Blocks, "__init__"),
    "unseen": (page_analysis, "undrawn_elements"),
    "places": (PathKeys, "__init__"),
    "times": (page_analysis, "PageTimes"),
    "stamps": (page_analysis, "find_stamps"),
    "shapes": (repeated_units, "find_shapes"),
    "units": (repeated_units, "find_regions"),
    "annotated units": (page_analysis, "annotated_units"),
    "claims": (page_analysis, "MarkupMetadata"),
    "data": (page_analysis, "other_data"),
    "software": (page_analysis, "recognise"),
    "SimTree": (SimTree, "__init__"),
}
"""What makes each fact."""
SEARCHES = {"stamps", "units", "software", "SimTree"}
"""Facts that only a page with records needs."""
SAVED = Path(__file__).parents[2] / "pages"
PAGES = {
    "article": ("article", (SAVED / "article-news" / "source.html").read_text()),
    "hidden text": ("article", (SAVED / "article-hidden-text" / "source.html").read_text()),
    "comments": ("article", COMMENTED),
    "list": ("list", (SAVED / "list-blog" / "source.html").read_text()),
    "thread": ("thread", xenforo(POSTS)),
    "one post": ("thread", (SAVED / "thread-noscript" / "source.html").read_text()),
    "board": ("list", table(TITLES)),
}
MADE = {
    "article": set[str](),
    "hidden text": set[str](),
    "comments": set[str](),  # they are not in the content
    "list": {"units", "SimTree", "software"},
    "thread": {"stamps", "units", "software"},
    "one post": {"stamps", "software"},
    "board": {"units", "SimTree"},
}
"""The searches that each page is worth."""


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often each fact was made; of the parts of a page, by what was left out."""
    counts = Counter[Any]()

    def count(name: str, make: Any) -> Any:
        def counted(*args: Any, **options: Any) -> Any:
            counts[name] += 1
            return make(*args, **options)

        return counted

    for name, (owner, maker) in MAKERS.items():
        monkeypatch.setattr(owner, maker, count(name, getattr(owner, maker)))
    without = ElementIndex.without

    def part(self: ElementIndex, tags: Any = (), elements: Any = ()) -> Any:
        left_out = tuple(elements)
        counts[frozenset(tags), left_out] += 1
        return without(self, tags, left_out)

    monkeypatch.setattr(ElementIndex, "without", part)
    return counts


@pytest.mark.parametrize("is_told", [True, False], ids=["type given", "classified"])
@pytest.mark.parametrize("name", PAGES)
def test_each_fact_is_made_at_most_once(name: str, made: Counter[Any], *, is_told: bool) -> None:
    kind, html = PAGES[name]
    with Extractor(page_type=kind if is_told else "", render="never") as extractor:
        extractor.extract(Document("first.html", html="<p>A model is tried on a page of its own when it is loaded."))
        made.clear()
        row = extractor.extract(Document("page.html", url="http://page.example/f/3/", html=html))
        assert row.text
        assert row.to_json()
    times = 2 if name == "one post" else 1  # its text is for browsers without scripts, whose tree is another one
    assert made["parse"] == made["index"] == times
    assert {fact: count for fact, count in made.items() if count > 1 and fact not in ("parse", "index")} == {}
    if is_told:
        assert {fact for fact in SEARCHES if made[fact]} == MADE[name]


def test_facts_are_the_same_objects_whoever_asks() -> None:
    analysis = PageAnalysis.of(Document("page.html", html=COMMENTED))
    facts = "shown blocks path_keys times units annotated_units markup_metadata data software unseen"
    for fact in facts.split():
        assert getattr(analysis, fact) is getattr(analysis, fact)


def test_invisible_elements_are_known_even_if_they_are_kept() -> None:
    page = Document("page.html", html="<body><p>seen, and a few words more</p><div hidden><p>unseen</p></div>")
    left_out, whole = PageAnalysis.of(page), PageAnalysis.of(page, visible_only=False)
    assert [page.index.tags[number] for number in left_out.unseen] == ["div"]
    assert (tuple(whole.unseen), whole.undrawn) == (left_out.undrawn, ())
