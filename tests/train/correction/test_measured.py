"""Whether a correction is worth applying, by its scores on pages that it did not learn from."""

from types import SimpleNamespace
from typing import cast

import pytest

from iawce.train.correction.run import Example, Measured


@pytest.mark.parametrize(
    ("shipped", "corrected", "is_worse"),
    [
        ((1.0, 1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 0.6, 0.7), True),
        ((0.9, 0.8, 0.7), (0.9, 0.8, 0.7), False),
        ((0.5, 0.9, 0.4), (0.9, 0.8, 0.9), False),
    ],
)
def test_a_correction_without_a_sign_of_a_gain_is_worse(
    shipped: tuple[float, ...], corrected: tuple[float, ...], *, is_worse: bool
) -> None:
    pages = [cast(Example, SimpleNamespace(id=f"page {number}", site="a")) for number in range(len(shipped))]
    assert Measured("word F1", pages, shipped, corrected).is_worse == is_worse
