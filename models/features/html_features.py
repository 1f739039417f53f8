"""About 300 features of a page's HTML: what a page type can be told from without a picture.

What is *not* looked at: the address of the page, the class of ``html`` and ``body``, and ``og:type``. The labels of the
page-type corpus were found by these, so a model that sees them would be praised for reading its own answers.
"""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import HEADINGS
from iawce.data.html.words import count_words
from iawce.models.features.outline import REGIONS, Outline, read_outline
from iawce.models.features.repeats import repeats
from iawce.models.features.shares import log, share
from iawce.models.features.vocabulary import class_words, phrases, schema_types, software, title_words

_TAGS = """
p a img h1 h2 h3 h4 h5 li ul ol dl table tr td form input button select textarea time article section main aside nav
header footer pre code blockquote figure video iframe svg strong em br hr sup label details span div
"""
TAGS = tuple(_TAGS.split())
LONG_PARAGRAPH = 20
"""Words of a paragraph that says something."""
TITLE_LINK = 4
"""Words of a link that may be a title."""

Features = dict[str, float]


def describe_html(document: Document) -> Features:
    """All features by name.

    Raises:
        PageError: the page holds no element, or too many.
    """
    outline = read_outline(document)
    return (
        _tags(outline)
        | _shares(outline)
        | _links(outline)
        | _headings(outline)
        | _paragraphs(outline)
        | repeats(outline)
        | class_words(outline)
        | schema_types(document.index)
        | software(document.html or "")
        | phrases(outline)
        | _title(document.index)
    )


def html_feature_names() -> list[str]:
    """Names of the features in the order of ``html_features``."""
    return list(describe_html(Document("", html="<p>a</p>")))


def html_features(document: Document) -> NDArray[np.float32]:
    """The features, float32 (len(html_feature_names()),)."""
    return np.array(list(describe_html(document).values()), np.float32)


def _tags(outline: Outline) -> Features:
    counts = Counter(outline.tags)
    return {f"tag_{tag}": log(counts[tag]) for tag in TAGS} | {
        "words": log(outline.words[0]),
        "elements": log(len(outline)),
        "depth": max(outline.depths),
    }


def _shares(outline: Outline) -> Features:
    """Share of the words that stand in items, cells, code, headings, regions of the page."""
    total = outline.words[0]
    own: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    regions: Counter[str] = Counter()
    for index, tag in enumerate(outline.tags):
        own[tag] += outline.own[index]
        whole[tag] += outline.words[index]
        regions[outline.regions[index]] += outline.own[index]
    return {
        "li_share": share(whole["li"], total),
        "td_share": share(own["td"] + own["th"], total),
        "code_share": share(own["pre"] + own["code"], total),
        "heading_share": share(sum(whole[tag] for tag in HEADINGS), total),
    } | {f"in_{region}": share(regions[region], total) for region in REGIONS}


def _links(outline: Outline) -> Features:
    links = [index for index, href in enumerate(outline.hrefs) if href]
    addresses = Counter(outline.hrefs[index] for index in links)
    titles = sum(outline.words[index] >= TITLE_LINK for index in links)
    linked_words = sum(words for words, linked in zip(outline.own, outline.linked, strict=True) if linked)
    return {
        "links": log(len(links)),
        "link_share": share(linked_words, outline.words[0]),
        "title_links": log(titles),
        "title_link_share": share(titles, len(links)),
        "anchor_share": share(sum(outline.hrefs[index].startswith("#") for index in links), len(links)),
        "distinct_addresses": share(len(addresses), len(links)),
        "same_address": log(max(addresses.values(), default=0)),
        "picture_links": log(sum(outline.holds_picture[index] for index in links)),
        "words_per_link": share(linked_words, len(links)),
    }


def _headings(outline: Outline) -> Features:
    features: Features = {}
    linked_total = 0
    for level in HEADINGS[:4]:
        found = [index for index, tag in enumerate(outline.tags) if tag == level]
        linked = sum(outline.holds_link[index] for index in found)
        linked_total += linked
        features |= {f"linked_{level}": log(linked), f"linked_share_{level}": share(linked, len(found))}
    return features | {"linked_headings": log(linked_total)}


def _paragraphs(outline: Outline) -> Features:
    """Paragraphs outside links, and the parents that hold most of them."""
    total = outline.words[0]
    plain = [index for index, tag in enumerate(outline.tags) if tag == "p" and not outline.linked[index]]
    long = [index for index in plain if outline.words[index] >= LONG_PARAGRAPH]
    long_words = sum(outline.words[index] for index in long)
    hosts: Counter[int] = Counter()
    for index in long:
        hosts[outline.parents[index]] += outline.words[index]
    best = [words for _, words in hosts.most_common(2)] + [0, 0]
    longest = max((words for words, linked in zip(outline.own, outline.linked, strict=True) if not linked), default=0)
    return {
        "p_share": share(sum(outline.words[index] for index in plain), total),
        "long_p": log(len(long)),
        "long_p_share": share(long_words, total),
        "long_p_words": share(long_words, len(long)),
        "longest": log(longest),
        "longest_share": share(longest, total),
        "hosts": log(len(hosts)),
        "host_words": log(best[0]),
        "host_share": share(best[0], total),
        "host_of_long": share(best[0], long_words),
        "second_host": share(best[1], best[0]),
    }


def _title(index: ElementIndex) -> Features:
    title, heading = (_first_text(index, tag).lower() for tag in ("title", "h1"))
    return title_words(title) | {
        "title_length": log(count_words(title)),
        "h1_length": log(count_words(heading)),
        "h1_in_title": float(bool(heading) and heading[:40] in title),
    }


def _first_text(index: ElementIndex, tag: str) -> str:
    """All text of the first element with a tag."""
    return next((index.text_of(number) for number in index.tagged(tag)[:1]), "")
