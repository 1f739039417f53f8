"""Page types and content of two unseen sites, by the number of labelled pages.

    python -m bench corrections PATH

``PATH`` is the folder of all sets. No shipped model was trained on pages of these sites. The gold is given by
selectors, written after looking at the pages, as a person would label them: the content of a book, an article or a
list. Pages have neutral addresses, since the names of their files reveal their kinds. Labels are drawn at random ten
times; the other pages of the site are measured, by their HTML, with 95 % intervals by bootstrap over pages. The
variance is the default; training chooses its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.page_labels import PageLabel
from iawce.data.document import open_document
from iawce.data.dom.texts import block_path
from iawce.data.labels import PageType
from iawce.data.page import Page
from iawce.extract.pipeline.extract_content import answer_blocks
from iawce.models.blocks.block_model import SHIPPED, BlockModel, load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.intervals import Mean, site_mean
from iawce.models.common.probabilities import sigmoid
from iawce.models.correction.correction import block_logits
from iawce.models.correction.names import Floats
from iawce.models.page_type.classification import LABELS
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.correction.examples import Example, make_example
from iawce.train.correction.problem import BLOCK_VARIANCES, TYPE_VARIANCES, Bools, Problem, Variances
from tests.known_sites.mirrored_site import read_mirrored_site

SIZES = (0, 1, 3, 5, 10, 20)
TYPE_VARIANCE, BLOCK_VARIANCE = Variances(TYPE_VARIANCES.own[0]), Variances(BLOCK_VARIANCES.own[0])
WANTED = {
    ("booksamillion.com", PageType.PRODUCT): (
        ".details > h2, .details > h3.author, .details-copy > p, .overview-details",
        ".also-avail",
    ),
    ("charliejiang", PageType.ARTICLE): ("h1.post-title, .post-body", "#nothing"),
    ("charliejiang", PageType.LIST): (
        ".collection-title, .collection-year, .post-content article, .post-title, .post-body, .tag-cloud, "
        ".category-all",
        "#nothing",
    ),
}
"""Content of the pages of a site and type: elements that the first selector matches and the second does not."""
Score = Callable[[Bools], Floats]
"""The score of each page of a site after training on some of them, bool (pages,); NaN or any for those."""


@dataclass(frozen=True, slots=True)
class Case:
    """A labelled page, its blocks and their labels."""

    blocks: PageBlocks
    example: Example


def main(
    data: Annotated[Path, typer.Argument(help="Folder of all sets.")],
    draws: Annotated[int, typer.Option(min=1, help="Random draws of labelled pages.")] = 10,
    most: Annotated[int, typer.Option(min=30, help="Most pages of a site.")] = 90,
) -> None:
    model, head = load_block_model(SHIPPED), " | ".join(map(str, SIZES[1:]))
    print(f"| site | what | pages | 0 labels | {head} |\n| --- | --- | --- |{' --- |' * len(SIZES)}")
    for site in dict.fromkeys(site for site, _ in WANTED):
        cases = read_cases(data, site, model, most)
        for what, score in (("page type", type_score(cases)), ("content", content_score(cases, model))):
            cells = [str(_mean(score, len(cases), size, draws)) for size in SIZES]
            print(f"| {site} | {what} | {len(cases)} | {' | '.join(cells)} |", flush=True)


def read_cases(data: Path, site: str, model: BlockModel, most: int) -> list[Case]:
    """At most ``most`` pages of a site, always the same."""
    found, ensemble, cases = list(_pages(data, site)), PageTypeEnsemble("html"), list[Case]()
    for number in np.random.default_rng(0).permutation(len(found))[:most].tolist():
        page, page_type = found[number]
        document = open_document(page).replace(url=f"https://{site}/page/{number}")
        blocks = PageBlocks.of(PageAnalysis.of(document))
        keep, drop = (document.select(selector) for selector in WANTED[site, page_type])
        wanted = (document.index.inside(keep) & ~document.index.inside(drop))[blocks.owners]
        paths = tuple(block_path(blocks.blocks, block) for block in np.flatnonzero(wanted).tolist())
        label = PageLabel(str(number), url=document.url, type=page_type, content=paths)
        example = make_example(label, document, ensemble.classify(document), model, answer_blocks)
        if example.kept and example.type_rows:
            cases.append(Case(blocks, example))
    return cases


def _pages(data: Path, site: str) -> Iterator[tuple[Page, PageType]]:
    if site == "charliejiang":
        for page in read_mirrored_site(data / "sites" / f"{site}.tar.xz"):
            yield page.page, PageType(page.label)
    else:
        for gold in read_gold("books", data / "book-booksamillion"):
            yield gold.page, PageType.PRODUCT


def type_score(cases: list[Case]) -> Score:
    """Whether the page type is right."""
    problem = Problem.of([case.example.type_rows for case in cases if case.example.type_rows])
    right = problem.targets.argmax(axis=1)

    def score(learned: Bools) -> Floats:
        logits = problem.logits(TYPE_VARIANCE, learned) if learned.any() else problem.offsets
        return np.asarray(logits.argmax(axis=1) == right, np.float64)

    return score


def content_score(cases: list[Case], model: BlockModel) -> Score:
    """Word F1 of the content, with the page types that the same labels correct."""
    kept = Problem.of([case.example.kept.rows for case in cases if case.example.kept])
    typed = Problem.of([case.example.type_rows for case in cases if case.example.type_rows])

    def score(learned: Bools) -> Floats:
        is_any = bool(learned.any())
        types = typed.logits(TYPE_VARIANCE, learned) if is_any else typed.offsets
        added = (kept.logits(BLOCK_VARIANCE, learned) if is_any else kept.offsets) - kept.offsets
        said = [LABELS[row.argmax()] for row in types]
        return np.array([
            np.nan if learned[number] else _word_f1(case, said[number], added[kept.pages == number, 0], model)
            for number, case in enumerate(cases)
        ])  # fmt: skip

    return score


def _word_f1(case: Case, page_type: str, added: Floats, model: BlockModel) -> float:
    """Of a page of this type, after ``added`` is added to its logits."""
    shipped = model(case.blocks, page_type)
    found = sigmoid(block_logits(shipped) + added) if added.any() else shipped
    chosen = model.answer(case.blocks, found, page_type).chosen
    return case.example.kept.score(chosen) if case.example.kept else np.nan


def _mean(score: Score, count: int, size: int, draws: int) -> Mean:
    """Mean score of the unlabelled pages of all draws."""
    values, pages = list[float](), list[str]()
    for draw in range(draws if size else 1):
        learned = np.zeros(count, bool)
        learned[np.random.default_rng(draw).permutation(count)[:size]] = True
        others = np.flatnonzero(~learned).tolist()
        values += score(learned)[others].tolist()
        pages += [str(number) for number in others]
    return site_mean(values, pages)
