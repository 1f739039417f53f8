"""The first post of a thread, if its layout differs from that of the replies.

Source: Liu et al. 2017, section on the main post: the left sibling of the first record, or of the governing node, with
a time expression and enough text. Deviation: by default the left siblings of some elements around the governing node
count, too, since today's pages wrap the replies more than once, and fewer words are enough (``main_levels``,
``main_words`` of the settings).
"""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.html.tags import HEADINGS
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.kept_text import words_of_pieces
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.record_location import LocatedRecords


def find_main_post(
    reading: PageReading, located: LocatedRecords, settings: LocationSettings, content: Subset | None = None
) -> int | None:
    """Number of the main post's element; None if there is none, so that the first record is the first post.

    Args:
        reading: of the page.
        located: its records.
        settings: constants.
        content: the main content, if known; only its words count.
    """
    shown = reading.shown
    times, words = shown.subtree_sums(reading.timed), own_words(reading, content or shown)
    element = located.records[0][0]
    for _ in range(settings.main_levels + 1):
        for sibling in reversed(_before(shown, element)):
            if times[sibling] and words[sibling] >= settings.main_words:
                return sibling
        element = int(shown.index.parents[element])
        if element <= 0:
            return None
    return None


def own_words(reading: PageReading, content: Subset) -> NDArray[np.int64]:
    """Words in each element, except links, headings and lines with a time.

    The head of a thread has no other words: it consists of its author, time and number of answers.

    Args:
        reading: of the page.
        content: the part of it that counts.
    """
    blocks, index = reading.blocks, reading.index
    heading = index.inside(np.flatnonzero(index.has_tag(HEADINGS)))
    timed = blocks.sums(reading.timed[blocks.owners].astype(np.int64)) > 0
    pieces = content.pieces & ~heading[index.pieces.owners]
    pieces[blocks.pieces[timed[blocks.block_of_piece]]] = False
    return words_of_pieces(content, pieces & ~index.linked[index.pieces.owners])


def _before(shown: Subset, element: int) -> list[int]:
    """The siblings before an element."""
    parent = int(shown.index.parents[element])
    return [child for child in shown.children(parent) if child < element] if parent >= 0 else []
