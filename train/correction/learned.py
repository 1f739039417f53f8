"""What a correction has learned from labels, and its effect on labelled pages outside its training."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from iawce.models.blocks.block_model import BlockModel
from iawce.models.correction.names import Floats, NamedWeights
from iawce.models.page_type.classification import LABELS
from iawce.train.correction.examples import Example
from iawce.train.correction.measured import (
    ACCURACY,
    WORD_F1,
    Answers,
    Measured,
    answer_pages,
    measure_content,
    measure_types,
)
from iawce.train.correction.problem import PageRows, Problem, Variances
from iawce.train.correction.validate import BLOCK_VARIANCES, TYPE_VARIANCES, Choices, choose_variances

FEWEST = 3
"""Least labelled pages for a measurement."""
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
        if len(self.types.pages) >= FEWEST:
            found.append(measure_types(self.types.pages, self.types.logits))
        if len(self.blocks.pages) >= FEWEST:
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
