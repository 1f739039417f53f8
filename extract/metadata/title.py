"""The title of a page: the heading that agrees with its ``<title>``, its ``meta`` elements or its address.

Among the possible titles of a page, its main heading is the visible one; ``<title>`` and og:title are written for
search engines and often begin or end with the name of the site.
"""

import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from html import unescape
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.special_text import ANCHORS
from iawce.data.dom.texts import BARS, Texts
from iawce.data.dom.words import UNSEEN, letters, split_words
from iawce.data.network.address import host_of, parse_address, web_address
from iawce.data.page import SAVED_ORIGIN
from iawce.data.text.lexicon.part_names import SUBTITLES
from iawce.extract.content.boilerplate import elsewhere
from iawce.extract.metadata.evidence import Choice, Evidence, choose
from iawce.extract.metadata.pagination import LABEL

MIN_IN_ADDRESS = 3  # Least words of an address that indicate a title; fewer count only if a heading consists of them
SAME = 0.8  # Least word F1 of a text that agrees with the address
_COLONS = r":{2}(?![a-z_])"  # Not those inside of a name, as in ``std::vector``
_QUOTED = r"(?P<quoted> ?(?:«[^«»]*+»|»(?=\S)[^«»]*+(?<!\s)«))"
_STRONG = re.compile(rf"{_QUOTED}|(?:(?<!\s)\s++)?(?:[{BARS}»]|{_COLONS})\s*+")
_PARTS = re.compile(
    rf"{_QUOTED}|(?<!\s)\s++[{BARS}\-–—·•»«:_/>]++\s++"
    rf"|(?:(?<!\s)\s++)?(?:[{BARS}»]|(?<![a-z])_|_(?![a-z]))\s*+|{_COLONS}"
)
"""Separators of the title of a page and the name of its site, and quotations, inside of which there is none; no
underscore inside a name, as in snake_case. ``_STRONG`` ones divide before a dash does."""
_EDGE = f" {BARS}-–—·•:_/>,"
_COUNT = re.compile(r"\(\d{1,3}\+?\)\s+")  # The number of unread messages before a title
_SUFFIX = re.compile(r"\.\w{2,5}$")
_HOME = re.compile(
    r"home ?(?:page)?|start(?:seite|sida|side)|accueil|inicio|início|homepagina|főoldal|главная(?: страница)?|"
    r"strona główna|anasayfa|首[页頁]|ホーム|홈|menu|untitled(?: document)?",
    re.I,
)
_SIGN = re.compile(r"\s?[\-–—－·•:：_＿@【（(]")  # Before the name of the site, where no blank tells it from a hyphen
_LABEL = re.compile(r"(?:post )?title\s*:\s*", re.I)  # Words before a title for screen readers
_SLOGAN = re.compile(r"description|slogan|tagline|motto", re.I)
"""Words in the id or class of a heading that describes the site."""
_START = re.compile(
    r"//[^/]*+/(?:\w\w/|\w\w-\w\w/)?(?:(?:index|start|home|default|main|welcome)\b[\w.]*+)?(?:\?|\Z)", re.I
)
_INDEX_FILE = re.compile(r"(?:index|default)\.\w{2,5}$")
_ASIDE = frozenset({"svg", "button"})
MAX_SIGNS = 20  # Most signs in a title that are examined
MAX_LINKS, MAX_HEADINGS = 2000, 50
MAX_WORDS = 60  # Most words of a heading, or of a link that may be a name
MAX_INSIDE = 200  # Most elements in a heading or a link that are examined
MIN_AGREEMENT = 0.4  # Least word F1 of a title with a name of the page in the markup or the address
MIN_ELSEWHERE = 0.6  # The same for pages that are not articles in the markup, whose main heading is often a slogan
MIN_OF_TITLE = 0.6  # Least share of the words of its part of ``<title>`` that a lower heading must have to be the title
MAX_CURRENT = 20  # Elements that are marked as those of this page, of which the texts are read
MIN_LETTERS = 3  # Most letters of words of a name that a host may have by chance
TEXTS_BELOW = 3  # Most texts from a heading to the day below it
MIN_OF_SLUG = 5  # Least words with which a heading and the address begin, as many addresses end within a title


class Title(NamedTuple):
    """The title of a page, the number of its element, 0 without one, and why it is believed.

    ``sites``: the names in ``<title>`` and og:title that links to the home page have.
    """

    text: str
    heading: int = 0
    choice: Choice[str] | None = None
    sites: tuple[str, ...] = ()


def find_title(analysis: PageAnalysis) -> Title:
    """The title; empty if a page has neither headings nor other names."""
    index, url, tags = analysis.index, analysis.document.url, analysis.document.meta_tags
    title = next((_plain(index.opening_text(number)) for number in index.tagged("title")[:1]), "")
    shared = _plain(tags.first("og:title", "twitter:title", "articletitle"))
    first, lower, others = headings(analysis, "h1", "h2", "h3")
    every, given = (*first, *lower, *others), index.attributes.given
    called = (f"{given[one.heading].get('id', '')} {index.classes[one.heading]}" for one in every)
    heads = {letters(one.text) for one, name in zip(every, called, strict=True) if not _SLOGAN.search(name)}
    linked = tuple(_sites(analysis, (title, shared), heads))
    sites = tags.first("og:site_name", "sitename"), *analysis.markup_metadata.sites, *linked
    title, shared = (_without_names(text, sites) for text in (title, shared))
    is_home_page, site_names = is_home_address(url), set(map(letters, sites)) - {""}
    own = own_part(title, url, () if is_home_page else sites)
    if not is_home_page:
        told = {letters(one) for one in (shared, *analysis.markup_metadata.headlines)}
        headed = _headed_part(analysis, title, own, heads, first or (*lower, *others), sites=site_names)
        own = headed or _first_of_two(analysis, title, own, heads, told) or own
    names = [text for text in (without_site(shared), shared, own, title) if text and not is_home(text)]
    rest, host = title.replace(shared, "").strip(_EDGE) if shared and shared != title else "", host_of(url)
    named = (*sites, host, *host.split(".")[:-1], *parts(title)[-1:], rest)
    # Beside a main heading without it, the name of the site is not the title, even if <title> has no other.
    is_beside = own == title != "" and any(letters(own) not in letters(one.text) for one in first)
    is_known = is_beside and (letters(own) in site_names or bool(home_names(analysis, {letters(own)})))
    is_of_site = is_known and not is_home_page and not _START.search(url)
    site = {letters(name) for name in named if name != own or is_of_site} - {""}  # alone in a heading no title
    main = [one for one in first if letters(one.text) not in site and not is_home(one.text)]
    said = () if is_home_page else analysis.markup_metadata.headlines
    least = MIN_AGREEMENT if said or tags.first("og:type").lower() == "article" else MIN_ELSEWHERE
    for place, one in enumerate(main):
        if (cut := without_site(one.text)) and letters(one.text[len(cut) :]) in site_names | {""}:
            main[place] = one._replace(text=cut)
    own_names = {letters(name) for name in (*names, *said)} - site
    main = [_named_part(analysis, one, own_names) for one in main]
    known = [name for name in (title, *names, *parts(shared), *parts(title)[:1], *said) if name]
    found = list(_of_headings(analysis, main, known, least, (title, shared)))
    every_part = own_names.union(map(letters, parts(title)))
    if not is_home_page and letters(own) not in site and (line := _line_above(analysis, own, every_part, found)):
        found = [Evidence(own, "page", {"a line within <title>": 1}, "", line)]
    if not names or (is_of_site and {letters(name) for name in (*names, *said)} == {letters(own)}):
        found += [_heading(one, "the only name of the page") for one in main[:1]]
    if not found and (heading := _lower(lower, title, own, site)):
        found.append(_heading(heading, "in <title>"))
    if not found:
        whole = [part for part in _divided(_STRONG, title) if len(parts(part)) > 1] + _beginning(analysis, own)
        placed = ((part, _place(analysis, part)) for part in whole if letters(part) not in site)
        found += [Evidence(part, "page", {"a line within <title>": 1}, "", place) for part, place in placed if place]
    found += [
        Evidence(text, "schema.org", {"a headline with which <title> begins": 1}, "", _place(analysis, text))
        for text in dict.fromkeys(said)
        if not site.intersection(map(letters, parts(text)))
        and any(one.startswith(text) and not one[len(text) :].lstrip()[:1].isalnum() for one in (title, shared))
    ]
    ranked = [*(text for text in names if letters(text) not in site), *names, title, shared]
    found += [
        Evidence(text, "head", {"<title> or og:title": 1, "further": place})
        for place, text in enumerate(dict.fromkeys(filter(None, ranked)))
    ]
    if not (choice := choose("title", found, lambda one, other: word_f1(word_bag(one), word_bag(other)))):
        return Title("", sites=linked)
    text = _LABEL.sub("", choice.value, count=1) if _LABEL.match(choice.value) else choice.value
    return Title(text, choice.element or _place(analysis, text), choice, linked)


def site_name(analysis: PageAnalysis, title: Title, publishers: Sequence[str]) -> str:
    """The name of the site, which is not that of the page, except of its home page; empty if unknown.

    That of the markup, else the part of ``<title>`` beside that of the page that the link to the home page has or that
    the host is named after, else the publisher's, else the last part if the page shows it.
    """
    tags, url, own = analysis.document.meta_tags, analysis.document.url, letters(title.text)
    claimed = tags.first("og:site_name"), *analysis.markup_metadata.sites
    whole = next((_plain(analysis.index.opening_text(one)) for one in analysis.index.tagged("title")[:1]), "")
    is_home_page, of_page = is_home_address(url), {own, letters(whole), ""}
    if said := next((name for name in claimed if name and (is_home_page or letters(name) not in of_page)), ""):
        return said
    others = [part for part in parts(whole) if letters(part) and letters(part) not in own and not is_home(part)]
    host, known = letters(host_of(url)) if url != SAVED_ORIGIN else "", others
    if is_home_page:
        known = [whole.partition(":")[0], *parts(whole)]
    of_host = (part for part in reversed(known) if len(letters(part)) >= MIN_LETTERS and letters(part) in host)
    linked = (name for name in title.sites if not is_home(name))
    named = *linked, *of_host, *publishers, tags.first("application-name", "apple-mobile-web-app-title")
    if said := next((name for name in named if name and (is_home_page or letters(name) != own)), ""):
        return said
    last = others[-1] if others and letters(f"{title.text}{others[-1]}") == letters(whole) else ""
    is_shown = last and not is_home_page and _place(analysis, last)
    return last if is_shown else next(filter(None, claimed), "")


def _of_headings(
    analysis: PageAnalysis, main: Sequence[Title], known: Sequence[str], least: float, names: Sequence[str]
) -> Iterator[Evidence[str]]:
    """The main headings that are named elsewhere: in the markup, in the address or as the current breadcrumb.

    ``known``: names of the page in the markup; ``least``: agreement with one of them; ``names``: the whole ones.
    """
    bags, address = list(map(word_bag, known)), split_words(address_words(analysis.document.url).lower())
    current = _current(analysis) if main else set()
    is_only = len(main) == 1 and not is_home_address(analysis.document.url)
    articles = analysis.index.tagged("article") if is_only else ()
    body, ends = analysis.document.body, analysis.index.ends
    spaced = [f" {' '.join(split_words(name.lower()))} " for name in names]
    last_parts = [word_bag(part) for part in parts(names[0])[1:][-1:]]
    for one in main:
        bag, words = word_bag(one.text), split_words(one.text.lower())
        agreements = [word_f1(bag, other) for other in bags] or [0.0]
        best, line = max(agreements), f" {' '.join(words)} "
        if bags and best >= least:
            mean = sum(agreements) / len(agreements)
            end = max((word_f1(bag, other) for other in last_parts), default=0.0)
            signs = {"best agreement": best, "mean agreement": mean, "the end of <title>": end}
            yield _heading(one, "as in the markup").add(signs)
        elif share := _share_of_address(words, address):
            yield _heading(one, "as in the address").add({"best agreement": share})
        elif len(main) == 1 and words and any(line in name for name in spaced):
            # Shops add words around it: "Buy Blue Kettle online at Kitchen World".
            yield _heading(one, "within <title>")
        elif letters(one.text) in current:
            yield _heading(one, "the current breadcrumb")
        elif is_only and len(words) >= MIN_OF_SLUG:
            if any(
                number < one.heading < ends[number] and 2 * body.words[number] > body.words[0] for number in articles
            ):
                yield _heading(one, "the only one, in an article")
            elif not best and not body.link_words[one.heading] and _is_above_day(analysis, one.heading, known):
                yield _heading(one, "the only one, above a day")


def _line_above(analysis: PageAnalysis, own: str, names: set[str], found: Iterable[Evidence[str]]) -> int:
    """The line that is the page's ``own`` part of ``<title>`` above headings that only resemble it; 0 without one.

    ``names``: of the page, and the parts of its ``<title>``, as ``letters`` gives them; such a heading is none of them.
    """
    headings = [(one.element, letters(one.value)) for one in found if "as in the markup" in one.signs]
    if not headings or any(text in names or letters(own) in text for _, text in headings):
        return 0
    place = _place(analysis, own)
    is_line = 0 < place < min(headings)[0] and not analysis.index.linked[place]
    return place if is_line and not elsewhere(analysis)[place] else 0


def _is_above_day(analysis: PageAnalysis, heading: int, known: Iterable[str]) -> bool:
    """Whether one of the first texts below a heading is a day with few other words; not below a slogan of the site.

    The page must show one of its ``known`` names, as a section or a site, and only in links.
    """
    index, end = analysis.index, int(analysis.index.last_text_node[heading])
    linked = {bool(index.linked[place]) for name in known if (place := _place(analysis, name))}
    of_site = index.inside(index.tagged("header")) & ~index.inside(index.tagged("article", "main"))
    if of_site[heading] or linked != {True}:
        return False
    below = end + np.flatnonzero(~index.blank[end : end + MAX_INSIDE])[:TEXTS_BELOW]
    return any(times.is_stamp and times.day() for times in map(analysis.times.in_piece, below.tolist()))


def _named_part(analysis: PageAnalysis, one: Title, names: set[str]) -> Title:
    """A heading, or the text in it, beside its day, a count or a source, that has the ``letters`` of a name."""
    index, kept = analysis.index, analysis.document.body.text_nodes
    inside = index.text_numbers(one.heading)[:MAX_INSIDE]
    texts = (one_line(index.text_nodes.texts[place]).strip(_EDGE) for place in inside if kept[place])
    found = (text for text in texts if letters(text) in names and letters(one.text) not in names)
    return one._replace(text=next(found, one.text))


def _heading(one: Title, sign: str) -> Evidence[str]:
    return Evidence(one.text, "heading", {sign: 1}, "", one.heading)


def parts(text: str) -> list[str]:
    """The parts of a title in order, none empty."""
    return [part.strip() for part in _divided(_PARTS, text) if part.strip()]


def _divided(separators: re.Pattern[str], text: str) -> list[str]:
    return separators.sub(lambda one: one["quoted"] or "\n", " ".join(text.split())).split("\n")


def _plain(text: str) -> str:
    """A title in one line, with entities that were escaped twice, without the number of unread messages."""
    line = one_line(unescape(text) if "&" in text else text)
    count = _COUNT.match(line)
    return line[count.end() :] if count and count.end() < len(line) else line


def _without_names(text: str, sites: Iterable[str]) -> str:
    """A title without the name of the site and a colon before it, or in brackets behind it."""
    for site in filter(None, sites):
        if text.endswith(f" [{site}]"):
            return text[: -len(f" [{site}]")].strip(_EDGE) or text
        rest = text[len(site) :].lstrip()
        if text.casefold().startswith(site.casefold()) and rest[:1] == ":" and rest.strip(_EDGE):
            return rest.strip(_EDGE)
    return text


def without_site(text: str) -> str:
    """All but the last part; empty if there is one part only."""
    cuts = [cut for cut in _PARTS.finditer(text) if cut.start() and not cut["quoted"]]
    return text[: cuts[-1].start()].strip() if cuts else ""


def own_part(title: str, url: str, sites: Iterable[str]) -> str:
    """The part of a title about the page: the one that agrees with the address, else the longest.

    ``sites``: names of the site, which count only if there is nothing else.
    """
    numbers = {part for part in parts(title) if LABEL.fullmatch(part) and any(map(str.isdecimal, part))}  # of pages
    found = [part for part in parts(title) if not is_home(part) and part not in numbers]
    names, address = set(map(letters, sites)), word_bag(address_words(url))
    rest = [part for part in found if letters(part) not in names] or found
    said = [part for part in rest if word_f1(word_bag(part), address) >= SAME]
    return next(iter(said), "") or max(rest, key=lambda part: len(split_words(part)), default="")


def _first_of_two(analysis: PageAnalysis, title: str, own: str, heads: Container[str], told: Container[str]) -> str:
    """The first of two parts of a title if the other is its ``own`` one, but not told to be about the page.

    Topics usually stand before the name of the site. Empty if the first may be that name: the host has a word of it, or
    cannot have one, it has digits, or links to the home page. ``heads``, ``told``: ``letters`` of headings and names.
    """
    two, url = parts(title), analysis.document.url
    if len(two) != 2 or own != two[1] or is_home(two[0]) or letters(own) in heads:
        return ""
    of_host = [word for word in split_words(two[0].lower()) if len(word) > MIN_LETTERS and word.isascii()]
    is_site = not of_host or _is_in_host(two[0], url) or any(map(str.isdigit, two[0]))
    if is_site or letters(own) in told or word_f1(word_bag(own), word_bag(address_words(url))) >= SAME:
        return ""
    place, ends = _place(analysis, own), analysis.index.inside(analysis.index.tagged("header", "footer"))
    is_shown = place > 0 and not analysis.index.linked[place] and not ends[place]
    return "" if is_shown or home_names(analysis, {letters(two[0])}) else two[0]


def _is_in_host(text: str, url: str) -> bool:
    """Whether the host of an address has a word of a text."""
    host = host_of(url)
    return any(word in host for word in split_words(text.lower()) if len(word) > MIN_LETTERS)


def _headed_part(
    analysis: PageAnalysis, title: str, own: str, heads: Container[str], main: Sequence[Title], *, sites: Container[str]
) -> str:
    """The only part of a title that is a heading; empty if it is not a ``main`` one, or if its ``own`` part is a line.

    A heading that is the first text of a page may be the name of the site, one below half of it that of a part. So may
    be the last part of a title, unless another is one of the ``sites``' names, or the host has a word of it.
    """
    rest, address = [part for part in parts(title) if letters(part) not in sites], address_words(analysis.document.url)
    headed = [part for part in rest if letters(part) in heads]
    if len(headed) != 1 or headed[0] == own or word_f1(word_bag(own), word_bag(address)) >= SAME:
        return ""
    is_sure = len(rest) < len(parts(title))  # the name of the site is another part
    if headed[0] == rest[-1] and not (is_sure or _is_in_host(own, analysis.document.url)):
        return ""
    index, firsts = analysis.index, analysis.index.first_text_node
    said = np.cumsum(index.text_node_words * analysis.document.body.text_nodes)
    places = [int(firsts[one.heading]) for one in main if letters(one.text) == letters(headed[0])]
    is_above = any(0 < said[place - 1] <= said[-1] / 2 for place in places if place)
    place = _place(analysis, own)
    return headed[0] if (is_sure or is_above) and (not place or index.linked[place]) else ""


def is_home(text: str) -> bool:
    """Whether a text only means the home page of a site, or is empty."""
    return not text.strip() or bool(_HOME.fullmatch(text.strip()))


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


def home_names(analysis: PageAnalysis, names: Collection[str]) -> set[str]:
    """Those of these names, as ``letters`` gives them, that links to the home page have as their texts.

    The home page is the root of a host or, where none of them leads to one, as in a copy in a folder, the shortest
    folder around the page that one leads to.
    """
    given, all_links = analysis.index.attributes.given, analysis.index.tagged("a")[:MAX_LINKS]
    links = (number for number in all_links if _may_be_folder(given[number].get("href", "")))
    named = {number: found for number in links if (found := set(_texts(analysis, number)).intersection(names))}
    homes = _homes(analysis, named)
    least = min(homes.values(), default=0)
    return set().union(*(named[number] for number, length in homes.items() if length == least))


def _may_be_folder(href: str) -> bool:
    """A quick test of an address: the end of a folder, an index file, or a host alone."""
    end = href.rstrip()[-2 * len("default.html") :].lower()
    return end.endswith(("/", ".", "#", "?")) or "index." in end or "default." in end or href.count("/") == len("//")


def _homes(analysis: PageAnalysis, links: Iterable[int]) -> dict[int, int]:
    """Those of these links that lead to a folder around the page, on its host, with the length of its path."""
    index, url, homes = analysis.index, analysis.document.url or SAVED_ORIGIN, dict[int, int]()
    page = re.split("[?#]", url)[0]
    host, own = _host_and_folder(page)
    itself = own if page == url != SAVED_ORIGIN else ""
    for number in links:
        href = index.attributes.given[number].get("href", "")
        there, folder = _host_and_folder(web_address(analysis.document.base_url or url, href)) if href else ("", "")
        if there == host and own.startswith(folder) and folder.endswith("/") and folder != itself:
            homes[number] = len(folder)
    return homes


def _host_and_folder(url: str) -> tuple[str, str]:
    """Host and path of an address without the name of an index file; empty if it leads to a part of a page."""
    found = parse_address(url)
    is_whole = found is not None and not found.search + found.hash
    return (found.hostname, _INDEX_FILE.sub("", found.pathname)) if found and is_whole else ("", "")


def _texts(analysis: PageAnalysis, number: int) -> Iterator[str]:
    """The letters of the text of a link, and of the pictures in it."""
    index = analysis.index
    if analysis.document.body.words[number] <= MAX_WORDS:
        yield letters(index.text_of(number))
    for one in range(number + 1, min(int(index.ends[number]), number + MAX_INSIDE // 4)):
        if index.tags[one] == "img":
            yield letters(index.attributes.given[one].get("alt", ""))


def headings(analysis: PageAnalysis, *tags: str) -> list[list[Title]]:
    """Per tag the first visible headings, without buttons, drawings, kickers, breadcrumbs, anchors and hidden parts."""
    body = analysis.document.body
    shown = [[number for number in analysis.index.tagged(tag) if body.words[number]][:MAX_HEADINGS] for tag in tags]
    clean = _without_asides(analysis, [number for some in shown for number in some])
    lines = Texts(clean).lines
    found = [[Title(one_line(lines(one)), one) for one in some if clean.words[one] <= MAX_WORDS] for some in shown]
    return [[one for one in some if one.text] for some in found]


def one_line(text: str) -> str:
    """A text in one line, without soft hyphens and the mark that links to a heading."""
    whole = " ".join(text.translate(UNSEEN).split())
    line = whole.rstrip(ANCHORS)
    return f"{line}#" if line[-1:].isalpha() and whole.startswith("#", len(line)) else line  # as in C#


def _without_asides(analysis: PageAnalysis, numbers: list[int]) -> DomMask:
    """The body without those parts of these headings that are not read; the same body if there are none."""
    index, body = analysis.index, analysis.document.body
    asides = [one for number in numbers for one in islice(_asides(analysis, number), MAX_INSIDE)]
    if not asides:
        return body
    clean = DomMask(index, body.kept & ~index.inside(asides))
    emptied = [number for number in numbers if not clean.words[number]]
    return DomMask(index, clean.kept | (body.kept & index.inside(emptied))) if emptied else clean


def _asides(analysis: PageAnalysis, number: int) -> Iterator[int]:
    index = analysis.index
    for one in range(number + 1, min(int(index.ends[number]), number + MAX_INSIDE)):
        given = index.attributes.given[one]
        is_hidden = "hidden" in given or given.get("aria-hidden") == "true"
        is_kicker = bool(index.classes[one]) and SUBTITLES.fits(index.classes[one]) and _is_glued(index, number, one)
        is_anchor = index.tags[one] == "a" and (text := index.text_of(one)) and not text.strip(ANCHORS)
        if is_hidden or is_kicker or is_anchor or index.tags[one] in _ASIDE or analysis.breadcrumbs[one]:
            yield one


def _is_glued(index: ElementIndex, heading: int, number: int) -> bool:
    """Whether no mark divides the text of an element from the rest of its heading: a kicker, not half of a title."""
    texts, first, last = index.text_nodes.texts, index.first_text_node, index.last_text_node
    places = [int(place) for place in (first[number], last[number]) if first[heading] < place < last[heading]]
    inside = (texts[place - 1].rstrip()[-1:] + texts[place].lstrip()[:1] for place in places)
    return first[number] < last[number] and any(len(border) == 2 and border.isalnum() for border in inside)


def _sites(analysis: PageAnalysis, names: Sequence[str], heads: Container[str]) -> list[str]:
    """Those parts of these names of the page that links to the home page have as their texts.

    The first part is one only if another is a heading, as the others may be a slogan; so is what stands before a colon.
    What stands in brackets at the end is one if it is a heading.
    """
    pieces = {letters(part): part for name in names for part in parts(name)}
    halves = (name.partition(":") for name in names)
    pieces |= {letters(site): site.strip() for site, colon, rest in halves if colon and letters(rest) in heads}
    behind = (name[:-1].rpartition(" [")[2] for name in names if name.endswith("]"))
    ends = [site for site in behind if letters(site) in heads]
    if (len(pieces) < 2 and not ends) or is_home_address(analysis.document.url):
        return []
    home = home_names(analysis, pieces)
    if not any(piece in heads for piece in pieces.keys() - home):
        home.discard(next(iter(pieces)))
    return [*(part for piece, part in pieces.items() if piece in home), *ends]


def _current(analysis: PageAnalysis) -> set[str]:
    """The names of this page in its breadcrumbs, as ``letters`` gives them."""
    index = analysis.index
    trails = index.inside(np.flatnonzero(analysis.breadcrumbs))
    steps = [number for number in index.attributes.having("aria-current") if trails[number]][:MAX_CURRENT]
    return {letters(index.text_of(number)) for number in steps}


def _lower(found: Sequence[Title], title: str, own: str, site: set[str]) -> Title | None:
    """The longest lower heading that is a part of ``<title>``, None if none is."""
    least, bag = MIN_OF_TITLE * len(split_words(own)), word_bag(title)
    lower = (one for one in found if letters(one.text) not in site)
    inside = [one for one in lower if word_bag(one.text) <= bag and len(split_words(one.text)) >= least]
    return max(inside, key=lambda one: len(one.text), default=None)


def _beginning(analysis: PageAnalysis, title: str) -> list[str]:
    """The longest beginning of a title before a sign, with more than half of it, that is a text of the page, if any."""
    half = len(title) // 2
    starts = {title[: sign.start()] for sign in islice(_SIGN.finditer(title, half + 1), MAX_SIGNS)}
    texts = (one_line(text) for text in analysis.index.text_nodes.texts if starts and len(text) > half)
    return sorted(starts.intersection(texts), key=len)[-1:]


def _place(analysis: PageAnalysis, text: str) -> int:
    """The first visible element with this text of its own; 0 without one."""
    index, kept = analysis.index, analysis.document.body.kept
    alike = (at for at, one in enumerate(index.text_nodes.texts) if len(one) >= len(text) and one_line(one) == text)
    owners = (int(index.text_nodes.owners[at]) for at in alike)
    return next((owner for owner in owners if kept[owner] and index.tags[owner] != "title"), 0) if text else 0


def _share_of_address(heading: list[str], address: list[str]) -> float:
    """Agreement of a heading with an address, 1 if the address is its beginning; 0 if too low."""
    start = address[: max(MIN_IN_ADDRESS, len(address) - 1)]  # the last word is often cut
    if len(start) >= MIN_OF_SLUG and heading[: len(start)] == start:
        return 1.0
    alike = word_f1(Counter(heading), Counter(address))
    return alike if alike >= (MIN_AGREEMENT if len(address) >= MIN_IN_ADDRESS else SAME) else 0.0
