"""Algorithm 2: ids, eqs 4 and 5, and every rank form."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.html.tree import parse
from iawce.extract.methods.listing import DEFAULT, PAPER, RANKS, ListSettings, Rank, select_list
from iawce.extract.output.text import block_text

ENTRIES = "".join(f'<div class="entry"><b>title {i}</b> and a few more words</div>' for i in range(8))
PAGE = f"<body><div class=top>menu one two</div><div class=entries>{ENTRIES}</div><div class=foot>end</div>"


def chosen(html: str, **settings: object) -> tuple[str, int]:
    selection = select_list(parse(html)[0], frozenset(), ListSettings(**settings))  # type: ignore[arg-type]
    return selection.scores["class"], len(selection.elements)


def test_entries_win_when_few_ids_are_kept() -> None:
    assert chosen(PAGE, first=1) == ("entry", 8)


def test_with_all_ids_kept_the_longest_mean_text_wins() -> None:
    name, count = chosen(PAGE, first=15)
    assert (name, count) == ("", 1)


def test_a_list_needs_its_least_number_of_elements() -> None:
    assert chosen(PAGE, min_occurrences=2) == ("entry", 8)


def test_empty_elements_are_no_list_however_often_they_come() -> None:
    selection = select_list(parse("<body><i></i><i></i><i></i><p>the only text")[0], frozenset(), DEFAULT)
    assert "the only text" in " ".join(block_text(element) for element in selection.elements)


def test_an_id_is_depth_and_class_with_blanks_squeezed() -> None:
    html = '<body><p class="a  b">one two</p><p class=" a b ">three four</p><div><p class="a b">deeper</p></div>'
    selection = select_list(parse(html)[0], frozenset(), ListSettings(min_occurrences=2))
    assert (selection.scores["depth"], selection.scores["class"], len(selection.elements)) == (3, "a b", 2)


def test_own_text_leaves_out_what_children_hold() -> None:
    name, count = chosen(PAGE, text="own", min_occurrences=2)
    assert (name, count) == ("entry", 8)
    selection = select_list(parse(PAGE)[0], frozenset(), ListSettings(text="own", min_occurrences=2))
    assert selection.scores["mean_words"] == 5.0


@pytest.mark.parametrize(
    ("rank", "score"),
    [("O*L", 40.0), ("O*log L", 4 * 2.3979), ("log O*log L", 1.6094 * 2.3979), ("L", 10), ("L/O", 2.5)],
)
def test_rank_forms(rank: Rank, score: float) -> None:
    assert RANKS[rank](4, 10) == pytest.approx(score, abs=1e-3)


def test_the_paper_mode() -> None:
    assert (PAPER.rank, PAPER.first, PAPER.min_occurrences, PAPER.text, PAPER.furniture) == (
        "O*L",
        15,
        1,
        "subtree",
        True,
    )


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 20)), min_size=1, max_size=12), st.integers(1, 20))
def test_chosen_elements_share_depth_and_class_and_never_nest(rows: list[tuple[str, int]], first: int) -> None:
    html = "".join(f'<div class="{name}"><i>{"w " * count}</i></div>' for name, count in rows)
    selection = select_list(parse(f"<body>{html}")[0], frozenset(), ListSettings(first=first))
    assert len({element.get("class", "") for element in selection.elements}) == 1
    for element in selection.elements:
        assert not set(element.iterancestors()) & set(selection.elements)
