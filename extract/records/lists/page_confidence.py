"""The confidence that a page is a page of its most probable list: a logistic regression.

A list may clearly be the main list of its page although the page is an article with an unwanted list of further
articles; so the answer of the page-type models for its HTML is evidence, too. Learned on the pages of half of the
sites of the page-type corpora, lists against articles and products, and measured on the other half
(``docs/lab/records.md``).
"""

import math
import re
from functools import cache

import numpy as np

from iawce.data.analysis.markup_metadata import types_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.nodes import TEXT
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.data.labels import PageType
from iawce.extract.records.lists.ranked_lists import RankedList
from iawce.models.common.probabilities import logit
from iawce.models.page_type.ensemble import PageTypeEnsemble

_ARTICLES = re.compile(r"Article$|Posting$|Report$|Recipe$|QAPage|VideoObject$|Review$|HowTo$")
_COLLECTIONS = re.compile(r"CollectionPage|ItemList|SearchResultsPage|^Blog$|ProfilePage")
MIN_CONFIDENCE = 0.6  # Confidence at which 95 of 100 pages are list pages, on sites outside the training
MOST_WORDS = 0.6
"""Least share of the content in a table of data for it to be the purpose of its page, whatever its size: tables of
numbers without links are rare among the pages that the weights were learned on."""
INTERCEPT = 4.0
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
"""Weight of each feature; shares are of 1. Links of records are none: they identify sites, not lists."""


def page_confidence(analysis: PageAnalysis, content: DomMask, found: RankedList) -> float:
    """Probability that a page is a list page, 0 to 1.

    ``content``: its main content; ``found``: the most probable of its lists.
    """
    index, shown, table = analysis.index, analysis.shown, found.table
    parts, count = table.model.tree.parts, max(len(table.rows), 1)
    elements = [parts[node].element for region in table.regions for node in region if parts[node].tag != TEXT]
    inside, first = index.inside(elements), elements[0] if elements else 0
    own, wanted = index.own_words * shown.kept, index.own_words * content.kept
    words, content_words = float(own[inside].sum()), float(wanted[inside].sum())
    headings = index.inside(index.tagged(*HEADINGS[:5]))
    paragraphs = [number for number in index.tagged("p") if not inside[number] and content.kept[number]]
    heads = [bool(headings[number : int(index.ends[number])].any()) for number in elements]
    by_type = _ensemble().classify(analysis.document).as_page_type().probabilities
    features = {
        "logit of the list": logit(found.confidence, 1e-3),
        "log of records": np.log(count),
        "share of content": content_words / max(float(wanted.sum()), 1.0),
        "share of page": words / max(float(own.sum()), 1.0),
        "content in it": content_words / max(words, 1.0),
        "log of words each": np.log1p(words / count),
        "filled": sum(cell is not None for row in table.rows for cell in row) / max(count * len(table.columns), 1),
        "log of words beside it": np.log1p(float(wanted[~inside].sum())),
        "log of paragraph words beside it": np.log1p(float(wanted[index.inside(index.tagged("p")) & ~inside].sum())),
        "place": first / max(len(index), 1),
        "before": float(wanted[:first].sum()) / max(float(wanted.sum()), 1.0),
        "log of the longest paragraph beside it": np.log1p(max(content.words[paragraphs].tolist(), default=0)),
        "headed": sum(heads) / max(len(heads), 1),
        "pages": _has_pages(analysis),
        **_claimed(analysis),
        "logit of the page type": logit(by_type[PageType.LIST], 1e-3),
    }
    total = INTERCEPT + sum(WEIGHTS[name] * float(value) for name, value in features.items())
    sure = round(1 / (1 + math.exp(-min(max(total, -50.0), 50.0))), 3)
    around = analysis.tables.around(first)
    is_row = bool(elements) and index.tags[first] == "tr" and around.has_heads
    is_purpose = is_row and content.words[around.element] >= MOST_WORDS * content.words[0]
    return max(sure, MIN_CONFIDENCE) if is_purpose else sure


def _has_pages(analysis: PageAnalysis) -> bool:
    """Whether the page links to a next one."""
    index = analysis.index
    rels = (index.attributes.given[number].get("rel", "") for number in index.attributes.having("rel"))
    short = (number for number in index.tagged("a") if analysis.shown.words[number] == 1)
    numbers = {analysis.texts.line(number).strip() for number in short}
    return any("next" in rel.split() for rel in rels) or {"2", "3"} <= numbers


def _claimed(analysis: PageAnalysis) -> dict[str, bool]:
    """Whether the markup calls the page an article, a product, a collection."""
    kind = analysis.markup_metadata.tags.first("og:type").lower()
    types = [name for thing in analysis.schema_items for name in types_of(thing)]
    return {
        "article": kind == "article" or sum(_ARTICLES.search(name) is not None for name in types) == 1,
        "product": kind.startswith("product") or types.count("Product") == 1,
        "collection": any(_COLLECTIONS.search(name) for name in types),
    }


@cache
def _ensemble() -> PageTypeEnsemble:
    """The shipped models of HTML, loaded once in a process."""
    return PageTypeEnsemble("html")
