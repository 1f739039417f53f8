import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scipy import special

from iawce.models.common.probabilities import log_softmax, softmax

LOGITS = arrays(np.float64, array_shapes(max_dims=3), elements=st.floats(-1e4, 1e4))


@given(LOGITS)
def test_probabilities_are_those_of_scipy(logits: np.ndarray) -> None:
    assert softmax(logits) == pytest.approx(special.softmax(logits, axis=-1))
    assert log_softmax(logits) == pytest.approx(special.log_softmax(logits, axis=-1))


@pytest.mark.parametrize("precision", [np.float32, np.float64])
def test_the_precision_stays(precision: type[np.floating]) -> None:
    logits = np.array([[0.0, 1000.0], [-5.0, -5.0]], precision)
    for found in (softmax(logits), np.exp(log_softmax(logits))):
        assert found.dtype == precision
        assert found == pytest.approx(np.array([[0, 1], [0.5, 0.5]]))
    assert log_softmax(logits)[0, 0] == -1000
