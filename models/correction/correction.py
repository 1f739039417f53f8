"""A correction of the shipped models: labels shift the logits of pages and blocks with the same names.

A logit is that of the shipped model plus the weights of the names of a page or block on its site (logistic regression
with an offset): without such weights, exactly that of the shipped model.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from iawce.data.datasets.sites import site_of
from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing, PageError
from iawce.models.blocks.block_model import SHIPPED
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.probabilities import sigmoid, softmax
from iawce.models.common.record import ModelRecord, read_record, read_weights
from iawce.models.correction.names import Floats, NamedWeights, Names, block_names, page_names
from iawce.models.page_type.classification import FINE_LABELS, LABELS, Classification, divide, named_shares, read_fusion
from iawce.models.page_type.classifier import CORRECTION, ENSEMBLE, record_paths

PARTS = ("blocks", "types")
MIN_VALUE = 1e-4  # Least probability of a page type that is corrected
SURE = 0.998  # Bound of the block model's probabilities, so that logits stay finite


@cache
def base_hashes() -> dict[str, str]:
    """SHA-256 of the shipped block model's weights, and of the rules and weights of the page-type ensemble.

    Raises EnvironmentMissing: a record is absent or damaged.
    """
    rules, paths = read_fusion(ENSEMBLE).rules, record_paths()
    members = sorted({member for rule in rules.values() for member in rule.weights})
    said = [[name, rule.weights, rule.bias, rule.first, rule.sure] for name, rule in rules.items()]
    weights = [read_record(paths[member]).sha256 for member in members]
    pooled = sha256(json.dumps([said, weights], sort_keys=True).encode()).hexdigest()
    return {"blocks": read_record(SHIPPED).sha256, "types": pooled}


@dataclass(frozen=True, slots=True)
class Correction:
    """Corrects the answers of the shipped models."""

    record: ModelRecord  # Names the sites, the base models, and the shift of the confidence
    blocks: NamedWeights  # Of the names of blocks, one output
    types: NamedWeights  # Of the names of pages, an output for each page type

    def correct_blocks(self, document: Document, page: PageBlocks, probabilities: Floats) -> Floats:
        """The corrected probability of each block of a page, float64 (blocks,)."""
        if not self.knows(document):
            return probabilities
        sums = self.blocks.sums(site_of(document.url), block_names(page))
        return sigmoid(block_logits(probabilities) + sums[:, 0])

    def correct_types(self, document: Document, probabilities: Floats) -> Floats:
        """The corrected probability of each page type, float64 (types,); those given where the HTML cannot be read."""
        if document.html is None or not self.knows(document):
            return probabilities
        try:
            groups = page_names(document)
        except PageError:
            return probabilities
        sums = self.types.sums(site_of(document.url), groups) * group_scales(groups)
        return softmax((type_logits(probabilities) + sums.sum(axis=0)) / self.record.temperature)

    def correct_answers(
        self, documents: Sequence[Document | PageError], answers: Sequence[Classification | PageError]
    ) -> list[Classification | PageError]:
        """The corrected classifications of pages; errors stay."""
        return [
            answer
            if isinstance(document, PageError) or isinstance(answer, PageError)
            else self._correct_answer(document, answer)
            for document, answer in zip(documents, answers, strict=True)
        ]

    def _correct_answer(self, document: Document, answer: Classification) -> Classification:
        said = np.array([answer.probabilities[label] for label in LABELS])
        found = self.correct_types(document, said)
        if found is said:
            return answer
        fine: dict[str, float] = {}
        if answer.fine:
            (shares,) = divide(found[None], np.array([[answer.fine[label] for label in FINE_LABELS]]))
            fine = named_shares(shares, FINE_LABELS)
        return replace(
            answer,
            type=LABELS[int(found.argmax())],
            probabilities=named_shares(found, LABELS),
            fine=fine,
            quantiles={},  # the guarantees of the shipped answers do not hold for corrected ones
            model=f"{answer.model}+{self.record.name}",
        )

    def correct_confidence(self, document: Document, expected: float) -> float:
        """The word F1 to expect of a page, given that of the corrected blocks."""
        shift = self.record.training["confidence_shift"] if self.knows(document) else 0.0
        return min(1.0, max(0.0, expected + shift)) if shift else expected

    def knows(self, document: Document) -> bool:
        """Whether pages of its site were labelled."""
        return site_of(document.url) in self.record.training["sites"]


def block_logits(probabilities: Floats) -> Floats:
    """The logits that a correction is added to, float64 (blocks,)."""
    sure = np.clip(probabilities, 1 - SURE, SURE)
    return np.asarray(np.log(sure / (1 - sure)))


def type_logits(probabilities: Floats) -> Floats:
    """The same of page types, float64 (..., types)."""
    return np.log(np.maximum(probabilities, MIN_VALUE))


def group_scales(groups: Sequence[Names]) -> Floats:
    """The weight of each name of a group, so that a group weighs as much as one name, float64 (groups, 1)."""
    return 1 / np.sqrt([[len(names)] for names in groups])


@cache
def load_correction(path: Path) -> Correction:
    """The correction whose record is ``path``, kept for the whole process.

    Raises EnvironmentMissing: it is absent, damaged, of another kind, or based on other models than the shipped ones.
    """
    record = read_record(path)
    if record.architecture != CORRECTION:
        raise EnvironmentMissing(f"{path} is a model of another kind: {record.architecture}")
    arrays = read_weights(path, record)
    try:
        correction = Correction(record, *(NamedWeights.from_arrays(arrays, part) for part in PARTS))
        base = _check(correction)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise EnvironmentMissing(f"{path} is no whole record of a correction: {error!r}") from error
    if base != base_hashes():
        raise EnvironmentMissing(
            f"{path} corrects other models than those of this version: learn it again from its labels (train.py --init)"
        )
    return correction


def _check(correction: Correction) -> object:
    """The models on which it is based. Raises LookupError, TypeError, ValueError: the record is incomplete."""
    record, training = correction.record, correction.record.training
    outputs = correction.blocks.values.shape[1], correction.types.values.shape[1]
    if outputs != (1, len(LABELS)) or record.labels != LABELS:
        raise ValueError("it distinguishes something else")
    numbers = float(record.temperature), float(training["confidence_shift"])
    if not np.isfinite(numbers).all() or numbers[0] <= 0:
        raise ValueError("temperature and shift are no numbers")
    if not isinstance(training["sites"], dict):
        raise TypeError("it names no sites")
    return training["base"]
