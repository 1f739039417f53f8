"""A correction of the shipped models: labels shift the logits of pages and blocks with the same names.

A logit is that of the shipped model plus the weights of the names of a page or block on its site (logistic regression
with an offset): without such weights, exactly that of the shipped model. Names recognise pages and places of blocks.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.path_keys import PathSpec, mask_digits
from iawce.data.arrays import Floats
from iawce.data.document import Document
from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.network.address import parse_address, site_of
from iawce.data.page import SAVED_ORIGIN
from iawce.models.blocks.block_model import SHIPPED
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.probabilities import logit, sigmoid, softmax
from iawce.models.common.record import Arrays, ModelRecord, read_record, read_weights
from iawce.models.page_type.classification import FINE_LABELS, LABELS, Classification, divide, named_shares, read_fusion
from iawce.models.page_type.classifier import CORRECTION, ENSEMBLE, record_paths

PARTS = ("blocks", "types")
MIN_VALUE = 1e-4  # Least probability of a page type that is corrected
SURE = 0.998  # Bound of the block model's probabilities, so that logits stay finite
Names = frozenset[str]
NEAREST = 40  # Most elements around a block whose names are read
MAX_NAMES, MAX_LENGTH = 12, 60  # Class names of an element that are read, and characters of a name or a text
PLACES = (PathSpec.TAGS, PathSpec.OWN_NAMES, PathSpec.LAST_NAMES)  # Strictness of the keys of a block's place
EVERY = "any"  # The name of all blocks, and of all pages
_PLAIN = frozenset({"html", "body", "div", "span"})  # Tags without meaning
MAX_STEPS = 6  # Steps and parameters of an address that are read
MAX_PAIRS = 3000  # Distinct pairs of class attribute and id of a page that are read
TITLE_WORDS = 3  # Least words joined by hyphens in a step of an address that is a title


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
class NamedWeights:
    """Weights by the key of a site and a name."""

    keys: NDArray[np.uint64]  # (names,), ascending
    values: NDArray[np.float32]  # (names, outputs)

    @classmethod
    def from_arrays(cls, arrays: Arrays, part: str) -> "NamedWeights":
        """The weights of a part of a model. LookupError, ValueError: arrays are missing or do not fit each other."""
        given, weights = arrays[f"{part}.keys"], arrays[f"{part}.values"]
        keys, values = given.astype(np.uint64), weights.astype(np.float32)
        if given.dtype != keys.dtype or keys.ndim != 1 or (keys[:-1] >= keys[1:]).any():
            raise ValueError("the keys of the weights are not ascending numbers")
        is_table = values.dtype == weights.dtype and values.ndim == 2 and len(values) == len(keys)
        if not is_table or not np.isfinite(values).all():
            raise ValueError("there is not one weight for each key")
        return cls(keys, values)

    def arrays(self, part: str) -> dict[str, NDArray[np.generic]]:
        """The same as ``from_arrays`` reads them."""
        return {f"{part}.keys": self.keys, f"{part}.values": self.values}

    @classmethod
    def of(cls, names: Sequence[tuple[str, str]], values: Floats) -> "NamedWeights":
        """Weights, float64 (names, outputs), of pairs of a site and a name."""
        keys, first = np.unique(np.array([weight_key(*pair) for pair in names], np.uint64), return_index=True)
        return cls(keys, values[first].astype(np.float32))

    def sums(self, site: str, groups: Sequence[Names]) -> Floats:
        """The sum of the weights of the names of each group on a site, float64 (groups, outputs)."""
        found, every = np.zeros((len(groups), self.values.shape[1])), sorted(set[str]().union(*groups))
        keys = np.array([weight_key(site, name) for name in every], np.uint64)
        places = np.searchsorted(self.keys, keys)
        known = places < len(self.keys)
        known[known] = self.keys[places[known]] == keys[known]
        rows = {every[number]: int(places[number]) for number in np.flatnonzero(known).tolist()}
        for number, names in enumerate(groups):
            own = sorted(rows[name] for name in names if name in rows)  # the same sum in every process
            found[number] = self.values[own].astype(np.float64).sum(axis=0)
        return found


def weight_key(site: str, name: str) -> int:
    """The key of a name of a site, 64 bits, the same on every machine."""
    return int.from_bytes(blake2b(f"{site}\n{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


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
    return logit(probabilities, 1 - SURE)


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


def block_names(page: PageBlocks) -> list[Names]:
    """The names of each block: from the names of it and the elements around it, its place, and its text.

    Runs of digits are masked. A text of more than ``MAX_LENGTH`` characters is not a name.
    """
    owners, texts = page.owners.tolist(), page.blocks.texts
    around = {owner: frozenset(_around(page, owner)) for owner in dict.fromkeys(owners)}
    places = {strictness.name: page.places.keys(strictness)[page.owners].tolist() for strictness in PLACES}
    numbers = np.flatnonzero(page.is_heading)
    headings = ["", *(_short(texts[number]) for number in numbers.tolist())]
    before = np.searchsorted(numbers, np.arange(len(page)), side="right").tolist()  # a heading is its own
    return [
        around[owner].union(
            (EVERY, f"says {_short(texts[number])}", f"after {headings[before[number]]}"),
            [f"at {name} {keys[number]:x}" for name, keys in places.items()],
        )
        for number, owner in enumerate(owners)
    ]


def element_names(classes: str, identity: str) -> Iterator[str]:
    """Names from the class attribute and the id of an element, runs of digits masked."""
    for name in classes[: MAX_LENGTH * MAX_NAMES].split()[:MAX_NAMES]:
        yield f".{mask_digits(name[:MAX_LENGTH])}"
    if identity:
        yield f"#{mask_digits(identity[:MAX_LENGTH])}"


def _around(page: PageBlocks, element: int) -> Iterator[str]:
    """Tag, class names and id of an element and of those around it."""
    index = page.index
    for _ in range(NEAREST):
        if index.tags[element] not in _PLAIN:
            yield f"in {index.tags[element]}"
        for name in element_names(index.classes[element], index.attributes.given[element].get("id", "")):
            yield f"in {name}"
        if (element := int(index.parents[element])) < 0:
            return


def _short(text: str) -> str:
    return mask_digits(text.lower()) if len(text) <= MAX_LENGTH else ""


def page_names(document: Document) -> list[Names]:
    """The names of a page, in groups: one of all pages, the shape of the address, the root's names, all elements'.

    Runs of digits are masked. No group is empty.

    Raises PageError: the page holds no element.
    """
    index = document.index
    given, pairs = index.attributes.given, index.attributes.names[0][:MAX_PAIRS]
    roots = [0, *index.tagged("body")[:1]]
    own = (name for root in roots for name in element_names(index.classes[root], given[root].get("id", "")))
    groups = (
        frozenset({EVERY}),
        frozenset(_address(document.url)),
        frozenset(f"root {name}" for name in own),
        frozenset(f"has {name}" for classes, identity in pairs for name in element_names(classes, identity)),
    )
    return [names for names in groups if names]


def _address(url: str) -> Iterator[str]:
    """The shape of an address: its first steps, which of the others are numbers or words, and its parameters."""
    found = None if url.startswith(SAVED_ORIGIN) else parse_address(url)
    if found is None:
        return
    steps = [_step(step) for step in str(found.pathname).split("/")[1:][:MAX_STEPS]]
    for count in range(1, len(steps) + 1):
        yield f"address begins {'/'.join(steps[:count])}"
    yield f"address shape {'/'.join('w' if step and step[0].isalpha() else step for step in steps)}"
    for name, _ in parse_qsl(str(found.search).removeprefix("?"))[:MAX_STEPS]:
        yield f"address asks {mask_digits(name[:MAX_LENGTH])}"


def _step(step: str) -> str:
    """A step of an address; all titles give the same name."""
    masked = mask_digits(step[:MAX_LENGTH].lower())
    return "*" if masked.count("-") + masked.count("_") >= TITLE_WORDS - 1 else masked
