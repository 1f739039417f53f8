"""Features of a page's blocks, besides their probabilities, for candidates and their judge."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.models.segmentation.articles import are_certain, begin_with_main_title, in_further, separate_articles
from iawce.models.segmentation.asides import in_announced_lists, in_named_asides, in_teasers
from iawce.models.segmentation.features.page_blocks import Floats, Ints, PageBlocks, places_in_groups

Bools = NDArray[np.bool_]
REPEATED = 4
"""Least blocks with one tag path and class that form a repetition."""
COPIED = 8
"""Least words of a block that is not a copy by chance."""
READ = 20_000
"""Characters of a page whose scripts are counted."""
_UNSPACED = ((0x0E00, 0x0EFF), (0x3040, 0x30FF), (0x3400, 0x9FFF), (0xAC00, 0xD7AF))
"""Thai and Lao, kana, Chinese characters, Hangul: scripts counted by characters, first and last code point."""


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """Arrays with an entry for each block, except ``parents`` and ``ends``, which have one for each element.

    Attributes:
        words: of each block, at least 1; ``link_words`` of them in links; ``letters``, ``commas``: characters, commas.
        elements, owners: the element of each block, and that in which its first text stands directly.
        is_heading, is_title: whether it is in a heading; in one of the first two levels.
        is_repeated: whether its place and class are those of several blocks.
        is_copy: whether it repeats an earlier block of several words, or any earlier block between two such copies.
        is_announced: whether the last heading before it, or itself, is a link: it may announce another page.
        is_teaser, is_aside, is_named: see ``iawce.models.segmentation.asides``.
        is_further: whether it is in a further article, see ``iawce.models.segmentation.articles``.
        heading_kinds: a number for tag path and class of a heading, -1 for other blocks.
        parents, ends: of the page's elements.
        articles, mains: the elements ``article`` and ``main``.
        separate: the elements that each may be an article of their own, in document order; ``has_main_titles``: whether
            a further one has a heading of the first level; ``is_several``: whether they certainly are articles.
        unspaced: share of the characters of scripts without spaces, and of Hangul.
    """

    words: Floats
    link_words: Floats
    letters: Ints
    commas: Ints
    elements: Ints
    owners: Ints
    is_heading: Bools
    is_title: Bools
    is_repeated: Bools
    is_copy: Bools
    is_announced: Bools
    is_teaser: Bools
    is_aside: Bools
    is_named: Bools
    is_further: Bools
    heading_kinds: Ints
    parents: Ints
    ends: Ints
    articles: tuple[int, ...]
    mains: tuple[int, ...]
    separate: tuple[int, ...]
    has_main_titles: bool
    is_several: bool
    unspaced: float

    @classmethod
    def of(cls, page: PageBlocks) -> "PageEvidence":
        """The evidence of a page's blocks."""
        index, places, teasers = page.index, page.path_groups["classed"], in_teasers(page)
        separate = separate_articles(page)
        return cls(
            words=np.maximum(page.words, 1).astype(np.float64),
            link_words=page.link_words.astype(np.float64),
            letters=page.characters.lengths,
            commas=page.characters.commas,
            elements=page.elements,
            owners=page.owners,
            is_heading=page.is_heading,
            is_title=np.asarray(index.inside(index.tagged("h1", "h2"))[page.owners]),
            is_repeated=np.asarray((np.bincount(places) >= REPEATED)[places]),
            is_copy=_copied(page),
            is_announced=_announced(page),
            is_teaser=teasers,
            is_aside=in_announced_lists(page, teasers),
            is_named=in_named_asides(page),
            is_further=in_further(page, separate),
            heading_kinds=np.where(page.is_heading, places, -1),
            parents=index.parents,
            ends=index.ends,
            articles=tuple(index.tagged("article")),
            mains=tuple(index.tagged("main")),
            separate=tuple(separate),
            has_main_titles=begin_with_main_title(page, separate),
            is_several=are_certain(page, separate),
            unspaced=_unspaced(page.blocks.texts),
        )

    def inside(self, element: int) -> Bools:
        """Whether each block is in an element."""
        return np.asarray((self.owners >= element) & (self.owners < self.ends[element]))

    def further_article(self, choice: Bools, chosen: Bools) -> int | None:
        """Number of the element of a second article that the answer leaves out though it is likely text; None for none.

        Args:
            choice: whether each block is likely to be content, bool (blocks,).
            chosen: whether it is of the answer.
        """
        if len(self.separate) < 2 or not (chosen & self.inside(self.separate[0])).any():
            return None
        words = self.words * self.inside(self.separate[1])
        is_likely = 2 * words[choice].sum() > words.sum()
        return self.separate[1] if is_likely and not words[chosen].any() else None

    def sums(self, values: Floats) -> Floats:
        """Sum of a value of each block over the blocks in each element of the page, float64 (elements,)."""
        before = np.concatenate([[0.0], np.cumsum(np.bincount(self.owners, values, len(self.parents)))])
        return np.asarray(before[self.ends] - before[:-1])


def _copied(page: PageBlocks) -> Bools:
    """Whether each block repeats an earlier one, by several words or between others that do."""
    again = places_in_groups(page.copy_groups) > 0
    surely = again & (page.words >= COPIED)
    beside = np.concatenate([[False], surely[:-1]]) | np.concatenate([surely[1:], [False]])
    return np.asarray(surely | (again & beside))


def _announced(page: PageBlocks) -> Bools:
    """Whether the last heading before each block, or the block itself, is a link."""
    headings = np.flatnonzero(page.is_heading)
    last = np.searchsorted(headings, np.arange(len(page)), side="right")
    linked = np.concatenate([[False], (2 * page.link_words > page.words)[headings]])
    return np.asarray(linked[last])


def _unspaced(texts: list[str]) -> float:
    read = "".join(texts)[:READ]
    if read.isascii():
        return 0.0
    codes = np.frombuffer(read.encode("utf-32-le", "surrogatepass"), np.uint32)
    return float(sum(((codes >= first) & (codes <= last)).sum() for first, last in _UNSPACED) / len(codes))
