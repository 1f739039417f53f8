"""The confidence that a page is a page of its most probable list: a logistic regression on ``page_features``.

A list may clearly be the main list of its page although the page is an article with an unwanted list of further
articles; so the answer of the page-type models for its HTML is evidence, too. Learned on the pages of half of the
sites of the page-type corpora, lists against articles and products, and measured on the other half, by ``python -m
bench list_pages PATH --learn``, which prints these numbers.
"""

import math

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.extract.records.lists.list_type import list_probability
from iawce.extract.records.lists.page_features import PAGE_FEATURES, page_features
from iawce.extract.records.lists.weighed_lists import WeighedList

LEAST_CONFIDENCE = 0.6
"""Confidence at which 95 of 100 pages are list pages, on sites outside the training."""
INTERCEPT = 3.927
WEIGHTS = {
    "logit of the list": 0.197,
    "log of records": 0.564,
    "share of content": -0.395,
    "share of page": -0.122,
    "content in it": 1.288,
    "log of words each": -0.266,
    "filled": -3.047,
    "log of words beside it": -0.078,
    "log of paragraph words beside it": -0.340,
    "place": -2.433,
    "before": -1.042,
    "log of the longest paragraph beside it": 0.028,
    "headed": 1.366,
    "pages": -0.488,
    "article": -2.306,
    "product": -2.096,
    "collection": 1.855,
    "logit of the page type": 0.645,
}
"""Weight of each feature."""


def page_confidence(reading: PageReading, content: Subset, found: WeighedList) -> float:
    """Probability that a page is a list page, 0 to 1.

    Args:
        reading: of the page.
        content: its main content.
        found: the most probable of its lists.
    """
    features = page_features(reading, content, found, list_probability(reading.document))
    logit = INTERCEPT + sum(WEIGHTS[name] * float(value) for name, value in zip(PAGE_FEATURES, features, strict=True))
    return round(1 / (1 + math.exp(-min(max(logit, -50.0), 50.0))), 3)
