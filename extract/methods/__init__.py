"""Extraction methods by name: one module for each algorithm, imported when it is wanted."""

from typing import TYPE_CHECKING

from iawce.data.registry import Registry

if TYPE_CHECKING:
    from iawce.extract.methods.method import Method

METHODS: "Registry[Method]" = Registry(
    "method",
    {
        "segmentation": "iawce.extract.methods.segmentation",
        "article": "iawce.extract.methods.article",
        "list": "iawce.extract.methods.listing",
        "body": "iawce.extract.methods.body",
        "influence": "iawce.extract.methods.influence",
        "density": "iawce.extract.methods.density",
        "simhtree": "iawce.extract.methods.simhtree",
        "records": "iawce.extract.methods.records",
    },
)
