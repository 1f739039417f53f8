"""One input of a run: a page that has a row in the end."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from typing import Any


class InputState(StrEnum):
    """The state of an input."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    LEFT_OUT = "left_out"


@dataclass(frozen=True, slots=True)
class Input:
    """An input; the fields from ``depth`` on are for the program that adds inputs during the run."""

    id: str  # That of its row, see ``input_id``
    ref: str  # What the user wrote
    url: str = ""
    depth: int = 0
    parent: str = ""  # Id of the input that showed it
    priority: float = 0.0
    data: Mapping[str, Any] = field(default_factory=dict)  # JSON values


@dataclass(frozen=True, slots=True)
class Known:
    """The record of an input in a run; ``status`` and ``reason`` are those of its row, or of its omission."""

    input: Input
    state: InputState
    status: str = ""
    reason: str = ""


def input_id(ref: str, url: str) -> str:
    """Hash of an input's address, 16 hexadecimal digits, the same in each run and on each machine."""
    return sha256(f"{ref}\0{url}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def is_in_share(number: int, shares: int, id: str) -> bool:
    """Whether an input belongs to a share of all inputs, which are numbered from 1: each belongs to one of them."""
    return int(id, 16) % shares == number - 1
