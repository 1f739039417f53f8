"""Writes the rows of a command and counts them, the same way for every command."""

from collections.abc import Callable, Iterable

from iawce.data.outcomes import Status
from iawce.extract.extraction import Extraction
from iawce.scripts.console import Progress


def write_rows(rows: Iterable[Extraction], write: Callable[[Extraction], None], progress: Progress) -> tuple[int, int]:
    """Write each row as soon as it is there; returns how many there were and how many of them are failures."""
    total = failed = 0
    for row in rows:
        write(row)
        total += 1
        failed += row.status == Status.FAILURE
        progress.advance(f"{failed} failed" if failed else "")
    return total, failed
