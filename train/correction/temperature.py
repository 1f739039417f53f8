"""The temperature of corrected page types."""

import numpy as np

from iawce.models.common.probabilities import log_softmax
from iawce.models.correction.names import Floats

TRIED = np.geomspace(0.25, 4.0, 81)
VARIANCE = 0.09
"""Prior standard deviation of the logarithm of a temperature."""


def steady_temperature(logits: Floats, targets: Floats) -> float:
    """The most probable temperature, close to 1 with few pages.

    Source: Guo et al. 2017, On Calibration of Modern Neural Networks, section 4.2. Deviation: its logarithm is drawn
    from a normal distribution around zero, so that a few right pages do not make probabilities certain.

    Args:
        logits: of pages outside their training, float64 (pages, labels).
        targets: one for the right label of each, the same.
    """

    def cost(temperature: float) -> float:
        loss = -(targets * log_softmax(logits / temperature)).sum() if len(logits) else 0.0
        return float(loss + np.log(temperature) ** 2 / VARIANCE / 2)

    return round(float(min(TRIED.tolist(), key=cost)), 4)
