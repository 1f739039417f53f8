"""Extraction methods by name: one module for each algorithm, imported when it is wanted."""

from typing import TYPE_CHECKING

from iawce.data.registry import Registry

if TYPE_CHECKING:
    from iawce.extract.content.method import Method

METHODS: "Registry[Method]" = Registry(
    "method",
    {
        "segmentation": "iawce.extract.content.segmentation",
        "article": "iawce.extract.content.article",
        "list": "iawce.extract.content.listing",
        "body": "iawce.extract.content.body",
        "influence": "iawce.extract.content.influence",
        "density": "iawce.extract.content.density",
        "simhtree": "iawce.extract.records.simhtree",
        "records": "iawce.extract.records.list_records",
    },
)
