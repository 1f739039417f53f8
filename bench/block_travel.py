"""How well the block model generalises: trained on some sets of pages, scored on others that it has never seen.

python -m bench block_travel wcxb=PATH/wcxb-dev.tar.xz news=PATH/news forum=PATH/forum-posts --unseen news,forum
"""

import re
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.evaluate.measures.texts import NO_BLANKS
from iawce.models.blocks.candidates import JUDGED, best_candidate, choose_by_f1
from iawce.models.blocks.page_blocks import Floats
from iawce.models.common.intervals import site_mean
from iawce.models.common.trees import BoostedTrees
from iawce.scripts.console import say
from iawce.train.segmentation.example_sets import Written, fold_of, make_sets
from iawce.train.segmentation.examples import Example, make_examples
from iawce.train.segmentation.judging import JudgeSettings, describe_answers, grow_judge
from iawce.train.segmentation.stacking import Stack, Stacking, StackSettings, apply_stack

NO_BLANK = re.compile(f"[{NO_BLANKS}]")


def main(
    data: Annotated[list[str], typer.Argument(help="NAME=PATH of each set.")],
    unseen: Annotated[str, typer.Option(help="Names of the sets to score; the others are trained on.")],
) -> None:
    """Print word F1 on the sets that were not trained on, by page type and language."""
    sets = {name: read_gold(name, Path(path)) for name, path in (given.split("=", 1) for given in data)}
    scored = unseen.split(",")
    stack, judge = _train({name: pages for name, pages in sets.items() if name not in scored})
    say("| set | pages | word F1 | blocks alone |\n| --- | --- | --- | --- |")
    for name in scored:
        _score(name, stack, judge, list(make_examples(sets[name])))


def _train(sets: dict[str, list[GoldPage]]) -> tuple[Stack, BoostedTrees]:
    """The block model, and the judge trained on the answers of models of other sites."""
    settings = StackSettings()
    made = make_sets(sets, Written(), settings.folds, seed=0)
    folds = np.array([fold_of(example.site, settings.folds) for example in made.examples])
    weights = np.array([made.weight(number) for number in range(len(folds))])
    stacking = Stacking(made.examples, folds, settings, weights[:, :2])
    given = zip(made.examples, stacking.judge(), weights[:, 2].tolist(), strict=True)
    answers = [describe_answers(*page) for page in given if page[0].page_type in JUDGED]
    return stacking.fit(), grow_judge([answer for answer in answers if answer.candidates], JudgeSettings())


def _score(name: str, stack: Stack, judge: BoostedTrees, examples: list[Example]) -> None:
    groups: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    for example in examples:
        probabilities = apply_stack(stack, example)
        alone = example.score(choose_by_f1(probabilities, example.words))
        score = _judged(judge, example, probabilities) if example.page_type in JUDGED else alone
        country = example.id.split("-")[0] if name == "news" else ""
        script = f"{name}, scripts without blanks" if _is_counted_by_characters(example) else ""
        for group in filter(None, (name, f"{name} {example.type}", country and f"{name} {country}", script)):
            groups[group].append((score, alone, example.site))
    for group, found in sorted(groups.items()):
        scores, alone_scores, sites = zip(*found, strict=True)
        say(f"| {group} | {len(found)} | {site_mean(scores, sites)} | {np.mean(alone_scores):.3f} |")


def _judged(judge: BoostedTrees, example: Example, probabilities: Floats) -> float:
    """Word F1 of the answer that the judge chooses."""
    answers = describe_answers(example, probabilities)
    best = best_candidate(judge(answers.features)).candidate if answers.candidates else 0
    return float(answers.scores[best])


def _is_counted_by_characters(example: Example) -> bool:
    """Whether most words of the gold text are single characters, as in Chinese and Japanese."""
    return 2 * sum(count for word, count in example.gold.items() if NO_BLANK.match(word)) > example.gold.total()
