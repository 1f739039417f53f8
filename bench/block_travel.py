"""How the block model travels: trained on some sets of pages, scored on others that it has never seen.

python -m bench block_travel wcxb=PATH/wcxb-dev.tar.xz news=PATH/news forum=PATH/forum-posts --unseen news,forum
"""

import re
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from iawce.data.datasets.gold_sets import read_gold
from iawce.evaluate.measures.word_overlap import NO_BLANKS
from iawce.models.common.intervals import site_mean
from iawce.models.segmentation.choose import choose_by_f1
from iawce.scripts.console import say
from iawce.train.segmentation.example_sets import fold_of
from iawce.train.segmentation.examples import Example, make_examples
from iawce.train.segmentation.plain_pages import write_plain_pages
from iawce.train.segmentation.stacking import Stack, Stacking, StackSettings, apply_stack

PLAIN = 90
NO_BLANK = re.compile(f"[{NO_BLANKS}]")


def main(
    data: Annotated[list[str], typer.Argument(help="NAME=PATH of each set.")],
    unseen: Annotated[str, typer.Option(help="Names of the sets to score; the others are trained on.")],
) -> None:
    """Print word F1 on the sets that were not trained on, by page type and language."""
    sets = {name: read_gold(name, Path(path)) for name, path in (given.split("=", 1) for given in data)}
    scored = unseen.split(",")
    pages = [page for name, found in sets.items() if name not in scored for page in found]
    stack = _train(list(make_examples([*pages, *write_plain_pages(pages, PLAIN, 0)])))
    say("| set | pages | word F1 |\n| --- | --- | --- |")
    for name in scored:
        _score(name, stack, list(make_examples(sets[name])))


def _train(examples: list[Example]) -> Stack:
    settings = StackSettings()
    folds = np.array([fold_of(example.site, settings.folds) for example in examples])
    return Stacking(examples, folds, settings).fit()


def _score(name: str, stack: Stack, examples: list[Example]) -> None:
    groups: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for example in examples:
        score = example.score(choose_by_f1(apply_stack(stack, example), example.words))
        country = example.id.split("-")[0] if name == "news" else ""
        script = f"{name}, scripts without blanks" if _is_counted_by_characters(example) else ""
        for group in filter(None, (name, f"{name} {example.type}", country and f"{name} {country}", script)):
            groups[group].append((score, example.site))
    for group, found in sorted(groups.items()):
        scores, sites = zip(*found, strict=True)
        say(f"| {group} | {len(found)} | {site_mean(scores, sites)} |")


def _is_counted_by_characters(example: Example) -> bool:
    """Whether most words of the gold text are single characters, as in Chinese and Japanese."""
    return 2 * sum(count for word, count in example.gold.items() if NO_BLANK.match(word)) > example.gold.total()
