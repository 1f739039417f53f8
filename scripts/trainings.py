"""What ``iawce train`` trains, and the data that it trains on."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from iawce.data.errors import UsageError
from iawce.data.extras import needing

if TYPE_CHECKING:
    from iawce.data.datasets.gold_page import GoldPage
    from iawce.data.datasets.labelled_page import LabelledPage
    from iawce.train.page_type.tasks import EnsembleSettings
    from iawce.train.segmentation.run import BlockRunSettings

ENSEMBLE = "ensemble"
BLOCKS, BLOCK_ATTENTION = "blocks", "block_attention"
TREES = ("boosted_trees", "screenshot_trees")
LEARNED = 2
"""Steps of a correction that are no pages: page types learned, content learned."""


def labels_of(model: str, labels: str | None) -> tuple[str, ...]:
    """The labels that a model distinguishes; those of the ensemble are the page types; none if the data decide.

    Raises:
        UsageError: there are fewer than two, or one is named twice.
    """
    if model == ENSEMBLE:
        return ("article", "list", "thread", "product")
    if labels is None:
        return ()
    found = tuple(label.strip() for label in labels.split(",") if label.strip())
    if len(found) < 2 or len(set(found)) < len(found):
        raise UsageError(f"--labels names two or more different labels, such as article,list, not {labels!r}")
    return found


def check_data(data: list[Path], model: str, labels: tuple[str, ...]) -> None:
    """Say what is wrong with the data before anything is loaded that takes long.

    Raises:
        UsageError: they cannot be learned from.
    """
    from iawce.data.datasets.labelled_sets import check_layout
    from iawce.data.datasets.wcxb import is_wcxb
    from iawce.data.errors import not_known
    from iawce.models.networks import NETWORKS

    models = (*NETWORKS, *TREES, ENSEMBLE, BLOCKS, BLOCK_ATTENTION)
    if model not in models:
        raise not_known("no model is called", model, models)
    for given in data:
        if "=" in str(given):
            continue
        if model not in (BLOCKS, BLOCK_ATTENTION):
            check_layout(given, labels)
        elif not is_wcxb(given):
            raise UsageError(f"which set is {given}? Write NAME={given}")


def run_ensemble(pages: "list[LabelledPage]", settings: "EnsembleSettings", plain: int, cache: Path) -> str:
    """Train the page-type ensemble; returns its record.

    Raises:
        UsageError: too few pages or sites.
    """
    from iawce.train.page_type.ensemble import train_ensemble
    from iawce.train.page_type.plain import make_plain_pages

    kept = [page for page in pages if page.site not in settings.held_out]
    written = make_plain_pages(kept, plain, cache, settings.seed) if plain else []
    return train_ensemble([*kept, *written], settings).read_text(encoding="utf-8")


def run_blocks(data: list[Path], settings: "BlockRunSettings") -> str:
    """Train the block model; returns its record.

    Raises:
        UsageError: too few pages or sites.
    """
    from iawce.train.segmentation.run import train_blocks

    return train_blocks(_read_sets(data), settings).read_text(encoding="utf-8")


def run_correction(data: list[Path], check: Sequence[Path], output: Path, command: str) -> str:
    """Learn a correction of the shipped models; returns the report.

    Raises:
        UsageError: the data are no labels.
        EnvironmentMissing: a library is missing.
    """
    from iawce.data.datasets.page_labels import is_labels, read_labels
    from iawce.extract.pipeline.kept_blocks import answer_blocks
    from iawce.scripts.progress import Progress

    for given in data:
        if not is_labels(given):
            raise UsageError(f"{given} holds no labels: --init shipped learns from a folder that iawce label wrote")
    with needing("train", "training"):
        from iawce.train.correction.run import CorrectionSettings, train_correction
    sets = _read_sets(check)
    steps = sum(len(read_labels(one)) for one in data) + sum(map(len, sets.values())) + LEARNED
    with Progress("step", total=steps) as progress:
        path = train_correction(data, CorrectionSettings(output, answer_blocks, sets, command), progress.advance)
    return path.with_name("report.md").read_text(encoding="utf-8")


def _read_sets(given: Sequence[Path]) -> "dict[str, list[GoldPage]]":
    """Sets with gold by name, each NAME=PATH; a path alone is WCXB."""
    from iawce.data.datasets.gold_sets import read_gold

    pairs = [str(one).partition("=") for one in given]
    named = [(name, path) if equals else ("wcxb", name) for name, equals, path in pairs]
    return {name: read_gold(name, Path(path)) for name, path in named}
