"""Page type from a screenshot alone: trees that classify its lines of text, then trees on features of the result.

The line trees learned from layout boxes, so that the features of the page trees do not depend on the design of a site.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.models.common.runtime import RUNTIMES
from iawce.models.common.trees import BoostedTrees
from iawce.models.features.line_kinds import Lines, guess
from iawce.models.features.screenshot import screenshot_features

ARCHITECTURE = "screenshot_trees"
LINES, PAGE = "lines.", "page."  # Prefixes of the names of the arrays of each set of trees


@RUNTIMES.register(ARCHITECTURE)
@dataclass(frozen=True, slots=True)
class ScreenshotTrees:
    """Both sets of trees."""

    lines: BoostedTrees
    page: BoostedTrees

    def features(self, lines: Lines) -> NDArray[np.float32]:
        """Features of a screenshot from its lines, float32 (features,)."""
        return screenshot_features(guess(lines, self.lines))

    def __call__(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Logits (B, classes) of features (B, features)."""
        return self.page(features)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All arrays by name, as they are saved."""
        return self.lines.arrays(LINES) | self.page.arrays(PAGE)

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> "ScreenshotTrees":
        """The model of these arrays. Raises EnvironmentMissing: some are missing, or there are others."""
        return cls(*(BoostedTrees.from_arrays(arrays, prefix) for prefix in (LINES, PAGE)))
