"""The effect of a correction: scores of the shipped models and of the corrected ones on the same pages."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from iawce.models.blocks.block_model import BlockModel
from iawce.models.common.intervals import site_difference, site_mean
from iawce.models.correction.names import Floats
from iawce.models.page_type.classification import LABELS
from iawce.train.correction.examples import Example
from iawce.train.correction.problem import Problem

ACCURACY, WORD_F1 = "accuracy of the page type", "word F1 of the content"
HEAD = "| what | pages | sites | shipped | corrected | difference |\n| --- | --- | --- | --- | --- | --- |"
UNUSUAL = 0.5
"""Share of pages on which the shipped models seldom agree so little with labels that are right."""
USUAL_PAGES = 10
"""Weight, in pages, of the prior that the word F1 is as predicted."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores of pages before and after; ``clusters`` of pages that succeed and fail together."""

    what: str
    clusters: tuple[str, ...]
    shipped: tuple[float, ...]
    corrected: tuple[float, ...]
    sites: int

    @property
    def is_worse(self) -> bool:
        """Whether the corrected score is lower on average; without a sign of a gain, the shipped models decide."""
        return site_difference(self.corrected, self.shipped, self.clusters).value < 0

    @property
    def is_doubtful(self) -> bool:
        """Whether the shipped score is so low, with its whole interval, that the labels may be wrong instead."""
        return site_mean(self.shipped, self.clusters).high < UNUSUAL

    def show(self) -> str:
        """A row of the table ``HEAD``, with 95 % intervals."""
        before, after = (site_mean(values, self.clusters) for values in (self.shipped, self.corrected))
        change = site_difference(self.corrected, self.shipped, self.clusters).signed()
        return f"| {self.what} | {len(self.shipped)} | {self.sites} | {before} | {after} | {change} |"

    def facts(self) -> dict[str, object]:
        """The same for a record."""
        before, after = (site_mean(values, self.clusters) for values in (self.shipped, self.corrected))
        change = site_difference(self.corrected, self.shipped, self.clusters)
        named = {"shipped": before, "corrected": after, "difference": change}
        return {"pages": len(self.shipped)} | {name: [round(x, 4) for x in mean] for name, mean in named.items()}


@dataclass(frozen=True, slots=True)
class Answers:
    """Scores and predicted word F1 of pages whose content is labelled, corrected by the other pages."""

    shipped: tuple[float, ...]
    corrected: tuple[float, ...]
    promised: tuple[float, ...]

    @property
    def gap(self) -> float:
        """Difference of actual and predicted word F1; closer to zero with fewer pages."""
        differences = np.array(self.corrected) - np.array(self.promised)
        return float(differences.sum() / (len(differences) + USUAL_PAGES))


def measure_types(pages: Sequence[Example], logits: Floats) -> Measured:
    """Accuracy of the page type, by corrected logits, float64 (pages, types)."""
    wanted = [page.page_type for page in pages]
    before = [float(page.answered == label) for page, label in zip(pages, wanted, strict=True)]
    after = [float(LABELS[row.argmax()] == label) for row, label in zip(logits, wanted, strict=True)]
    return _measured(ACCURACY, pages, before, after)


def answer_pages(pages: Sequence[Example], problem: Problem, logits: Floats, model: BlockModel) -> Answers:
    """The answers for the pages as shipped, and by corrected logits of their blocks, float64 (rows, 1)."""
    before, after, promised = list[float](), list[float](), list[float]()
    for number, page in enumerate(pages):
        if page.kept is None:
            continue
        kept, confidence = page.answer(model, logits[problem.pages == number, 0])
        before.append(page.kept.score(page.answer(model, None)[0]))
        after.append(page.kept.score(kept))
        promised.append(confidence)
    return Answers(tuple(before), tuple(after), tuple(promised))


def measure_content(pages: Sequence[Example], answers: Answers) -> Measured:
    """Word F1 of the content."""
    return _measured(WORD_F1, pages, answers.shipped, answers.corrected)


def _measured(what: str, pages: Sequence[Example], before: Sequence[float], after: Sequence[float]) -> Measured:
    """Scores of labelled pages, whose sites are known, so that each page is its own cluster."""
    sites = len({page.site for page in pages})
    return Measured(what, tuple(page.id for page in pages), tuple(before), tuple(after), sites)
