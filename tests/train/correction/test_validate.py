"""What is chosen by scores is not tested on the pages that it was chosen by."""

import numpy as np

from iawce.train.correction.validate import best_of_others


def test_each_fold_is_chosen_for_by_the_others() -> None:
    scores = np.array([[9.0, 9.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
    assert best_of_others(scores, np.array([0, 0, 1, 1])).tolist() == [1, 1, 0, 0]
    assert best_of_others(scores[:, :1], np.array([0])).tolist() == [0], "the usual one where there are no others"
