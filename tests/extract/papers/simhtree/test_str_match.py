"""The printed strings of the paper, exactly: capital letters are nowhere in them, a letter is a tag."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.extract.papers.simhtree.alignment import align_alike, check, match_first

letters = st.text("abcd", max_size=8)


def merged(pattern: str, string: str) -> str | None:
    """The new pattern, None if some place is not sure."""
    result, inserted = list(pattern), 0
    for run, place, sure in check(match_first(pattern, string), len(pattern), len(string)):
        if not sure:
            return None
        result[place + inserted : place + inserted] = [string[index] for index in run]
        inserted += len(run)
    return "".join(result)


def test_case_1_between_two_matched_items_that_are_neighbours() -> None:
    assert match_first("abc", "bdc") == {0: 1, 2: 2}
    assert merged("abc", "bdc") == "abdc"


def test_case_2_before_the_first_or_after_the_last_item() -> None:
    assert merged("abc", "cd") == "abcd"
    assert merged("abc", "da") == "dabc"


def test_the_printed_example_of_case_3_is_case_1_by_its_definition() -> None:
    assert merged("abc", "adbc") == "adbc"


def test_case_3_between_matched_items_that_have_others_between_them() -> None:
    assert match_first("abc", "adc") == {0: 0, 2: 2}
    assert check(match_first("abc", "adc"), 3, 3) == [(range(1, 2), 1, False)]
    assert merged("abc", "adc") is None


def test_an_item_that_is_not_found_does_not_move_the_pointer() -> None:
    assert match_first("abc", "xab") == {1: 0, 2: 1}


def test_of_equal_choices_match_first_takes_the_first_and_align_alike_the_most_similar() -> None:
    pattern, string = [("c", "old"), ("g", ""), ("c", "new")], [("c", "new")]
    assert match_first([tag for tag, _ in pattern], ["c"]) == {0: 0}

    def likeness(one: tuple[str, str], other: tuple[str, str]) -> float:
        return (one[0] == other[0]) * (1.0 + (one[1] == other[1]))

    assert align_alike(pattern, string, likeness) == {0: 2}


@given(letters, letters)
def test_matches_are_equal_and_in_order_and_every_item_has_its_place(pattern: str, string: str) -> None:
    greedy, best = match_first(pattern, string), align_alike(pattern, string, lambda one, other: float(one == other))
    for matched in (greedy, best):
        assert all(pattern[place] == string[index] for index, place in matched.items())
        places = [matched[index] for index in sorted(matched)]
        assert places == sorted(set(places))
        loose = [index for run, _, _ in check(matched, len(pattern), len(string)) for index in run]
        assert sorted([*loose, *matched]) == list(range(len(string)))
    assert len(best) >= len(greedy)


@given(letters, letters)
def test_inserted_items_are_matched_in_the_next_round(pattern: str, string: str) -> None:
    new = merged(pattern, string)
    if new is not None:
        best = align_alike(new, string, lambda one, other: float(one == other))
        assert len(best) == len(string)


@pytest.mark.parametrize(("pattern", "string"), [("", ""), ("", "abc"), ("abc", "")])
def test_empty_strings(pattern: str, string: str) -> None:
    assert merged(pattern, string) == pattern + string
