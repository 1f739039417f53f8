"""Lines of text in screenshots of training pages, with the kind of each from the layout boxes."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from iawce.data.boxes import Box
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError, UsageError
from iawce.data.picture import open_picture
from iawce.models.common.record import Arrays
from iawce.models.features.layout_tokens import box_table
from iawce.models.features.line_kinds import LINE_KINDS, SCALE, Lines, find_lines
from iawce.models.features.text_lines import Components, Segments, component_table, components_of
from iawce.train.common.feature_cache import FeatureCache

UNKNOWN = -1
"""Kind of a line that is in no box: type that is part of a picture."""
SLACK = 4
"""CSS px by which a line may exceed its box."""
FEW = 40
"""Pages that take less time than it takes to start processes for them."""


@dataclass(frozen=True, slots=True)
class LabelledLines:
    """Lines of one page's screenshot, and the true kind of each, int64 (lines,), an index of ``LINE_KINDS``."""

    lines: Lines
    kinds: np.ndarray

    def arrays(self) -> Arrays:
        """All arrays by name, as they are stored."""
        found = self.lines.found
        return {
            "lines": component_table(found.lines),
            "pictures": component_table(found.pictures),
            "height": np.array(found.height),
            "paragraph": self.lines.paragraph,
            "features": self.lines.features,
            "strips": self.lines.strips,
            "kinds": self.kinds,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> "LabelledLines":
        """The lines whose arrays are ``arrays``."""
        lines, pictures = (components_of(np.asarray(arrays[name], np.float32)) for name in ("lines", "pictures"))
        found = Segments(lines, pictures, int(arrays["height"]))
        paragraph, features = np.asarray(arrays["paragraph"], np.int64), np.asarray(arrays["features"], np.float32)
        lines_found = Lines(found, paragraph, features, np.asarray(arrays["strips"], np.uint8))
        return cls(lines_found, np.asarray(arrays["kinds"], np.int64))


def label_lines(pages: Sequence[LabelledPage], cache: Path | None = None) -> dict[str, LabelledLines]:
    """Labelled lines of all pages' screenshots, by page id; a tenth of a second each on one core.

    Raises:
        UsageError: a screenshot or boxes cannot be read.
    """
    kept = FeatureCache(cache, "lines", __name__).compute(pages, _label_all)
    return {page_id: LabelledLines.from_arrays(arrays) for page_id, arrays in kept.items()}


def _label_all(pages: Sequence[LabelledPage]) -> Iterator[Arrays]:
    if len(pages) <= FEW:
        yield from (label_lines_of_page(page).arrays() for page in pages)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from (labelled.arrays() for labelled in pool.map(label_lines_of_page, pages, chunksize=16))


def label_lines_of_page(page: LabelledPage) -> LabelledLines:
    """Labelled lines of one page's screenshot; the kinds are unknown where the page has no boxes.

    Raises:
        UsageError: screenshot or boxes cannot be read.
    """
    if page.screenshot is None:
        raise UsageError(f"{page.id} has no screenshot")
    try:
        lines = find_lines(open_picture(page.screenshot))
    except PageError as error:
        raise UsageError(f"{page.screenshot} ({error.reason})") from error
    return LabelledLines(lines, true_kinds(lines.found.lines, page.document().boxes or ()))


def true_kinds(lines: Components, boxes: Sequence[Box]) -> np.ndarray:
    """Kind of each line, int64 (lines,): that of the smallest text box that contains the middle of the line."""
    within = boxes_of_lines(lines, box_table(boxes))
    kinds = np.array([LINE_KINDS.index(kind_of(box)) for box in boxes] + [UNKNOWN], np.int64)
    return np.asarray(kinds[within])


def boxes_of_lines(lines: Components, table: np.ndarray) -> np.ndarray:
    """Row in ``table`` of the smallest text box that contains the middle of each line, else -1, int64 (lines,)."""
    texts = np.flatnonzero(table[:, 0] == 0)
    if not len(texts) or not len(lines):
        return np.full(len(lines), -1, np.int64)
    left, top, width, height = table[texts, 1:5].T
    across = (SCALE * (lines.x + lines.width / 2))[:, None]
    down = (SCALE * (lines.y + lines.height / 2))[:, None]
    inside = (left - SLACK <= across) & (across <= left + width + SLACK)
    inside &= (top - SLACK / 2 <= down) & (down <= top + height + SLACK / 2)
    smallest = np.where(inside, width * height, np.inf).argmin(axis=1)
    return np.where(inside.any(axis=1), texts[smallest], -1)


def kind_of(box: Box) -> str:
    """Kind of the lines of a text box."""
    if box.heading:
        return "linked_heading" if box.link else "heading"
    if box.link:
        return "link"
    return "running" if box.lines >= 2 else "plain"
