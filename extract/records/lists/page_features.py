"""What tells a page that is for a list from one that has lists beside what it is for."""

import re

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.html.tags import HEADINGS
from iawce.data.reading.annotations import types_of
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.units.nodes import TEXT
from iawce.extract.records.lists.weighed_lists import WeighedList

PAGE_FEATURES = (
    "logit of the list", "log of records", "share of content", "share of page", "content in it", "log of words each",
    "linked", "different links", "filled", "log of words beside it", "log of paragraph words beside it", "place",
    "before", "log of the longest paragraph beside it", "headed", "pages",
    "article", "product", "collection",
)  # fmt: skip
"""Names of the features in their order; shares are of 1."""
_ARTICLES = re.compile(r"Article$|Posting$|Report$|Recipe$|QAPage|VideoObject$|Review$|HowTo$")
_COLLECTIONS = re.compile(r"CollectionPage|ItemList|SearchResultsPage|^Blog$|ProfilePage")
NEARLY = 1e-3


def page_features(reading: PageReading, content: Subset, found: WeighedList) -> NDArray[np.float64]:
    """The features of a page with its surest list, float64 (``len(PAGE_FEATURES)``,).

    Args:
        reading: of the page.
        content: its main content.
        found: the surest of its lists.
    """
    index, shown, table = reading.index, reading.shown, found.table
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
    links = [next((cell.value.link for cell in row if cell and cell.value.link), "") for row in table.rows]
    sure = min(max(found.confidence, NEARLY), 1 - NEARLY)
    count = max(len(table.rows), 1)
    said = [
        np.log(sure / (1 - sure)),
        np.log(count),
        content_words / max(float(wanted.sum()), 1.0),
        words / max(float(own.sum()), 1.0),
        content_words / max(words, 1.0),
        np.log1p(words / count),
        max(sum(map(bool, links)) / count, _labelled(found)),
        max(len({link for link in links if link}) / count, _labelled(found)),
        sum(cell is not None for row in table.rows for cell in row) / max(count * len(table.columns), 1),
        np.log1p(float(wanted[~inside].sum())),
        np.log1p(float(wanted[paragraph].sum())),
        first / max(len(index), 1),
        before / max(float(wanted.sum()), 1.0),
        np.log1p(longest),
        sum(heads) / max(len(heads), 1),
        _has_pages(reading),
        *_claimed(reading),
    ]
    return np.array(said, np.float64)


def _labelled(found: WeighedList) -> float:
    """Share of the columns with headers or labels: the records of a table of data lead nowhere."""
    columns = found.table.columns
    return sum(bool(column.label) for column in columns) / max(len(columns), 1)


def _has_pages(reading: PageReading) -> float:
    """Whether the page leads to a next one."""
    index = reading.index
    rels = (index.attributes.given[number].get("rel", "") for number in index.attributes.having("rel"))
    numbers = {reading.texts.line(number).strip() for number in index.tagged("a")}
    return float(any("next" in rel.split() for rel in rels) or {"2", "3"} <= numbers)


def _claimed(reading: PageReading) -> list[float]:
    """Whether the markup calls the page an article, a product, a collection."""
    kind = reading.claims.tags.first("og:type").lower()
    types = [name for thing in reading.things for name in types_of(thing)]
    articles = sum(_ARTICLES.search(name) is not None for name in types)
    products = types.count("Product")
    return [
        float(kind == "article" or articles == 1),
        float(kind.startswith("product") or products == 1),
        float(any(_COLLECTIONS.search(name) for name in types)),
    ]
