"""Page types and content of sites where the shipped models fail, by the number of labelled pages.

    python scripts/train.py --model blocks --data ... -o runs/held-out \
        -s train.hold_out=stackoverflow.com,stackexchange.com,rei.com,steampowered.com,substack.com,mozilla.org,ebay.com
    python -m bench corrections --data PATH --blocks runs/held-out/blocks.json --picture docs/corrections.png

``PATH`` is the folder of all sets. No page-type model knows booksamillion.com, charliejiang and the pages of Stack
Overflow; those of eaglecraft are classified by models of HTML that are trained without it. Labels are drawn at random
ten times; the other pages of the site are measured, by their HTML, with 95 % intervals by bootstrap over pages. The
variance is the default; training chooses its own. The gold of the first three sites comes from selectors, that of the
last three from the annotators of WCXB; their types are given.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from matplotlib.figure import Figure

from bench.common.corrected_sites import TEXT_SITES, WANTED, Case, selected_cases, text_cases
from bench.common.held_out_types import type_probabilities
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.models.blocks.block_model import BlockModel, load_block_model
from iawce.models.common.intervals import Mean, site_mean
from iawce.models.common.probabilities import sigmoid
from iawce.models.correction.correction import block_logits, group_scales, type_logits
from iawce.models.correction.names import Floats, page_names
from iawce.models.page_type.classification import LABELS
from iawce.train.correction.problem import BLOCK_VARIANCES, TYPE_VARIANCES, Bools, PageRows, Problem, Variances

SIZES = (0, 1, 3, 5, 10, 20)
FEWEST = 2
"""Least pages left to measure."""
TYPES_ALONE = "eaglecraft"
"""A site of the page-type corpus: of the sites with the most wrong out-of-fold predictions, that with the most
pages."""
USUAL = {"types": Variances(TYPE_VARIANCES.own[0]), "content": Variances(BLOCK_VARIANCES.own[0])}


@dataclass(frozen=True, slots=True)
class Curve:
    """Scores of a site's unlabelled pages by the number of labels."""

    site: str
    what: str
    pages: int
    points: dict[int, Mean]


def main(
    data: Annotated[Path, typer.Option(help="Folder of all sets.")],
    blocks: Annotated[Path, typer.Option(help="JSON record of a block model that was trained without these sites.")],
    picture: Annotated[Path, typer.Option(help="Where the picture is written.")] = Path("corrections.png"),
    draws: Annotated[int, typer.Option(help="Random draws of labelled pages.")] = 10,
    most: Annotated[int, typer.Option(help="Most pages of a site.")] = 90,
) -> None:
    model, curves = load_block_model(blocks), list[Curve]()
    head = " | ".join(map(str, SIZES[1:]))
    print(f"| site | what | pages | 0 labels | {head} |\n| --- | --- | --- |{' --- |' * len(SIZES)}")
    for site in WANTED:
        cases = selected_cases(data, site, model, most)
        rows = [case.example.type_rows for case in cases if case.example.type_rows]
        curves += [show(type_curve(site, rows, draws)), show(content_curve(site, cases, model, draws))]
    curves.append(show(type_curve(TYPES_ALONE, unseen_rows(data, TYPES_ALONE), draws)))
    curves += [show(content_curve(site, text_cases(data, site, model), model, draws)) for site in TEXT_SITES]
    plot(curves, picture)


def unseen_rows(data: Path, site: str) -> list[PageRows]:
    """Training rows from the pages of a site of the page-type corpus, classified by models of the other sites."""
    sets = [data / "pagetype", data / "pagetype-more", data / "wcxb-dev.tar.xz", Path(f"forum={data / 'forum-posts'}")]
    pages = [page for one in sets for page in read_labelled_pages(one) if page.html is not None]
    learned, unseen = ([page for page in pages if (page.site == site) == is_own] for is_own in (False, True))
    found = type_probabilities(learned, unseen)
    rows = []
    for page in unseen:
        groups = page_names(page.document())
        named = list(zip(groups, group_scales(groups)[:, 0].tolist(), strict=True))
        targets = np.array([[float(label == page.label) for label in LABELS]])
        rows.append(PageRows(site, [named], type_logits(found[page.id])[None], targets, np.ones(1)))
    return rows


def type_curve(site: str, rows: Sequence[PageRows], draws: int) -> Curve:
    """Accuracy of the page type."""
    problem = Problem.of(rows)
    right = problem.targets.argmax(axis=1)

    def score(learned: Bools) -> Floats:
        logits = problem.logits(USUAL["types"], learned) if learned.any() else problem.offsets
        return np.asarray(logits.argmax(axis=1) == right, np.float64)

    return Curve(site, "page type", len(rows), {n: _mean(score, len(rows), n, draws) for n in _sizes(len(rows))})


def content_curve(site: str, cases: Sequence[Case], model: BlockModel, draws: int) -> Curve:
    """Word F1 of the content, with the page types that the same labels correct."""
    kept = Problem.of([case.example.kept.rows for case in cases if case.example.kept])
    typed = Problem.of([case.example.type_rows for case in cases if case.example.type_rows])

    def score(learned: Bools) -> Floats:
        is_any = bool(learned.any())
        types = typed.logits(USUAL["types"], learned) if is_any else typed.offsets
        added = (kept.logits(USUAL["content"], learned) if is_any else kept.offsets) - kept.offsets
        said = [LABELS[row.argmax()] for row in types]
        return np.array([
            np.nan if learned[number] else _answer(case, said[number], added[kept.pages == number, 0], model)
            for number, case in enumerate(cases)
        ])  # fmt: skip

    return Curve(site, "content", len(cases), {n: _mean(score, len(cases), n, draws) for n in _sizes(len(cases))})


def _answer(case: Case, page_type: str, added: Floats, model: BlockModel) -> float:
    """Word F1 of a page of this type, after ``added`` is added to its logits."""
    shipped = model(case.page, page_type)
    found = sigmoid(block_logits(shipped) + added) if added.any() else shipped
    return case.score(model.answer(case.page, found, page_type).chosen)


def _sizes(count: int) -> list[int]:
    return [size for size in SIZES if size <= count - FEWEST]


def _mean(score: Callable[[Bools], Floats], count: int, size: int, draws: int) -> Mean:
    """Mean score of the unlabelled pages of all draws."""
    values, pages = list[float](), list[str]()
    for draw in range(draws if size else 1):
        learned = np.zeros(count, bool)
        learned[np.random.default_rng(draw).permutation(count)[:size]] = True
        others = np.flatnonzero(~learned).tolist()
        values += score(learned)[others].tolist()
        pages += [str(number) for number in others]
    return site_mean(values, pages)


def show(curve: Curve) -> Curve:
    """Print a row."""
    cells = [str(curve.points.get(size, "")) for size in SIZES]
    print(f"| {curve.site} | {curve.what} | {curve.pages} | {' | '.join(cells)} |", flush=True)
    return curve


def plot(curves: Sequence[Curve], path: Path) -> None:
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    titles = {"page type": "accuracy of the page type", "content": "word F1 of the content"}
    for axis, (what, title) in zip(figure.subplots(1, 2), titles.items(), strict=True):
        for curve in curves:
            if curve.what == what:
                sizes = list(curve.points)
                low, mid, high = (np.array([getattr(point, name) for point in curve.points.values()])
                                  for name in ("low", "value", "high"))  # fmt: skip
                (line,) = axis.plot(sizes, mid, marker="o", label=curve.site)
                axis.fill_between(sizes, low, high, alpha=0.15, color=line.get_color())
        axis.set_xlabel("labelled pages of the site")
        axis.set_title(f"{title}, other pages")
        axis.set_xticks(SIZES)
        axis.set_ylim(0, 1.02)
        axis.grid(alpha=0.3)
        axis.legend(loc="lower right", fontsize="small")
    figure.savefig(path, dpi=100)
