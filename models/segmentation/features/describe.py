"""All features of the text blocks of a page that need no learned part."""

from iawce.models.segmentation.features.markup import markup_features
from iawce.models.segmentation.features.names import family_features
from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks
from iawce.models.segmentation.features.paths import path_features
from iawce.models.segmentation.features.place import neighbour_features, page_features, place_features
from iawce.models.segmentation.features.regions import region_features
from iawce.models.segmentation.features.repetition import repetition_features
from iawce.models.segmentation.features.text import text_features

GROUPS = {
    "text": text_features,
    "markup": markup_features,
    "regions": region_features,
    "names": family_features,
    "repetition": repetition_features,
    "paths": path_features,
    "place": place_features,
    "page": page_features,
}


def describe_blocks(page: PageBlocks) -> Columns:
    """All features by name, each with a value for each block."""
    columns: Columns = {}
    for describe in GROUPS.values():
        columns |= describe(page)
    return columns | neighbour_features(page, columns)
