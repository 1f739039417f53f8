from dataclasses import replace

import numpy as np
import pytest

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.train.common.split import label_weights, page_weights, scored_pages

TARGETS = np.array([0] * 6 + [1] * 2 + [2], np.int64)


def test_labels_weigh_alike_in_full_balance_and_pages_in_none() -> None:
    assert label_weights(TARGETS, 3, 0.0).tolist() == [1, 1, 1]
    weights = label_weights(TARGETS, 3, 1.0)
    assert np.bincount(TARGETS, weights[TARGETS]) == pytest.approx([3, 3, 3])


def test_a_label_without_a_page_weighs_as_one_with_a_page() -> None:
    weights = label_weights(TARGETS, 4, 0.5)
    assert weights[3] == weights[2] == pytest.approx(1.5)


def test_a_page_weighs_by_its_label_and_on_its_own() -> None:
    pages = [LabelledPage(str(target), "a.example", "list", weight=0.5 + target) for target in TARGETS]
    alone, together = label_weights(TARGETS, 3, 0.5)[TARGETS], page_weights(pages, TARGETS, 3, 0.5)
    assert together / alone == pytest.approx(0.5 + TARGETS)


def test_a_model_is_measured_on_labels_of_persons_and_learns_none_that_are_inferred_of_their_sites() -> None:
    given = [LabelledPage(str(number), f"s{number}.example", "list") for number in range(3)]
    inferred = [replace(page, id=f"i{page.id}", is_inferred=True) for page in given]
    other = replace(inferred[0], id="other", site="other.example")
    assert scored_pages([*inferred, other, *given]) == (given, [*given, other])
    assert scored_pages(inferred) == (inferred, inferred)
