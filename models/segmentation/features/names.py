"""Features of the class names and ids around a block: families of words."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate, chain
from operator import or_
from typing import NamedTuple

import numpy as np
from ahocorasick_rs import BytesAhoCorasick
from numpy.typing import NDArray

from iawce.models.segmentation.features.page_blocks import Columns, PageBlocks

_FAMILIES = {
    "comment": "comment|disqus|respond|discuss",
    "sidebar": "side-?bar|rail|aside|secondary",
    "footer": "foot|bottom|colophon",
    "header": "header|masthead|top-?bar|banner",
    "menu": "menu|nav|breadcrumb|crumb",
    "share": "share|sharing|social|facebook|twitter|whatsapp|follow",
    "related": "relat|recommend|similar|also|suggest|trending|popular|recent|teaser|onward|more",
    "advert": "<ads>|<ad>|advert|sponsor|promo|dfp|taboola|outbrain|commercial",
    "consent": "cookie|consent|gdpr|privacy|onetrust",
    "dialog": "modal|pop-?up|dialog|overlay|drawer|off-?canvas|lightbox|toast|tooltip",
    "account": "newsletter|subscri|sign-?up|mailchimp|optin|paywall|register|login|account|cart|basket|wishlist",
    "pager": "paginat|pager|page-?nav|prev|next|load-?more",
    "widget": "widget|module",
    "tags": "tag|categor|topic|label|keyword|badge",
    "author": "author|byline|bio>|avatar|profile|user|member|poster",
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
"""Words of each family: ``-?`` for a hyphen that may stand there, ``<`` and ``>`` where no letter may stand beside."""
FAMILIES = tuple(_FAMILIES)


class _Word(NamedTuple):
    text: str
    family: int
    begins: bool
    ends: bool


def _spellings(pattern: str, family: int) -> Iterator[_Word]:
    for spelling in (pattern.replace("-?", "-"), pattern.replace("-?", ""))[: 1 + ("-?" in pattern)]:
        yield _Word(spelling.strip("<>"), family, spelling.startswith("<"), spelling.endswith(">"))


_WORDS = [
    word
    for number, patterns in enumerate(_FAMILIES.values())
    for pattern in patterns.split("|")
    for word in _spellings(pattern, number)
]
_SEARCH = BytesAhoCorasick([word.text.encode() for word in _WORDS])
NOWHERE, FARTHEST = 30, 20
"""Distance where no element around a block has a family's word, and the largest distance otherwise."""

MOST_NAMES = 8
"""Class names of an element that count."""
LONGEST_NAME = 80
"""Characters of a name that are read."""
MOST_DIFFERENT = 50_000
"""Different names of a page that are looked at: each takes microseconds, and a page may be nothing but names."""


def family_features(page: PageBlocks) -> Columns:
    """For each family: how far up it is named, and the share of the page's words that stand there."""
    index, bits = page.index, np.arange(len(FAMILIES))
    named = np.where(index.has_tag(("html", "body")), 0, _families_of_elements(page))
    marked = named[page.holding][:, None] >> bits & 1 > 0
    nearest = page.nearest_of_each(marked)
    known = nearest >= 0
    distances = index.depths[page.elements] - index.depths[nearest] + 1
    far = np.where(known, np.minimum(distances, FARTHEST), NOWHERE)
    shares = np.where(known, page.element_words[nearest] / page.total, -1)
    columns: Columns = {f"family_{name}": values for name, values in zip(FAMILIES, far, strict=True)}
    return columns | {f"family_{name}_share": values for name, values in zip(FAMILIES, shares, strict=True)}


def _families_of_elements(page: PageBlocks) -> NDArray[np.int64]:
    """The families whose words are in class names and id of each element, a bit for each, int64 (elements,)."""
    names, numbers = page.index.attributes.names
    split = [(*classes.split()[:MOST_NAMES], identity) for classes, identity in names[:MOST_DIFFERENT]]
    distinct = list({name[:LONGEST_NAME]: 0 for name in chain.from_iterable(split)})
    known = dict(zip(distinct, families_of(distinct), strict=True))
    named = np.zeros(len(names), np.int64)
    named[: len(split)] = [reduce(or_, [known[name[:LONGEST_NAME]] for name in of]) for of in split]
    return named[numbers]


def families_of(names: Sequence[str]) -> list[int]:
    """The families whose words are in each of these names, a bit for each.

    Of words that overlap the one that begins first counts, of several that begin at one place the first of the list.
    """
    lower = "\n".join(names).lower().encode("utf-8", "replace")
    ends = list(accumulate(len(name.lower().encode("utf-8", "replace")) + 1 for name in names))
    found, done, name = [0] * len(names), 0, 0
    for start, order, end in sorted((s, w, e) for w, s, e in _SEARCH.find_matches_as_indexes(lower, overlapping=True)):
        word = _WORDS[order]
        if start < done or (word.begins and _is_letter(lower, start - 1)) or (word.ends and _is_letter(lower, end)):
            continue
        while ends[name] <= start:
            name += 1
        found[name] |= 1 << word.family
        done = end
    return found


def _is_letter(text: bytes, place: int) -> bool:
    return 0 <= place < len(text) and b"a" <= text[place : place + 1] <= b"z"
