"""Features of a page's blocks, besides their probabilities, for candidates and their judge.

They are evidence, not a decision: on a list page, the teasers are the content.
"""

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


class PageEvidence:
    """What is known of the blocks of a page besides their probabilities: arrays with an entry for each block.

    Only ``parents`` and ``ends`` have one for each element.
    """

    def __init__(self, page: PageBlocks) -> None:
        index, places = page.index, page.path_groups["classed"]
        self.words, self.link_words = np.maximum(page.words, 1).astype(np.float64), page.link_words.astype(np.float64)
        self.letters, self.commas = page.characters.lengths, page.characters.commas
        self.elements, self.owners = page.elements, page.owners
        self.is_heading, self.is_title = page.is_heading, page.is_title
        self.heading_kinds = np.where(page.is_heading, places, -1)  # By tag path and class
        self.is_repeated = (np.bincount(places) >= REPEATED)[places]
        self.is_copy, self.is_announced = _copied(page), _announced(page)
        self.is_teaser, self.is_named = in_teasers(page), in_named_asides(page)
        self.is_aside = in_announced_lists(page, self.is_teaser)
        self.parents, self.ends = index.parents, index.ends
        self.articles, self.mains = index.tagged("article"), index.tagged("main")
        self.separate = separate_articles(page)
        self.is_further = index.inside(self.separate[1:])[page.owners]
        further, titles = (np.array(numbers, np.int64) for numbers in (self.separate[1:], index.tagged("h1")))
        self.has_main_titles = index.count_holding(further, titles) > 0  # Whether a further article has one
        self.is_several = are_certain(page, self.separate)
        self.unspaced = _unspaced(page.blocks.texts)

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
    """Whether each block repeats an earlier one of several words, or any earlier one beside such a copy."""
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
    """Share of the characters of scripts without spaces, and of Hangul."""
    read = "".join(texts)[:READ]
    if read.isascii():
        return 0.0
    codes = np.frombuffer(read.encode("utf-32-le", "surrogatepass"), np.uint32)
    return float(within(codes, _UNSPACED).mean())
