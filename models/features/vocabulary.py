"""Words that indicate a page's type: in class names, schema.org types, software names, phrases, titles.

The lists are general words of the web, chosen by hand; which of them matter is learned.
"""

import re
from collections import Counter
from operator import itemgetter

import numpy as np
from ahocorasick_rs import BytesAhoCorasick, Implementation, MatchKind

from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.models.features.repeats import DATE, MONEY, near_digits
from iawce.models.features.shares import log, share

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
_SOFTWARE = """
phpbb vbulletin xenforo discourse mybb simplemachines vanilla bbpress invision flarum ipb stackexchange reddit
sphinx docusaurus mkdocs gitbook readthedocs readme.io rustdoc javadoc doxygen vuepress mdbook nextra hugo jekyll
hexo wordpress drupal shopify woocommerce magento prestashop bigcommerce squarespace wix webflow elementor
"""
CLASS_WORDS, SCHEMA_TYPES, SOFTWARE = (tuple(words.split()) for words in (_CLASS_WORDS, _SCHEMA_TYPES, _SOFTWARE))
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
_WAYS = [name for name, ways in _PHRASES.items() for _ in ways]
"""Name of the phrase of which each of these is a variant."""
_ORDER = itemgetter(0)
"""Number of the word that is found."""
_PHRASE_SEARCH = BytesAhoCorasick(
    [way.encode() for ways in _PHRASES.values() for way in ways], implementation=Implementation.DFA
)
_SOFTWARE_NAMES = [name.encode() for name in SOFTWARE]
_SOFTWARE_SEARCH = BytesAhoCorasick(_SOFTWARE_NAMES)
_FIRST_SOFTWARE = BytesAhoCorasick(_SOFTWARE_NAMES, matchkind=MatchKind.LeftmostFirst)
"""Skips names that begin within another one, and is twice as fast."""
_LONGEST_SOFTWARE = max(map(len, _SOFTWARE_NAMES))
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
    return {f"class_{word}": log(found[word]) for word in CLASS_WORDS}


def schema_types(index: ElementIndex) -> dict[str, float]:
    """How often each of ``SCHEMA_TYPES`` is named in JSON-LD or microdata."""
    found, given = Counter[str](), index.attributes.given
    for number in index.tagged("script"):
        if given[number].get("type") == "application/ld+json":
            found.update(_TYPE.findall(index.opening_text(number)))
    found.update(given[number]["itemtype"].rsplit("/", 1)[-1] for number in index.attributes.having("itemtype"))
    return {f"schema_{name}": log(found[name]) for name in SCHEMA_TYPES}


def software(html: str) -> dict[str, float]:
    """Whether each of ``SOFTWARE`` is named in the HTML."""
    searched = html.encode("utf-8", "replace").lower()
    around = {
        searched[start : end + _LONGEST_SOFTWARE] for _, start, end in _FIRST_SOFTWARE.find_matches_as_indexes(searched)
    }
    named = b"\n".join(around)
    found = {number for number, _, _ in _SOFTWARE_SEARCH.find_matches_as_indexes(named, overlapping=True)}
    return {f"software_{name}": float(number in found) for number, name in enumerate(SOFTWARE)}


def phrases(body: DomMask) -> dict[str, float]:
    """How often each of ``PHRASES`` occurs in the text; sentences, questions, digits, dates and prices in it."""
    text, words = body.lower_text, int(body.words[0])
    searched = text.encode("utf-8", "replace")
    known = Counter[str]()
    for way, count in Counter(map(_ORDER, _PHRASE_SEARCH.find_matches_as_indexes(searched, overlapping=True))).items():
        known[_WAYS[way]] += count
    near = near_digits(text)
    return {f"says_{name}": log(known[name]) for name in PHRASES} | {
        "sentences": share(sum(map(text.count, _SENTENCE_ENDS)), words),
        "questions": log(text.count("?")),
        "digits": share(len(searched) - len(searched.translate(None, b"0123456789")), len(text)),
        "dates": log(len(DATE.findall(near))),
        "prices": log(len(MONEY.findall(near))),
    }


def title_words(title: str) -> dict[str, float]:
    """Whether a title in lower case has one of ``TITLE_WORDS``."""
    padded = f" {' '.join(_WORD.findall(title))} "
    return {
        f"title_{name}": float(any(f" {way} " in padded for way in ways.split("|")))
        for name, ways in TITLE_WORDS.items()
    }
