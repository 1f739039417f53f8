"""Extraction methods by name, one module for each algorithm, imported when needed; and the method of each page type."""

from typing import TYPE_CHECKING

from iawce.data.labels import PageType
from iawce.data.registry import Registry

if TYPE_CHECKING:
    from iawce.extract.content.method import Method

METHODS: "Registry[Method]" = Registry(
    "method",
    {
        "segmentation": "iawce.extract.content.segmentation",
        "article": "iawce.extract.papers.article",
        "list": "iawce.extract.papers.class_names",
        "body": "iawce.extract.content.body",
        "influence": "iawce.extract.papers.influence",
        "density": "iawce.extract.content.density",
        "simhtree": "iawce.extract.records.simhtree",
        "records": "iawce.extract.records.list_records",
        "posts": "iawce.extract.records.posts.page_posts",
    },
)
DEFAULT_METHOD = "segmentation"
"""The default method for every page."""
METHOD_OF_TYPE = {
    PageType.ARTICLE: "article",
    PageType.LIST: "list",
    PageType.THREAD: "list",
    PageType.PRODUCT: "article",
}
"""The paper's method for each page type; a thread is a list of posts, and a product has one description."""
