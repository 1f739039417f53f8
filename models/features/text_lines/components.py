"""The connected components of a screenshot, as arrays."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
COLUMNS = 15
"""Number of columns of the table of components."""


@dataclass(frozen=True, slots=True)
class Components:
    """Connected components in page order. Arrays are float32 (n,); ``ink`` and ``paper`` (n, 3), colours from 0 to 255.

    ``fill``: share of the bounding box that the component covers; ``edges``: share of the component that is edges;
    ``weight``: share that is nearly as dark as the ink; ``colours``: number of distinct quantised colours; ``ink``,
    ``paper``: colour of the foreground and the background; ``unrest``: standard deviation of the background.
    """

    x: Floats
    y: Floats
    width: Floats
    height: Floats
    fill: Floats
    edges: Floats
    weight: Floats
    colours: Floats
    unrest: Floats
    ink: Floats
    paper: Floats

    def __len__(self) -> int:
        return len(self.x)

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> "Components":
        """Some of the components."""
        return Components(**{field.name: getattr(self, field.name)[chosen] for field in fields(self)})


def concatenate(one: Components, other: Components) -> Components:
    """The components of both, those of the first in front."""
    names = [field.name for field in fields(Components)]
    return Components(**{name: np.concatenate([getattr(one, name), getattr(other, name)]) for name in names})


def components_of(table: Floats) -> Components:
    """Components from a table with a row for each, float32 (n, ``COLUMNS``), the fields in their order."""
    x, y, width, height, fill, edges, weight, colours, unrest = table[:, :9].T
    return Components(
        x, y, width, height, fill, edges, weight, colours, unrest, ink=table[:, 9:12], paper=table[:, 12:]
    )


def component_table(components: Components) -> Floats:
    """The table that ``components_of`` reads."""
    return np.column_stack([getattr(components, field.name) for field in fields(Components)])


NO_COMPONENTS = components_of(np.zeros((0, COLUMNS), np.float32))
