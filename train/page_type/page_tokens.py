"""Tokens of training pages with the roles of each, read from layout boxes, screenshots, or blocks of the HTML."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError
from iawce.models.common.record import Arrays
from iawce.models.features.block_tokens import blocks_of, tokens_of
from iawce.models.features.kinds import Kind
from iawce.models.features.layout_raster import move_table
from iawce.models.features.layout_tokens import MOST, box_table, layout_tokens, name_values, reading_order
from iawce.train.common.feature_cache import FeatureCache
from iawce.train.page_type.augment import change_parts, random_placement
from iawce.train.page_type.labelled_lines import FEW, label_lines
from iawce.train.page_type.roles import block_roles, text_roles
from iawce.train.page_type.screenshot_tokens import Tokens, lines_in_boxes
from iawce.train.page_type.spelling import spell_boxes

NAMELESS = 0.15
"""Probability that the names of a page are hidden in training: on other sites they mean less, or cannot be joined."""


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
    """A page by its layout boxes.

    ``rows``: as ``box_table`` gives them. ``names``: further values of each token, as ``name_values`` gives them,
    float32 (rows, values), of which there may be none. ``roles``: float32 (rows, ROLES).
    """

    rows: NDArray[np.float64]
    names: Tokens
    roles: Tokens

    def tokens(self) -> tuple[Tokens, Tokens]:
        """As they are."""
        return self._joined(self.rows, reading_order(self.rows), self.names)

    def changed(self) -> tuple[Tokens, Tokens]:
        """Moved, stretched, every other time mirrored, without some of its parts, sometimes without the names."""
        numbered = np.column_stack([self.rows, np.arange(len(self.rows))])
        rows = move_table(change_parts(numbered), random_placement())
        numbers = rows[reading_order(rows), -1].astype(np.int64)
        is_nameless = self.names.shape[1] > 0 and bool(torch.rand(()) < NAMELESS)
        return self._joined(rows[:, :-1], numbers, self.names * (not is_nameless))

    def _joined(self, rows: NDArray[np.float64], numbers: NDArray[np.int64], names: Tokens) -> tuple[Tokens, Tokens]:
        """Tokens and roles; ``numbers`` says which row of the page each token is."""
        return np.concatenate([layout_tokens(rows), names[numbers]], axis=1), self.roles[numbers]


@dataclass(frozen=True, slots=True)
class BlockTokens:
    """A page by the text blocks of its HTML: ``values`` float32 (n, features), ``roles`` float32 (n, ROLES)."""

    values: Tokens
    roles: Tokens

    def tokens(self) -> tuple[Tokens, Tokens]:
        """As they are."""
        return self.values, self.roles

    def changed(self) -> tuple[Tokens, Tokens]:
        """As they are: blocks have no place that could be moved."""
        return self.tokens()


def read_tokens(pages: Sequence[LabelledPage], kind: Kind, cache: Path | None = None) -> dict[str, PageTokens]:
    """Tokens of an input of ``kind`` by page id; what takes long is kept in the folder ``cache``.

    Raises:
        UsageError: a page that cannot be read.
    """
    if kind == "block_tokens":
        kept = FeatureCache(cache, "block-tokens", __name__).compute(pages, partial(_read_all, _read_blocks))
        return {
            page_id: BlockTokens(np.asarray(arrays["values"], np.float32), np.asarray(arrays["roles"], np.float32))
            for page_id, arrays in kept.items()
        }
    kept = FeatureCache(cache, "box-tokens", __name__).compute(pages, partial(_read_all, _read_boxes))
    boxes = {page_id: _from_arrays(arrays, with_names=kind == "named_tokens") for page_id, arrays in kept.items()}
    if kind != "line_tokens":
        return dict(boxes)
    return {
        page_id: lines_in_boxes(
            labelled.lines, boxes[page_id].rows, boxes[page_id].roles, np.asarray(kept[page_id]["spellings"], np.uint8)
        )
        for page_id, labelled in label_lines(pages, cache).items()
    }


def _read_all(read: Callable[[LabelledPage], Arrays | None], pages: Sequence[LabelledPage]) -> Iterator[Arrays | None]:
    if len(pages) <= FEW:
        yield from map(read, pages)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from pool.map(read, pages, chunksize=16)


def _read_blocks(page: LabelledPage) -> Arrays | None:
    """Tokens and roles of the blocks; None of a page without any, which teaches nothing."""
    try:
        blocks = blocks_of(page.document())
    except PageError:
        return None
    if blocks is None:
        return None
    return {"values": tokens_of(blocks), "roles": block_roles(blocks)[:MOST]}


def _from_arrays(arrays: Arrays, *, with_names: bool) -> BoxTokens:
    rows, roles = np.asarray(arrays["rows"], np.float64), np.asarray(arrays["roles"], np.float32)
    names = np.asarray(arrays["names"], np.float32) if with_names else np.zeros((len(rows), 0), np.float32)
    return BoxTokens(rows, names, roles)


def _read_boxes(page: LabelledPage) -> Arrays:
    document = page.document()
    boxes = document.boxes or ()
    try:
        roles = text_roles(boxes, document.index if page.html else None)
    except PageError:  # the HTML cannot be read; the layout still can
        roles = text_roles(boxes, None)
    return {
        "rows": box_table(boxes),
        "names": name_values(document, range(len(boxes))),
        "roles": roles,
        "spellings": spell_boxes(document),
    }
