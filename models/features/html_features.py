"""About 260 features of a page's HTML, from which its page type can be classified without rendering.

Not among them: the address of the page, the class of ``html`` and ``body``, and ``og:type``, from which the labels of
the page-type corpus were derived. The lists of words were chosen by hand; which of them matter is learned. Counts are
logarithms: ten more links matter on a page with ten, not on one with a thousand.
"""

import re
from collections import Counter
from itertools import compress
from math import log1p
from operator import itemgetter

import numpy as np
from ahocorasick_rs import BytesAhoCorasick, Implementation
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import count_words
from iawce.models.common.probabilities import share

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = f"(?:{'|'.join(_MONTHS)})[a-z]*"
_REST_OF_MONTH = "|".join(f"(?<={month[0]}){month[1:]}" for month in _MONTHS)
# The weights were learned with this pattern of dates; times are read by iawce.data.text.times.
# Both begin with one of a set of characters, so that most of a long text is skipped quickly.
DATE = re.compile(
    rf"[\djfmasond](?:(?<=\b\D)(?:{_REST_OF_MONTH})[a-z]*\.? \d{{1,2}}|(?<=\d)(?:"
    rf"(?:(?<=\b1)9|(?<=\b2)0)\d\d[-/.年]\d{{1,2}}|\d?\.? {_MONTH}"
    r"|\d{0,3} (?:days?|hours?|months?|years?|minutes?) ago|\d?[./]\d{1,2}[./](?:19|20)\d\d))"
)
MONEY = re.compile(r"[$€£¥₹₫\d](?:(?<=\D)\s?\d|(?<=\d)\s?(?:[€₫]|(?:zł|kč|руб|usd|eur)\b))")
_WITH_DIGIT = re.compile(r"\d[^ ]*+(?=((?: [^ ]*+){0,2}))")  # A digit and the rest of its word; the two words after it
_CLASS_WORDS = """
post posts entry entries article articles content single excerpt summary teaser card cards item items grid list
listing archive category categories tag tags author byline date meta published comment comments reply replies
respond quote signature avatar user username member thread topic topics message forum board poster profile product
products price prices sku cart add buy shop variations variant rating review reviews stock sale gallery thumbnail
quantity pagination pager page next prev previous nav more read breadcrumb breadcrumbs toc sidebar widget related
share social subscribe newsletter docs doc documentation api highlight code sphinx markdown reference search service
services hero feature features pricing testimonial testimonials contact cta faq team client clients slider banner
section accordion
"""
_SCHEMA_TYPES = """
Article NewsArticle BlogPosting TechArticle Product Offer AggregateOffer Review AggregateRating
DiscussionForumPosting QAPage Question Answer Comment ItemList ListItem CollectionPage Blog FAQPage Organization
LocalBusiness Service SoftwareApplication BreadcrumbList WebPage WebSite Person Recipe Event VideoObject ImageObject
"""
CLASS_WORDS, SCHEMA_TYPES = tuple(_CLASS_WORDS.split()), tuple(_SCHEMA_TYPES.split())
_CLASS_WORD_SET = frozenset(CLASS_WORDS)
PHRASES = {
    "buy": "add to cart|add to bag|add to basket|buy now|in stock|out of stock|in den warenkorb|añadir al carrito"
    "|ajouter au panier|加入购物车|thêm vào giỏ",
    "stock": "sold out|free shipping|sku",
    "reply": "reply|quote|report|like",
    "member": "joined|posts:|member since|registered|last post|views|replies",
    "by": "posted by|written by|by ",
    "more": "read more|continue reading|learn more|weiterlesen|leer más|阅读全文|leggi tutto|lire la suite|view details"
    "|see more|view all",
    "time": "min read|published|updated|last updated",
    "contact": "contact us|get in touch|get a quote|free consultation|book a demo|request a demo|free trial|get started"
    "|schedule",
    "offer": "our services|our team|testimonials|why choose|what we do|we offer",
    "sort": "sort by|filter|showing|results|items|refine",
    "paging": "next|previous|page 1|older posts|newer posts|load more",
    "contents": "on this page|table of contents|edit this page|edit on github|documentation",
    "code": "install|example|parameters|returns|syntax|function|api",
    "comment": "leave a comment|leave a reply|comments|share this|related posts|related articles|tags",
    "topic": "solved|thread|topic|forum|moderator",
    "price": "price|$|€|£|usd|kč|zł|¥",
    "subscribe": "subscribe|newsletter|sign up",
    "archive": "categories|archives|recent posts",
}
_PHRASES = {name: ways.split("|") for name, ways in PHRASES.items()}
_WAYS = [name for name, ways in _PHRASES.items() for _ in ways]  # The phrase of which each of these is a variant
_ORDER = itemgetter(0)  # Number of the word that is found
_PHRASE_SEARCH = BytesAhoCorasick(
    [way.encode() for ways in _PHRASES.values() for way in ways], implementation=Implementation.DFA
)
TITLE_WORDS = {
    "forum": "forum|forums|thread|topic|community|discussion",
    "docs": "docs|documentation|reference|guide|manual|api",
    "archive": "category|archive|archives|tag|tags|page|posts tagged|blog|news|latest",
    "service": "services|service|solutions|consulting|company",
    "shop": "buy|shop|store|price|sale|collection|products",
    "question": "how to|what|why|best|review",
}
_WORD = re.compile(r"[a-z]+")
_SENTENCE_ENDS = ".!?。！？…"
_TYPE = re.compile(r'"@type"\s*:\s*(?:\[\s*)?"([A-Za-z]+)"')
_TAGS = """
p a img h1 h2 h3 h4 h5 li ul ol dl table tr td form input button select textarea time article section main aside nav
header footer pre code blockquote figure video iframe svg strong em br hr sup label details span div
"""
TAGS = tuple(_TAGS.split())
REGIONS = ("nav", "header", "footer", "aside")
LONG_PARAGRAPH = 20  # Least words of a paragraph that counts as content
TITLE_LINK = 4  # Least words of a link that may be a title
Features = dict[str, float]


def near_digits(text: str) -> str:
    """The words with digits, one before and two after each: all that ``DATE`` and ``MONEY`` can match, in order."""
    parts, done = list[str](), 0
    for found in _WITH_DIGIT.finditer(text):
        begin = text.rfind(" ", done, found.start())
        begin = text.rfind(" ", done, begin) if begin >= 0 else -1
        if begin > done:
            parts.append("\0")
        parts.append(text[max(begin, done) : found.end(1)])
        done = max(done, found.end(1))
    return "".join(parts)


def class_words(body: DomMask) -> dict[str, float]:
    """How many elements have each of ``CLASS_WORDS`` in class or id; without those of ``html`` and ``body``."""
    index = body.index
    names, numbers = index.attributes.names
    asked = body.kept & ~index.has_tag(("html", "body"))
    times = np.bincount(numbers[asked], minlength=len(names)).tolist()
    found: Counter[str] = Counter()
    for said, count in zip(index.attributes.joined_names.letters, times, strict=True):
        if count:
            for word in _CLASS_WORD_SET.intersection(said.split()):
                found[word] += count
    return {f"class_{word}": log1p(found[word]) for word in CLASS_WORDS}


def schema_types(index: ElementIndex) -> dict[str, float]:
    """How often each of ``SCHEMA_TYPES`` is named in JSON-LD or microdata."""
    found, given = Counter[str](), index.attributes.given
    for number in index.tagged("script"):
        if given[number].get("type") == "application/ld+json":
            found.update(_TYPE.findall(index.opening_text(number)))
    found.update(given[number]["itemtype"].rsplit("/", 1)[-1] for number in index.attributes.having("itemtype"))
    return {f"schema_{name}": log1p(found[name]) for name in SCHEMA_TYPES}


def phrases(body: DomMask) -> dict[str, float]:
    """How often each of ``PHRASES`` occurs in the text; sentences, questions, digits, dates and prices in it."""
    text, words = body.lower_text, int(body.words[0])
    searched = text.encode("utf-8", "replace")
    known = Counter[str]()
    for way, count in Counter(map(_ORDER, _PHRASE_SEARCH.find_matches_as_indexes(searched, overlapping=True))).items():
        known[_WAYS[way]] += count
    near = near_digits(text)
    return {f"says_{name}": log1p(known[name]) for name in PHRASES} | {
        "sentences": share(sum(map(text.count, _SENTENCE_ENDS)), words),
        "questions": log1p(text.count("?")),
        "digits": share(len(searched) - len(searched.translate(None, b"0123456789")), len(text)),
        "dates": log1p(len(DATE.findall(near))),
        "prices": log1p(len(MONEY.findall(near))),
    }


def title_words(title: str) -> dict[str, float]:
    """Whether a title in lower case has one of ``TITLE_WORDS``."""
    padded = f" {' '.join(_WORD.findall(title))} "
    return {
        f"title_{name}": float(any(f" {way} " in padded for way in ways.split("|")))
        for name, ways in TITLE_WORDS.items()
    }


def describe_html(document: Document) -> Features:
    """All features by name. Raises PageError: the page holds no element, or too many."""
    body = document.body
    return (
        _tags(body)
        | _shares(body)
        | _links(body)
        | _headings(body)
        | _paragraphs(body)
        | class_words(body)
        | schema_types(document.index)
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
    return {f"tag_{tag}": log1p(times[tag]) for tag in TAGS} | {
        "words": log1p(int(body.words[0])),
        "elements": log1p(len(body.numbers)),
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
        "links": log1p(len(links)),
        "link_share": share(linked_words, int(body.words[0])),
        "title_links": log1p(titles),
        "title_link_share": share(titles, len(links)),
        "anchor_share": share(sum([href.startswith("#") for href in hrefs]), len(links)),
        "distinct_addresses": share(len(addresses), len(links)),
        "same_address": log1p(max(addresses.values(), default=0)),
        "picture_links": log1p(index.count_holding(links, body.tagged("img"))),
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
        features |= {f"linked_{level}": log1p(linked), f"linked_share_{level}": share(linked, len(found))}
    return features | {"linked_headings": log1p(linked_total)}


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
        "long_p": log1p(len(long)),
        "long_p_share": share(long_words, total),
        "long_p_words": share(long_words, len(long)),
        "longest": log1p(longest),
        "longest_share": share(longest, total),
        "hosts": log1p(len(hosts)),
        "host_words": log1p(best[0]),
        "host_share": share(best[0], total),
        "host_of_long": share(best[0], long_words),
        "second_host": share(best[1], best[0]),
    }


def _title(index: ElementIndex) -> Features:
    title, heading = ("".join(map(index.text_of, index.tagged(tag)[:1])).lower() for tag in ("title", "h1"))
    return title_words(title) | {
        "title_length": log1p(count_words(title)),
        "h1_length": log1p(count_words(heading)),
        "h1_in_title": float(bool(heading) and heading[:40] in title),
    }
