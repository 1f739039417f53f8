"""The bar that shows on a terminal how far a command is."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


class ProgressBar:
    """A bar at the foot of the terminal; what is said meanwhile stands above it, and in the end the bar is gone.

    Args:
        noun: what is counted, in the plural.
        total: how many there are, if that is known.
        before: how many of them were done by an earlier run.
    """

    def __init__(self, noun: str, total: int | None, before: int) -> None:
        columns = (
            MofNCompleteColumn(),
            TextColumn(noun),
            BarColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
        )
        self._drawn = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._drawn.add_task(noun, total=total, completed=before, note="")
        self.start, self.stop = self._drawn.start, self._drawn.stop

    def advance(self, steps: int, note: str) -> None:
        """Count ``steps`` more; ``note`` stands beside them."""
        self._drawn.update(self._task, advance=steps, note=note)
