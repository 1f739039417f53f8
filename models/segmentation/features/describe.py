"""All features of the text blocks of a page."""

from iawce.models.segmentation.features.markup import markup_features
from iawce.models.segmentation.features.names import family_features
from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks
from iawce.models.segmentation.features.paths import path_features
from iawce.models.segmentation.features.place import neighbour_features, place_features, whole_page_features
from iawce.models.segmentation.features.regions import region_features
from iawce.models.segmentation.features.repetition import repetition_features
from iawce.models.segmentation.features.text import text_features

GROUPS = (
    text_features,
    markup_features,
    region_features,
    family_features,
    repetition_features,
    path_features,
    place_features,
    whole_page_features,
)


def describe_blocks(page: PageBlocks) -> Columns:
    """All features by name, each with a value for each block."""
    columns: Columns = {}
    for describe in GROUPS:
        columns |= describe(page)
    return columns | neighbour_features(page, columns)
