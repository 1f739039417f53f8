"""Families of words in class names and ids: what they say an element is, such as a menu, a comment or a price."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from ahocorasick_rs import BytesAhoCorasick, MatchKind
from numpy.typing import NDArray

from iawce.data.dom.attributes import JoinedTexts, distinct_numbered
from iawce.data.dom.element_index import ElementIndex

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
"""Words of each family: ``-?`` for an optional hyphen, ``<`` and ``>`` where no letter may precede or follow."""
FAMILIES = tuple(_FAMILIES)
NOTHING: NDArray[np.int64] = np.zeros((0, 3), np.int64)
FRAME = frozenset({"html", "body"})  # Their names describe the page, by which those of the corpus were labelled
MAX_NAMES = 8  # Most class names of an element that are read
MAX_NAME = 80  # Most characters of a name that are read
MAX_DIFFERENT = 50_000  # Names that are examined, as each takes microseconds, and a page may consist of names


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
_TEXTS = [word.text.encode() for word in _WORDS]
_SEARCH = BytesAhoCorasick(_TEXTS, matchkind=MatchKind.LeftmostFirst)
_SEARCH_ALL = BytesAhoCorasick(_TEXTS)
_FAMILY_BITS = np.array([1 << word.family for word in _WORDS])
_IS_BOUND = np.array([word.begins or word.ends for word in _WORDS])


def families_of_elements(index: ElementIndex) -> NDArray[np.int64]:
    """The families whose words are in class names and id of each element, a bit for each, int64 (elements,)."""
    names, numbers = index.attributes.names
    split = [(*classes.split()[:MAX_NAMES], identity) for classes, identity in names[:MAX_DIFFERENT]]
    distinct, parts = distinct_numbered(list(chain.from_iterable(split)))
    families = families_of([name[:MAX_NAME] for name in distinct])
    named = np.zeros(len(names), np.int64)
    np.bitwise_or.at(named, np.repeat(np.arange(len(split)), list(map(len, split))), families[parts])
    return named[numbers]


def families_of(names: Sequence[str]) -> NDArray[np.int64]:
    """The families whose words are in each of these names, a bit for each, int64 (names,).

    Of overlapping words, the one that begins first counts; of several that begin at one place, the first in the list.
    """
    said = JoinedTexts(names)
    orders, starts, ends = np.array(_SEARCH.find_matches_as_indexes(said.joined) or NOTHING, np.int64).T
    places, found = np.searchsorted(said.ends, starts), np.zeros(len(names), np.int64)
    np.bitwise_or.at(found, places, _FAMILY_BITS[orders])
    bound = np.flatnonzero(_IS_BOUND[orders])
    words = zip(*(column[bound].tolist() for column in (places, orders, starts, ends)), strict=True)
    doubtful = {place for place, order, *span in words if not _stands_free(said.joined, _WORDS[order], *span)}
    for place in doubtful:
        found[place] = _families_of_one(names[place])  # another word may begin within one that is rejected
    return found


def _families_of_one(name: str) -> int:
    lower, found, done = name.lower().encode("utf-8", "replace"), 0, 0
    for start, order, end in sorted(
        (s, w, e) for w, s, e in _SEARCH_ALL.find_matches_as_indexes(lower, overlapping=True)
    ):
        if start >= done and _stands_free(lower, _WORDS[order], start, end):
            found |= 1 << _WORDS[order].family
            done = end
    return found


def _stands_free(text: bytes, word: _Word, start: int, end: int) -> bool:
    """Whether no letter precedes or follows a word where none may."""
    return not (word.begins and _is_letter(text, start - 1)) and not (word.ends and _is_letter(text, end))


def _is_letter(text: bytes, place: int) -> bool:
    return 0 <= place < len(text) and b"a" <= text[place : place + 1] <= b"z"
