"""Features of repeated elements around a block: cards, posts, rows; siblings of the same tag and class.

The weights of the model were learned on these groups, not on the units that ``iawce.data.reading.units`` finds for
lists and threads.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.models.segmentation.features.page_blocks import (
    Columns,
    Floats,
    Ints,
    PageBlocks,
    logs,
    number_pairs,
    places_in_groups,
    shares,
)

FEWEST = 3
"""Siblings that are a repetition."""
SMALLEST = 5
"""Mean words of the units of an outer repetition."""


def repetition_features(page: PageBlocks) -> Columns:
    """Of the innermost unit around a block, the innermost of several blocks, and the outermost; of like classes."""
    groups = _Groups(page)
    several = groups.is_unit & (groups.blocks >= 2)
    units: dict[str, Ints] = {
        "inner": page.nearest(groups.is_unit),
        "several": page.nearest(several),
        "outer": _outermost(page, several & (groups.mean >= SMALLEST))[page.elements],
    }
    columns: Columns = {}
    for which, unit in units.items():
        columns |= {f"{which}_{name}": values for name, values in groups.describe(unit).items()}
    return columns | _same_class(page)


class _Groups:
    """Siblings with text of the same tag and class: sizes of the group of each element, 0 where it has none."""

    def __init__(self, page: PageBlocks) -> None:
        self.page = page
        index, full = page.index, np.flatnonzero(page.element_words > 0)
        words, group = page.element_words[full], number_pairs(index.parents[full] + 1, index.kinds[full])
        count, total, squares, linked, blocks = (
            np.bincount(group, values)
            for values in (None, words, words**2, page.sums(page.link_words)[full], page.element_blocks[full])
        )
        mean = shares(total, count)
        spread = shares(np.sqrt(np.maximum(shares(squares, count) - mean**2, 0)), mean)
        is_unit = count[group] >= FEWEST
        units, group = full[is_unit], group[is_unit]
        self.members, self.mean, self.spread, self.links, self.blocks, self.order = np.zeros((6, len(index)))
        for of_elements, values in (
            (self.members, count),
            (self.mean, mean),
            (self.spread, spread),
            (self.links, shares(linked, total)),
            (self.blocks, shares(blocks, count)),
        ):
            of_elements[units] = values[group]
        self.is_unit: NDArray[np.bool_] = self.members > 0
        self.order[units] = places_in_groups(group) / count[group]

    def describe(self, unit: Ints) -> dict[str, Floats]:
        """Features of the unit around each block; all 0 where there is none."""
        page = self.page
        first, _ = page.span
        inside = page.element_words[unit]
        values = {
            "units": logs(self.members[unit]),
            "mean": logs(self.mean[unit]),
            "spread": self.spread[unit],
            "order": self.order[unit],
            "links": self.links[unit],
            "blocks": logs(self.blocks[unit]),
            "share": self.members[unit] * self.mean[unit] / page.total,
            "words": logs(inside),
            "of_unit": shares(page.words, inside),
            "place": np.arange(len(page)) - first[unit],
            "same": shares(page.copies, self.members[unit]),
        }
        return {name: np.where(unit >= 0, value, 0.0) for name, value in values.items()}


def _outermost(page: PageBlocks, chosen: NDArray[np.bool_]) -> Ints:
    """Number of the outermost chosen element around each element, -1 for none."""
    index, is_outer = page.index, chosen.copy()
    is_outer[0] = False
    is_outer &= ~index.inside(np.flatnonzero(is_outer))[index.parents]
    found = index.nearest(is_outer)
    return np.where(is_outer[found], found, -1)


def _same_class(page: PageBlocks) -> Columns:
    """Of the nearest element around a block whose depth, tag and class come twice or more."""
    index, words = page.index, page.element_words
    named = np.flatnonzero((words > 0) & np.fromiter(map(bool, index.classes), bool, len(index)))
    group = number_pairs(index.depths[named], index.kinds[named])
    count, total = np.bincount(group, minlength=1), np.bincount(group, words[named], 1)
    groups, often = np.zeros(len(index), np.int64), np.zeros(len(index), bool)
    groups[named], often[named] = group, count[group] >= 2
    nearest = page.nearest(often)
    of, known = groups[nearest], nearest >= 0
    return {
        "class_count": np.where(known, logs(count[of]), 0),
        "class_mean": np.where(known, logs(shares(total, count)[of]), 0),
        "class_share": np.where(known, total[of] / page.total, 0),
    }
