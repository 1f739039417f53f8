"""A training task: labels to learn from pages by one kind of model, such as a network; and the trained model."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytorch_lightning as pl
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils.data import Dataset

from iawce.data.arrays import Floats, Ints
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError, UsageError, quantity
from iawce.models.common.export import export_onnx
from iawce.models.common.network import state_arrays
from iawce.models.common.pretrained import FROZEN, NONE, load_trunk, trunk_name
from iawce.models.common.record import Arrays, ModelRecord, save_model
from iawce.models.features.inputs import INPUTS, InputSpec, has_source
from iawce.models.networks import NETWORKS, Shape
from iawce.models.networks.transfer import TransferNet
from iawce.models.page_type.classification import FINE_LABELS
from iawce.train.common.feature_cache import FeatureCache, keep_part, read_part
from iawce.train.common.metrics import History, Predictions
from iawce.train.common.split import label_weights, site_folds, theme_of
from iawce.train.common.trainer import Example, Machine, PageTypeModule, Recipe, fit_module

VALUES = "values"  # Name of the array of features that is kept
SHOWN = 10  # Problems named in one message
Loaded = NDArray[Any] | Tensor
"""The screenshot as uint8 (planes, height, width) of the spec's size, the features of a page (float32), or features
of a frozen trunk."""
INFERENCE_BATCH = 64
ROLLED = 0.08  # Largest share of its sides by which a picture is rolled in training
SET_ASIDE = 8  # One in this many parts of the training sites decides when to stop early


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
    weights: str = field(default="", kw_only=True)  # Of the trunk, if there is one
    machine: Machine = field(default_factory=Machine, kw_only=True)  # Of networks, which are trained in epochs

    @abstractmethod
    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:
        """Train on ``training``; ``unseen`` pages may be scored on the way, and have no influence.

        Raises UsageError: no page of some label, or nothing to learn from.
        """

    def described(self) -> dict[str, Any]:
        """How the model is trained, by name, for its record."""
        return {"recipe": asdict(self.settings)} | ({"weights": self.weights} if self.weights else {})

    def in_folder(self, checkpoints: Path | None) -> Self:
        """The same with another folder for the state after every epoch, or without."""
        return replace(self, machine=replace(self.machine, checkpoints=checkpoints))

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
        ids, themes = {page.id for page in unseen}, {theme_of(page) for page in unseen if not page.is_inferred}
        # Inferred labels teach nothing of a theme that is measured by others
        others = [page for page in pages if page.id not in ids and not (page.is_inferred and theme_of(page) in themes)]
        fitted = self.in_folder(folder).fit(others, unseen)
        predictions = fitted.predict(unseen)
        if folder:
            keep_part(folder, predictions, fitted.history)
        return predictions, fitted.history


class PageTypeDataset(Dataset[Example]):
    """Pages as (input, index of the label), changed at random with ``augment``; ``loaded``: by ``load_inputs``."""

    def __init__(
        self,
        pages: Sequence[LabelledPage],
        loaded: Mapping[str, "Loaded"],
        labels: Sequence[str],
        spec: InputSpec,
        *,
        augment: bool = False,
    ) -> None:
        self.pages, self.loaded, self.spec, self.augment = list(pages), loaded, spec, augment
        self.targets: list[int] = targets_of(pages, labels).tolist()

    def __len__(self) -> int:
        return len(self.pages)

    def __getitem__(self, index: int) -> Example:
        loaded = self.loaded[self.pages[index].id]
        if isinstance(loaded, Tensor):
            return loaded.float(), self.targets[index]
        picture = torch.from_numpy(self.spec.normalise(loaded.astype(np.float32) / 255.0))
        return (move_picture(picture) if self.augment else picture), self.targets[index]


def load_inputs(pages: Sequence[LabelledPage], spec: InputSpec, cache: Path | None = None) -> dict[str, Loaded]:
    """Read boxes or pictures of all pages, by page id, in page order; ``cache``: folder in which features are kept.

    Raises UsageError: some cannot be read: damaged, empty or giant pictures, missing boxes; the message names them.
    """
    kind, problems = INPUTS[spec.kind], list[str]()

    def load_all(missing: Sequence[LabelledPage]) -> Iterator[Arrays | None]:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            each: Callable[..., Iterator[Loaded | str]] = pool.map if kind.needs == "screenshot" else map
            for item in each(partial(_load, spec=spec), missing):  # the parser of HTML is not for threads
                if isinstance(item, str):
                    problems.append(item)
                yield None if isinstance(item, str) else {VALUES: np.asarray(item)}

    kept = FeatureCache(None if kind.channels else cache, spec.kind, kind.names.__module__)
    found: dict[str, Loaded] = {page_id: arrays[VALUES] for page_id, arrays in kept.compute(pages, load_all).items()}
    if problems:
        more = f" and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        raise UsageError(f"{quantity(len(problems), 'page')} cannot be trained on: {'; '.join(problems[:SHOWN])}{more}")
    return found


def _load(page: LabelledPage, spec: InputSpec) -> Loaded | str:
    """The input, or why there is none. Of an animated picture the first frame counts; CMYK and others become grey."""
    kind = INPUTS[spec.kind]
    try:
        document = page.document()
        if not has_source(document, kind.needs):
            return f"{page.id} has no {kind.needs}"
        plain = InputSpec(spec.kind, spec.size)
        values = kind.prepare(plain, document, None)
    except UsageError as error:
        return str(error)
    except PageError as error:
        return f"{page.screenshot or page.id} ({error.reason})"
    return np.asarray(np.round(values * 255), np.uint8) if kind.needs == "screenshot" and kind.channels else values


def move_picture(picture: Tensor) -> Tensor:
    """Mirror half of the pictures, roll each by up to ``ROLLED`` of its sides and change its contrast by a tenth."""
    mirror, down, right, contrast = torch.rand(4).tolist()
    if mirror < 0.5:
        picture = picture.flip(-1)
    height, width = picture.shape[-2:]
    rows, columns = round((2 * down - 1) * ROLLED * height), round((2 * right - 1) * ROLLED * width)
    moved: Tensor = picture.roll((rows, columns), (-2, -1)) * (0.9 + 0.2 * contrast)
    return moved


@dataclass(frozen=True, slots=True)
class NetworkTask(Task):
    """One training task: network, input, labels, recipe, and the decoded pages."""

    settings: Recipe = field(kw_only=True)
    weights: str = "none"  # Of a transfer network's trunk: ``imagenet``, a path, or ``none``: all of its layers train
    transfer: TransferNet | None = None  # Once features of its frozen stages are in ``loaded``: the rest is trained

    def build(self) -> nn.Module:
        """The network with initial weights fixed by the seed; only the rest where features of frozen stages are given.

        Raises UsageError: no such network, or weights for a network that takes none; EnvironmentMissing: the trunk's
        weights are not available.
        """
        pl.seed_everything(self.seed, workers=True, verbose=False)
        shape = Shape(self.spec.channels, self.spec.size, len(self.labels), self.settings.dropout)
        network = NETWORKS[self.model](shape)
        if not isinstance(network, TransferNet):
            if self.weights != NONE:
                raise UsageError(f"{self.model} has no trunk that could take the weights {self.weights}")
            return network
        load_trunk(network, trunk_name(self.model), self.weights)
        if self.weights == NONE and not self.model.endswith(FROZEN):
            network.requires_grad_(True)  # nothing in it is worth keeping
        return network.trainable_part() if self.transfer else network

    def whole(self, network: nn.Module) -> nn.Module:
        """The whole network of one that ``build`` gave."""
        if self.transfer:
            self.transfer.trainable_part().load_state_dict(network.state_dict())
        return self.transfer or network

    def dataset(self, pages: Sequence[LabelledPage], *, augment: bool = False) -> PageTypeDataset:
        """Pages as examples."""
        return PageTypeDataset(pages, self.loaded, self.labels, self.spec, augment=augment)

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:
        """Train on ``training``; the scores on ``unseen`` are recorded each epoch and have no influence.

        With a recipe that stops early, some of the training sites are set aside and scored instead.
        """
        recipe = self.settings
        if recipe.patience:
            parts = min(SET_ASIDE, len({page.site for page in training}))
            if parts < 2:
                raise UsageError("to stop early, pages of two sites or more are needed in each part to train on")
            unseen = site_folds(training, parts, self.seed)[0]
            aside = {page.id for page in unseen}
            training = [page for page in training if page.id not in aside]
        recipe = recipe.for_pages(len(training))
        network = self.build()
        if not self.transfer:
            network = network.to(memory_format=torch.channels_last)  # a third faster on a CPU
        examples = self.dataset(training, augment=recipe.augment)
        weights = None
        if recipe.balance:
            worth = label_weights(np.array(examples.targets, np.int64), len(self.labels), recipe.balance)
            weights = torch.tensor(worth, dtype=torch.float32)
        module = PageTypeModule(network, recipe, len(self.labels), weights)
        loader = self.machine.batches(examples, recipe.batch_size, shuffle=True)
        checks = self.machine.batches(self.dataset(unseen), INFERENCE_BATCH) if unseen else None
        fit_module(module, loader, recipe, self.machine, checks)
        whole = self.whole(network.eval())
        logits, arrays = partial(self._logits, network), lambda: state_arrays(whole.state_dict())
        return Fitted(self.labels, logits, arrays, module.history, whole)

    def _logits(self, network: nn.Module, pages: Sequence[LabelledPage]) -> Floats:
        rows = self.machine.outputs(network, network, self.dataset(pages), INFERENCE_BATCH)
        return torch.cat([row.double() for row in rows]).numpy()
