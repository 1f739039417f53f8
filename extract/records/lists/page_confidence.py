"""How sure it is that a page is for its surest list: a logistic regression on ``page_features``.

A list may surely be the one of its page that is meant, and the page be an article all the same, whose list of further
articles nobody wants. Learned on the pages of half of the sites of the page-type corpora, lists against articles and
products, and measured on the other half, by ``python -m bench list_pages PATH --learn``, which prints these numbers.
"""

import math

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.lists.page_features import PAGE_FEATURES, page_features
from iawce.extract.records.lists.weighed_lists import WeighedList

LEAST_CONFIDENCE = 0.8
"""From which 95 of 100 pages are for their list, on sites that nothing was learned from."""
INTERCEPT = -0.330
WEIGHTS = {
    "logit of the list": 0.376,
    "log of records": 0.781,
    "share of content": 0.224,
    "share of page": 0.347,
    "content in it": 1.575,
    "log of words each": -0.904,
    "linked": 4.615,
    "different links": -0.335,
    "filled": -2.842,
    "log of words beside it": 0.077,
    "log of paragraph words beside it": -0.245,
    "place": -1.065,
    "before": -1.172,
    "log of the longest paragraph beside it": -0.148,
    "headed": 2.110,
    "pages": -0.427,
    "article": -2.309,
    "product": -5.111,
    "collection": 2.372,
}
"""What each feature adds to the logit."""


def page_confidence(reading: PageReading, content: Subset, found: WeighedList) -> float:
    """Probability that a page is for its surest list, 0 to 1.

    Args:
        reading: of the page.
        content: its main content.
        found: the surest of its lists.
    """
    features = page_features(reading, content, found)
    logit = INTERCEPT + sum(WEIGHTS[name] * float(value) for name, value in zip(PAGE_FEATURES, features, strict=True))
    return round(1 / (1 + math.exp(-min(max(logit, -50.0), 50.0))), 3)
