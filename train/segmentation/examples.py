"""Pages with gold text as examples for the block model, and the labels of their blocks.

The text is claimed word by word, the most certain blocks first: long blocks that occur in it word for word, then short
ones that lie between two of these both in the text and on the page, then blocks most of whose words are unclaimed. If
the text were claimed in the order of the page, a menu would take the words of the content.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.words import split_words
from iawce.data.errors import PageError
from iawce.data.labels import PageType, wide_type
from iawce.models.blocks.block_features import block_features
from iawce.models.blocks.candidate_features import PageEvidence
from iawce.models.blocks.page_blocks import Ints, PageBlocks

SURE = 4  # Fewest words of a block that is found by its text alone
LONG = 8  # Fewest words of a block that is found by most of its words
MAX_COUNT = 0.5  # Share of its words that must still be unclaimed
DOUBTFUL = 0.3  # Weight of a short block whose words are in the text, but not near those of its neighbours
Floats = NDArray[np.float32]


def label_blocks(texts: Sequence[str], gold: str) -> tuple[Floats, Floats]:
    """Label, the share of a block's words that belong to the content, and weight of each block, float32 (blocks,)."""
    blocks = [split_words(text.lower()) for text in texts]
    wanted = split_words(gold.lower())
    claims = _Claims(wanted, len(blocks))
    claims.take_verbatim(blocks)
    claims.take_between(blocks)
    claims.take_most(blocks)
    return claims.labels, claims.weights


class _Claims:
    def __init__(self, gold: list[str], count: int) -> None:
        self.gold, self.free = gold, np.ones(len(gold), bool)
        self.labels, self.weights = np.zeros(count, np.float32), np.ones(count, np.float32)
        self.place = np.full(count, -1)  # where in the gold text a block begins
        self.end = np.full(count, -1)
        self._at: dict[str, list[int]] = defaultdict(list)
        for place, word in enumerate(gold):
            self._at[word].append(place)

    def _occurrences(self, words: list[str]) -> Iterator[int]:
        """Positions of these words in the gold text."""
        rarest = min(range(len(words)), key=lambda n: len(self._at.get(words[n], ())))
        starts = (hit - rarest for hit in self._at.get(words[rarest], ()))
        return (start for start in starts if start >= 0 and self.gold[start : start + len(words)] == words)

    def _find(self, words: list[str], first: int, last: int) -> int:
        """Position of these words, unclaimed, between two places of the gold text; -1 without one."""
        size = len(words)
        found = (start for start in self._occurrences(words) if first <= start and start + size <= last)
        return next((start for start in found if self.free[start : start + size].all()), -1)

    def _take(self, block: int, start: int, words: int) -> None:
        self.labels[block], self.place[block], self.end[block] = 1.0, start, start + words
        self.free[start : start + words] = False

    def take_verbatim(self, blocks: list[list[str]]) -> None:
        same: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for number, words in enumerate(blocks):
            if len(words) >= SURE:
                same[tuple(words)].append(number)
        doubtful = []
        for key, numbers in sorted(same.items(), key=lambda item: -len(item[0])):
            words = list(key)
            if len(numbers) > 1 and sum(1 for _ in self._occurrences(words)) < len(numbers):
                doubtful.append((words, numbers))
                continue
            for number in numbers:
                start = self._find(words, 0, len(self.gold))
                if start >= 0:
                    self._take(number, start, len(words))
        for words, numbers in doubtful:
            self._take_nearest(words, numbers)

    def _take_nearest(self, words: list[str], numbers: list[int]) -> None:
        """Of several blocks with the same text, those nearest to the blocks of the surrounding text."""
        left = list(numbers)
        while left and (start := self._find(words, 0, len(self.gold))) >= 0:
            best = min(left, key=lambda number: self._distance(number, start))
            self._take(best, start, len(words))
            left.remove(best)

    def _distance(self, block: int, start: int) -> tuple[bool, int]:
        """Distance of a block from the claimed one with the nearest text; first, whether it is on the wrong side."""
        anchors = np.flatnonzero(self.place >= 0)
        if not len(anchors):
            return False, block
        anchor = int(anchors[np.abs(self.place[anchors] - start).argmin()])
        return (block > anchor) != (start > self.place[anchor]), abs(block - anchor)

    def take_between(self, blocks: list[list[str]]) -> None:
        """Blocks whose words are in the gold text between those of the claimed blocks around them, or next to one."""
        count = len(blocks)
        following = np.full(count + 1, -1)
        for number in range(count - 1, -1, -1):
            following[number] = number if self.place[number] >= 0 else following[number + 1]
        before = -1
        for number, words in enumerate(blocks):
            if self.place[number] >= 0:
                before = number
                continue
            if not words:
                continue
            after = following[number]
            room = len(words) + 60
            first = self.end[before] if before >= 0 else (max(0, self.place[after] - room) if after >= 0 else 0)
            last = self.place[after] if after >= 0 else min(len(self.gold), first + room)
            if before < 0 and after < 0:
                first, last = 0, len(self.gold)
            if first < last and (start := self._find(words, int(first), int(last))) >= 0:
                self._take(number, start, len(words))
                before = number

    def take_most(self, blocks: list[list[str]]) -> None:
        bag = Counter(word for word, free in zip(self.gold, self.free.tolist(), strict=True) if free)
        left = [number for number, words in enumerate(blocks) if words and self.place[number] < 0]
        for number in sorted(left, key=lambda number: -len(blocks[number])):
            words = Counter(blocks[number])
            shared = words & bag
            share = shared.total() / words.total()
            if share > MAX_COUNT:
                self.labels[number], self.weights[number] = share, 1 if words.total() >= LONG else DOUBTFUL
                bag -= shared


@dataclass(frozen=True, slots=True)
class Example:
    """One page: ``features`` (blocks, features), ``labels`` and ``weights`` (blocks,), and data for scoring.

    ``places``: a number for tag path and class of each block; ``bags``: its words; ``gold``: words of the gold text.
    """

    id: str
    site: str
    type: str
    features: Floats
    places: Ints
    evidence: PageEvidence
    labels: Floats
    weights: Floats
    bags: list[Counter[str]]
    gold: Counter[str]

    @property
    def page_type(self) -> PageType | None:
        """The page type, None if unknown."""
        return wide_type(self.type)

    @property
    def is_article(self) -> bool:
        """Whether the page type is that of articles."""
        return self.page_type == PageType.ARTICLE

    @property
    def words(self) -> NDArray[np.float64]:
        """Words of each block, at least 1."""
        return self.evidence.words

    def score(self, chosen: NDArray[np.bool_]) -> float:
        """Word F1 of the chosen blocks."""
        kept: Counter[str] = Counter()
        for number in np.flatnonzero(chosen).tolist():
            kept.update(self.bags[number])
        shared = (kept & self.gold).total()
        return 2 * shared / (kept.total() + self.gold.total()) if kept or self.gold else 1.0


def make_examples(pages: Iterable[GoldPage]) -> Iterator[Example]:
    """Examples of the pages that have gold text and any block."""
    for page in pages:
        if page.text is not None and (example := make_example(page)):
            yield example


def make_example(page: GoldPage) -> Example | None:
    """The example of a page; None if it has no text."""
    document = open_document(page.page)
    try:
        analysis = PageAnalysis.of(document)
        blocks = analysis.blocks
    except PageError:
        return None
    if not len(blocks):
        return None
    described = PageBlocks(blocks)
    labels, weights = label_blocks(blocks.texts, page.text or "")
    bags = [Counter(split_words(text.lower())) for text in blocks.texts]
    gold = Counter(split_words((page.text or "").lower()))
    places, evidence = described.path_groups["classed"], PageEvidence.of(described)
    features = block_features(described)
    return Example(page.id, page.site, page.type, features, places, evidence, labels, weights, bags, gold)
