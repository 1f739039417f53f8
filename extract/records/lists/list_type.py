"""The probability that a page is a list, by the page-type models of its HTML: evidence beside that of its lists."""

from functools import cache

from iawce.data.document import Document
from iawce.data.labels import PageType
from iawce.models.page_type.ensemble import PageTypeEnsemble


def list_probability(document: Document) -> float:
    """Probability that the page is a list, 0 to 1.

    Raises:
        PageError: the page holds no element, or too many.
    """
    return _ensemble().classify(document).as_page_type().probabilities[PageType.LIST]


@cache
def _ensemble() -> PageTypeEnsemble:
    """The shipped models of HTML, loaded once in a process."""
    return PageTypeEnsemble("html")
