"""Bylines on a page: elements named after authors, and lines that begin with "by"."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.html.joined_texts import JoinedTexts, word_search
from iawce.data.html.tags import HEADINGS
from iawce.data.reading.page_reading import PageReading
from iawce.extract.facts.author_names import is_label, names_in, starts_with_by
from iawce.extract.facts.byline_words import CATEGORY_PATH, UNCASED
from iawce.extract.facts.common_words import common_words

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


def bylines(reading: PageReading, heading: int, apart: Bools) -> list[list[str]]:
    """Names in each byline of a page, those most likely the author's first.

    Args:
        reading: of the page.
        heading: number of the element that is its title, 0 if none is.
        apart: whether each element is a part of the page about other things, bool (elements,).
    """
    index, lines, start = reading.index, dict[tuple[int, int], _Line](), int(reading.index.first_piece[heading])
    candidates, subtitles = list(_candidates(reading, start, apart)), _subtitles(index)
    of_kind = Counter(int(index.kinds[number]) for number, _ in candidates)
    for number, strength in candidates:
        texts, kind = _texts(index, number), int(index.kinds[number])
        away = int(index.first_piece[number]) - start
        if abs(away) > (FAR_IN_LIST if heading and of_kind[kind] >= LIST else FARTHEST):
            continue
        is_sure = strength > UNSURE or (strength > 0 and _follows_label(index, number))
        names = [name for name in names_in(texts) if is_sure or _is_full_name(name)]
        if names and not (not strength and subtitles[number] and _is_of_things(reading, heading, names)):
            cost = (away if away >= 0 else 30 - 3 * away) / 20 - strength - 2 * starts_with_by("".join(texts))
            line = lines.setdefault((int(index.parents[number]), kind), _Line(cost + sum(map(len, texts)) / 100, []))
            line.names.extend(name for name in names if name not in line.names)
    return [line.names for line in sorted(lines.values(), key=lambda line: line.cost) if len(line.names) <= MOST_NAMES]


def _texts(index: ElementIndex, number: int) -> list[str]:
    """The text nodes of an element, with a comma between those of elements of one kind, which form a list."""
    texts, last = list[str](), -1
    for piece in range(index.first_piece[number], index.last_piece[number]):
        text, owner = index.pieces.texts[piece], int(index.pieces.owners[piece])
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
    before = int(index.first_piece[number]) - 1
    return before >= 0 and is_label(index.pieces.texts[before])


def _leads_to_category(index: ElementIndex, number: int) -> bool:
    return index.tags[number] == "a" and bool(CATEGORY_PATH.search(index.attributes.given[number].get("href", "")))


def _candidates(reading: PageReading, start: int, apart: Bools) -> Iterator[tuple[int, float]]:
    """Numbers of elements that may be bylines, with scores."""
    index, words = reading.index, reading.document.body.words
    short = (words > 0) & (words <= MOST_WORDS * reading.word_scale) & ~apart & reading.document.body.kept
    short &= index.last_piece - index.first_piece <= MOST_PIECES
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


def _is_of_things(reading: PageReading, heading: int, names: list[str]) -> bool:
    """Whether the page has some word of these names, or its singular, in lower case."""
    singular = [re.sub(r"s\b", "", name) for name in names]
    return bool(common_words(reading, heading, [*names, *singular]))


def _subtitles(index: ElementIndex) -> Bools:
    """Whether each element is in a heading, or in an element named after a subtitle: "By land and by sea"."""
    named = index.attributes.scores(_SUBTITLE_HINT, lambda name: bool(_SUBTITLE.search(name))) > 0
    return index.inside(np.flatnonzero(named | index.has_tag(HEADINGS)).tolist())


def _said(index: ElementIndex, short: Bools, start: int) -> Iterator[int]:
    """Elements that begin with "by", or the parent if it has no other text."""
    owners = index.pieces.owners
    for piece in np.flatnonzero(short[owners] & ~index.blank).tolist():
        text, owner, is_near = index.pieces.texts[piece], int(owners[piece]), 0 <= piece - start <= FAR
        if is_near and is_label(text):
            is_alone = (~index.blank[index.first_piece[owner] : index.last_piece[owner]]).sum() == 1
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
