"""Features of the class names and ids around a block: families of words."""

import numpy as np

from iawce.models.features.families import FAMILIES, FRAME
from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks

NOWHERE, FARTHEST = 30, 20
"""Distance where no element around a block has a family's word, and the largest distance otherwise."""


def family_features(page: PageBlocks) -> Columns:
    """For each family: the distance to the element that names it, and that element's share of the page's words."""
    index = page.index
    named = np.where(index.has_tag(FRAME), 0, page.families)
    octets = named[page.holding].astype("<u8")[:, None].view(np.uint8)
    marked = np.unpackbits(octets, axis=1, count=len(FAMILIES), bitorder="little").view(np.bool_)
    nearest = page.nearest_of_each(marked)
    far = np.minimum(index.depths[page.elements] - index.depths[nearest] + 1, FARTHEST)
    far[nearest < 0] = NOWHERE
    shares = np.append(page.element_words / page.total, -1).astype(np.float32)[nearest]
    columns: Columns = {f"family_{name}": values for name, values in zip(FAMILIES, far, strict=True)}
    return columns | {f"family_{name}_share": values for name, values in zip(FAMILIES, shares, strict=True)}
