"""One training of the block model: cross-validation by site, the final model, its record and pictures.

The trees of the block model and of the judge of candidates are grown with LightGBM. The judge learns from pages whose
blocks were judged by trees of other sites.

Source: Ke et al. 2017, LightGBM: A Highly Efficient Gradient Boosting Decision Tree.
"""

import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import lightgbm
import numpy as np
from numpy.typing import NDArray
from sklearn.isotonic import IsotonicRegression

from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.errors import UsageError, quantity
from iawce.models.blocks.block_features import block_feature_names
from iawce.models.blocks.block_model import FIRST_TREES, OWN_TREES, REST, TREES
from iawce.models.blocks.candidate_features import Bools
from iawce.models.blocks.candidates import (
    SINGLE,
    Candidates,
    best_candidate,
    candidate_feature_names,
    choose_by_f1,
    describe_candidates,
    expected_f1,
    is_judged,
    join_answers,
    page_candidates,
    smooth_by_group,
)
from iawce.models.blocks.page_blocks import Floats
from iawce.models.common.export import export_trees
from iawce.models.common.intervals import site_mean
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.common.runtime import LEAF, BoostedTrees, Tree, join_trees
from iawce.models.features.inputs import InputSpec
from iawce.train.common.plots import plot_confidence, plot_scores
from iawce.train.segmentation.examples import Example, ExampleSets, Written, fold_of, make_sets

log = logging.getLogger(__name__)
NAME = "blocks"
KNOTS = 21  # Points of the table from expected to calibrated word F1
OF_TREES = ("learning_rate", "num_leaves", "min_data_in_leaf", "lambda_l2", "feature_fraction", "bagging_fraction")
"""Settings that are handed to LightGBM as they are."""
PAGE_WORDS = 30  # Pages with fewer words have the weight of one with this number
AS_GOOD = 0.01  # Largest difference of word F1 of two answers that are equally good


@dataclass(frozen=True, slots=True)
class BlockTreesSettings:
    """How trees are grown; names and meaning as in LightGBM."""

    rounds: int = 300
    learning_rate: float = 0.06
    num_leaves: int = 31
    min_data_in_leaf: int = 60
    lambda_l2: float = 5.0
    feature_fraction: float = 0.25
    bagging_fraction: float = 0.7
    max_bin: int = 127
    threads: int = 0  # 0: as many as there are cores
    seed: int = 0

    def dataset(self, features: NDArray[Any], labels: NDArray[Any], weights: NDArray[Any]) -> lightgbm.Dataset:
        """Features (rows, features), labels from 0 to 1 and weights (rows,), from which trees are grown repeatedly."""
        binning = {"max_bin": self.max_bin, "num_threads": self.threads, "verbosity": -1}
        return lightgbm.Dataset(features, labels, weight=weights, params=binning, free_raw_data=False).construct()

    def grow(
        self, data: lightgbm.Dataset, objective: str = "cross_entropy", seed: int | None = None
    ) -> lightgbm.Booster:
        """Trees of the data; ``seed`` instead of that of the settings."""
        parameters: dict[str, Any] = {
            "objective": objective,
            **{name: getattr(self, name) for name in OF_TREES},
            "bagging_freq": 1,
            "num_threads": self.threads,
            "seed": self.seed if seed is None else seed,
            "deterministic": True,
            "verbosity": -1,
        }
        return lightgbm.train(parameters, data, num_boost_round=self.rounds)


class BlockTrees(NamedTuple):
    """The trees of all pages; those of some types, without the types of too few sites; and what they are worth.

    ``probabilities``: of each block of each page, by trees that were grown without the page's part.
    """

    trees: BoostedTrees
    own_trees: dict[str, BoostedTrees]
    probabilities: list[Floats]


def grow_block_trees(
    examples: Sequence[Example], folds: NDArray[np.int64], weights: Floats, settings: BlockTreesSettings
) -> BlockTrees:
    """Grow the trees of the block model, and cross-validate them.

    ``folds``: part of each page; a site is in one part only. ``weights``: of each for the trees, and for those of its
    type; 0 for one that is only evaluated, (examples, 2).
    """
    log.info("trees")
    found, trees = _cross_grow(examples, folds, weights[:, 0], settings)
    own_trees = dict[str, BoostedTrees]()
    for name in OWN_TREES:
        numbers = np.flatnonzero([example.page_type == name for example in examples])
        if set(folds[numbers].tolist()) != set(folds.tolist()):
            continue
        log.info("trees of the type %s", name)
        pages = [examples[number] for number in numbers.tolist()]
        by_own_trees, own_trees[name] = _cross_grow(pages, folds[numbers], weights[numbers, 1], settings)
        for number, values in zip(numbers.tolist(), by_own_trees, strict=True):
            found[number] = join_answers(np.stack([found[number], values]))
    smoothed = [smooth_by_group(values, page.words, page.places) for values, page in zip(found, examples, strict=True)]
    return BlockTrees(trees, own_trees, smoothed)


def _cross_grow(
    examples: Sequence[Example], folds: NDArray[np.int64], weights: Floats, settings: BlockTreesSettings
) -> tuple[list[Floats], BoostedTrees]:
    """Predictions for each page by trees grown without its part, and the trees of all pages."""
    sizes = [len(example.labels) for example in examples]
    rows, counts = np.repeat(folds, sizes), np.repeat(weights > 0, sizes)
    features = np.concatenate([example.features for example in examples])
    labels = np.concatenate([example.labels for example in examples])
    blocks = np.concatenate([_weigh(page) * weight for page, weight in zip(examples, weights, strict=True)])
    data = settings.dataset(features, labels, blocks.astype(np.float32))

    def grow(chosen: NDArray[np.bool_]) -> lightgbm.Booster:
        return settings.grow(data.subset(np.flatnonzero(chosen).tolist()))

    found = np.zeros(len(labels))
    for fold in sorted(set(folds.tolist())):
        booster, unseen = grow((rows != fold) & counts), rows == fold
        found[unseen] = np.asarray(booster.predict(features[unseen], num_threads=settings.threads))
    return np.split(found, np.cumsum(sizes)[:-1]), as_boosted_trees(grow(counts))


def _weigh(example: Example) -> NDArray[np.float32]:
    """Weight of each block of a page: long blocks more, blocks of long pages less."""
    words = example.words
    return np.asarray(example.weights * np.log1p(words) / np.sqrt(max(PAGE_WORDS, words.sum())) * 10, np.float32)


def as_boosted_trees(booster: lightgbm.Booster) -> BoostedTrees:
    """LightGBM's trees; one class, whose logit they add up."""
    return join_trees([[tree] for tree in trees_of(booster)], np.zeros(1))


def trees_of(booster: lightgbm.Booster) -> list[Tree]:
    """LightGBM's trees, one of each round."""
    return [_tree(tree["tree_structure"]) for tree in booster.dump_model()["tree_info"]]


def _tree(root: dict[str, Any]) -> Tree:
    """The nodes in pre-order."""
    ordered, numbers, stack = list[dict[str, Any]](), dict[int, int](), [root]
    while stack:
        node = stack.pop()
        numbers[id(node)] = len(ordered)
        ordered.append(node)
        if "leaf_value" not in node:
            stack += [node["right_child"], node["left_child"]]
    rows = [
        (0, np.inf, here, here, np.float32(node["leaf_value"]))
        if "leaf_value" in node
        else (
            *(node["split_feature"], node["threshold"]),
            *(numbers[id(node["left_child"])], numbers[id(node["right_child"])], np.float32(0)),
        )
        for here, node in enumerate(ordered)
    ]
    return Tree(*map(np.array, zip(*rows, strict=True)))


@dataclass(frozen=True, slots=True)
class JudgeSettings(BlockTreesSettings):
    """How the judge's trees are grown."""

    learning_rate: float = 0.04
    num_leaves: int = 15
    min_data_in_leaf: int = 40
    feature_fraction: float = 0.4
    bagging_fraction: float = 0.8
    max_bin: int = 255
    seeds: int = 4  # Models that are averaged


class Judged(NamedTuple):
    """A page with its candidates, the features of each, the word F1 of each, or that of an empty answer; its weight."""

    candidates: Candidates
    features: NDArray[np.float32]
    scores: Floats
    weight: float = 1.0


def describe_answers(example: Example, probabilities: Floats, weight: float = 1.0) -> Judged:
    """The candidates of a page; none if no block is chosen."""
    candidates = page_candidates(example.evidence, probabilities)
    if not candidates:
        nothing = np.zeros(len(probabilities), bool)
        return Judged(
            {}, np.zeros((0, len(candidate_feature_names())), np.float32), np.array([example.score(nothing)]), weight
        )
    features = describe_candidates(example.evidence, probabilities, candidates)
    return Judged(candidates, features, np.array([example.score(blocks) for blocks in candidates.values()]), weight)


def grow_judge(pages: Sequence[Judged], settings: JudgeSettings) -> BoostedTrees:
    """Trees that predict, for each candidate of a page, the logit that it is better than the choice, and its word F1.

    The candidates of a page together have the weight of the page.
    """
    features = np.concatenate([page.features for page in pages])
    weights = np.concatenate([np.full(len(page.scores), page.weight / len(page.scores)) for page in pages])
    targets = {"cross_entropy": [_is_better(page.scores) for page in pages], "regression": [p.scores for p in pages]}
    parts = list[list[Tree]]()
    for objective, values in targets.items():
        data = lightgbm.Dataset(features, np.concatenate(values), weight=weights, free_raw_data=False)
        grown = (trees_of(settings.grow(data, objective, seed)) for seed in range(settings.seeds))
        parts.append([tree._replace(value=tree.value / settings.seeds) for trees in grown for tree in trees])
    return join_trees(list(zip_longest(*parts, fillvalue=LEAF)), np.zeros(len(parts)))


def _is_better(scores: Floats) -> Floats:
    """1 for a candidate that is better than the first one, 0 for a worse one, one half for an equal one."""
    gain = scores - scores[0]
    return np.where(gain > AS_GOOD, 1.0, np.where(gain < -AS_GOOD, 0.0, 0.5))


def cross_judge(
    pages: Sequence[Judged],
    folds: NDArray[np.int64],
    judging: Bools,
    pairs: Sequence[tuple[float, float]],
    settings: JudgeSettings,
) -> list[tuple[float, float]]:
    """Predicted and actual word F1 of each page, by judges that were trained without its part.

    ``judging``: which pages are judged and trained on, all with candidates and in two parts or more, bool (pages,);
    ``pairs``: predicted and actual word F1 of the others.
    """
    found = list(pairs)
    for fold in sorted(set(folds.tolist())):
        asked = np.flatnonzero(judging & (folds == fold)).tolist()
        if not asked:
            continue
        judge = grow_judge([pages[number] for number in np.flatnonzero(judging & (folds != fold)).tolist()], settings)
        for number in asked:
            best, promised = best_candidate(judge(pages[number].features))
            found[number] = (promised, float(pages[number].scores[best]))
    return found


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
    real = np.array([name in kept for name in names])
    confidence = _calibrate(*(np.array(column)[real] for column in zip(*pairs, strict=True)))
    by_blocks = {f"{name}, blocks alone": value for name, value in _metrics(made, _scores(pairs)).items()}
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
    scores = _scores(pairs)
    metrics = _metrics(made, scores) | by_blocks | {"confidence": confidence}
    path = _save(grown, judge, metrics, examples, settings)
    plot_scores(path.with_name("scores.png"), [example.type or "unknown" for example in examples], scores)
    plot_confidence(path.with_name("confidence.png"), np.array([promised for promised, _ in pairs]), scores)
    _write_predictions(path.with_name("predictions.jsonl"), examples, names, grown.probabilities, pairs)
    return path


def _judge(example: Example, probabilities: Floats) -> tuple[float, float]:
    """Expected and actual word F1."""
    chosen = choose_by_f1(probabilities, example.words)
    return expected_f1(probabilities, example.words, chosen), example.score(chosen)


def _scores(pairs: Sequence[tuple[float, float]]) -> Floats:
    return np.array([score for _, score in pairs])


def _metrics(sets: ExampleSets, scores: Floats) -> dict[str, Any]:
    """Word F1 of each set, and of each page type in it, with 95 % intervals over sites."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, (example, name) in enumerate(zip(*sets, strict=True)):
        groups[name].append(number)
        groups[f"{name} {example.type}"].append(number)
    return {
        name: {
            "pages": len(numbers),
            "word_f1": [
                round(value, 4)
                for value in site_mean(scores[numbers].tolist(), [sets.examples[n].site for n in numbers])
            ],
        }
        for name, numbers in groups.items()
    }


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
