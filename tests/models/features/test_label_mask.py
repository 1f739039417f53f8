import numpy as np
import pytest

from iawce.models.features.text_lines import label_mask


def test_parts_touch_at_corners_and_have_bounds() -> None:
    drawn = ["##..#", "..#..", ".....", "#####"]
    labels, bounds = label_mask(np.array([[pixel == "#" for pixel in row] for row in drawn]))
    assert labels.tolist() == [[1, 1, 0, 0, 2], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0], [3, 3, 3, 3, 3]]
    assert bounds == [(slice(0, 2), slice(0, 3)), (slice(0, 1), slice(4, 5)), (slice(3, 4), slice(0, 5))]
    assert label_mask(np.zeros((3, 2), bool))[1] == []


def test_parts_are_those_of_scipy() -> None:
    ndimage = pytest.importorskip("scipy.ndimage", reason="needs pip install 'iawce[train]'")
    random = np.random.default_rng(0)
    for share in np.linspace(0.05, 0.95, 200):
        mask = random.random(random.integers(1, 16, 2)) < share
        labels, bounds = label_mask(mask)
        expected, _ = ndimage.label(mask, np.ones((3, 3), int))
        assert labels.tolist() == expected.tolist()
        assert bounds == ndimage.find_objects(expected)
