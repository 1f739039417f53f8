"""About 300 features of a page's HTML, from which its page type can be classified without rendering.

Not among them: the address of the page, the class of ``html`` and ``body``, and ``og:type``. The labels of the
page-type corpus were derived from these, so features of them would leak the label.
"""

from collections import Counter
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import count_words
from iawce.models.features.repeats import repeats
from iawce.models.features.shares import log, share
from iawce.models.features.vocabulary import class_words, phrases, schema_types, software, title_words

_TAGS = """
p a img h1 h2 h3 h4 h5 li ul ol dl table tr td form input button select textarea time article section main aside nav
header footer pre code blockquote figure video iframe svg strong em br hr sup label details span div
"""
TAGS = tuple(_TAGS.split())
REGIONS = ("nav", "header", "footer", "aside")
LONG_PARAGRAPH = 20
"""Least words of a paragraph that counts as content."""
TITLE_LINK = 4
"""Least words of a link that may be a title."""

Features = dict[str, float]


def describe_html(document: Document) -> Features:
    """All features by name.

    Raises:
        PageError: the page holds no element, or too many.
    """
    body = document.body
    return (
        _tags(body)
        | _shares(body)
        | _links(body)
        | _headings(body)
        | _paragraphs(body)
        | repeats(body)
        | class_words(body)
        | schema_types(document.index)
        | software(document.html or "")
        | phrases(body)
        | _title(document.index)
    )


def html_feature_names() -> list[str]:
    """Names of the features in the order of ``html_features``."""
    return list(describe_html(Document("", html="<p>a</p>")))


def html_features(document: Document) -> NDArray[np.float32]:
    """The features, float32 (len(html_feature_names()),)."""
    return np.array(list(describe_html(document).values()), np.float32)


def _tags(body: DomMask) -> Features:
    times = Counter(compress(body.index.tags, body.kept.tolist()))
    return {f"tag_{tag}": log(times[tag]) for tag in TAGS} | {
        "words": log(int(body.words[0])),
        "elements": log(len(body.numbers)),
        "depth": int(body.index.depths[body.numbers].max()),
    }


def _shares(body: DomMask) -> Features:
    """Share of the words that stand in items, cells, code, headings, regions of the page."""
    own, words = body.index.own_words, body.words
    total = int(words[0])
    return {
        "li_share": share(int(words[body.tagged("li")].sum()), total),
        "td_share": share(int(own[body.tagged("td", "th")].sum()), total),
        "code_share": share(int(own[body.tagged("pre", "code")].sum()), total),
        "heading_share": share(int(words[body.tagged(*HEADINGS)].sum()), total),
    } | {f"in_{region}": share(count, total) for region, count in _region_words(body).items()}


def _region_words(body: DomMask) -> dict[str, int]:
    """Words in each of ``REGIONS`` that is in no other region."""
    found, end = dict.fromkeys(REGIONS, 0), 0
    for number in body.tagged(*REGIONS).tolist():
        if number >= end:
            end = int(body.index.ends[number])
            found[body.index.tags[number]] += int(body.words[number])
    return found


def _links(body: DomMask) -> Features:
    index, anchors = body.index, body.tagged("a")
    given = [index.attributes.given[number].get("href") for number in anchors.tolist()]
    links, hrefs = anchors[list(map(bool, given))], list(filter(None, given))
    addresses = Counter(hrefs)
    titles = int((body.words[links] >= TITLE_LINK).sum())
    linked_words = int(body.link_words[0])
    return {
        "links": log(len(links)),
        "link_share": share(linked_words, int(body.words[0])),
        "title_links": log(titles),
        "title_link_share": share(titles, len(links)),
        "anchor_share": share(sum([href.startswith("#") for href in hrefs]), len(links)),
        "distinct_addresses": share(len(addresses), len(links)),
        "same_address": log(max(addresses.values(), default=0)),
        "picture_links": log(index.count_holding(links, body.tagged("img"))),
        "words_per_link": share(linked_words, len(links)),
    }


def _headings(body: DomMask) -> Features:
    features: Features = {}
    linked_total = 0
    links = body.numbers[body.index.linked[body.numbers]]
    for level in HEADINGS[:4]:
        found = body.tagged(level)
        linked = body.index.count_holding(found, links)
        linked_total += linked
        features |= {f"linked_{level}": log(linked), f"linked_share_{level}": share(linked, len(found))}
    return features | {"linked_headings": log(linked_total)}


def _paragraphs(body: DomMask) -> Features:
    """Paragraphs outside links, and the parents that hold most of them."""
    index, words = body.index, body.words
    total = int(words[0])
    plain = body.tagged("p")
    plain = plain[~index.linked[plain]]
    long = plain[words[plain] >= LONG_PARAGRAPH]
    long_words = int(words[long].sum())
    by_host = np.bincount(index.parents[long], words[long]) if len(long) else np.zeros(0)
    hosts = sorted(by_host[by_host > 0].astype(int).tolist(), reverse=True)
    best = [*hosts[:2], 0, 0]
    longest = int(index.own_words[body.kept & ~index.linked].max(initial=0))
    return {
        "p_share": share(int(words[plain].sum()), total),
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
