"""The unit that travels between stages: a few pages, so that the transport of a page costs little."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from iawce.extract.output.extraction import Extraction
from iawce.extract.run.items import Item
from iawce.models.page_type.classification import Classification


@dataclass(frozen=True, slots=True)
class StagedPage:
    """A page on its way through the stages.

    ``item`` as it is so far: a page that was rendered is a snapshot. ``snapshot`` is the folder where that is kept.
    ``answer`` is the ensemble's classification, None if there is none yet. ``row``: that of a failed page.
    """

    item: Item
    snapshot: str = ""
    answer: Classification | None = None
    row: Extraction | None = None


Unit = Sequence[StagedPage]
"""Pages that travel together."""


def pack_unit(unit: Unit | Sequence[Extraction]) -> bytes:
    """A unit, or its rows, as bytes for another process of ours."""
    return pickle.dumps(unit)


def unpack_unit(packed: bytes) -> Any:
    """The unit that another process of this program packed; neither process parses pages for it."""
    return pickle.loads(packed)  # noqa: S301 - from a process of ours
