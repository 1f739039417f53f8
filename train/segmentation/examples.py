"""Pages with gold text as examples for the block model."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.words import split_words
from iawce.data.errors import PageError
from iawce.data.labels import PageType, wide_type
from iawce.models.blocks.block_features import describe_blocks
from iawce.models.blocks.candidate_features import PageEvidence
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.blocks.stacking_features import BlockContext
from iawce.train.segmentation.labels import label_blocks

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Example:
    """One page: ``features`` (blocks, features), ``labels`` and ``weights`` (blocks,), and data for scoring.

    ``bags`` are the words of each block, ``gold`` those of the gold text.
    """

    id: str
    site: str
    type: str
    features: Floats
    context: BlockContext
    evidence: PageEvidence
    labels: Floats
    weights: Floats
    bags: list[Counter[str]]
    gold: Counter[str]
    names: tuple[str, ...]

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
        return self.context.words

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
        reading = PageReading.of(document)
        blocks = reading.blocks
    except PageError:
        return None
    if not len(blocks):
        return None
    described = PageBlocks(document, blocks)
    columns = describe_blocks(described)
    features = np.stack([np.asarray(values, np.float32) for values in columns.values()], axis=1)
    labels, weights = label_blocks(blocks.texts, page.text or "")
    bags = [Counter(split_words(text.lower())) for text in blocks.texts]
    gold = Counter(split_words((page.text or "").lower()))
    read = BlockContext.of(described), PageEvidence.of(described)
    return Example(*(page.id, page.site, page.type, features, *read, labels, weights, bags, gold, tuple(columns)))
