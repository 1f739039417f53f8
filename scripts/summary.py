"""Summary of a command: how many pages there were, and why some failed."""

from collections import Counter
from dataclasses import dataclass, field

import typer

from iawce.data.errors import Status, UsageError, is_left_out
from iawce.extract.output.extraction import Extraction

SHOWN = 4
"""Most reasons that a line lists."""


@dataclass
class Tally:
    """How many rows there are, and by reason how many failed, with the first page of each, and were left out."""

    total: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def add(self, status: str, reason: str, count: int = 1) -> None:
        """Count rows."""
        self.total += count
        self.reasons[reason] += count * (status == Status.FAILURE)
        self.left_out[reason] += count * is_left_out(reason)

    @property
    def failed(self) -> int:
        """How many rows are failures."""
        return self.reasons.total()

    def add_row(self, row: Extraction) -> None:
        """Count one row of this run."""
        self.add(row.status, row.reason)
        if row.status == Status.FAILURE:
            self.examples.setdefault(row.reason, f"{row.ref}: {row.why}")

    def summary(self) -> str:
        """The numbers of failures and of what was left out, and their commonest reasons; empty if there is none."""
        return ", ".join(filter(None, (_listed("failed", self.reasons), _listed("left out", self.left_out))))

    def finish(self) -> None:
        """End the command as its pages ended.

        Raises:
            UsageError: there was none.
            typer.Exit: some pages failed (1), or all (3).
        """
        if not self.total:
            raise UsageError("the sources hold nothing to work on")
        if self.failed:
            raise typer.Exit(3 if self.failed == self.total else 1)


def _listed(what: str, reasons: Counter[str]) -> str:
    shown = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common(SHOWN) if count)
    more = ", ..." if len(+reasons) > SHOWN else ""
    return f"{reasons.total()} {what}: {shown}{more}" if shown else ""
