"""The unit that is sent between stages: a few pages, so that the transport of a page costs little."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from iawce.extract.output.extraction import Extraction
from iawce.extract.run.items import Item
from iawce.models.page_type.classification import Classification


@dataclass(frozen=True, slots=True)
class StagedPage:
    """A page between two stages.

    ``item`` in its present form: a rendered page is a snapshot. ``snapshot`` is the folder with the stored snapshot.
    ``answer`` is the ensemble's classification, None before it. ``row`` is that of a failed page.
    """

    item: Item
    snapshot: str = ""
    answer: Classification | None = None
    row: Extraction | None = None


Unit = Sequence[StagedPage]
"""Pages that are sent together."""


def pack_unit(unit: Unit | Sequence[Extraction]) -> bytes:
    """A unit, or its rows, as bytes for another process of this program."""
    return pickle.dumps(unit)


def unpack_unit(packed: bytes) -> Any:
    """The unit that another process of this program packed; no page is parsed for that."""
    return pickle.loads(packed)  # noqa: S301 - from a process of ours
