"""What a crawl begins at, as the commands' other sources."""

from dataclasses import dataclass

from iawce.scripts.open_output import Sources


@dataclass(frozen=True)
class Seeds(Sources):
    """Seeds of a crawl."""

    def count(self) -> None:
        """How many pages there will be is unknown: those that fail are not among the most that are opened."""
