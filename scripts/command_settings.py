"""Settings of single commands: what is written, labelling, sites, evaluation, training."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from iawce.data.errors import UsageError
from iawce.data.limits import MOST_JOBS, MOST_PORTS, MOST_SECONDS, check_least, check_most


@dataclass(frozen=True)
class OutputSettings:
    """What is written of each page."""

    columns: tuple[str, ...] = ()
    """Columns of rows to write, such as `["url", "text", "metadata.authors"]`; if left out, all."""
    front_matter: bool = False
    """Begin Markdown with a block of YAML: url, title, type, rendered and, if known, author and date."""
    title: bool = False
    """Begin the text of a page with its title."""


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


@dataclass(frozen=True)
class EvaluateSettings:
    """How systems are measured.

    Raises:
        UsageError: a number is out of range.
    """

    measures: Literal["words", "whole"] = "whole"
    """`run`: `words`, the cheap measures; `whole`, also the order of words, and hashes."""
    worst: int = 5
    """`run`: pages shown side by side for each system."""
    screenshots: bool = False
    """`run`: render these pages, and show them."""
    processes: int = 2
    """`run`: systems that run at the same time."""
    limit: float = 20.0
    """`run`: CPU seconds for a page."""
    rendered: int = 8
    """`speed`: pages for the steps with a browser; 0: skip these steps."""
    repeat: int = 3
    """`speed`: number of runs of each part."""

    def __post_init__(self) -> None:
        check_least(self, worst=0, processes=1, limit=0.1, rendered=0, repeat=1)
        check_most(self, processes=MOST_JOBS, limit=MOST_SECONDS)


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
