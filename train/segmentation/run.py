"""One training of the block model: cross-validation by site, the final model, its record and pictures."""

import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

from iawce.data.arrays import Floats
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.errors import UsageError, quantity
from iawce.models.blocks.block_features import block_feature_names
from iawce.models.blocks.block_model import FIRST_TREES, OWN_TREES, REST, TREES
from iawce.models.blocks.candidates import SINGLE, candidate_feature_names, choose_by_f, expected_f1, is_judged
from iawce.models.common.export import export_trees
from iawce.models.common.intervals import site_mean
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.common.runtime import BoostedTrees
from iawce.models.features.inputs import InputSpec
from iawce.train.common.plots import plot_confidence, plot_scores
from iawce.train.segmentation.boosting import (
    BlockTrees,
    BlockTreesSettings,
    JudgeSettings,
    cross_judge,
    describe_answers,
    grow_block_trees,
    grow_judge,
)
from iawce.train.segmentation.examples import Example, ExampleSets, Written, fold_of, make_sets

log = logging.getLogger(__name__)
NAME = "blocks"
KNOTS = 21  # Points of the table from expected to calibrated word F1


@dataclass(frozen=True, slots=True)
class BlockRunSettings:
    """One training. ``written`` pages are generated from the others; ``held_out`` sites are not trained on.

    ``folds``: parts of the cross-validation.
    """

    output: Path
    trees: BlockTreesSettings = field(default_factory=BlockTreesSettings)
    folds: int = 5
    written: Written = field(default_factory=Written)
    seed: int = 0
    held_out: tuple[str, ...] = ()
    command: str = ""
    judge: JudgeSettings = field(default_factory=JudgeSettings)


def train_blocks(sets: Mapping[str, Sequence[GoldPage]], settings: BlockRunSettings) -> Path:
    """Train on pages with gold text; returns the path of the record.

    ``sets``: pages by the name of their set; the scores of each set are reported separately.

    Raises UsageError: too few pages or sites.
    """
    kept = {name: [page for page in pages if page.site not in settings.held_out] for name, pages in sets.items()}
    made = make_sets(kept, settings.written, settings.folds, settings.seed)
    examples, names = made
    folds = np.array([fold_of(example.site, settings.folds) for example in examples])
    if len(set(folds.tolist())) < settings.folds:
        raise UsageError(f"the pages come from too few sites for {settings.folds} parts")
    log.info("%s, %d blocks", quantity(len(examples), "page"), sum(len(example.labels) for example in examples))
    weights = np.array([made.weight(number) for number in range(len(examples))])
    grown = grow_block_trees(examples, folds, weights[:, :2], settings.trees)
    pairs = [_judge(example, values) for example, values in zip(examples, grown.probabilities, strict=True)]
    confidence = _calibrate(*np.array(pairs)[[name in kept for name in names]].T)
    by_blocks = {f"{name}, blocks alone": value for name, value in _metrics(made, np.array(pairs)[:, 1]).items()}
    judge = None
    given = zip(examples, grown.probabilities, weights[:, 2].tolist(), strict=True)
    answers = [describe_answers(*one) for one in given]
    judging = np.array([example.page_type in SINGLE for example in examples])
    judging &= np.array([bool(answer.candidates) for answer in answers])
    if len(set(folds[judging].tolist())) > 1:
        log.info("judge")
        judged = cross_judge(answers, folds, judging, pairs, settings.judge)
        asked = [is_judged(example.page_type or "", example.type) for example in examples]
        pairs = [one if is_asked else alone for one, alone, is_asked in zip(judged, pairs, asked, strict=True)]
        judge = grow_judge([answers[number] for number in np.flatnonzero(judging).tolist()], settings.judge)
    promised, scores = np.array(pairs).T
    metrics = _metrics(made, scores) | by_blocks | {"confidence": confidence}
    path = _save(grown, judge, metrics, examples, settings)
    plot_scores(path.with_name("scores.png"), [example.type or "unknown" for example in examples], scores)
    plot_confidence(path.with_name("confidence.png"), promised, scores)
    _write_predictions(path.with_name("predictions.jsonl"), examples, names, grown.probabilities, pairs)
    return path


def _judge(example: Example, probabilities: Floats) -> tuple[float, float]:
    """Expected and actual word F1."""
    chosen = choose_by_f(probabilities, example.words)
    return expected_f1(probabilities, example.words, chosen), example.score(chosen)


def _metrics(sets: ExampleSets, scores: Floats) -> dict[str, Any]:
    """Word F1 of each set, and of each page type in it, with 95 % intervals over sites."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, (example, name) in enumerate(zip(*sets, strict=True)):
        groups[name].append(number)
        groups[f"{name} {example.type}"].append(number)
    metrics = dict[str, Any]()
    for name, numbers in groups.items():
        mean = site_mean(scores[numbers].tolist(), [sets.examples[number].site for number in numbers])
        metrics[name] = {"pages": len(numbers), "word_f1": [round(value, 4) for value in mean]}
    return metrics


def _calibrate(expected: Floats, scores: Floats) -> dict[str, list[float]]:
    """Points of the isotonic regression from the expected to the actual word F1, where any block was chosen."""
    knots, chosen = np.linspace(0, 1, KNOTS), expected > 0
    regression = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip").fit(expected[chosen], scores[chosen])
    fitted = regression.predict(knots)
    return {"expected": knots.round(3).tolist(), "calibrated": np.asarray(fitted).round(4).tolist()}


def _save(
    grown: BlockTrees,
    judge: BoostedTrees | None,
    metrics: dict[str, Any],
    examples: Sequence[Example],
    settings: BlockRunSettings,
) -> Path:
    output = settings.output
    output.mkdir(parents=True, exist_ok=True)
    names = block_feature_names()
    parts = {
        "trees": (grown.trees, len(names)),
        **{part: (grown.own_trees.get(name), len(names)) for name, part in OWN_TREES.items()},
        "judge": (judge, len(candidate_feature_names())),
    }
    exported, arrays = dict[str, Path](), dict[str, NDArray[np.generic]]()
    for part, (trees, width) in parts.items():
        if trees:
            stages = (trees,) if part == "judge" else trees.split(FIRST_TREES)
            for name, stage in zip((part, part + REST), stages, strict=False):
                if stage:
                    exported[name] = export_trees(stage, width, output / f"{NAME}-{name.replace('_', '-')}.onnx")
            arrays |= trees.arrays(f"{part}.")
    training = {
        "command": settings.command,
        "pages": len(examples),
        "sites": len({example.site for example in examples}),
        "settings": {"trees": asdict(settings.trees), "folds": settings.folds},
        "judge": asdict(settings.judge) | {"features": list(candidate_feature_names())} if judge else None,
        "written": settings.written._asdict(),
        "seed": settings.seed,
        "held_out_sites": list(settings.held_out),
        "onnx": {part: _name_by_hash(file) for part, file in exported.items()},
    }
    spec, labels = InputSpec("blocks", features=names), ("boilerplate", "content")
    return save_model(output, ModelRecord(NAME, TREES, labels, spec, metrics=metrics, training=training), arrays)


def _name_by_hash(file: Path) -> list[str]:
    """New name and SHA-256 of an exported file."""
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    return [file.rename(file.with_stem(f"{file.stem}-{digest[:8]}")).name, digest]


def _write_predictions(
    path: Path,
    examples: Sequence[Example],
    names: Sequence[str],
    judged: Sequence[Floats],
    pairs: Sequence[tuple[float, float]],
) -> None:
    """A line for each page: the expected and the actual word F1, and the probability of each block, all out of fold."""
    with path.open("w", encoding="utf-8") as file:
        for example, name, values, (expected, score) in zip(examples, names, judged, pairs, strict=True):
            row: dict[str, Any] = {"set": name, "id": example.id, "site": example.site, "type": example.type}
            row |= {"expected": round(expected, 4), "f1": round(score, 4), "blocks": values.round(3).tolist()}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
