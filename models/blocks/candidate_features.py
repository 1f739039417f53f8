"""Features of a page's blocks, besides their probabilities, for candidates and their judge.

They are evidence, not a decision: on a list page, the teasers are the content.
"""

from dataclasses import dataclass

import numpy as np

from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import within
from iawce.data.text.lexicon.related_headings import announces_others
from iawce.models.blocks.page_blocks import PageBlocks, places_in_groups
from iawce.models.features.name_families import FAMILIES

MIN_WORDS = 60  # Least words of prose of a further article
MIN_FIRST = 20  # Least words of prose before such an article
MIN_COUNT = 3  # Least siblings of one tag and class that form a repetition
TEASER = 120  # Most words of a teaser
TITLE = 3  # Fewest words of a link that is a title
MOSTLY = 0.6  # Share of the siblings that must have such a link
HEADING = 8  # Most words of a block that may be a heading of others without a heading element
SMALL = 0.5  # Share of the page's words below which a part may be an aside
ASIDES = (
    "comment", "sidebar", "footer", "menu", "share", "related", "advert", "consent", "dialog", "account", "pager",
    "search", "legal",
)  # fmt: skip
"""Families of words that name parts outside the content."""
_ASIDES = sum(1 << FAMILIES.index(name) for name in ASIDES)
_LEVELS = {tag: int(tag[1]) for tag in HEADINGS}
REPEATED = 4  # Least blocks with one tag path and class that form a repetition
COPIED = 8  # Least words of a block that is not a copy by chance
READ = 20_000  # Characters of a page whose scripts are counted
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Thai and Lao, kana, Chinese characters, Hangul: scripts counted by characters."""


def separate_articles(page: PageBlocks) -> list[int]:
    """Numbers of the elements that each may be an article, in document order; none if there are fewer than two.

    Of several such groups of siblings, the one with the most prose is returned.
    """
    index = page.index
    prose, titled = page.prose_words, page.sums(page.is_title)
    found = np.flatnonzero((prose >= MIN_FIRST) & (index.parents > 0))
    is_article = (prose[found] >= MIN_WORDS) & (titled[found] > 0)
    if not is_article.any():
        return []
    group = np.unique(index.parents[found], return_inverse=True)[1]
    first = np.full(int(group.max()) + 1, len(index))
    np.minimum.at(first, group, found)
    is_further = is_article & (found > first[group])
    if not is_further.any():
        return []
    best = int(np.bincount(group, prose[found] * is_further).argmax())
    return [int(first[best]), *found[is_further & (group == best)].tolist()]


def are_certain(page: PageBlocks, articles: list[int]) -> bool:
    """Whether all have one tag and class, a heading of the first level and a date: none is a section of another.

    All such pages among 1,217 with gold text have several articles.
    """
    if not articles:
        return False
    index = page.index
    titled = page.sums(page.are_in("h1"))[articles] > 0
    dated = page.sums(page.is_dated)[articles] > 0
    return bool(titled.all() and dated.all() and len(set(index.kinds[articles].tolist())) == 1)


def in_teasers(page: PageBlocks, least: int = MIN_COUNT) -> Bools:
    """Whether each block is in one of at least so many short units of a kind with linked titles."""
    index, words = page.index, page.element_words
    full, group = page.siblings
    titled = page.sums((page.words >= TITLE) & page.blocks.is_linked)[full] > 0
    is_unit = titled & (words[full] <= TEASER)
    count, teasers = np.bincount(group), np.bincount(group, is_unit)
    is_teaser = is_unit & ((count >= least) & (teasers >= MOSTLY * count))[group]
    return np.asarray(index.inside(full[is_teaser])[page.owners])


def in_named_asides(page: PageBlocks) -> Bools:
    """Whether each block is in a small part of the page whose tag or names mark it as not content."""
    index = page.index
    small = page.element_words < SMALL * page.total
    named = (page.families & _ASIDES > 0) | index.has_tag(("aside", "nav", "footer"))
    return np.asarray(index.inside(np.flatnonzero(named & small & ~index.has_tag(("html", "body"))))[page.owners])


def in_announced_lists(page: PageBlocks, teasers: Bools) -> Bools:
    """Whether each block is under a heading that announces other pages, heading included.

    The list ends with the part of the page that contains its heading, at a heading of the same or a higher level, or at
    prose that is not in ``teasers``, bool (blocks,).
    """
    found = np.zeros(len(page), bool)
    linked = np.append(page.blocks.is_linked[1:], [False])
    short = (page.words <= HEADING) & (page.link_words == 0) & linked  # before a mostly linked block
    likely = np.flatnonzero(page.is_heading | short).tolist()
    heads = [head for head in likely if announces_others(page.blocks.texts[head])]
    if not heads:
        return found
    levels = page.index.gathered(1 << page.index.valued(_LEVELS) & ~1)[page.owners]
    _, last = page.span
    prose = page.is_prose & ~teasers
    closing = dict[int, Ints]()
    begins = np.zeros(len(page) + 1, np.int64)
    for head in heads:
        end, level = int(last[page.growing[page.elements[head]]]), int(levels[head] & -levels[head])
        if level not in closing:
            closing[level] = np.append(np.flatnonzero(prose | ((levels > 0) & (levels <= level))), len(page))
        after = int(closing[level][np.searchsorted(closing[level], head + 1)])
        begins[head] += 1
        begins[max(head + 1, min(after, end))] -= 1
    return np.cumsum(begins)[:-1] > 0


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
        is_teaser, is_aside, is_named: see ``iawce.models.blocks.candidate_features``.
        is_further: whether it is in a further article, see ``iawce.models.blocks.candidate_features``.
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
        further, titles = (np.array(numbers, np.int64) for numbers in (separate[1:], index.tagged("h1")))
        return cls(
            words=np.maximum(page.words, 1).astype(np.float64),
            link_words=page.link_words.astype(np.float64),
            letters=page.characters.lengths,
            commas=page.characters.commas,
            elements=page.elements,
            owners=page.owners,
            is_heading=page.is_heading,
            is_title=page.is_title,
            is_repeated=np.asarray((np.bincount(places) >= REPEATED)[places]),
            is_copy=_copied(page),
            is_announced=_announced(page),
            is_teaser=teasers,
            is_aside=in_announced_lists(page, teasers),
            is_named=in_named_asides(page),
            is_further=index.inside(separate[1:])[page.owners],
            heading_kinds=np.where(page.is_heading, places, -1),
            parents=index.parents,
            ends=index.ends,
            articles=tuple(index.tagged("article")),
            mains=tuple(index.tagged("main")),
            separate=tuple(separate),
            has_main_titles=index.count_holding(further, titles) > 0,
            is_several=are_certain(page, separate),
            unspaced=_unspaced(page.blocks.texts),
        )

    def inside(self, element: int) -> Bools:
        """Whether each block is in an element."""
        return np.asarray((self.owners >= element) & (self.owners < self.ends[element]))

    def further_article(self, choice: Bools, chosen: Bools) -> int | None:
        """Number of the element of a second article that the answer leaves out though it is likely text; None for none.

        ``choice``, ``chosen``: whether each block is likely to be content, and whether it is of the answer, bool
        (blocks,).
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
    linked = np.concatenate([[False], page.blocks.is_linked[headings]])
    return np.asarray(linked[last])


def _unspaced(texts: list[str]) -> float:
    read = "".join(texts)[:READ]
    if read.isascii():
        return 0.0
    codes = np.frombuffer(read.encode("utf-32-le", "surrogatepass"), np.uint32)
    return float(within(codes, _UNSPACED).mean())
