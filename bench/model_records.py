"""What the records of the shipped models say of sites on which they were not trained; no pages are needed.

    python -m bench model_records rules

``rules``: page types by the rule of each kind of input; ``seven``: the finer types by HTML alone; ``members``: each
model of a rule alone, and the gain of the rule over it on four types; ``coverage``: sets of types, fitted on half of
the sites and tested on the other half, in 50 draws; ``blocks``: word F1 of the main content. All of it was measured by
the trainings, on sites of other folds, and stands in the JSON files beside the weights (``models/weights``). Intervals:
95 %, by drawing sites.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

import typer

from iawce.data.json_file import read_json
from iawce.data.labels import FineType, PageType
from iawce.models.blocks.block_model import SHIPPED
from iawce.models.common.intervals import Mean
from iawce.models.page_type.classifier import ENSEMBLE, record_paths

INPUTS = {"boxes": "boxes alone", "html": "HTML alone (no browser)", "screenshot": "the screenshot alone"}
GUARANTEES = ("0.9", "0.95", "0.99")
SETS = {
    "wcxb": "WCXB dev",
    "news": "news",
    "selectors": "articles by selectors",
    "forum": "forum posts",
    "plain": "made: plain pages",
    "further": "made: articles with one to three further articles",
    "teasers": "made: articles with four to forty teasers",
    "unnamed": "made: pages without class names and ids",
}
"""Sets of the block model by their names in its record; those made of the others are named so."""
ALONE = ", blocks alone"
Metrics = Mapping[str, Any]
Row = Sequence[str]


def main(
    what: Annotated[Literal["rules", "seven", "members", "coverage", "blocks"], typer.Argument(help="The table.")],
) -> None:
    head, *rows = TABLES[what]()
    for cells in (head, ["---"] * len(head), *rows):
        print(f"| {' | '.join(cells)} |")


def rules() -> Iterator[Row]:
    yield (
        *("input", "article or list: accuracy", "on the most confident 90 %", "four types: accuracy", "balanced"),
        *("recall of articles, lists, threads, products", "calibration error"),
    )
    for name, metrics in _rules():
        two, four = (metrics["pages_with_boxes"][key] for key in ("article_or_list", "all_labels"))
        recalls = ", ".join(f"{four['recall'][each]:.3f}" for each in PageType)
        surest, error = f"{two['accuracy_at_coverage']['0.9']:.3f}", f"{two['expected_calibration_error']:.3f}"
        right = _interval(two, "accuracy"), surest, _interval(four, "accuracy"), _interval(four, "balanced_accuracy")
        yield (INPUTS[name], *right, recalls, error)
    lenet = read_json(record_paths()["lenet5-screenshot"])["metrics"]
    error = f"{lenet['expected_calibration_error']:.3f}"
    yield ("LeNet-5 as printed, the screenshot alone", _interval(lenet, "accuracy"), "", "", "", "", error)


def seven() -> Iterator[Row]:
    yield ("pages", "accuracy", "balanced", "macro-F1", *(f"{each}: recall" for each in FineType))
    found = dict(_rules())["html"]["html_only_fine"]
    scores = (_interval(found, name) for name in ("accuracy", "balanced_accuracy", "macro_f1"))
    yield (f"{found['pages']:,}", *scores, *(f"{found['recall'][each]:.3f}" for each in FineType))


def members() -> Iterator[Row]:
    yield ("rule", "member", "pages", "article or list", "four types", "balanced", "gain of the rule")
    for name, metrics in _rules():
        for member, found in metrics.get("members", {}).items():
            two, four = found["article_or_list"], found["all_labels"]
            right = _interval(two, "accuracy"), _interval(four, "accuracy"), f"{four['balanced_accuracy']:.3f}"
            gain = Mean(*found["gain_of_all"]["all_labels"]).signed()
            yield (INPUTS[name], f"`{member}`", f"{four['pages']:,}", *right, gain)


def coverage() -> Iterator[Row]:
    yield ("input", "guarantee", "coverage", "types in a set", "draws more than 0.02 too low")
    for name, metrics in _rules():
        for guarantee in GUARANTEES:
            found = metrics["empirical_coverage"][guarantee]
            numbers = (f"{found['coverage']:.3f}", f"{found['set_size']:.2f}", f"{found['undercovered']:.2f}")
            yield (INPUTS[name], guarantee, *numbers)


def blocks() -> Iterator[Row]:
    yield ("pages", "number", "block model and judge", "blocks alone")
    metrics: Metrics = read_json(SHIPPED)["metrics"]
    for name, title in SETS.items():
        kinds = [each for each in metrics if each.startswith(f"{name} ") and not each.endswith(ALONE)]
        for key in (name, *(kinds if len(kinds) > 1 and name == "wcxb" else ())):
            shown = title + key.removeprefix(name).replace(" ", ", ")
            whole, alone = (Mean(*metrics[each]["word_f1"]) for each in (key, key + ALONE))
            yield (shown, f"{metrics[key]['pages']:,}", str(whole), f"{alone.value:.3f}")


def _rules() -> Iterator[tuple[str, Metrics]]:
    rules = read_json(ENSEMBLE)["rules"]
    return ((name, rules[name]["metrics"]) for name in INPUTS)


def _interval(metrics: Metrics, name: str) -> str:
    return str(Mean(metrics[name], *metrics[f"{name}_interval_95"]))


TABLES = {table.__name__: table for table in (rules, seven, members, coverage, blocks)}
