"""Scores of a classifier from counts of label by guess, with intervals over sites; the calibrating temperature."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from iawce.data.arrays import Bools, Floats, Ints
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import quantity
from iawce.models.common.intervals import site_interval
from iawce.models.common.probabilities import calibration_error, log_softmax, softmax
from iawce.models.page_type.classification import LABELS

History = list[dict[str, float]]  # What is known of each epoch of a training, by name


@dataclass(frozen=True, slots=True)
class Predictions:
    """Logits (N, classes) and true label indices (N,) of unseen pages, with their sites and ids."""

    ids: tuple[str, ...]
    sites: tuple[str, ...]
    targets: Ints
    logits: Floats

    @classmethod
    def of(cls, pages: Sequence[LabelledPage], targets: Ints, logits: Floats) -> Self:
        """Logits for pages, in their order."""
        return cls(tuple(page.id for page in pages), tuple(page.site for page in pages), targets, logits)

    def rows(self, chosen: Bools) -> "Predictions":
        """Some of the pages."""
        where = np.flatnonzero(chosen)
        ids, sites = tuple(self.ids[i] for i in where), tuple(self.sites[i] for i in where)
        return Predictions(ids, sites, self.targets[where], self.logits[where])

    def probabilities(self, temperature: float = 1.0) -> Floats:
        """Softmax of the logits divided by ``temperature``, (N, classes)."""
        return softmax(self.logits / temperature)


def join_predictions(parts: Sequence[Predictions]) -> Predictions:
    """All predictions of a cross-validation as one."""
    return Predictions(
        ids=tuple(i for part in parts for i in part.ids),
        sites=tuple(site for part in parts for site in part.sites),
        targets=np.concatenate([part.targets for part in parts]),
        logits=np.concatenate([part.logits for part in parts]),
    )


def confusion(targets: Ints, guesses: Ints) -> Floats:
    """Of each page a one at its label (row) and its guess (column), (N, labels, labels)."""
    count = int(max(targets.max(), guesses.max())) + 1
    counts = np.zeros((len(targets), count, count))
    counts[np.arange(len(targets)), targets, guesses] = 1
    return counts


def accuracy(counts: Floats) -> Floats:
    """Accuracy: share of right predictions; of counts (..., labels, labels), as all scores here."""
    return np.asarray(_hits(counts).sum(axis=-1) / counts.sum(axis=(-2, -1)))


def balanced_accuracy(counts: Floats) -> Floats:
    """Balanced accuracy: mean recall over the labels that occur."""
    return _mean_over_labels(_hits(counts), counts.sum(axis=-1), counts)


def macro_f1(counts: Floats) -> Floats:
    """Macro-F1: mean over the labels that occur of the harmonic mean of precision and recall."""
    return _mean_over_labels(2 * _hits(counts), counts.sum(axis=-1) + counts.sum(axis=-2), counts)


def _hits(counts: Floats) -> Floats:
    return np.diagonal(counts, axis1=-2, axis2=-1)


def _mean_over_labels(part: Floats, whole: Floats, counts: Floats) -> Floats:
    """Mean of ``part / whole`` (..., labels) over the labels of some page."""
    occurs = counts.sum(axis=-1) > 0
    shares = np.divide(part, whole, out=np.zeros_like(whole), where=occurs)
    return np.asarray(shares.sum(axis=-1) / occurs.sum(axis=-1))


def fit_temperature(logits: Floats, targets: Ints, variance: float = np.inf) -> float:
    """The most probable temperature, 0.25 to 8, of unseen pages: that with the lowest cross-entropy.

    Source: Guo et al. 2017, On Calibration of Modern Neural Networks, section 4.2. Deviation: its logarithm is drawn
    from a normal distribution around zero, so that a few right pages do not make probabilities certain; with its usual
    ``variance`` this is without effect.
    """
    rows = np.arange(len(targets))

    def cost(temperature: float) -> float:
        return float(np.log(temperature) ** 2 / variance / 2 - log_softmax(logits / temperature)[rows, targets].sum())

    return round(float(min(np.geomspace(0.25, 8.0, 121), key=cost)), 4)


def summarise(predictions: Predictions, labels: Sequence[str], temperature: float) -> dict[str, object]:
    """Pages, sites and all scores with intervals, as written into a model record."""
    guesses = predictions.logits.argmax(axis=1)
    targets, sites = predictions.targets, predictions.sites
    probabilities = predictions.probabilities(temperature)
    recall = {
        label: round(float((guesses[targets == i] == i).mean()), 4) for i, label in enumerate(labels) if i in targets
    }
    summary: dict[str, object] = {"pages": len(targets), "sites": len(set(sites))}
    counts = confusion(targets, guesses)
    for score in (accuracy, balanced_accuracy, macro_f1):
        name, interval = score.__name__, site_interval(score, counts, sites)
        summary[name] = round(float(score(counts.sum(axis=0))), 4)
        summary[f"{name}_interval_95"] = [round(edge, 4) for edge in interval]
    return summary | {
        "recall": recall,
        "expected_calibration_error": round(calibration_error(probabilities.max(axis=1), guesses == targets), 4),
    }


def sentence_of(metrics: Mapping[str, Any], predictions: Predictions, labels: Sequence[str]) -> str:
    """The accuracy among the scores of ``summarise``, as a sentence that also says if chance would be as good."""
    low, high = metrics["accuracy_interval_95"]
    pages, sites = quantity(metrics["pages"], "page"), quantity(metrics["sites"], "site")
    unseen = f"sites ({pages} of {sites})" if metrics["sites"] < metrics["pages"] else f"pages ({metrics['pages']})"
    said = f"accuracy {metrics['accuracy']:.3f} ({low:.3f} to {high:.3f}) on unseen {unseen}"
    counts = np.bincount(predictions.targets)
    constant = float(counts.max() / counts.sum())
    if low > constant:
        return said
    often = labels[int(counts.argmax())]
    return f"{said}, not reliably better than {constant:.3f}, the accuracy of calling every page {often}"


def summarise_ensemble(predictions: Predictions) -> dict[str, object]:
    """Scores over all page types, and over the first two alone, on the pages of one of these, and on the surest."""
    two = predictions.rows(predictions.targets < 2)
    two = replace(two, logits=two.logits[:, :2])
    probabilities = two.probabilities()
    right = (probabilities.argmax(axis=1) == two.targets)[np.argsort(-probabilities.max(axis=1))]
    surest = {str(share): round(float(right[: round(share * len(right))].mean()), 4) for share in (0.75, 0.9)}
    return {
        "all_labels": summarise(predictions, LABELS, 1.0),
        f"{LABELS[0]}_or_{LABELS[1]}": summarise(two, LABELS[:2], 1.0) | {"accuracy_at_coverage": surest},
    }
