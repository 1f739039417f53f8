"""One training of a correction: examples, variances, temperature, its effect, record, report, pictures."""

import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.errors import UsageError, quantity
from iawce.models.blocks.block_model import BlockModel, load_block_model
from iawce.models.common.probabilities import log_softmax
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.correction.correction import base_hashes, load_correction
from iawce.models.correction.names import Floats, NamedWeights
from iawce.models.features.inputs import InputSpec
from iawce.models.page_type.classification import LABELS
from iawce.models.page_type.classifier import CORRECTION
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.common.plots import plot_content, plot_curve
from iawce.train.correction.examples import Example, KeepBlocks, read_examples
from iawce.train.correction.measured import (
    ACCURACY,
    WORD_F1,
    Answers,
    Checked,
    Measured,
    answer_pages,
    check_set,
    measure_content,
    measure_types,
)
from iawce.train.correction.problem import (
    BLOCK_VARIANCES,
    TYPE_VARIANCES,
    Choices,
    PageRows,
    Problem,
    Variances,
    choose_variances,
)
from iawce.train.correction.report import write_report

TRIED = np.geomspace(0.25, 4.0, 81)
VARIANCE = 0.09
"""Prior standard deviation of the logarithm of a temperature."""


def steady_temperature(logits: Floats, targets: Floats) -> float:
    """The most probable temperature, close to 1 with few pages.

    Source: Guo et al. 2017, On Calibration of Modern Neural Networks, section 4.2. Deviation: its logarithm is drawn
    from a normal distribution around zero, so that a few right pages do not make probabilities certain.

    Args:
        logits: of pages outside their training, float64 (pages, labels).
        targets: one for the right label of each, the same.
    """

    def cost(temperature: float) -> float:
        loss = -(targets * log_softmax(logits / temperature)).sum() if len(logits) else 0.0
        return float(loss + np.log(temperature) ** 2 / VARIANCE / 2)

    return round(float(min(TRIED.tolist(), key=cost)), 4)


MIN_COUNT = 3
"""Least labelled pages for a measurement."""
SIZES = (0, 1, 2, 3, 5, 10, 20, 50, 100)
"""Numbers of labelled pages of the trainings whose loss is drawn."""
NO_ANSWERS = Answers((), (), ())


@dataclass(frozen=True, slots=True)
class Learned:
    """Weights for blocks, or for page types, and predictions for each page by the others.

    ``logits``: of all rows, each by the pages of the other folds, float64 (rows, outputs).
    """

    pages: tuple[Example, ...]
    variances: Variances
    weights: NamedWeights
    logits: Floats
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """All weights, and the answers for pages whose content is labelled."""

    types: Learned
    blocks: Learned
    answers: Answers

    @property
    def parts(self) -> dict[str, Learned]:
        """By the name of the weights in the record."""
        return {"blocks": self.blocks, "types": self.types}

    def measured(self) -> list[Measured]:
        """Its effect on labelled pages outside its training; nothing if they are too few."""
        found = []
        if len(self.types.pages) >= MIN_COUNT:
            found.append(measure_types(self.types.pages, self.types.logits))
        if len(self.blocks.pages) >= MIN_COUNT:
            found.append(measure_content(self.blocks.pages, self.answers))
        return found

    def without(self, worse: Collection[str]) -> "Found":
        """The same without the weights for these measures."""
        types = learn((), TYPE_VARIANCES, len(LABELS)) if ACCURACY in worse else self.types
        if WORD_F1 in worse:
            return Found(types, learn((), BLOCK_VARIANCES, 1), NO_ANSWERS)
        return Found(types, self.blocks, self.answers)


def learn(found: Sequence[tuple[Example, PageRows | None]], choices: Choices, outputs: int) -> Learned:
    """Learn from the pages whose rows are known."""
    pages = tuple(page for page, rows in found if rows)
    if not pages:
        nothing = NamedWeights.of([], np.zeros((0, outputs)))
        return Learned((), Variances(choices.own[0]), nothing, np.zeros((0, outputs)))
    problem = Problem.of([rows for _, rows in found if rows])
    variances, logits = choose_variances(problem, choices)
    return Learned(pages, variances, problem.learn(variances), logits, problem)


def answers_of(blocks: Learned, model: BlockModel) -> Answers:
    """The answers for the pages whose content is labelled, each corrected by the other pages."""
    if blocks.problem is None:
        return NO_ANSWERS
    return answer_pages(blocks.pages, blocks.problem, blocks.logits, model)


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
    if len(found.blocks.pages) >= MIN_COUNT:
        plot_content(folder / "content.png", found.answers.shipped, found.answers.corrected)
    named = {"page type": found.types, "content": found.blocks}
    losses = {name: _losses(part.problem, part.variances) for name, part in named.items() if part.problem}
    plot_curve(folder / "curve.png", losses)


def _losses(problem: Problem, variances: Variances) -> dict[int, float]:
    """Mean cross-entropy of pages by the number of other pages of the training."""
    return {size: problem.mean_loss(variances, size) for size in SIZES if size < len(problem.sites)}


def _check(
    path: Path, settings: CorrectionSettings, model: BlockModel, advance: Callable[[str], None]
) -> list[Checked]:
    correction = load_correction(path)
    return [
        check_set(name, pages, correction, model, keep=settings.keep, advance=lambda name=name: advance(name))  # type: ignore[misc]
        for name, pages in settings.checks.items()
    ]
