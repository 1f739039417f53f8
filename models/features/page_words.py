"""The words of a page as features: of its texts and names for its type, and groups of words in class names and ids.

Each word is prefixed with its source: ``heading:comments``, ``class:post``. Not among them are the address of the page,
the class of ``html`` and ``body``, and ``og:type``: the labels of the page-type corpus were derived from these.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from ahocorasick_rs import BytesAhoCorasick, MatchKind
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.dom.attributes import JoinedTexts, distinct_numbered
from iawce.data.dom.element_index import DomMask, ElementIndex

MAX_HEADINGS = 60
MAX_LABELS = 200  # Buttons, field labels, head cells and options that are read
MAX_LINKS = 1_000
LINK_WORDS = 3  # Most words of a link that is read; longer ones are titles
HEADING_WORDS, LABEL_WORDS, PATH_WORDS = 12, 6, 5  # Words of one heading, label and address that are read
MAX_LENGTH = 300  # Characters of a text or an attribute that are read
_LABELS = ("button", "label", "th", "dt", "legend", "option")
_NAMED = ("itemprop", "rel", "itemtype", "role")
_WORD = re.compile(r"[^\W\d_]+")
_HOST = re.compile(r"https?://[^/]*")
Found = dict[str, set[str]]  # Words by source
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


def page_words(document: Document) -> frozenset[str]:
    """All words, each once. Raises PageError: the page holds no element, or too many."""
    body, found = document.body, defaultdict[str, set[str]](set)
    for read in (_texts, _fields, _links, _names, _marks):
        read(body, found)
    return frozenset(f"{source}:{word}" for source, words in found.items() for word in words)


def _texts(body: DomMask, found: Found) -> None:
    """Words of title, headings and labels."""
    headings = (body.tagged(level)[:MAX_HEADINGS].tolist() for level in ("h1", "h2", "h3", "h4"))
    for source, numbers, most in (
        ("title", body.index.tagged("title")[:1], None),
        *(("heading", level, HEADING_WORDS) for level in headings),
        ("label", body.tagged(*_LABELS)[:MAX_LABELS].tolist(), LABEL_WORDS),
    ):
        for number in numbers:
            found[source].update(_words(body.index.text_of(number)[:MAX_LENGTH])[:most])


def _fields(body: DomMask, found: Found) -> None:
    for number in body.tagged("input")[:MAX_LABELS].tolist():
        given = body.index.attributes.given[number]
        shown = ("value",) if given.get("type") in ("submit", "button") else ()
        for name in ("placeholder", "name", "aria-label", *shown):
            found["label"].update(_words(given.get(name, "")[:MAX_LENGTH])[:LABEL_WORDS])


def _links(body: DomMask, found: Found) -> None:
    """Words of short links, and of the paths that links lead to."""
    links = body.tagged("a")[:MAX_LINKS]
    numbers, given = links.tolist(), body.index.attributes.given
    short = set(map(body.index.text_of, links[body.words[links] <= LINK_WORDS].tolist()))
    found["link"].update(_words("\n".join([text[:MAX_LENGTH] for text in short])))
    addresses = {given[number].get("href", "") for number in numbers}
    paths = {_HOST.sub("", address)[:MAX_LENGTH] for address in addresses}
    for letters in JoinedTexts(paths).letters:
        found["path"].update([word for word in letters.split() if len(word) > 1][:PATH_WORDS])


def _names(body: DomMask, found: Found) -> None:
    """Words of class names and ids, but not those of ``html`` and ``body``."""
    index = body.index
    names, numbers = index.attributes.names
    own = set(numbers[index.tagged("html", "body")].tolist())
    asked = [(pair, said) for pair, said in enumerate(index.attributes.joined_names.letters) if pair not in own]
    long = [" ".join(names[pair])[:MAX_LENGTH] for pair, said in asked if len(said) > MAX_LENGTH]
    found["class"].update(_runs([said for _, said in asked if len(said) <= MAX_LENGTH]), _letters(long))


def _marks(body: DomMask, found: Found) -> None:
    """Words of attributes that state the role of an element."""
    given = body.index.attributes.given
    said = {name: set[str]() for name in _NAMED}
    for number in body.index.attributes.having(*_NAMED):
        for name in _NAMED:
            if name in given[number]:
                said[name].add(given[number][name][:MAX_LENGTH])
    for name, texts in said.items():
        found[name].update(_letters(texts))


def _letters(texts: Iterable[str]) -> set[str]:
    """Runs of two or more of the letters a to z."""
    return _runs(JoinedTexts(texts).letters)


def _runs(letters: Iterable[str]) -> set[str]:
    return {run for run in set(" ".join(letters).split()) if len(run) > 1}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


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
    words = zip(
        places[bound].tolist(), orders[bound].tolist(), starts[bound].tolist(), ends[bound].tolist(), strict=True
    )
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
