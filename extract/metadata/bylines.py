"""Bylines on a page: elements named after authors, and lines that begin with "by"."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.attributes import JoinedTexts, word_search
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import split_words
from iawce.data.text.lexicon.bylines import CATEGORY_PATH, LONGEST_UNCASED, NAMED_WITH_DEGREE, UNCASED
from iawce.data.text.times import TextTimes
from iawce.extract.metadata.authors import is_label, is_organisation, names_in, starts_with_by

MOST_OF_INITIAL = 2
"""Letters of an initial."""


def common_words(analysis: PageAnalysis, heading: int, names: Iterable[str]) -> set[str]:
    """Words of these names that occur in lower case on the page or in its title, without initials.

    Args:
        analysis: of the page.
        heading: number of the element that is its title.
        names: to be examined.
    """
    words = {word.lower() for name in names for word in split_words(name)}
    asked = {word for word in words if len(word) > MOST_OF_INITIAL and word.islower()}
    texts = [" ".join(analysis.index.text_nodes.texts), analysis.texts.line(heading).lower()] if asked else []
    relevant = (text for text in texts if any(word in text for word in asked))
    return asked.intersection(word for text in relevant for word in split_words(text))


MOST_WORDS = 25
"""Words of a byline."""
MOST_CANDIDATES = 200
"""Elements that are examined, in document order."""
FAR = 60
"""Most text nodes from the heading to a line that merely begins with "by"."""
_NAMED = re.compile(
    r"(?:^|[-_\s]|[a-z](?=[A-Z]))(?:by-?line|author|autor|auteur|autore|writer|contributor|username|user-?name|hnuser|poster|"
    r"posted-?by|op-?name|penulis|forfatter|verfasser|creator|redakteur|journalist|submitter|topic-?starter|p-author|vcard|fn|postleft|postprofile|PostUser|userName|UserName)"
    r"(?:s|es|en|in)?(?:$|[-_\s]|(?=[A-Z]))",
)
_HINT = word_search(
    "auth auto aute by-line byline writ contrib user post op-n opn penulis forf verf creat redak journ subm start "
    "vcard fn person"
)
"""A part of every name of a byline, for a quick test."""
_SUBTITLE = re.compile(
    r"(?:^|[-_\s])(?:sub-?(?:title|head\w*|line)|dek|deck|standfirst|stand-first|kicker|tagline)", re.I
)
_SUBTITLE_HINT = word_search("sub dek deck standfirst stand-first kicker tagline")
_BYLINE = re.compile("by-?line", re.I)
_ANY_CASE = re.compile(r"by-?line|author(?!i[sztr])|person-?listing", re.I)
MOST_PIECES = 60
"""Text nodes of a byline."""
LONGEST_PATH = 200
"""Characters at the end of an address that are examined."""
LIST = 4
"""The most elements of one kind that may be bylines; more are those of comments, reviews or posts."""
FAR_IN_LIST, FARTHEST = 120, 1000
"""Most text nodes from the heading to the first of a list."""
MOST_NAMES = 12
"""Names of a byline; more are a list of people."""
_AUTHOR_PATH = re.compile(
    r"/(?:authors?|autor(?:en|es)?|auteurs?|profile|users?|u|contributors?|writers?|by|member)/[^/?#]"
)
_PEOPLE_PATH = re.compile(r"/(?:people|staff|team)/[^/?#]")
"""The address of a person, or of a page of a product for teams."""
UNSURE = 0.5
"""Score of a link that counts only if its names are full names, or after a label such as "By"."""
_PATH_HINT = word_search(
    "/author /autor /auteur /people/ /profile/ /user /u/ /contributor /writer /staff/ /team/ /by/ /member/"
)


@dataclass(slots=True)
class _Line:
    """The names in elements of one kind under one parent."""

    cost: float
    names: list[str]


def bylines(analysis: PageAnalysis, heading: int, apart: Bools) -> list[list[str]]:
    """Names in each byline of a page, those most likely the author's first.

    Args:
        analysis: of the page.
        heading: number of the element that is its title, 0 if none is.
        apart: whether each element is a part of the page about other things, bool (elements,).
    """
    index, lines, start = analysis.index, dict[tuple[int, int], _Line](), int(analysis.index.first_text_node[heading])
    candidates, subtitles = list(_candidates(analysis, start, apart)), _subtitles(index)
    of_kind = Counter(int(index.kinds[number]) for number, _ in candidates)
    for number, strength in candidates:
        texts, kind = _texts(index, number), int(index.kinds[number])
        away = int(index.first_text_node[number]) - start
        if abs(away) > (FAR_IN_LIST if heading and of_kind[kind] >= LIST else FARTHEST):
            continue
        is_sure = strength > UNSURE or (strength > 0 and _follows_label(index, number))
        names = [name for name in names_in(texts) if is_sure or _is_full_name(name)]
        if names and not (not strength and subtitles[number] and _is_of_things(analysis, heading, names)):
            cost = (away if away >= 0 else 30 - 3 * away) / 20 - strength - 2 * starts_with_by("".join(texts))
            line = lines.setdefault((int(index.parents[number]), kind), _Line(cost + sum(map(len, texts)) / 100, []))
            line.names.extend(name for name in names if name not in line.names)
    return [line.names for line in sorted(lines.values(), key=lambda line: line.cost) if len(line.names) <= MOST_NAMES]


def _texts(index: ElementIndex, number: int) -> list[str]:
    """The text nodes of an element, with a comma between those of elements of one kind, which form a list."""
    texts, last = list[str](), -1
    for text_node in range(index.first_text_node[number], index.last_text_node[number]):
        text, owner = index.text_nodes.texts[text_node], int(index.text_nodes.owners[text_node])
        if text.isspace() or _leads_to_category(index, owner):
            continue
        if (
            last >= 0
            and owner not in (last, number)
            and index.kinds[owner] == index.kinds[last]
            and index.depths[owner] == index.depths[last]
        ):
            texts.append(",")
        texts.append(text)
        last = owner
    return texts


def _follows_label(index: ElementIndex, number: int) -> bool:
    """Whether the text right before an element is the label of a name: "Written by"."""
    before = int(index.first_text_node[number]) - 1
    return before >= 0 and is_label(index.text_nodes.texts[before])


def _leads_to_category(index: ElementIndex, number: int) -> bool:
    return index.tags[number] == "a" and bool(CATEGORY_PATH.search(index.attributes.given[number].get("href", "")))


def _candidates(analysis: PageAnalysis, start: int, apart: Bools) -> Iterator[tuple[int, float]]:
    """Numbers of elements that may be bylines, with scores."""
    index, words = analysis.index, analysis.document.body.words
    short = (words > 0) & (words <= MOST_WORDS * analysis.word_scale) & ~apart & analysis.document.body.kept
    short &= index.last_text_node - index.first_text_node <= MOST_PIECES
    strengths = _strengths(index)
    for number in np.flatnonzero(short & (strengths > 0))[:MOST_CANDIDATES].tolist():
        yield number, float(strengths[number])
    yield from ((number, 0.0) for number in _said(index, short, start) if short[number])


def _strengths(index: ElementIndex) -> NDArray[np.float64]:
    """Score of each element as a byline, by its names and its link, float64 (elements,)."""
    strengths, given = index.attributes.scores(_HINT, _strength), index.attributes.given
    links = [number for number in index.tagged("a") if not strengths[number]]
    ends = [given[number].get("href", "")[-LONGEST_PATH:] for number in links]
    for place in JoinedTexts(ends).holding(_PATH_HINT):
        is_unsure = _PEOPLE_PATH.search(ends[place]) is not None
        strengths[links[place]] = 1.0 if _AUTHOR_PATH.search(ends[place]) else UNSURE * is_unsure
    for number in index.attributes.having("rel"):
        if index.tags[number] == "a" and "author" in given[number]["rel"]:
            strengths[number] = 2.5
    return strengths


def _is_of_things(analysis: PageAnalysis, heading: int, names: list[str]) -> bool:
    """Whether the page has some word of these names, or its singular, in lower case."""
    singular = [re.sub(r"s\b", "", name) for name in names]
    return bool(common_words(analysis, heading, [*names, *singular]))


def _subtitles(index: ElementIndex) -> Bools:
    """Whether each element is in a heading, or in an element named after a subtitle: "By land and by sea"."""
    named = index.attributes.scores(_SUBTITLE_HINT, lambda name: bool(_SUBTITLE.search(name))) > 0
    return index.inside(np.flatnonzero(named | index.has_tag(HEADINGS)).tolist())


def _said(index: ElementIndex, short: Bools, start: int) -> Iterator[int]:
    """Elements that begin with "by", or the parent if it has no other text."""
    owners = index.text_nodes.owners
    for text_node in np.flatnonzero(short[owners] & ~index.blank).tolist():
        text, owner, is_near = index.text_nodes.texts[text_node], int(owners[text_node]), 0 <= text_node - start <= FAR
        if is_near and is_label(text):
            is_alone = (~index.blank[index.first_text_node[owner] : index.last_text_node[owner]]).sum() == 1
            yield int(index.parents[owner]) if is_alone else owner
        elif starts_with_by(text) and (is_near or text.lstrip()[:2].lower() != "by"):
            yield owner


@lru_cache(maxsize=4096)
def _strength(name: str) -> float:
    """Score of a class name or an id as that of a byline."""
    if _BYLINE.search(name):
        return 2.0
    return 1.5 if _NAMED.search(name) else float(bool(_ANY_CASE.search(name)))


def _is_full_name(name: str) -> bool:
    """Whether this looks like the name of a person even with nothing but "by" before it."""
    words = name.split()
    if UNCASED.fullmatch(name):
        return True
    return 2 <= len(words) <= 5 and words[0][:1].isupper() and words[-1][:1].isupper()


BEFORE, BEHIND = 2, 14
"""Lines before and after the title that are examined; a line is a text node that is not blank."""
REACH = 10
"""Text nodes for each of these lines, most of which are blank."""
BESIDE = 3
"""Lines between a name and the date."""
WITH_DEGREE = 5
"""Of these, lines in which a degree marks a name."""
MAX_LINE_WORDS, MOST_DATE_WORDS = 25, 8
"""Words of a line with names, and of one with a date."""
_PERSON = re.compile(r"(?:[^\W\d_a-z][\w.'’-]*\s+){1,3}(?!\w{0,2}$)[^\W\d_a-z][^\W\d_][\w.'’-]*")
"""A name of two to four words that begin with capitals; the last is not an initial."""


def unmarked_bylines(analysis: PageAnalysis, heading: int, apart: Bools, language: str) -> list[list[str]]:
    """Names in unmarked lines near the title, lines with most names first, then the nearest.

    A name is distinguished from a category by its words, none of which is on the page in lower case.

    Args:
        analysis: of the page.
        heading: number of the element that is its title; none is searched if that is 0.
        apart: whether each element is a part of the page about other things, bool (elements,).
        language: of the page; in German every noun has a capital.
    """
    if not heading or language.startswith("de"):
        return []
    index, near = analysis.index, _lines_around(analysis, heading, apart)
    dated = [
        place
        for place, text_node in enumerate(near)
        if _is_date(analysis.times.in_piece(text_node), analysis.word_scale)
    ]
    short = _in_short_lines(analysis)
    found = [
        names
        for place, text_node in enumerate(near)
        if short[text_node] and (names := _names(index, text_node, place, dated))
    ]
    words = [{word.lower() for name in names for word in split_words(name)} for names in found]
    common = common_words(analysis, heading, [name for names in found for name in names])
    own = [names for names, of_names in zip(found, words, strict=True) if common.isdisjoint(of_names)]
    return sorted(own, key=len, reverse=True)


def _lines_around(analysis: PageAnalysis, heading: int, apart: Bools) -> list[int]:
    """Visible text nodes directly before and after a heading."""
    index = analysis.index
    start, end = int(index.first_text_node[heading]), int(index.last_text_node[heading])
    shown = analysis.document.body.text_nodes & ~index.blank & ~apart[index.text_nodes.owners]
    first = max(0, start - REACH * BEFORE)
    lines = (first + np.flatnonzero(shown[first : end + REACH * BEHIND])).tolist()
    return [one for one in lines if one < start][-BEFORE:] + [one for one in lines if one >= end][:BEHIND]


def _in_short_lines(analysis: PageAnalysis) -> Bools:
    """Whether the line around each text node is not prose, bool (text nodes,)."""
    lines = analysis.document.body.breaks
    words = np.bincount(lines, np.where(analysis.document.body.text_nodes, analysis.index.text_node_words, 0))
    return np.asarray(words[lines] <= MAX_LINE_WORDS * analysis.word_scale)


def _is_date(times: TextTimes, scale: int) -> bool:
    return bool(times.day()) and len(split_words(times.text)) <= MOST_DATE_WORDS * scale


def _names(index: ElementIndex, text_node: int, place: int, dated: list[int]) -> list[str]:
    """Names in a line beside a date, or with degrees."""
    text, owner = index.text_nodes.texts[text_node].strip(), int(index.text_nodes.owners[text_node])
    if any(map(CATEGORY_PATH.search, _addresses(index, owner))):
        return []
    if place < WITH_DEGREE and NAMED_WITH_DEGREE.match(text):
        return names_in([text])
    if not any(abs(place - date) <= BESIDE for date in dated):
        return []
    names = names_in([text])
    is_list = all(_PERSON.fullmatch(name) and not is_organisation(name) for name in names)
    if any(map(LONGEST_UNCASED.search, names)):
        return []
    return names if is_list else []


def _addresses(index: ElementIndex, owner: int) -> Iterator[str]:
    """Addresses of the links around a text."""
    for number in (owner, int(index.parents[owner])):
        if number >= 0 and index.tags[number] == "a":
            yield index.attributes.given[number].get("href", "")
