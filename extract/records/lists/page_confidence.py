"""The confidence that a page is a page of its most probable list: a logistic regression on ``page_features``.

A list may clearly be the main list of its page although the page is an article with an unwanted list of further
articles; so the answer of the page-type models for its HTML is evidence, too. Learned on the pages of half of the
sites of the page-type corpora, lists against articles and products, and measured on the other half
(``docs/lab/records.md``).
"""

import math
import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.markup_metadata import types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.nodes import TEXT
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.data.labels import PageType
from iawce.extract.records.lists.ranked_lists import RankedList
from iawce.models.page_type.ensemble import PageTypeEnsemble

PAGE_FEATURES = (
    "logit of the list", "log of records", "share of content", "share of page", "content in it", "log of words each",
    "filled", "log of words beside it", "log of paragraph words beside it", "place",
    "before", "log of the longest paragraph beside it", "headed", "pages",
    "article", "product", "collection", "logit of the page type",
)  # fmt: skip
"""Names of the features in their order; shares are of 1. Links of records are none: they identify sites, not lists."""
_ARTICLES = re.compile(r"Article$|Posting$|Report$|Recipe$|QAPage|VideoObject$|Review$|HowTo$")
_COLLECTIONS = re.compile(r"CollectionPage|ItemList|SearchResultsPage|^Blog$|ProfilePage")
NEARLY = 1e-3


def page_features(
    analysis: PageAnalysis, content: DomMask, found: RankedList, type_probability: float
) -> NDArray[np.float64]:
    """The features of a page with its most probable list, float64 (``len(PAGE_FEATURES)``,).

    Args:
        analysis: of the page.
        content: its main content.
        found: the most probable of its lists.
        type_probability: that the page is a list, by a classifier of page types, 0 to 1.
    """
    index, shown, table = analysis.index, analysis.shown, found.table
    parts = table.model.tree.parts
    elements = [parts[node].element for region in table.regions for node in region if parts[node].tag != TEXT]
    inside = index.inside(elements)
    paragraph = index.inside(index.tagged("p")) & ~inside
    own = index.own_words * shown.kept
    wanted = index.own_words * content.kept
    words, content_words = float(own[inside].sum()), float(wanted[inside].sum())
    first = elements[0] if elements else 0
    before = float(wanted[:first].sum())
    headings = index.inside(index.tagged(*HEADINGS[:5]))
    paragraphs = [number for number in index.tagged("p") if not inside[number] and content.kept[number]]
    longest = max((int(content.words[number]) for number in paragraphs), default=0)
    heads = [bool(headings[number : int(index.ends[number])].any()) for number in elements]
    count = max(len(table.rows), 1)
    said = [
        _logit(found.confidence),
        np.log(count),
        content_words / max(float(wanted.sum()), 1.0),
        words / max(float(own.sum()), 1.0),
        content_words / max(words, 1.0),
        np.log1p(words / count),
        sum(cell is not None for row in table.rows for cell in row) / max(count * len(table.columns), 1),
        np.log1p(float(wanted[~inside].sum())),
        np.log1p(float(wanted[paragraph].sum())),
        first / max(len(index), 1),
        before / max(float(wanted.sum()), 1.0),
        np.log1p(longest),
        sum(heads) / max(len(heads), 1),
        _has_pages(analysis),
        *_claimed(analysis),
        _logit(type_probability),
    ]
    return np.array(said, np.float64)


def _logit(probability: float) -> float:
    sure = min(max(probability, NEARLY), 1 - NEARLY)
    return float(np.log(sure / (1 - sure)))


def _has_pages(analysis: PageAnalysis) -> float:
    """Whether the page links to a next one."""
    index = analysis.index
    rels = (index.attributes.given[number].get("rel", "") for number in index.attributes.having("rel"))
    numbers = {analysis.texts.line(number).strip() for number in index.tagged("a")}
    return float(any("next" in rel.split() for rel in rels) or {"2", "3"} <= numbers)


def _claimed(analysis: PageAnalysis) -> list[float]:
    """Whether the markup calls the page an article, a product, a collection."""
    kind = analysis.markup_metadata.tags.first("og:type").lower()
    types = [name for thing in analysis.schema_items for name in types_of(thing)]
    articles = sum(_ARTICLES.search(name) is not None for name in types)
    products = types.count("Product")
    return [
        float(kind == "article" or articles == 1),
        float(kind.startswith("product") or products == 1),
        float(any(_COLLECTIONS.search(name) for name in types)),
    ]


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


MIN_CONFIDENCE = 0.6
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


def page_confidence(analysis: PageAnalysis, content: DomMask, found: RankedList) -> float:
    """Probability that a page is a list page, 0 to 1.

    Args:
        analysis: of the page.
        content: its main content.
        found: the most probable of its lists.
    """
    features = page_features(analysis, content, found, list_probability(analysis.document))
    logit = INTERCEPT + sum(WEIGHTS[name] * float(value) for name, value in zip(PAGE_FEATURES, features, strict=True))
    return round(1 / (1 + math.exp(-min(max(logit, -50.0), 50.0))), 3)
