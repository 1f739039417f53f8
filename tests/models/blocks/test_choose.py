"""Which blocks have the best expected word F1."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iawce.models.blocks.candidates import (
    MIN_VALUE,
    PRECISION,
    RECALL,
    choose_by_f,
    expected_f1,
    favored,
    smooth_by_group,
)

BLOCKS = st.lists(st.tuples(st.floats(MIN_VALUE, 0.99), st.integers(1, 50)), min_size=1, max_size=7)


@settings(deadline=None)
@given(BLOCKS)
def test_no_other_choice_of_blocks_is_expected_to_be_better(blocks: list[tuple[float, int]]) -> None:
    probabilities, words = (np.array(column, float) for column in zip(*blocks, strict=True))
    value = expected_f1(probabilities, words, choose_by_f(probabilities, words))
    others = (np.array(bits, bool) for bits in product([False, True], repeat=len(blocks)) if any(bits))
    assert value == pytest.approx(max(expected_f1(probabilities, words, other) for other in others))


def test_favoring_recall_keeps_more_blocks() -> None:
    probabilities, words = np.array([0.95, 0.7, 0.4, 0.2]), np.full(4, 10.0)
    assert [int(choose_by_f(probabilities, words, beta).sum()) for beta in (PRECISION, 1.0, RECALL)] == [2, 3, 4]


def test_nothing_is_chosen_where_nothing_is_probable() -> None:
    assert not choose_by_f(np.array([0.14, 0.1]), np.array([5.0, 100.0])).any()


def test_blocks_at_the_same_place_agree() -> None:
    probabilities, places = np.array([0.9, 0.8, 0.1, 0.5]), np.array([0, 0, 0, 1])
    pulled = smooth_by_group(probabilities, np.full(4, 30.0), places)
    assert pulled[3] == pytest.approx(0.5)
    assert np.ptp(pulled[:3]) < 0.4
    assert pulled[0] > pulled[1] > pulled[2] > 0.1
    assert np.ptp(smooth_by_group(probabilities, np.full(4, 2.0), places)[:3]) == pytest.approx(0)


def test_precision_leaves_out_of_the_judged_answer_and_recall_adds_to_it() -> None:
    probabilities, words = np.array([0.99, 0.6, 0.9, 0.3]), np.array([100.0, 20.0, 50.0, 20.0])
    judged = np.array([True, True, False, False])
    assert favored(judged, probabilities, words, "balanced").tolist() == judged.tolist()
    assert favored(judged, probabilities, words, "precision").tolist() == [True, False, False, False]
    assert favored(judged, probabilities, words, "recall").tolist() == [True, True, True, True]
    unsure = np.array([False, False, False, True])
    assert favored(unsure, probabilities, words, "precision").any(), "an answer is not emptied"
