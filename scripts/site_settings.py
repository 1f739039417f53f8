"""How the templates of a site are applied, checked and shown."""

from dataclasses import dataclass

from iawce.data.errors import UsageError


@dataclass(frozen=True)
class SiteChoices:
    """How the templates of a site are used.

    Raises:
        UsageError: a number is out of range.
    """

    fallback: str = "auto"
    """`apply`: method for pages that fit no template; `auto`, the block model, or one of the registered methods."""
    tolerance: float = 0.2
    """`check`: how much each of the three shares may fall, 0 to 1."""
    clusters: int = 12
    """`show`: most clusters to show, those with most pages, 1 to 100."""

    def __post_init__(self) -> None:
        if not 0 <= self.tolerance <= 1:
            raise UsageError(f"tolerance is a number from 0 to 1, not {self.tolerance}")
        if not 1 <= self.clusters <= 100:
            raise UsageError(f"clusters is a number from 1 to 100, not {self.clusters}")
