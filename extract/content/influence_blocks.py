"""The kept blocks of a page with their importance, for search and mining."""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundField, FoundRecord
from iawce.extract.content.node_extension import TEXT_HOLDERS, Category, NodeExtension

MOST_STEPS = 2_000_000
"""Most steps of all paths together, as thousands of blocks below thousands of levels would need too much space."""
Ints = NDArray[np.int64]


def influence_blocks(
    reading: PageReading,
    printed: Subset,
    nodes: NodeExtension,
    influence: NDArray[np.float64],
    kept: NDArray[np.bool_],
) -> tuple[tuple[FoundRecord, ...], tuple[PageWarning, ...]]:
    """Records ``text``, ``category``, ``words`` and ``links`` and ``influence``, and a warning if some are left out.

    Args:
        reading: of the page.
        printed: its kept part.
        nodes: its elements.
        influence: of each text node, float64 (pieces,).
        kept: whether a text node is, bool (pieces,). Each belongs to one block: the nearest CONTENT element, heading,
            title or emphasised block around it, else the root.
    """
    index = reading.index
    block_of = index.nearest(_is_block(reading, nodes))
    owners = block_of[index.pieces.owners]
    numbers = np.unique(owners[kept])
    shown = numbers[: reading.document.limits.blocks]
    shown = shown[np.cumsum(index.depths[shown]) <= MOST_STEPS]
    texts = _texts(printed, owners)
    best = np.zeros(len(index))
    np.maximum.at(best, owners[kept], influence[kept])
    words = _counts(owners, kept & ~index.linked[index.pieces.owners], index.piece_words, len(index))
    is_link = (nodes.categories == Category.LINK) & printed.kept
    links = np.bincount(block_of[is_link], minlength=len(index))

    def record(number: int) -> FoundRecord:
        texts_by_name = {
            "text": texts[number],
            "category": Category(nodes.categories[number]).name,
            "words": str(words[number]),
            "links": str(links[number]),
            "influence": f"{best[number]:.4f}".rstrip("0").rstrip("."),
        }
        return FoundRecord({name: FoundField(text) for name, text in texts_by_name.items()}, (number,))

    records = tuple(map(record, shown.tolist()))
    left_out = (PageWarning(WarningKind.TRUNCATED, f"{len(numbers)}_blocks"),) if len(shown) < len(numbers) else ()
    return records, left_out


def _is_block(reading: PageReading, nodes: NodeExtension) -> NDArray[np.bool_]:
    """Whether an element is CONTENT, a title, a heading or an emphasised block."""
    holds = reading.index.has_tag(TEXT_HOLDERS) & (nodes.categories == Category.VISION)
    return np.asarray(holds | np.isin(nodes.categories, (Category.CONTENT, Category.TITLE)))


def _texts(printed: Subset, owners: Ints) -> dict[int, str]:
    """Text by block with collapsed white space; lines and table cells end with a space."""
    parts: dict[int, list[str]] = {}
    lines: dict[int, int] = {}
    shown = np.flatnonzero(printed.pieces)
    breaks = printed.breaks[shown] + printed.columns[shown]
    for number, owner, line in zip(shown.tolist(), owners[shown].tolist(), breaks.tolist(), strict=True):
        ended = lines.get(owner, line) != line
        lines[owner] = line
        parts.setdefault(owner, []).append(" " * ended + printed.index.pieces.texts[number])
    return {owner: " ".join("".join(found).split()) for owner, found in parts.items()}


def _counts(owners: Ints, kept: NDArray[np.bool_], values: Ints, length: int) -> Ints:
    return np.bincount(owners[kept], values[kept], length).astype(np.int64)
