"""How models are trained, beside what the options of ``iawce train`` say."""

from dataclasses import dataclass
from pathlib import Path

from iawce.data.bounds import check_least, check_most
from iawce.data.errors import UsageError

SEEDS = 2**32
"""Number of seeds that NumPy and torch both take."""
LARGEST_SIDE = 8192
"""Largest side of the input in pixels; a page is then 64 MB for each plane."""


@dataclass(frozen=True)
class TrainingSettings:
    """How models are trained.

    Raises:
        UsageError: a number is out of range.
    """

    hold_out: tuple[str, ...] = ()
    """Sites never to train on, such as `["example.org", "example.com"]`."""
    check: tuple[Path, ...] = ()
    """With `--init shipped`: also measure on these sets with gold, such as `["wcxb=PATH", "news=PATH"]`."""
    patience: int = 0
    """Early stopping: epochs without progress on sites set aside; 0: no early stopping."""
    folds: int = 5
    """Parts of the cross-validation by site."""
    size: int = 224
    """Side of the input in pixels."""
    view_height: int | None = None
    """CSS px of the page that a drawing shows; if left out, the model's default."""
    cache: Path | None = None
    """Folder for results that are computed only once: features, renderings."""
    plain: int = 90
    """Plain pages written from the others."""
    rules: str = ""
    """Rules of the ensemble, comma separated: all, boxes, html, screenshot; if left out, all of them."""
    seed: int = 0
    """Fixes split, initial weights, order and augmentation."""
    accelerator: str = "auto"
    """`cpu`, `gpu`, `mps` or `auto`."""
    devices: str = "auto"
    """Number of devices, or `auto`, as in Lightning."""
    strategy: str = "auto"
    """`ddp` or another of Lightning's, for several devices."""
    precision: str = ""
    """`32-true`, `16-mixed` or `bf16-mixed`; empty: mixed on an Nvidia GPU, else `32-true`."""

    def __post_init__(self) -> None:
        if not 0 <= self.seed < SEEDS:
            raise UsageError(f"seed is a number from 0 to {SEEDS - 1}, not {self.seed}")
        check_least(self, patience=0, folds=2, size=32, view_height=224, plain=0)
        check_most(self, size=LARGEST_SIDE)
