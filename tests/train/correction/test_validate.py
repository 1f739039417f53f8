"""Each page is tested by what others taught, and what is chosen by scores is not tested on pages that chose it."""

import numpy as np
import pytest

from iawce.train.correction.problem import best_of_others, page_folds


def test_each_fold_is_chosen_for_by_the_others() -> None:
    scores = np.array([[9.0, 9.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
    assert best_of_others(scores, np.array([0, 0, 1, 1])).tolist() == [1, 1, 0, 0]
    assert best_of_others(scores[:, :1], np.array([0])).tolist() == [0], "the usual one where there are no others"


@pytest.mark.parametrize(
    "sites", [[f"site{number}.example" for number in range(12)], ["a.example"] * 7 + ["b.example"] * 5]
)
def test_folds_are_equally_large_and_share_out_each_site(sites: list[str]) -> None:
    folds = page_folds(sites)
    assert np.bincount(folds).tolist() == [2, 2, 1, 1, 1, 1, 1, 1, 1, 1]
    for site in set(sites):
        own = [fold for fold, of in zip(folds.tolist(), sites, strict=True) if of == site]
        assert len(set(own)) == len(own)
