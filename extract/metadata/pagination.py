"""The next page of a list, a thread or an article in parts.

The number after that of the page itself has priority: ``rel=next`` and "Next" may lead to the next article or topic;
of an article or product, they count only if their address is like that of the page.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import groupby, islice, pairwise
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from iawce.data.arrays import Bools
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.tags import NEVER_TEXT
from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress, join, web_address
from iawce.data.text.lexicon.part_names import PAGE_LINKS

LABEL = re.compile(
    r"(?:go to )?(?:pages?|seiten?|páginas?|pagin[ae]|стр(?:аниц[аы]|\.)?|stron[ay]|sidor?|页[码次]?|ページ|페이지)"
    r"(?: \(?\d{1,5}\)?)?(?: (?:of|von|de|sur|из|/) \d{1,5})?\W*",
    re.I,
)
"""The text before the numbers."""
CURRENT = re.compile(r"(?:\A|[\s_-])(?:current|active|selected|this-?page)(?:\Z|[\s_-])", re.I)
BETWEEN = " \t\r\n\xa0|·•,.…[]()-–—<>‹›«»←→/"  # Punctuation between and around the numbers
LEVELS = 3
MAX_LABEL = 100  # Most characters of a text with a number, or of the label before numbers
MAX_DIGITS = 5
MIN_ROW = 2  # Fewest numbers in a row
MAX_BLANKS = 10  # Text nodes around a number, blank except for it
NEXT = re.compile(
    r"(?:next|older|more)(?: (?:page|posts|entries|results|topics?))?|nächste(?: seite)?|weiter|ältere(?: beiträge)?|"
    r"(?:page )?suivante?|siguientes?|página siguiente|avanti|successiv[ao]|próxim[ao]|seguinte|volgende|następna|"
    r"далее|следующая(?: страница)?|下一?[页頁]|次へ|次のページ|다음(?: 페이지)?",
    re.I,
)
"""The whole text of a link to the next page, arrows left out."""
NAMED = re.compile(r"(?:\A|[\s_-])next(?:\Z|[\s_-])|next_?page|nextpost|pagination-next", re.I)
"""Parts of the class name, id or label of such a link."""
ARROWS = " \t\n\xa0›»>→⟩❯▸…‹«<←⟨❮◂"  # To the left, too, where older posts are
MAX_LENGTH = 40
OTHER_TOPIC = re.compile(r"prev_next=|goto=next|action=next(?:new|old)est|view=next", re.I)
"""Parts of the address of the next topic of a board (SMF, vBulletin, MyBB, phpBB), which is not a page of this one."""
SESSION = re.compile(r"(?<=[?&;])(?:s|sid|phpsessid)=[0-9a-z]{8,}(?:[&;]|\Z)|;jsessionid=[^?]*", re.I)
"""Parameters that identify a session, not a page."""
PAGE_WORDS = re.compile(
    r"(?:index|page|paged|pagenum|pageno|pg|pn|p|start|st|offset|o|from|seite|pagina|strana|part|teil|comment|"
    r"html?|php|aspx?|[\W\d_])*",
    re.I,
)
"""All differences allowed between the addresses of two pages of one thread."""
TOKEN = re.compile(r"[^\W\d_]+|\d+|.", re.S)


class _PageNumber(NamedTuple):
    """A number as printed, its element, the address of its link, and whether it is that of the page itself."""

    value: int
    element: int
    address: str
    is_current: bool


def among_pages(index: ElementIndex) -> Bools:
    """Whether class name or id of each element, or of one closely around it, names pages, bool (elements,)."""
    found = named = index.attributes.named(PAGE_LINKS)
    outer = parents = np.maximum(index.parents, 0)
    for _ in range(LEVELS):
        found, outer = found | named[outer], parents[outer]
    return found


def numbered_next(index: ElementIndex, among: Bools) -> Iterator[str]:
    """Addresses of the next page by rows of page numbers, in document order.

    ``among``: whether each element is among links to pages, bool (elements,).
    """
    owners, texts = index.text_nodes.owners, index.text_nodes.texts
    read = np.flatnonzero(~(index.blank | index.has_tag(NEVER_TEXT)[owners]))
    said = [texts[one][:MAX_LABEL].strip(BETWEEN) for one in read.tolist()]
    if sum(map(str.isdecimal, said)) < MIN_ROW:
        return
    before = ""  # what stands before a row: numbers with nothing but punctuation between them, two or more
    plain = filter(itemgetter(0), zip(said, owners[read].tolist(), strict=True))
    for is_row, group in groupby(plain, lambda one: _is_number(one[0])):
        shown = list(group)
        row = [_page_number(index, text, owner) for text, owner in shown] if is_row and len(shown) >= MIN_ROW else []
        for run in _rising(row):  # ``Page 1 of 240: 1 2 3``
            current = [one.value for one in run if one.is_current]
            if len(current) == 1 and (among[run[0].element] or LABEL.fullmatch(" ".join(before.split()))):
                yield from (one.address for one in run if one.value == current[0] + 1)
        before = shown[-1][0]


def _rising(row: Sequence[_PageNumber]) -> Iterator[Sequence[_PageNumber]]:
    """The parts of a row in which each number is higher than the one before it."""
    falls = [place for place in range(1, len(row)) if row[place].value <= row[place - 1].value]
    yield from (row[begin:end] for begin, end in pairwise([0, *falls, len(row)]))


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) <= MAX_DIGITS


def _page_number(index: ElementIndex, text: str, owner: int) -> _PageNumber:
    given = index.attributes.given
    around = [owner, *islice(index.ancestors(owner), LEVELS)]
    address = next(
        (given[one].get("href", "") for one in around if index.tags[one] == "a"), given[owner].get("href", "")
    )
    size = index.last_text_node - index.first_text_node
    alone = (one for one in around if size[one] < MAX_BLANKS and index.count_texts(one) == 1)
    is_marked = any("aria-current" in given[one] or CURRENT.search(index.classes[one]) for one in alone)
    return _PageNumber(int(text), owner, address, is_marked or not address)


def next_page(index: ElementIndex, base: str, url: str, *, is_single: bool) -> str:
    """The address of the next page, empty if there is none; never that of the page itself.

    ``base``: the base of its links, empty if unknown; ``url``: its own address; ``is_single``: it is about one thing.
    """
    here = _bare(join(url, ""))
    for address, is_numbered in _candidates(index):
        found = "" if OTHER_TOPIC.search(address) else web_address(base, address)
        is_address = (found.startswith(("http:", "https:")) or not base) and _bare(found) not in ("", here)
        if is_address and (is_numbered or not is_single or is_further_page(url, found) is not Further.NO):
            return found
    return ""


def _bare(url: str) -> str:
    """An address without its fragment, and without an empty query."""
    return url.partition("#")[0].removesuffix("?")


def _candidates(index: ElementIndex) -> Iterator[tuple[str, bool]]:
    """Addresses of links, and whether numbers of pages show that they lead to the next one."""
    among, given = among_pages(index), index.attributes.given
    yield from ((address, True) for address in numbered_next(index, among))
    for number in index.attributes.having("rel"):
        if index.tags[number] in ("a", "link") and "next" in given[number]["rel"].lower().split():
            yield given[number].get("href", ""), False
    for number in index.tagged("a"):
        if among[number] and (href := given[number].get("href")) and _says_next(index, number):
            yield href, False


def _says_next(index: ElementIndex, number: int) -> bool:
    given = index.attributes.given[number]
    label = given.get("aria-label") or given.get("title") or ""
    text = index.text_of(number).strip(ARROWS)[:MAX_LENGTH]  # hidden text may have it, too
    if NEXT.fullmatch(text) or NEXT.fullmatch(label.strip(ARROWS)):
        return True
    return bool(NAMED.search(f"{index.classes[number]} {given.get('id', '')}"))


class Further(Enum):
    """The evidence from two addresses."""

    NO = "another page"
    LIKELY = "a further page if its title is the same"
    YES = "a further page"


def is_further_page(first: str, other: str) -> Further:
    """Evidence of two addresses on whether ``other`` is a later page of the thread or list that begins at ``first``.

    It is one if it extends the first only by words for pages and numbers (``/t/9`` and ``/t/9/page-2``); it may be one
    if only a number differs (``/t-9-2.html`` after ``/t-9-1.html``, but also ``/t-10.html``), or if it has all of its
    parameters and others (``/list?cursor=x`` after ``/list``). It is none on another host, or if it changes from https
    to http.
    """
    try:
        here, there = WebAddress.parse(first), WebAddress.parse(other)
    except PageError:
        return Further.NO
    if _host(here) != _host(there) or (here.scheme, there.scheme) == ("https", "http"):
        return Further.NO
    paths = [without_session(one.href.removeprefix(one.origin)) for one in (here, there)]
    less, more = _differences(*paths)
    if not more or not PAGE_WORDS.fullmatch(less) or not PAGE_WORDS.fullmatch(more):
        return Further.LIKELY if _adds_parameters(*paths) else Further.NO
    return Further.LIKELY if re.search(r"\d", less) or not re.search(r"\d", more) else Further.YES


def without_session(url: str) -> str:
    """An address without the identifier of a session and without its fragment."""
    return SESSION.sub("", url.partition("#")[0]).rstrip("?&;")


def _adds_parameters(first: str, other: str) -> bool:
    """Whether the second is the first with further parameters, in any order."""
    (path, _, query), (longer_path, _, longer) = first.partition("?"), other.partition("?")
    return path.rstrip("/") == longer_path.rstrip("/") and set(query.split("&")) - {""} < set(longer.split("&")) - {""}


def _host(address: WebAddress) -> tuple[str, int]:
    """The host and port; the default ports of http and https count as one."""
    return address.host, 80 if address.port in (80, 443) else address.port


def _differences(first: str, other: str) -> tuple[str, str]:
    """The parts of two texts between their common beginning and end, whole words and numbers."""
    texts = [TOKEN.findall(text) for text in (first, other)]
    begin = _common(*texts)
    rests = [text[begin:] for text in texts]
    end = _common(*(rest[::-1] for rest in rests))
    less, more = ("".join(rest[: len(rest) - end]) for rest in rests)
    return less, more


def _common(first: Sequence[str], other: Sequence[str]) -> int:
    """Number of tokens in the common beginning of two texts."""
    pairs = enumerate(zip(first, other, strict=False))
    return next((number for number, (one, two) in pairs if one != two), min(len(first), len(other)))
