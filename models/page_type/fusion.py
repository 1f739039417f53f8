"""Pools the probabilities of several models by rules whose weights are learned.

Each kind of input (boxes, HTML, both, a screenshot) has one rule: a weighted sum of the members' log probabilities and
a bias for each label, fitted on pages of sites that no member was trained on.

Source: Genest and Zidek 1986 (logarithmic opinion pool).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from iawce.data.errors import EnvironmentMissing, cause_of
from iawce.data.labels import TYPE_OF, FineType, PageType
from iawce.models.common.softmax import softmax

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
    owner = _owners(tuple(labels))
    shares = np.exp(log_probabilities)
    columns = [shares[:, owner == index].sum(axis=1) for index in range(len(LABELS))]
    return np.asarray(np.log(np.maximum(np.stack(columns, axis=1), 1e-12)))


@lru_cache
def _owners(labels: tuple[str, ...]) -> NDArray[np.int64]:
    """Number of the page type of each of these labels, some of which may be finer types."""
    return np.array([LABELS.index(label if label in LABELS else TYPE_OF[FineType(label)]) for label in labels])


def divide(probabilities: Floats, fine: Floats) -> Floats:
    """Share the probability (B, 4) of each page type out among its finer types as ``fine`` (B, 7) sees them."""
    owner = _owners(FINE_LABELS)
    totals = np.stack([fine[:, owner == index].sum(axis=1) for index in range(len(LABELS))], axis=1)
    return np.asarray(fine / np.maximum(totals[:, owner], 1e-12) * probabilities[:, owner])


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
