"""Features of all blocks at the same place of the page's structure."""

import numpy as np

from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks, logs, shares


def path_features(page: PageBlocks) -> Columns:
    """Size, link density, sentences and copies of each group of blocks."""
    columns: Columns = {}
    for which, group in page.path_groups.items():
        count = np.bincount(group)
        words, links, stops, distinct = (
            np.bincount(group, values)
            for values in (page.words, page.link_words, page.characters.stops, 1 / page.copies)
        )
        found = {
            "count": logs(count),
            "mean": logs(words / count),
            "links": shares(links, words),
            "share": words / page.total,
            "stops": shares(stops, words),
            "distinct": distinct / count,
        }
        columns |= {f"{which}_{name}": values[group] for name, values in found.items()}
    return columns
