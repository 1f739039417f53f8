"""One page with its page type, the form in which every labelled set reaches training."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page that somebody has labelled.

    ``site`` groups pages that must stay on one side of a split. ``boxes`` is None where only a picture is known.
    """

    id: str
    site: str
    label: str
    screenshot: Path
    boxes: Path | None = None
    height: int = 0
    """Height of the whole page in CSS px before clipping; 0 if unknown."""
    html: Path | None = None
