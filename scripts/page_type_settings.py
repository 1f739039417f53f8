"""What decides the page type, in the words of the commands."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from iawce.data.errors import UsageError
from iawce.scripts.options import LookAt

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import PageTypeEnsemble

LARGEST_BATCH = 100_000
"""Most pages that are held in memory together."""


@dataclass(frozen=True)
class PageTypeSettings:
    """What decides the page type.

    Raises:
        UsageError: a number is out of range.
    """

    model: str = ""
    """A model by its name or record, another ensemble's ensemble.json, or a correction; `extract --model`."""
    look_at: LookAt = "auto"
    """What decides the page type: `boxes` (the layout), `screenshot`, `html`; or `auto`, all that are available."""
    device: str = "cpu"
    """Where networks run: `cpu`, `cuda` or `mps`."""
    batch_size: int = 32
    """Most pages that `classify` takes together."""

    def __post_init__(self) -> None:
        if not 1 <= self.batch_size <= LARGEST_BATCH:
            raise UsageError(f"batch_size is a number from 1 to {LARGEST_BATCH}, not {self.batch_size}")

    def ensemble(self, *, paper: bool = False) -> "PageTypeEnsemble":
        """What decides the page type; for the ``paper``, one network whose input is the screenshot.

        Raises:
            UsageError: the input of the paper's model is not a screenshot.
            EnvironmentMissing: there is no such model, or it is damaged.
        """
        from iawce.models.page_type.ensemble import PAPER_MODEL, PageTypeEnsemble

        if paper:
            return PageTypeEnsemble.paper(self.model or PAPER_MODEL, self.device)
        return PageTypeEnsemble(self.look_at, self.model, self.device)
