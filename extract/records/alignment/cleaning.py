"""The part of a page from which SimHTree is built.

Source: Ren and Xue 2007, section 3.2, rules 1 to 5 and definition 1 (the deletable set).

Deviations: the item of rule 2 that is missing in print is read as text of white space alone; rule 3 keeps pictures,
since table 1 of the paper has one as a value, and, outside the mode ``paper``, empty cells of tables, which keep
columns in place. Rule 5 is applied before attributes are dropped, to all elements that are not displayed, unless they
are most of the page.
"""

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.subset import Subset
from iawce.data.html.tags import CELLS
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.records.alignment.settings import SimHTreeSettings

CONTROLS = frozenset({
    "select", "option", "optgroup", "datalist", "input", "textarea", "button", "keygen", "progress", "meter",
})  # fmt: skip
"""Rule 4."""
NOT_SHOWN = frozenset(
    {"head", "svg", "iframe", "object", "embed", "audio", "video", "canvas", "map", "br", "hr", "wbr"}
)
LEFT_EDGE, BOTTOM = 0.2, 0.9
"""Shares of the page: elements that end left of the first are menus, elements that begin below the second are copyright
notices."""


def clean(reading: PageReading, settings: SimHTreeSettings) -> Subset:
    """The page without its deletable set."""
    namespaced = {tag for tag in reading.index.tags if ":" in tag}
    outside = [*reading.unseen, *_outer_areas(reading, settings)]
    shown = reading.without(CONTROLS | NOT_SHOWN | namespaced, outside)
    if not settings.boilerplate:
        shown = reading.without(CONTROLS | NOT_SHOWN | namespaced, [*outside, *find_boilerplate(shown)])
    return Subset(shown.index, shown.kept & _holds_content(shown, settings))


def _holds_content(shown: Subset, settings: SimHTreeSettings) -> NDArray[np.bool_]:
    """Rule 3: whether an element has text or a picture, itself or inside."""
    index = shown.index
    texts = index.pieces.owners[shown.pieces & ~index.blank]
    content = np.bincount(texts, minlength=len(index)) > 0
    content |= index.has_tag(("img",))
    if settings.leaves != "texts":
        rows = index.has_tag(("tr",)) & shown.holds(content)
        cells = index.has_tag(CELLS)
        content |= cells & rows[np.maximum(index.parents, 0)]
    return shown.holds(content)


def _outer_areas(reading: PageReading, settings: SimHTreeSettings) -> list[int]:
    """Elements completely at the left or at the bottom of the page."""
    if not settings.drop_areas or reading.document.places is None:
        return []
    x, y, width, height = reading.document.places.T
    page_width, page_height = np.nanmax(x + width, initial=0), np.nanmax(y + height, initial=0)
    left = x + width <= LEFT_EDGE * page_width
    low = y >= BOTTOM * page_height
    return np.flatnonzero((left | low) & (width * height > 0)).tolist()
