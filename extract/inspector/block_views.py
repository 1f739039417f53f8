"""The view of the text blocks of a page: the probability of each, and the methods that keep it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.texts import Blocks
from iawce.data.errors import quantity
from iawce.extract.content.content import Content
from iawce.extract.content.segmentation import MAX_BLOCKS
from iawce.extract.inspector.page_view import LEVELS, BlockView
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extract_content import kept_blocks
from iawce.models.blocks.block_model import load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.correction.correction import load_correction

DISTINCTIVE = ("nav", "footer", "header", "aside", "form", "dialog", "button", "figure", "table", "main", "article")
"""Most elements around a block that are mentioned."""
LINKED = 0.5
"""Share of linked words above which a block is called linked."""
PROBABLE = 0.5


def reasons_of(blocks: Blocks, number: int, probability: float | None, *, kept: bool, method: str) -> Iterator[str]:
    """The reasons why the method keeps or drops a block, and facts about it."""
    done = "kept" if kept else "dropped"
    if probability is None:
        yield f"{done} by the method {method}"
    elif kept == (probability >= PROBABLE):
        yield f"{done}: {probability:.0%} probable as main content"
    elif kept:
        yield f"kept although {probability:.0%} probable: the blocks around it are kept"
    else:
        yield f"dropped although {probability:.0%} probable: the content is expected to be better without it"
    index, element = blocks.subset.index, int(blocks.elements[number])
    around = {index.tags[one] for one in (element, *index.ancestors(element))}
    yield from (f"in <{tag}>" for tag in DISTINCTIVE if tag in around)
    words, linked = int(blocks.words[number]), int(blocks.link_words[number])
    yield quantity(words, "word")
    if words and linked / words > LINKED:
        yield f"{linked / words:.0%} of them linked"


MAX_SHOWN = 3000
"""Most blocks of a page, as more are slow in a browser."""
MAX_LENGTH = 5000
"""Characters of a block that are shown."""


def block_views(
    analysis: PageAnalysis,
    row: Extraction,
    contents: Sequence[Content | Extraction | None],
    correction: str = "",
    explained: int = 0,
) -> Iterator[BlockView]:
    """The first blocks of a page, in document order.

    ``contents`` of each method, None for nothing, or a row, if only that is known; the reasons explain the choice of
    the one ``explained``. ``correction``: path of the record of the correction of the block model; empty for none.
    """
    blocks = analysis.blocks
    probabilities = block_probabilities(analysis, row.type, correction)
    kept = [_kept(analysis, content) for content in contents]
    index, levels = analysis.index, blocks.levels(LEVELS)
    for number in range(min(len(blocks), MAX_SHOWN)):
        element = int(blocks.elements[number])
        probability = None if probabilities is None else float(probabilities[number])
        keeps = tuple(bool(one[number]) for one in kept)
        reason = "; ".join(reasons_of(blocks, number, probability, kept=keeps[explained], method=row.method))
        owners = sorted(set(blocks.owners[blocks.starts[number] : blocks.ends[number]].tolist()))
        box, text = analysis.document.own_area(owners), blocks.texts[number][:MAX_LENGTH]
        yield BlockView(number, index.path(element), text, reason, keeps, probability, box, int(levels[number]))


def block_probabilities(analysis: PageAnalysis, page_type: str, correction: str = "") -> NDArray[np.float64] | None:
    """Probability of each block that it is main content; None if the blocks are too few or too many for the model."""
    blocks = analysis.blocks
    if not 0 < len(blocks) <= MAX_BLOCKS:
        return None
    page = PageBlocks.of(analysis)
    found = load_block_model()(page, page_type)
    return load_correction(Path(correction)).correct_blocks(analysis.document, page, found) if correction else found


def _kept(analysis: PageAnalysis, content: Content | Extraction | None) -> NDArray[np.bool_]:
    """Whether each block is kept: by a row, if it is inside a block of it, and its text in the text of the row."""
    if not isinstance(content, Extraction):
        return kept_blocks(analysis, content)
    paths, text, found = {one.path for one in content.blocks}, " ".join(content.text.split()), list[bool]()
    for block in analysis.blocks:
        steps = analysis.index.path(block.element).split("/")
        is_inside = any("/".join(steps[:end]) in paths for end in range(2, len(steps) + 1))
        found.append(is_inside and block.text in text)
    return np.array(found, bool)
