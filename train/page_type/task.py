"""A training task: labels to learn from pages by one kind of model; and the trained model."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
from torch import nn

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.models.common.export import export_onnx
from iawce.models.common.record import Arrays, ModelRecord, save_model
from iawce.models.features.inputs import InputSpec
from iawce.models.networks import NETWORKS
from iawce.models.page_type.classification import FINE_LABELS
from iawce.train.common.feature_cache import keep_part, read_part
from iawce.train.common.metrics import Floats, History, Ints, Predictions
from iawce.train.common.trainer import Machine


def label_of(page: LabelledPage, labels: Sequence[str]) -> str:
    """The page's label among ``labels``, which may be the finer types."""
    return page.fine if tuple(labels) == FINE_LABELS else page.label


def targets_of(pages: Sequence[LabelledPage], labels: Sequence[str]) -> Ints:
    """Indices of the pages' labels, int64 (N,)."""
    return np.array([labels.index(label_of(page, labels)) for page in pages], np.int64)


def with_all_labels(targets: Ints, labels: int) -> Ints:
    """The targets of a training. Raises UsageError: some of so many labels is none of them."""
    if not np.bincount(targets, minlength=labels).all():
        raise UsageError("each label is needed on more sites: some training part of the split has no page of it")
    return targets


@dataclass(frozen=True, slots=True)
class Fitted:
    """A trained model."""

    labels: tuple[str, ...]
    logits: Callable[[Sequence[LabelledPage]], Floats]  # Of pages, float64 (pages, labels)
    arrays: Callable[[], Arrays]  # Of the model as they are saved
    history: History = field(default_factory=list)  # A row for each epoch
    network: nn.Module | None = None  # The whole of a network of torch

    def predict(self, pages: Sequence[LabelledPage]) -> Predictions:
        """Logits of pages with their true labels."""
        return Predictions.of(pages, targets_of(pages, self.labels), self.logits(pages))

    def save(self, folder: Path, record: ModelRecord) -> Path:
        """Write the model, a network as ONNX too; returns the path of its record."""
        path = save_model(folder, record, self.arrays())
        if record.architecture in NETWORKS:
            export_onnx(path)
        return path


@dataclass(frozen=True, slots=True)
class Task(ABC):
    """What a ``model`` learns of which pages: ``labels`` in the outputs' order, ``loaded`` inputs by page id."""

    spec: InputSpec
    labels: tuple[str, ...]
    loaded: Mapping[str, Any]
    seed: int = 0
    settings: Any = None
    model: str = ""

    @abstractmethod
    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:
        """Train on ``training``; ``unseen`` pages may be scored on the way, and have no influence.

        Raises UsageError: no page of some label, or nothing to learn from.
        """

    def described(self) -> dict[str, Any]:
        """How the model is trained, by name, for its record."""
        return {"recipe": asdict(self.settings)}

    @property
    def checkpoints(self) -> Path | None:
        """The folder for the state of an interrupted training, if the model is trained in epochs and has one."""
        return None

    def in_folder(self, checkpoints: Path | None) -> Self:  # noqa: ARG002 - of those that are trained in epochs
        """The same with another folder for checkpoints, or without."""
        return self

    def targets(self, training: Sequence[LabelledPage]) -> Ints:
        """Indices of the labels of pages to learn from, int64 (pages,). Raises UsageError: no page of some label."""
        return with_all_labels(targets_of(training, self.labels), len(self.labels))

    def features(self, pages: Sequence[LabelledPage]) -> np.ndarray:
        """The inputs of pages, each of which is an array of features, (pages, features)."""
        return np.stack([np.asarray(self.loaded[page.id]) for page in pages])

    def seen_by(self, pages: Sequence[LabelledPage]) -> list[LabelledPage]:
        """The pages that have the input of the model."""
        return [page for page in pages if page.id in self.loaded]

    def answer_unseen(
        self, pages: Sequence[LabelledPage], unseen: Sequence[LabelledPage], folder: Path | None
    ) -> tuple[Predictions, History]:
        """Predictions for ``unseen`` of a model trained on the other pages, and its history; kept in ``folder``."""
        if folder and (kept := read_part(folder)):
            return kept
        ids = {page.id for page in unseen}
        fitted = self.in_folder(folder).fit([page for page in pages if page.id not in ids], unseen)
        predictions = fitted.predict(unseen)
        if folder:
            keep_part(folder, predictions, fitted.history)
        return predictions, fitted.history


@dataclass(frozen=True, slots=True)
class EpochTask(Task):
    """A task of a network, which is trained in epochs on ``machine``."""

    machine: Machine = field(default_factory=Machine, kw_only=True)

    @property
    def checkpoints(self) -> Path | None:
        """The folder for the state after every epoch."""
        return self.machine.checkpoints

    def in_folder(self, checkpoints: Path | None) -> Self:
        """The same with another folder for checkpoints, or without."""
        return replace(self, machine=replace(self.machine, checkpoints=checkpoints))
