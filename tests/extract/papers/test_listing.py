"""Algorithm 2: ids, eqs 4 and 5, and every rank form."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.extract.content.content import Content
from iawce.extract.papers.class_names import RANKS, ListSettings, Rank, extract_list

ENTRIES = "".join(f'<div class="entry"><b>title {i}</b> and a few more words</div>' for i in range(8))
PAGE = f"<body><div class=top>menu one two</div><div class=entries>{ENTRIES}</div><div class=foot>end</div>"


PAPER = ListSettings.paper()


def extracted(html: str, **settings: object) -> tuple[Document, Content]:
    document = Document("", html=html)
    return document, extract_list(PageAnalysis(document), replace(PAPER, **settings))  # type: ignore[arg-type]


def chosen(html: str, **settings: object) -> tuple[str, int]:
    _, content = extracted(html, **settings)
    return str(content.scores["class"]), len(content.elements)


def test_entries_win_when_few_ids_are_kept() -> None:
    assert chosen(PAGE, first=1) == ("entry", 8)


def test_with_all_ids_kept_the_longest_mean_text_wins() -> None:
    name, count = chosen(PAGE, first=15)
    assert (name, count) == ("", 1)


def test_a_list_needs_its_least_number_of_elements() -> None:
    assert chosen(PAGE, min_occurrences=2) == ("entry", 8)


def test_empty_elements_are_no_list_however_often_they_come() -> None:
    document = Document("", html="<body><i></i><i></i><i></i><p>the only text")
    content = extract_list(PageAnalysis(document), ListSettings())
    assert "the only text" in " ".join(Texts(content.subset).lines(number) for number in content.elements)


def test_an_id_is_depth_and_class_with_blanks_squeezed() -> None:
    html = '<body><p class="a  b">one two</p><p class=" a b ">three four</p><div><p class="a b">deeper</p></div>'
    _, content = extracted(html, min_occurrences=2)
    assert (content.scores["depth"], content.scores["class"], len(content.elements)) == (3, "a b", 2)


def test_own_text_leaves_out_what_children_hold() -> None:
    name, count = chosen(PAGE, text="own", min_occurrences=2)
    assert (name, count) == ("entry", 8)
    _, content = extracted(PAGE, text="own", min_occurrences=2)
    assert content.scores["mean_words"] == 5.0


@pytest.mark.parametrize(
    ("rank", "score"),
    [("O*L", 40.0), ("O*log L", 4 * 2.3979), ("log O*log L", 1.6094 * 2.3979), ("L", 10), ("L/O", 2.5)],
)
def test_rank_forms(rank: Rank, score: float) -> None:
    assert RANKS[rank](4, 10) == pytest.approx(score, abs=1e-3)


def test_the_paper_mode() -> None:
    assert (PAPER.rank, PAPER.first, PAPER.min_occurrences, PAPER.text, PAPER.boilerplate) == (
        "O*L",
        15,
        1,
        "subtree",
        True,
    )


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20)), min_size=1, max_size=12), st.integers(1, 20))
def test_chosen_elements_share_depth_and_class_and_never_nest(rows: list[tuple[str, int]], first: int) -> None:
    html = "".join(f'<div class="{name}"><i>{"w " * count}</i></div>' for name, count in rows)
    document, content = extracted(f"<body>{html}", first=first)
    index = document.index
    assert len({index.classes[number] for number in content.elements}) == 1
    for number in content.elements:
        assert not set(index.ancestors(number)) & set(content.elements)
