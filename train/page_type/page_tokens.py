"""Tokens of training pages with the roles of each, read from layout boxes or from screenshots."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError
from iawce.models.common.record import Arrays
from iawce.models.features.inputs import Kind
from iawce.models.features.layout_raster import move_table
from iawce.models.features.layout_tokens import box_table, layout_tokens, reading_order
from iawce.models.features.line_tokens import line_tokens, token_lines
from iawce.models.networks.token_attention import ROLES
from iawce.train.common.feature_cache import FeatureCache
from iawce.train.page_type.augment import change_parts, random_placement
from iawce.train.page_type.labelled_lines import FEW, LabelledLines, boxes_of_lines, label_lines
from iawce.train.page_type.roles import text_roles

Tokens = NDArray[np.float32]


class PageTokens(Protocol):
    """One page as a network sees it."""

    @property
    def roles(self) -> Tokens:
        """Roles of its parts, (parts, ROLES)."""

    def tokens(self) -> tuple[Tokens, Tokens]:
        """Tokens (n, features), and the roles of each, (n, ROLES), NaN where they are unknown."""

    def changed(self) -> tuple[Tokens, Tokens]:
        """The same, changed at random where the parts can be moved."""


@dataclass(frozen=True, slots=True)
class BoxTokens:
    """A page by its layout boxes: ``rows`` as ``box_table`` gives them, ``roles`` float32 (rows, ROLES)."""

    rows: NDArray[np.float64]
    roles: Tokens

    def tokens(self) -> tuple[Tokens, Tokens]:
        """As they are."""
        return layout_tokens(self.rows), self.roles[reading_order(self.rows)]

    def changed(self) -> tuple[Tokens, Tokens]:
        """Moved, stretched, every other time mirrored, without some of its parts."""
        numbered = np.column_stack([self.rows, np.arange(len(self.rows))])
        rows = move_table(change_parts(numbered), random_placement())
        numbers = rows[reading_order(rows), -1].astype(np.int64)
        return layout_tokens(rows[:, :-1]), self.roles[numbers]


@dataclass(frozen=True, slots=True)
class LineTokens:
    """A page by its screenshot: ``values`` as ``line_tokens`` gives them, ``roles`` float32 (tokens, ROLES)."""

    values: Tokens
    roles: Tokens

    def tokens(self) -> tuple[Tokens, Tokens]:
        """As they are."""
        return self.values, self.roles

    def changed(self) -> tuple[Tokens, Tokens]:
        """As they are, since what is measured of a line depends on its neighbours; the data set adds noise."""
        return self.tokens()


def read_tokens(pages: Sequence[LabelledPage], kind: Kind, cache: Path | None = None) -> dict[str, PageTokens]:
    """Tokens of an input of ``kind`` by page id; what takes long is kept in the folder ``cache``.

    Raises:
        UsageError: a page that cannot be read.
    """
    kept = FeatureCache(cache, "box-tokens", __name__).compute(pages, _read_all)
    boxes = {
        page_id: BoxTokens(np.asarray(arrays["rows"], np.float64), np.asarray(arrays["roles"], np.float32))
        for page_id, arrays in kept.items()
    }
    if kind == "box_tokens":
        return dict(boxes)
    return {page_id: _read_lines(lines, boxes[page_id]) for page_id, lines in label_lines(pages, cache).items()}


def _read_all(pages: Sequence[LabelledPage]) -> Iterator[Arrays]:
    if len(pages) <= FEW:
        yield from map(_read_boxes, pages)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from pool.map(_read_boxes, pages, chunksize=16)


def _read_boxes(page: LabelledPage) -> Arrays:
    document = page.document()
    boxes = document.boxes or ()
    try:
        roles = text_roles(boxes, document.index if page.html else None)
    except PageError:  # the HTML cannot be read; the layout still can
        roles = text_roles(boxes, None)
    return {"rows": box_table(boxes), "roles": roles}


def _read_lines(labelled: LabelledLines, known: BoxTokens) -> LineTokens:
    """Tokens of a screenshot; a line has the roles of the box that it is in."""
    unknown = np.full((1, len(ROLES)), np.nan, np.float32)
    boxes = boxes_of_lines(labelled.lines.found.lines, known.rows)
    roles = np.concatenate([known.roles, unknown])[boxes]  # the last is of lines in no box, below of pictures
    values, numbers = line_tokens(labelled.lines), token_lines(labelled.lines)
    return LineTokens(values, np.concatenate([roles, unknown])[numbers])
