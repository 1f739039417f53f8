"""Rows of the resumed run: their outcomes and their inputs."""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from iawce.data.run_folder.input import Input
from iawce.data.sinks.sink import Row
from iawce.data.sources.seen_addresses import SeenAddresses


class Earlier(Protocol):
    """The inputs that are done."""

    def outcomes(self) -> Counter[tuple[str, str]]:
        """How many rows there are by status and reason."""

    def begin(self, input: Input) -> bool:
        """Whether an input is still to be done."""


class EarlierRows:
    """The rows of an existing output. Their ids are not kept in memory."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._outcomes, self._ids = Counter[tuple[str, str]](), SeenAddresses()
        for row in rows:
            self._outcomes[row["status"], row["reason"]] += 1
            self._ids.add(row["id"])

    def outcomes(self) -> Counter[tuple[str, str]]:
        """How many rows there are by status and reason."""
        return self._outcomes

    def begin(self, input: Input) -> bool:
        """Whether no row has the id of the input."""
        return input.id not in self._ids
