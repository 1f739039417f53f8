"""Content of pages of one type, corrected by labels of pages of another type of the same site.

    python -m bench corrections_across_types --data PATH --blocks runs/held-out/blocks.json

``PATH`` is the folder of all sets, the block model one that was trained without the sites (see ``corrections``). Of
each page type of a site, at most five pages are drawn at random five times and learned from; measured are the site's
pages of its other types, with the types that they have. Gold as in ``corrections``. Intervals by bootstrap over pairs
of a site and a page type that was learned, or over pages if there is one pair only.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer

from bench.common.corrected_sites import WANTED, Case, selected_cases, text_cases
from bench.corrections import USUAL
from iawce.models.blocks.block_model import BlockModel, load_block_model
from iawce.models.common.intervals import site_difference, site_mean
from iawce.models.common.probabilities import sigmoid
from iawce.models.correction.correction import block_logits
from iawce.models.correction.names import Floats
from iawce.train.correction.problem import Problem

TEXT_SITES = (
    "amazon.com",
    "apple.com",
    "archlinux.org",
    "docker.com",
    "ebay.com",
    "github.com",
    "glossier.com",
    "google.com",
    "harvard.edu",
    "ifixit.com",
    "ikea.com",
    "microsoft.com",
    "newegg.com",
    "rei.com",
    "rust-lang.org",
    "steampowered.com",
    "thomann.de",
)
"""Sites of WCXB with at least four pages of several page types."""
LEARNED, FEWEST = 5, 2
"""Most and least pages of a type that are learned from."""


class Score(NamedTuple):
    """Word F1 of a page of another type than the learned one, in one draw."""

    pair: str
    page: int
    shipped: float
    corrected: float


def main(
    data: Annotated[Path, typer.Option(help="Folder of all sets.")],
    blocks: Annotated[Path, typer.Option(help="JSON record of a block model that was trained without these sites.")],
    draws: Annotated[int, typer.Option(help="Random draws of labelled pages.")] = 5,
    most: Annotated[int, typer.Option(help="Most pages of a site with gold by selectors.")] = 90,
) -> None:
    model, whole = load_block_model(blocks), list[Score]()
    print("| site | learned | pages of other types | shipped | corrected | difference |")
    print("| --- | --- | --- | --- | --- | --- |")
    for site in (*WANTED, *TEXT_SITES):
        cases = selected_cases(data, site, model, most) if site in WANTED else text_cases(data, site, model)
        for learned, scores in across(site, [case for case in cases if case.example.kept], model, draws):
            show(f"{site} | {learned}", scores, [str(score.page) for score in scores])
            whole += scores if site in TEXT_SITES else []
    show("all sites of WCXB | any", whole, [score.pair for score in whole])


def across(site: str, cases: Sequence[Case], model: BlockModel, draws: int) -> Iterator[tuple[str, list[Score]]]:
    """Each page type of a site that is learned, with the scores of its other pages."""
    types = np.array([case.example.page_type for case in cases])
    if len(set(types.tolist())) < 2:
        return
    problem = Problem.of([case.example.kept.rows for case in cases if case.example.kept])
    for learned in sorted(set(types.tolist())):
        own, scores = np.flatnonzero(types == learned), list[Score]()
        for draw in range(draws if len(own) >= FEWEST else 0):
            mask = np.zeros(len(cases), bool)
            mask[np.random.default_rng(draw).permutation(own)[:LEARNED]] = True
            added = (problem.logits(USUAL["content"], mask) - problem.offsets)[:, 0]
            for number in np.flatnonzero(types != learned).tolist():
                both = _score(cases[number], added[problem.pages == number], model)
                scores.append(Score(f"{site} {learned}", number, *both))
        if scores:
            yield learned, scores


def _score(case: Case, added: Floats, model: BlockModel) -> tuple[float, float]:
    page_type = case.example.page_type
    shipped = model(case.page, page_type)
    corrected = sigmoid(block_logits(shipped) + added)
    before, after = (model.answer(case.page, one, page_type).chosen for one in (shipped, corrected))
    return case.score(before), case.score(after)


def show(what: str, scores: Sequence[Score], clusters: Sequence[str]) -> None:
    """Print a row."""
    shipped, corrected = [score.shipped for score in scores], [score.corrected for score in scores]
    before, after = site_mean(shipped, clusters), site_mean(corrected, clusters)
    change = site_difference(corrected, shipped, clusters).signed()
    count = len({(score.pair, score.page) for score in scores})
    print(f"| {what} | {count} | {before} | {after} | {change} |", flush=True)
