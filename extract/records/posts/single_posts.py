"""Posts that no group of equal records holds: the first, the only one, a question, posts of different layout.

Source: Liu et al. 2017, section on the main post: the left sibling of the first record, or of the governing node, with
a time expression and enough text. Deviation: by default the left siblings of some elements around the governing node
count, too, since today's pages wrap the replies more than once, and fewer words are enough (``main_levels``,
``main_words`` of the settings).

Records are found by repetition (``record_location.py``), but a single post repeats nothing. It is the innermost element
with nearly all main content, or the nearest around it, that also holds a time expression and a person's name. The rules
of the board, which stand above the post, are no content of it.

If a thread has no list of records, a post is an element with a time, an author and other main content: for each time of
writing, the nearest element around it for which this holds. Two times of one post lead to the same element.
"""

import itertools
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import HEADINGS
from iawce.extract.content.content import words_of_text_nodes
from iawce.extract.records.posts.field_candidates import CandidateReader
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.record_grouping import Row
from iawce.extract.records.posts.record_location import LocatedRecords, LocationSettings


def find_main_post(
    analysis: PageAnalysis, located: LocatedRecords, settings: LocationSettings, content: DomMask | None = None
) -> int | None:
    """Number of the main post's element; None if there is none, so that the first record is the first post.

    Args:
        analysis: of the page.
        located: its records.
        settings: constants.
        content: the main content, if known; only its words count.
    """
    shown = analysis.shown
    times, words = shown.subtree_sums(analysis.timed), own_words(analysis, content or shown)
    element = located.records[0][0]
    for _ in range(settings.main_levels + 1):
        for sibling in reversed(_before(shown, element)):
            if times[sibling] and words[sibling] >= settings.main_words:
                return sibling
        element = int(shown.index.parents[element])
        if element <= 0:
            return None
    return None


def own_words(analysis: PageAnalysis, content: DomMask) -> NDArray[np.int64]:
    """Words in each element, except links, headings and lines with a time.

    The head of a thread has no other words: it consists of its author, time and number of answers.

    Args:
        analysis: of the page.
        content: the part of it that counts.
    """
    blocks, index = analysis.blocks, analysis.index
    heading = index.inside(np.flatnonzero(index.has_tag(HEADINGS)))
    timed = blocks.sums(analysis.timed[blocks.owners].astype(np.int64)) > 0
    text_nodes = content.text_nodes & ~heading[index.text_nodes.owners]
    text_nodes[blocks.text_nodes[timed[blocks.block_of_text_node]]] = False
    return words_of_text_nodes(content, text_nodes & ~index.linked[index.text_nodes.owners])


def _before(shown: DomMask, element: int) -> list[int]:
    """The siblings before an element."""
    parent = int(shown.index.parents[element])
    return [child for child in shown.children(parent) if child < element] if parent >= 0 else []


NEARLY = 0.9
"""Least share of the main content in the element."""
MAX_LEVELS = 10
"""Elements around it that are examined."""
RULES = re.compile(r"(?<![^\W_])(?:forum|board)?[-_]?rules(?![^\W_])", re.I)
"""Parts of the class name or the id of the rules of a board."""
MOST_LINKED = 0.5
"""Least share of words in links for which an element around the content is a menu or a list, not a post."""


def find_single_post(analysis: PageAnalysis, content: DomMask) -> int | None:
    """Number of the element of a thread's only post; None without a time and a name near its content.

    Args:
        analysis: of the page.
        content: its main content.
    """
    shown, index, words = analysis.shown, analysis.index, _words(analysis, content)
    if not words[0]:
        return None
    times = shown.subtree_sums(CandidateReader(analysis).written)
    element = int(np.flatnonzero(words >= NEARLY * words[0])[-1])
    for number in [element, *index.ancestors(element)][: MAX_LEVELS + 1]:
        if index.tags[number] in ("body", "html") or shown.link_words[number] > MOST_LINKED * shown.words[number]:
            break
        if times[number] and _names_somebody(analysis, number):
            return number
    return None


def _words(analysis: PageAnalysis, content: DomMask) -> NDArray[np.int64]:
    """Words of main content in each element, without those of the rules of the board, int64 (elements,)."""
    index, given = analysis.index, analysis.index.attributes.given
    named = index.attributes.having("class", "id")
    rules = [n for n in named if RULES.search(f"{index.classes[n]} {given[n].get('id', '')}")]
    words = words_of_text_nodes(content, content.text_nodes & ~index.inside(rules)[index.text_nodes.owners])
    return words if words[0] else content.words


def _names_somebody(analysis: PageAnalysis, number: int) -> bool:
    read, end = CandidateReader(analysis), int(analysis.index.ends[number])
    names = (read.name(inside) for inside in range(number, end) if analysis.shown.kept[inside])
    return any(one is not None and one.hint > 0 for one in names)


def find_headed_post(
    analysis: PageAnalysis, rows: list[Row], settings: LocationSettings, content: DomMask
) -> Row | None:
    """The head with name and time, and the text below it; None if one is missing, or if the first record has the name.

    Args:
        analysis: of the page.
        rows: its posts, in document order.
        settings: constants.
        content: its main content.
    """
    read, words, body = CandidateReader(analysis), own_words(analysis, content), None
    times = analysis.shown.subtree_sums(read.written)
    for element in _elements_before(analysis.shown, rows[0][0], settings.main_levels):
        if body is None and words[element] >= settings.main_words:
            if times[element]:
                return None
            body = element
        elif body is not None and times[element] and words[element] < settings.main_words:
            names = _names(analysis, read, element)
            first = FieldFinder(analysis, rows).authors()[0]
            return (element, body) if names and not (first and first.text in names) else None
    return None


def _elements_before(shown: DomMask, element: int, levels: int) -> Iterator[int]:
    """The siblings before an element, the nearest first, then those before the elements around it."""
    for _ in range(levels + 1):
        parent = int(shown.index.parents[element])
        if parent < 0:
            return
        yield from (child for child in reversed(shown.children(parent)) if child < element)
        element = parent


def _names(analysis: PageAnalysis, read: CandidateReader, element: int) -> set[str]:
    """The names in an element that look like those of authors."""
    inside = (n for n in range(element, int(analysis.index.ends[element])) if analysis.shown.kept[n])
    return {one.text for n in inside if (one := read.name(n) or read.byline(n)) and one.hint > 0}


FEWEST = 2
"""Least posts; with one, it is a thread of a single post."""
LEAST_WORDS = 3
"""Least words of main content in a post, without links, headings and lines with a time."""
MOST_TIMES = 200
"""Times that are examined."""
MAX_POST_LEVELS = 6
"""Most levels from a time to its post."""


def find_unlike_posts(analysis: PageAnalysis, content: DomMask, around: int) -> list[Row]:
    """The posts in an element; none if there are fewer than two.

    Args:
        analysis: of the page.
        content: its main content.
        around: the element around them.
    """
    search = _Search(analysis, own_words(analysis, content), around)
    heads = dict.fromkeys(head for time in search.times() if (head := search.head(time)) is not None)
    return [(head,) for head in sorted(heads)] if len(heads) >= FEWEST else []


class _Search:
    def __init__(self, analysis: PageAnalysis, words: NDArray[np.int64], around: int) -> None:
        self.index, self.words, self.around = analysis.index, words, around
        self.read, self.kept = CandidateReader(analysis), analysis.shown.kept

    def times(self) -> Iterator[int]:
        """Elements with a time of writing."""
        inside = self.around + np.flatnonzero(self.read.written[self.around : self.index.ends[self.around]])
        return itertools.islice((number for number in inside.tolist() if self.read.time(number)), MOST_TIMES)

    def head(self, time: int) -> int | None:
        """The post of a time: the nearest element around it with a name and main content; None without one nearby."""
        for element in itertools.islice(self.index.ancestors(time), MAX_POST_LEVELS):
            if element <= self.around:
                return None
            if self.words[element] >= LEAST_WORDS and self._is_named(element):
                return element
        return None

    def _is_named(self, element: int) -> bool:
        inside = (n for n in range(element, int(self.index.ends[element])) if self.kept[n])
        names = (self.read.name(n) or self.read.byline(n) for n in inside)
        return any(one is not None and one.hint > 0 for one in names)
