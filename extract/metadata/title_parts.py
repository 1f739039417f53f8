"""The parts of a page's ``<title>``: the title of the page, and the name of its site before or after it."""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator
from urllib.parse import unquote

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.web_address import host_of, web_address
from iawce.data.dom.words import split_words
from iawce.data.network.address import parse_address
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.metadata.pagination import LABEL

LEAST_IN_ADDRESS = 3
"""Least words of an address that indicate a title; fewer count only if a heading consists of them."""
SAME = 0.8
"""Least word F1 of a text that agrees with the address."""
_PARTS = re.compile(r"\s+[|\-–—·•»«:_/>]+\s+|\s*(?:[|»]|(?<![a-z])_|_(?![a-z]))\s*|:{2}")
"""Separators of the title of a page and the name of its site; no underscore inside a name, as in snake_case."""
_EDGE = " |-–—·•»«:_/>,"
_SUFFIX = re.compile(r"\.\w{2,5}$")
_HOME = re.compile(
    r"home ?(?:page)?|start(?:seite|sida|side)|accueil|inicio|início|homepagina|főoldal|главная(?: страница)?|"
    r"strona główna|anasayfa|首[页頁]|ホーム|홈|menu|untitled(?: document)?",
    re.I,
)


def parts(text: str) -> list[str]:
    """The parts of a title in order, none empty."""
    return [part.strip() for part in _PARTS.split(text) if part.strip()]


def without_site(text: str) -> str:
    """All but the last part; empty if there is one part only."""
    cuts = [cut for cut in _PARTS.finditer(text) if cut.start()]
    return text[: cuts[-1].start()].strip() if cuts else ""


def own_part(title: str, url: str, sites: Iterable[str] = (), heads: Container[str] = ()) -> str:
    """The part of a title about the page: the one that agrees with the address, else the longest.

    Args:
        title: of the page.
        url: of the page.
        sites: names of the site, which count only if there is nothing else.
        heads: letters of the headings, with one of which a part beside a name of the site is preferred.
    """
    found = [part for part in parts(title) if not is_home(part) and not _is_page_number(part)]
    names, address = set(map(letters, sites)), word_bag(address_words(url))
    rest = [part for part in found if letters(part) not in names] or found
    said = [part for part in rest if word_f1(word_bag(part), address) >= SAME]
    said = said or [part for part in rest if len(rest) < len(found) and letters(part) in heads]
    return next(iter(said), "") or max(rest, key=lambda part: len(split_words(part)), default="")


def site_letters(url: str, title: str, own: str, shared: str, names: Iterable[str]) -> set[str]:
    """Names of the site, in lower case without spaces: a heading with nothing else is not a title.

    Args:
        url: of the page.
        title: its ``<title>``.
        own: the part of this that is not the name of the site.
        shared: its og:title.
        names: of the site in the markup.
    """
    last = parts(title)[-1:]
    rest = title.replace(shared, "").strip(_EDGE) if shared and shared != title else ""
    host = host_of(url)
    found = [*names, host, *host.split(".")[:-1], *last, rest]
    return {letters(name) for name in found if name != own} - {""}


def is_home(text: str) -> bool:
    """Whether a text only means the home page of a site, or is empty."""
    return bool(_HOME.fullmatch(text.strip()))


def _is_page_number(text: str) -> bool:
    """Whether a text is the number of a page; ``Pages`` alone is a name."""
    return bool(LABEL.fullmatch(text)) and any(map(str.isdecimal, text))


def is_home_address(url: str) -> bool:
    """Whether an address is that of a site, empty path and query; not the one of all saved pages."""
    found = parse_address(url) if url != SAVED_ORIGIN else None
    return found is not None and found.hostname != "" and found.pathname in ("", "/") and not found.search


def address_words(url: str) -> str:
    """The step of an address's path with most words, as words; the last of those with the same number."""
    found = parse_address(url)
    path = found.pathname.split("/")[1:20] if found else []
    steps = [_SUFFIX.sub("", unquote(step)).replace("_", " ") for step in path]
    return max(reversed(steps), key=lambda step: len(split_words(step)), default="")


def word_f1(ours: Counter[str], theirs: Counter[str]) -> float:
    """Word F1 of two texts, 0 to 1."""
    shared = sum(min(ours[word], theirs[word]) for word in ours.keys() & theirs.keys())
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def word_bag(text: str) -> Counter[str]:
    """The words of a text in lower case."""
    return Counter(split_words(text.lower()))


def letters(text: str) -> str:
    """A text for comparing: its words in lower case without spaces."""
    return "".join(split_words(text.lower()))


MOST_LINKS = 2000
MOST_WORDS = 60
"""Most words of a link that may be a name."""
MOST_INSIDE = 50
"""Most elements in a link that are examined."""
_INDEX_FILE = re.compile(r"(?:index|default)\.\w{2,5}$")


def home_names(analysis: PageAnalysis, names: Collection[str]) -> set[str]:
    """Those of these names, as ``letters`` gives them, that links to the home page have as their texts.

    The home page is the root of a host or, where no link leads to one, as in a copy in a folder, the shortest folder
    around the page that a link leads to.
    """
    links = analysis.index.tagged("a")[:MOST_LINKS]
    named = {number: found for number in links if (found := set(_texts(analysis, number)).intersection(names))}
    homes = _homes(analysis, named)
    if named and min(homes.values(), default=0) != len("/"):  # another link may lead to a shorter folder
        homes = _homes(analysis, links)
    least = min(homes.values(), default=0)
    return set().union(*(found for number, found in named.items() if homes.get(number) == least))


def _homes(analysis: PageAnalysis, links: Iterable[int]) -> dict[int, int]:
    """Those of these links that lead to a folder around the page, on its host, with the length of its path."""
    index, url, homes = analysis.index, analysis.document.url or SAVED_ORIGIN, dict[int, int]()
    page = re.split("[?#]", url)[0]
    host, own = _place(page)
    itself = own if page == url != SAVED_ORIGIN else ""
    for number in links:
        href = index.attributes.given[number].get("href", "")
        there, folder = _place(web_address(analysis.document.base_url or url, href)) if href else ("", "")
        if there == host and own.startswith(folder) and folder.endswith("/") and folder != itself:
            homes[number] = len(folder)
    return homes


def _place(url: str) -> tuple[str, str]:
    """Host and path of an address without the name of an index file; empty if it leads to a part of a page."""
    found = parse_address(url)
    return (
        (found.hostname, _INDEX_FILE.sub("", found.pathname)) if found and not found.search + found.hash else ("", "")
    )


def _texts(analysis: PageAnalysis, number: int) -> Iterator[str]:
    """The letters of the text of a link, and of the pictures in it."""
    index = analysis.index
    if analysis.document.body.words[number] <= MOST_WORDS:
        yield letters(index.text_of(number))
    for one in range(number + 1, min(int(index.ends[number]), number + MOST_INSIDE)):
        if index.tags[one] == "img":
            yield letters(index.attributes.given[one].get("alt", ""))
