"""A page's blocks with the data that several kinds of features need, each made once."""

from collections.abc import Sequence
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathKeys, PathSpec
from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.dom.attributes import numbered
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.texts import Blocks
from iawce.data.dom.tree import sums_before
from iawce.data.dom.words import SOUTHEAST, within
from iawce.data.text.times import times_in
from iawce.models.features.html_features import DATE
from iawce.models.features.name_families import families_of_elements

UPPER, DIGIT, COMMA, STOP, MARK, BAR, SOUTHEAST_LETTER = range(7)
BARS = frozenset("|•»›·/｜／")
COMMAS = frozenset(",，、،;；､؛၊៖")
STOPS = frozenset(".!?。！？…؟।．｡۔॥។៕။")
ENDS = STOPS | frozenset(":\"”»'’)」』）】：")  # Characters at the end of a sentence, or of a quotation in one
_BMP = 0x10000
Columns = dict[str, NDArray[np.generic]]
SHORT = 400  # Most characters of a text in which a date or a price is significant
LONG = 20  # Least words of a block of prose
MAX_KEPT = 5_000  # Blocks of a page, with seven megabytes of features, that are kept until the page is done


class CharacterCounts:
    """Numbers of capitals, digits, commas, sentence ends, marks and bars in each text, int64 (texts,) each."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.lengths = np.array([len(text) for text in texts], np.int64)
        codes = np.frombuffer("\n".join([*texts, ""]).encode("utf-32-le", "surrogatepass"), np.uint32)
        kinds = _kinds()[np.minimum(codes, _BMP - 1)]
        starts = np.cumsum(self.lengths + 1) - self.lengths - 1

        def count(kind: int) -> Ints:
            found = np.flatnonzero(kinds & (1 << kind))  # few characters are of a kind
            return np.diff(np.searchsorted(found, starts), append=len(found))

        is_letter, is_space = kinds >> SOUTHEAST_LETTER, codes == ord(" ")  # between them, it parts clauses, as in Thai
        kinds[1:-1] |= (is_letter[:-2] & is_letter[2:] & is_space[1:-1]) << COMMA
        self.upper, self.digits, self.commas, self.stops, self.marks, self.bars = (count(kind) for kind in range(6))


@cache
def _kinds() -> NDArray[np.uint8]:
    """Bits of the kinds of each character of the basic plane."""
    codes = np.arange(_BMP, dtype=np.uint32)
    characters = codes.view("U1")
    is_mark = ~(np.char.isalnum(characters) | np.char.isspace(characters))
    commas, stops, bars = (np.isin(codes, [ord(character) for character in found]) for found in (COMMAS, STOPS, BARS))
    letters = np.char.isupper(characters), np.char.isdigit(characters)
    tests = (*letters, commas, stops, is_mark, bars, within(codes, SOUTHEAST))
    return np.asarray(sum(test.astype(np.uint8) << kind for kind, test in enumerate(tests)), np.uint8)


def shares(part: NDArray[np.generic], whole: NDArray[np.generic]) -> Floats:
    """Part of the whole, 0 where there is no whole."""
    nothing = np.zeros(np.broadcast(part, whole).shape)
    return np.asarray(np.divide(part, whole, out=nothing, where=np.asarray(whole) > 0))


def places_in_groups(groups: Ints) -> Ints:
    """Place of each entry among those with the same number of a group, from 0."""
    order = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.diff(groups[order], prepend=-1))
    places = np.empty(len(groups), np.int64)
    places[order] = np.arange(len(groups)) - np.repeat(starts, np.diff(starts, append=len(groups)))
    return places


def number_pairs(first: Ints, second: Ints) -> Ints:
    """A number for each pair of two numbers, the same for the same pair, from 0."""
    return numbered((first * (int(second.max(initial=0)) + 1) + second).tolist())


def _has_date(text: str) -> bool:
    """Whether a text in small letters holds more of a time than one of the day."""
    if DATE.search(text):
        return True
    return not text.isascii() and any(not span.is_clock for span in times_in(text).spans)


class PageBlocks:
    """Arrays with one entry for each block, or for each element of the page.

    ``blocks``: its text blocks, at least one; ``places``: of its elements, where somebody has made them; ``features``:
    all features of the blocks, once they are known (``block_features``).
    """

    def __init__(self, blocks: Blocks, places: PathKeys | None = None) -> None:
        self.blocks, self.index = blocks, blocks.subset.index
        self.places = places or PathKeys(self.index)
        self.elements = blocks.elements
        self.owners = blocks.firsts
        self.tags = [self.index.tags[number] for number in self.elements.tolist()]
        self.words, self.link_words = blocks.words, blocks.link_words
        self.total = max(int(self.words.sum()), 1)
        self.characters = CharacterCounts(blocks.texts)
        self.features: NDArray[np.float32] | None = None

    @classmethod
    def of(cls, analysis: PageAnalysis) -> "PageBlocks":
        """The blocks of a page as it is read.

        The page type and the main content are both read from them, so those of a page of up to ``MAX_KEPT`` blocks are
        kept with its document.
        """
        blocks, kept = analysis.blocks, analysis.document.kept
        if len(blocks) > MAX_KEPT:
            return cls(blocks, analysis.path_keys)
        key = (cls, id(blocks))  # which are kept, too
        if key not in kept:
            kept[key] = cls(blocks, analysis.path_keys)
        found: PageBlocks = kept[key]
        return found

    def __len__(self) -> int:
        return len(self.blocks)

    def are_in(self, *tags: str) -> Bools:
        """Whether each block stands in an element with one of these tags."""
        return np.asarray(self.index.inside(self.index.tagged(*tags))[self.owners])

    @cached_property
    def is_heading(self) -> Bools:
        """Whether a block stands in a heading."""
        return self.are_in(*HEADINGS)

    @cached_property
    def is_title(self) -> Bools:
        """Whether a block stands in a heading of the first two levels."""
        return self.are_in("h1", "h2")

    @cached_property
    def lower_texts(self) -> list[str]:
        """The text of each block in small letters."""
        return [text.lower() for text in self.blocks.texts]

    @cached_property
    def is_dated(self) -> Bools:
        """Whether a block is short and holds a date."""
        asked = (self.characters.digits > 0) & (self.characters.lengths <= SHORT)
        return np.array([yes and _has_date(text) for text, yes in zip(self.lower_texts, asked, strict=True)])

    @cached_property
    def is_prose(self) -> Bools:
        """Whether a block is long and little of it linked."""
        return self.blocks.is_prose(LONG)

    @cached_property
    def copy_groups(self) -> Ints:
        """A number for the text of each block: two have the same if their texts are."""
        return numbered(self.blocks.texts)

    @cached_property
    def copies(self) -> Ints:
        """How many blocks of the page have the same text."""
        return np.asarray(np.bincount(self.copy_groups)[self.copy_groups])

    @cached_property
    def span(self) -> tuple[Ints, Ints]:
        """For each element of the page: its first block, and the one after its last."""
        blocks, index = self.blocks, self.index
        begun = np.searchsorted(blocks.text_nodes, index.first_text_node)
        ended = np.searchsorted(blocks.text_nodes, index.last_text_node)
        return np.searchsorted(blocks.starts, begun), np.searchsorted(blocks.starts, ended)

    def sums(self, values: NDArray[np.generic]) -> Floats:
        """Sum of a value of each block over the blocks in each element of the page."""
        first, last = self.span
        before = np.concatenate([[0.0], np.cumsum(values)])
        return np.asarray(before[np.maximum(last, first)] - before[first])

    @cached_property
    def element_words(self) -> Floats:
        """Words of the blocks in each element of the page."""
        return self.sums(self.words)

    @cached_property
    def element_blocks(self) -> Ints:
        """Blocks in each element of the page."""
        first, last = self.span
        return np.asarray(last - first)

    @cached_property
    def prose_words(self) -> Floats:
        """Words of prose in each element of the page."""
        return self.sums(self.words * self.is_prose)

    @cached_property
    def siblings(self) -> tuple[Ints, Ints]:
        """Numbers of the elements with text, and a number of a group for each: siblings of one tag and class."""
        full = np.flatnonzero(self.element_words > 0)
        return full, number_pairs(self.index.parents[full] + 1, self.index.kinds[full])

    @cached_property
    def growing(self) -> Ints:
        """For each element of the page the nearest one around it that holds more blocks; the root for the outermost."""
        parents, counts = np.maximum(self.index.parents, 0), self.element_blocks
        is_largest = (counts[parents] > counts) | (parents == 0)  # of those around a block that hold as many
        return np.asarray(parents[self.index.nearest(is_largest)])

    @cached_property
    def families(self) -> Ints:
        """The families whose words are in class names and id of each element of the page, a bit for each."""
        return families_of_elements(self.index)

    @cached_property
    def path_groups(self) -> dict[str, Ints]:
        """Group number of each block: by the tags from the root to its element, to its text, and with its class."""
        keys, kinds = self.places.keys(PathSpec.TAGS), self.index.kinds
        path, text_path = (numbered(keys[elements].tolist()) for elements in (self.elements, self.owners))
        return {"path": path, "text_path": text_path, "classed": number_pairs(path, kinds[self.elements])}

    @cached_property
    def holding(self) -> Ints:
        """Numbers of the elements in which the elements of blocks stand, and of these, in document order."""
        before = sums_before(np.bincount(self.elements, minlength=len(self.index)))
        return np.flatnonzero(before[self.index.ends] > before[:-1])

    def nearest(self, chosen: Bools) -> Ints:
        """Number of the nearest chosen element of the page around that of each block or itself, -1 for none."""
        found = self.index.nearest(chosen)[self.elements]
        return np.where(chosen[found], found, -1)

    def nearest_of_each(self, chosen: Bools) -> Ints:
        """``nearest`` for choices among those of ``holding``, bool (holding, choices); int64 (choices, blocks)."""
        depths = self.index.depths[self.holding]
        order = np.argsort(depths, kind="stable")
        places = np.empty(len(order), np.int64)
        places[order] = np.arange(len(order))
        parents = places[np.searchsorted(self.holding, self.index.parents[self.holding])[order]]
        found = np.where(chosen[order], self.holding[order].astype(np.int32)[:, None], np.int32(-1))
        levels = [*(np.flatnonzero(np.diff(depths[order])) + 1).tolist(), len(order)]
        for start, end in pairwise(levels):  # who stands further in has a larger number
            np.maximum(found[start:end], found[parents[start:end]], out=found[start:end])
        return np.take(found.T, places[np.searchsorted(self.holding, self.elements)], axis=1).astype(np.int64)
