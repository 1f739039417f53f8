"""Features of the class names and ids around a block: families of words."""

import re
from functools import lru_cache, reduce
from itertools import chain
from operator import or_

import numpy as np
from numpy.typing import NDArray

from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks

_FAMILIES = {
    "comment": "comment|disqus|respond|discuss",
    "sidebar": "side-?bar|rail|aside|secondary",
    "footer": "foot|bottom|colophon",
    "header": "header|masthead|top-?bar|banner",
    "menu": "menu|nav|breadcrumb|crumb",
    "share": "shar(?:e|ing)|social|facebook|twitter|whatsapp|follow",
    "related": "relat|recommend|similar|also|suggest|trending|popular|recent|teaser|onward|more",
    "advert": r"(?<![a-z])ads?(?![a-z])|advert|sponsor|promo|dfp|taboola|outbrain|commercial",
    "consent": "cookie|consent|gdpr|privacy|onetrust",
    "dialog": "modal|pop-?up|dialog|overlay|drawer|off-?canvas|lightbox|toast|tooltip",
    "account": "newsletter|subscri|sign-?up|mailchimp|optin|paywall|register|login|account|cart|basket|wishlist",
    "pager": "paginat|pager|page-?nav|prev|next|load-?more",
    "widget": "widget|module",
    "tags": "tag|categor|topic|label|keyword|badge",
    "author": "author|byline|bio(?![a-z])|avatar|profile|user|member|poster",
    "meta": "meta|date|time|publish|posted|stats|count|info",
    "media": "caption|credit|figure|media|photo|image|img|gallery|slide|carousel",
    "search": "search|filter|facet|sort|refine|toolbar|select|dropdown",
    "legal": "copyright|legal|disclaim|terms|license",
    "review": "review|rating|stars|testimonial",
    "accordion": "accordion|faq|collaps|tab|toggle|expand",
    "intro": "hero|jumbotron|lead|intro|excerpt|summary|standfirst|dek|subtitle",
    "card": "card|item|product|tile|grid|list|result|row",
    "price": "price|cost|amount|sku|stock|shipping|variant|swatch|option|quantity",
    "button": "btn|button|cta|action|link|icon",
    "content": "content|entry|story|article|post|main|body",
    "text": "text|prose|markdown|paragraph|rich|wysiwyg|copy|rte|desc",
    "message": "message|reply|thread|quote|signature|answer|question",
    "title": "title|heading|headline|name",
    "detail": "spec|feature|detail|attribute|table|ingredient|instruction|step|recipe",
    "code": "code|highlight|syntax|terminal|toc|anchor|permalink|gutter",
    "place": "event|calendar|schedule|location|map|contact|form|phone|address|team|staff",
}
FAMILIES = tuple(_FAMILIES)
_WORDS = re.compile("|".join(f"({pattern})" for pattern in _FAMILIES.values()))
_JOINED = re.compile("|".join(re.findall("[a-z]+-\\?[a-z]+", _WORDS.pattern)).replace("?", ""))
_LETTERS = re.compile("[a-z]+")
"""All else parts words, but for a hyphen in one of ``_JOINED``; names are many, the words in them few."""
NOWHERE, FARTHEST = 30, 20
"""Distance where no element around a block has a family's word, and the largest distance otherwise."""

MOST_NAMES = 8
"""Class names of an element that count."""
LONGEST_NAME = 80
"""Characters of a name that are read."""
KNOWN_NAMES = 1 << 14
"""Names that are remembered; a hostile site may have as many as it likes."""
MOST_DIFFERENT = 50_000
"""Different names of a page that are looked at: each takes microseconds, and a page may be nothing but names."""


@lru_cache(maxsize=KNOWN_NAMES)
def _families_of_name(name: str) -> int:
    lower = name.lower()
    parts = [lower] if "-" in lower and _JOINED.search(lower) else _LETTERS.findall(lower)
    return reduce(or_, map(_families_of_part, parts), 0)


@lru_cache(maxsize=KNOWN_NAMES)
def _families_of_part(part: str) -> int:
    found = {match.lastindex - 1 for match in _WORDS.finditer(part) if match.lastindex}
    return sum(1 << number for number in found)


def family_features(page: PageBlocks) -> Columns:
    """For each family: how far up it is named, and the share of the page's words that stand there."""
    index, bits = page.index, np.arange(len(FAMILIES))
    named = np.where(index.has_tag(("html", "body")), 0, _families_of_elements(page))
    marked = named[page.holding][:, None] >> bits & 1 > 0
    nearest = page.nearest(marked)
    known = nearest >= 0
    distances = index.depths[page.elements][:, None] - index.depths[nearest] + 1
    far = np.where(known, np.minimum(distances, FARTHEST), NOWHERE)
    shares = np.where(known, page.element_words[nearest] / page.total, -1)
    columns: Columns = {f"family_{name}": far[:, number] for number, name in enumerate(FAMILIES)}
    return columns | {f"family_{name}_share": shares[:, number] for number, name in enumerate(FAMILIES)}


def _families_of_elements(page: PageBlocks) -> NDArray[np.int64]:
    """The families whose words are in class names and id of each element, a bit for each, int64 (elements,)."""
    names, numbers = page.index.attributes.names
    split = [(*classes.split()[:MOST_NAMES], identity) for classes, identity in names[:MOST_DIFFERENT]]
    known = {name: _families_of_name(name[:LONGEST_NAME]) for name in set(chain.from_iterable(split))}
    named = np.zeros(len(names), np.int64)
    named[: len(split)] = [reduce(or_, map(known.__getitem__, of)) for of in split]
    return named[numbers]
