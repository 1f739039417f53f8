import numpy as np
import pytest

from iawce.train.common.split import label_weights

TARGETS = np.array([0] * 6 + [1] * 2 + [2], np.int64)


def test_labels_weigh_alike_in_full_balance_and_pages_in_none() -> None:
    assert label_weights(TARGETS, 3, 0.0).tolist() == [1, 1, 1]
    weights = label_weights(TARGETS, 3, 1.0)
    assert np.bincount(TARGETS, weights[TARGETS]) == pytest.approx([3, 3, 3])


def test_a_label_without_a_page_weighs_as_one_with_a_page() -> None:
    weights = label_weights(TARGETS, 4, 0.5)
    assert weights[3] == weights[2] == pytest.approx(1.5)
