"""The classification of one page, and how the answers of several models are pooled into it.

Each kind of input (boxes, HTML, both, a screenshot) has one rule: a weighted sum of the members' log probabilities and
a bias for each label, fitted on pages of sites that no member was trained on.

Source: Genest and Zidek 1986 (logarithmic opinion pool).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import EnvironmentMissing, cause_of
from iawce.data.labels import TYPE_OF, FineType, PageType
from iawce.models.common.probabilities import softmax

NEARLY_CERTAIN = 0.95
"""Probability of a page type from which a person who says another one should look again."""


@dataclass(frozen=True, slots=True)
class Classification:
    """Most probable type, calibrated probability of each, and the model.

    ``fine``: probabilities of the seven finer types, if the HTML is an input. ``flags``: reasons to doubt
    that this is the wanted page (``unstyled``, ``blank``, ``error_page``, ``consent_page``). ``quantiles``: by
    coverage guarantee, the conformal quantile: 1 - probability of a type in the prediction set is at most this.
    """

    type: str
    probabilities: Mapping[str, float]
    model: str
    fine: Mapping[str, float] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    quantiles: Mapping[str, float] = field(default_factory=dict)

    @property
    def confidence(self) -> float:
        """Probability of ``type``, 0 to 1."""
        return self.probabilities[self.type]

    def among(self, labels: Iterable[str]) -> "Classification":
        """The classification restricted to ``labels``."""
        shares = {label: self.probabilities.get(label, 0.0) for label in labels}
        total = sum(shares.values()) or 1.0
        return replace(
            self, type=max(shares, key=shares.__getitem__), probabilities={k: v / total for k, v in shares.items()}
        )

    @property
    def fine_type(self) -> str:
        """The most probable finer type within ``type``; empty where finer types are unknown."""
        inside = {label: share for label, share in self.fine.items() if TYPE_OF[FineType(label)] == self.type}
        return max(inside, key=inside.__getitem__, default="")

    def as_page_type(self) -> "Classification":
        """The classification in page types; of a model of finer types the probabilities are added up."""
        if set(self.probabilities) <= set(PageType):
            return self
        pooled: dict[str, float] = {}
        for label, share in self.probabilities.items():
            name = TYPE_OF[FineType(label)]
            pooled[name] = pooled.get(name, 0.0) + share
        return replace(self, type=max(pooled, key=pooled.__getitem__), probabilities=pooled, fine=self.probabilities)

    def as_fine(self) -> "Classification":
        """The classification in the seven finer types; itself where they are unknown."""
        if not self.fine:
            return self
        return replace(self, type=max(self.fine, key=self.fine.__getitem__), probabilities=self.fine)

    def possible(self, coverage: str) -> tuple[str, ...]:
        """The prediction set with a coverage guarantee, likeliest type first.

        For pages like those on which the quantiles were fitted, a share of at least ``coverage`` has its true type in
        the set. Empty only if no quantile was fitted for this guarantee, as the most probable type is always included.

        Source: Sadinle, Lei and Wasserman 2019 (least ambiguous sets).
        """
        if coverage not in self.quantiles:
            return ()
        ranked = sorted(self.probabilities, key=lambda label: -self.probabilities[label])
        kept = [label for label in ranked if 1 - self.probabilities[label] <= self.quantiles[coverage]]
        return tuple(kept or ranked[:1])


Floats = NDArray[np.float64]
RuleName = Literal["all", "boxes", "html", "screenshot"]
LABELS = tuple(str(label) for label in PageType)
FINE_LABELS = tuple(str(label) for label in FineType)


@dataclass(frozen=True, slots=True)
class Rule:
    """How the probabilities of some members are pooled.

    ``weights`` by member; ``bias`` by label; ``quantiles`` by coverage guarantee (see ``Classification.possible``);
    ``metrics`` measured on unseen sites.
    """

    weights: dict[str, float]
    bias: tuple[float, ...]
    quantiles: dict[str, float] = field(default_factory=dict)
    metrics: dict[str, Any] = field(default_factory=dict)

    def pool(self, answers: Mapping[str, Floats]) -> Floats:
        """Probabilities (B, labels) from the log probabilities (B, labels) of each member."""
        return softmax(np.asarray(self.bias) + sum(weight * answers[name] for name, weight in self.weights.items()))

    def pool_fine(self, answers: Mapping[str, Floats]) -> Floats:
        """Probabilities (B, 7) of the finer types from the log probabilities (B, 7) of the members that have them.

        The weights are those of the rule, here with the sum one.
        """
        total = sum(self.weights[name] for name in answers)
        return softmax(np.asarray(sum(self.weights[name] / total * values for name, values in answers.items())))


@dataclass(frozen=True, slots=True)
class Fusion:
    """All rules, their labels, and the record of their training."""

    name: str
    labels: tuple[str, ...]
    rules: dict[str, Rule]
    training: dict[str, Any] = field(default_factory=dict)


def to_labels(log_probabilities: Floats, labels: Sequence[str]) -> Floats:
    """Log probabilities (B, 4) of the page types, from a model that may have the finer types, or only some."""
    return np.asarray(np.log(np.maximum(_of_types(np.exp(log_probabilities), _owners(tuple(labels))), 1e-12)))


def _of_types(shares: Floats, owner: NDArray[np.int64]) -> Floats:
    """Sums (B, 4) of the shares (B, labels) of the labels of each page type."""
    return np.stack([shares[:, owner == index].sum(axis=1) for index in range(len(LABELS))], axis=1)


@lru_cache
def _owners(labels: tuple[str, ...]) -> NDArray[np.int64]:
    """Number of the page type of each of these labels, some of which may be finer types."""
    return np.array([LABELS.index(label if label in LABELS else TYPE_OF[FineType(label)]) for label in labels])


def divide(probabilities: Floats, fine: Floats) -> Floats:
    """Share the probability (B, 4) of each page type out among its finer types as ``fine`` (B, 7) sees them."""
    owner = _owners(FINE_LABELS)
    return np.asarray(fine / np.maximum(_of_types(fine, owner)[:, owner], 1e-12) * probabilities[:, owner])


def read_fusion(path: Path) -> Fusion:
    """Read the rules.

    Raises:
        EnvironmentMissing: the file is absent or holds none.
    """
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        rules = {name: Rule(**rule | {"bias": tuple(rule["bias"])}) for name, rule in raw.pop("rules").items()}
        found = Fusion(labels=tuple(raw.pop("labels")), rules=rules, **raw)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise EnvironmentMissing(f"{path} holds no rules of an ensemble: {cause_of(error)}") from error
    if found.labels != LABELS:
        raise EnvironmentMissing(f"{path} distinguishes {', '.join(found.labels)}, not {', '.join(LABELS)}")
    return found


def save_fusion(path: Path, fusion: Fusion) -> None:
    """Write the rules."""
    path.write_text(json.dumps(asdict(fusion), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def pool_answers(
    fusion: Fusion,
    rule_name: RuleName,
    raw: Mapping[str, Floats],
    known: Mapping[str, Sequence[str]],
    flags: Sequence[tuple[str, ...]],
) -> list[Classification]:
    """The classifications of pages.

    Args:
        fusion: the rules.
        rule_name: of the rule that these pages are classified by.
        raw: log probabilities by member, float64 (pages, labels of the member).
        known: the labels of each member.
        flags: of each page.
    """
    rule, labels = fusion.rules[rule_name], fusion.labels
    pooled = rule.pool({member: to_labels(values, known[member]) for member, values in raw.items()})
    finer = {member: values for member, values in raw.items() if tuple(known[member]) == FINE_LABELS}
    fine = divide(pooled, rule.pool_fine(finer)) if finer else None
    return [
        Classification(
            labels[int(row.argmax())],
            named_shares(row, labels),
            f"{fusion.name}/{rule_name}",
            fine=named_shares(fine[place], FINE_LABELS) if fine is not None else {},
            flags=flags[place],
            quantiles=rule.quantiles,
        )
        for place, row in enumerate(pooled)
    ]


def named_shares(row: Floats, labels: Sequence[str]) -> dict[str, float]:
    """Probabilities by label, float64 (labels,), rounded as they are written."""
    return dict(zip(labels, row.round(4).tolist(), strict=True))
