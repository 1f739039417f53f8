"""One training of a correction: examples, variances, its effect, the record, a report and pictures."""

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.errors import UsageError, quantity
from iawce.models.blocks.block_model import BlockModel, load_block_model
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.correction.correction import base_hashes, load_correction
from iawce.models.features.inputs import InputSpec
from iawce.models.page_type.classification import LABELS
from iawce.models.page_type.classifier import CORRECTION
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.correction.checks import Checked, check_set
from iawce.train.correction.examples import Example, KeepBlocks, read_examples
from iawce.train.correction.learned import FEWEST, Found, answers_of, learn
from iawce.train.correction.measured import Measured
from iawce.train.correction.plots import plot_content, plot_curve
from iawce.train.correction.report import write_report
from iawce.train.correction.temperature import steady_temperature
from iawce.train.correction.validate import BLOCK_VARIANCES, TYPE_VARIANCES

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CorrectionSettings:
    """One training: its output folder, what extraction keeps of blocks, and sets with gold for checks, by name."""

    output: Path
    keep: KeepBlocks
    checks: Mapping[str, Sequence[GoldPage]] = field(default_factory=dict)
    command: str = ""


def train_correction(
    folders: Sequence[Path], settings: CorrectionSettings, advance: Callable[[str], None] = lambda _: None
) -> Path:
    """Learn a correction of the shipped models from folders of labels; returns the path of the record.

    Page types, or content, are left as they are where the correction makes them worse on labelled pages outside its
    training.

    Args:
        folders: written by ``iawce label``.
        settings: of the training.
        advance: called with what was done after each page and step.

    Raises:
        UsageError: there are no labels, or they do not fit their pages.
        EnvironmentMissing: the shipped models are absent or damaged.
    """
    model = load_block_model()
    read = read_examples(folders, PageTypeEnsemble(), model, settings.keep, lambda: advance("read"))
    examples = list(read)
    if not examples:
        raise UsageError("no page of these labels has a type or a content: label some with iawce label first")
    sites = {page.site for page in examples}
    log.info("%s of %s", quantity(len(examples), "labelled page"), quantity(len(sites), "site"))
    types = learn([(page, page.type_rows) for page in examples], TYPE_VARIANCES, len(LABELS))
    advance("page types learned")
    blocks = learn([(page, page.kept.rows if page.kept else None) for page in examples], BLOCK_VARIANCES, 1)
    advance("content learned")
    found = Found(types, blocks, answers_of(blocks, model))
    measured = found.measured()
    kept = found.without([one.what for one in measured if one.is_worse])
    path = _save(examples, kept, measured, settings)
    _draw(path.parent, found)
    report = partial(write_report, path.with_name("report.md"), examples, measured, load_correction(path))
    report([])  # the checks take long and may fail, so the rest is written first
    if settings.checks:
        report(_check(path, settings, model, advance))
    return path


def _save(
    examples: Sequence[Example], found: Found, measured: Sequence[Measured], settings: CorrectionSettings
) -> Path:
    types, parts = found.types, found.parts
    training: dict[str, Any] = {
        "base": base_hashes(),
        "sites": dict(sorted(Counter(page.site for page in examples).items())),
        "everywhere": [name for name, part in parts.items() if part.variances.everywhere],
        "variances": {name: part.variances._asdict() for name, part in parts.items()},
        "labels": {name: len(part.pages) for name, part in parts.items()},
        "confidence_shift": round(found.answers.gap, 4),
        "command": settings.command,
    }
    targets = types.problem.targets if types.problem else types.logits
    record = ModelRecord(
        CORRECTION,
        CORRECTION,
        LABELS,
        InputSpec("names"),
        steady_temperature(types.logits, targets),
        {one.what: one.facts() for one in measured},
        training,
    )
    arrays = {key: array for name, part in parts.items() for key, array in part.weights.arrays(name).items()}
    return save_model(settings.output, record, arrays)


def _draw(folder: Path, found: Found) -> None:
    if len(found.blocks.pages) >= FEWEST:
        plot_content(folder / "content.png", found.answers)
    named = {"page type": found.types, "content": found.blocks}
    plot_curve(
        folder / "curve.png", {name: (part.problem, part.variances) for name, part in named.items() if part.problem}
    )


def _check(
    path: Path, settings: CorrectionSettings, model: BlockModel, advance: Callable[[str], None]
) -> list[Checked]:
    correction = load_correction(path)
    return [
        check_set(name, pages, correction, model, keep=settings.keep, advance=lambda name=name: advance(name))  # type: ignore[misc]
        for name, pages in settings.checks.items()
    ]
