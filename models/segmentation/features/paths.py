"""Features of all blocks that stand at the same place of the page's structure."""

import numpy as np

from iawce.data.html.attributes import numbered
from iawce.models.segmentation.features.page_blocks import Columns, Ints, PageBlocks, log, share


def path_groups(page: PageBlocks) -> dict[str, Ints]:
    """Group number of each block: by the tags from the root to its element, to its text, and with its class."""
    paths = page.index.path_ids
    classes = page.index.classes
    keys = zip(paths[page.elements].tolist(), [classes[number] for number in page.elements.tolist()], strict=True)
    classed = numbered(list(keys))
    whole = {"path": paths[page.elements], "text_path": paths[page.owners]}
    return {name: np.unique(values, return_inverse=True)[1] for name, values in whole.items()} | {"classed": classed}


def path_features(page: PageBlocks) -> Columns:
    """Size, link density, sentences and copies of each group of blocks."""
    columns: Columns = {}
    for which, group in path_groups(page).items():
        count = np.bincount(group)
        words, links, stops, distinct = (
            np.bincount(group, values) for values in (page.words, page.link_words, page.signs.stops, 1 / page.copies)
        )
        found = {
            "count": log(count),
            "mean": log(words / count),
            "links": share(links, words),
            "share": words / page.total,
            "stops": share(stops, words),
            "distinct": distinct / count,
        }
        columns |= {f"{which}_{name}": values[group] for name, values in found.items()}
    return columns
