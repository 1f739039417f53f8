"""Weights of names: sums are those of a plain dictionary, whatever the order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.models.correction.correction import NamedWeights

NAMES = st.sampled_from(["", "in .a", "in .b", "says d+", "ä\ud800"])
SITES = st.sampled_from(["", "a.example", "b.example"])


@given(st.dictionaries(st.tuples(SITES, NAMES), st.integers(-8, 8)), SITES, st.lists(st.frozensets(NAMES), max_size=4))
def test_sums_are_those_of_a_dictionary(
    known: dict[tuple[str, str], int], site: str, groups: list[frozenset[str]]
) -> None:
    weights = NamedWeights.of(list(known), np.array(list(known.values()), float).reshape(-1, 1))
    again = NamedWeights.from_arrays(weights.arrays("part"), "part")
    wanted = [sum(known.get((site, name), 0) for name in names) for names in groups]
    assert again.sums(site, groups)[:, 0].tolist() == wanted


@pytest.mark.parametrize(
    "values", [np.full((1, 1), np.nan, np.float32), np.zeros((2, 1), np.float32), np.zeros((1, 1))]
)
def test_weights_that_do_not_fit_are_refused(values: np.ndarray) -> None:
    with pytest.raises(ValueError, match="weight"):
        NamedWeights.from_arrays({"x.keys": np.zeros(1, np.uint64), "x.values": values}, "x")
