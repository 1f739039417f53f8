"""How ``iawce label`` shows the page on which pages are labelled."""

from dataclasses import dataclass

from iawce.data.bounds import MOST_PORTS
from iawce.data.errors import UsageError


@dataclass(frozen=True)
class LabelSettings:
    """How the page on which pages are labelled is shown.

    Raises:
        UsageError: a number is out of range.
    """

    port: int = 0
    """Port to listen on; 0: any free port."""
    open: bool = True
    """Open the page in a browser; other users of the machine can then see its address in the list of processes."""

    def __post_init__(self) -> None:
        if not 0 <= self.port <= MOST_PORTS:
            raise UsageError(f"port is a number from 0 to {MOST_PORTS}, not {self.port}")
