"""What a crawl begins at, as the commands' other sources."""

from dataclasses import dataclass

from iawce.scripts.open_output import Sources


@dataclass(frozen=True)
class Seeds(Sources):
    """Seeds; ``most``: pages that are opened, None for all."""

    most: int | None = None

    def count(self) -> int | None:
        """How many pages there will be at most."""
        return self.most
