"""A page type from a screenshot alone: trees that tell lines apart, then trees on numbers of what those say.

The first were taught by the boxes of pages, so that what the second look at does not depend on how a site looks.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.models.common.trees import BoostedTrees
from iawce.models.features.screenshot import sighted_vector
from iawce.models.features.text_lines.guess import Lines, find_lines, guess

ARCHITECTURE = "sight"
LINES, PAGE = "lines.", "page."
"""Begin the names of the arrays of each."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Both sets of trees."""

    lines: BoostedTrees
    page: BoostedTrees

    def numbers(self, lines: Lines) -> NDArray[np.float32]:
        """What is known of a picture whose lines were found, float32 (features,)."""
        return sighted_vector(guess(lines, self.lines))

    def look(self, screenshot: Image.Image) -> NDArray[np.float32]:
        """What is known of a screenshot of any mode and size, float32 (features,)."""
        return self.numbers(find_lines(screenshot))

    def __call__(self, numbers: NDArray[np.float32]) -> NDArray[np.float64]:
        """Logits (B, classes) of pictures as numbers, (B, features)."""
        return self.page(numbers)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All arrays by name, as they are saved."""
        named = ((LINES, self.lines), (PAGE, self.page))
        return {prefix + name: array for prefix, trees in named for name, array in trees.arrays().items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> "Sight":
        """What ``arrays`` gave.

        Raises:
            TypeError: some are missing, or there are others.
        """
        parts = [
            {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
            for prefix in (LINES, PAGE)
        ]
        lines, page = (BoostedTrees(**part) for part in parts)  # type: ignore[arg-type] # shapes are checked in use
        return cls(lines, page)
