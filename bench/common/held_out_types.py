"""Page types by models of HTML that were trained on other sites: the members of the shipped ensemble, trained again."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.labels import PageType
from iawce.models.features.html_features import html_feature_names
from iawce.models.features.inputs import InputSpec
from iawce.models.page_type.classification import LABELS, read_fusion
from iawce.models.page_type.classifier import ENSEMBLE
from iawce.train.common.recipe import get_recipe
from iawce.train.page_type.boosting import TreesTask
from iawce.train.page_type.datasets import load_inputs
from iawce.train.page_type.linear_words import WordsTask, read_words
from iawce.train.page_type.page_tokens import read_tokens
from iawce.train.page_type.token_attention import AttentionTask

MARKUP, BLOCKS = InputSpec("markup", features=tuple(html_feature_names())), InputSpec.of("block_tokens")
FOLDS = 5
RECIPE = replace(get_recipe("attention"), epochs=12)
Task = AttentionTask | TreesTask | WordsTask
Tasks = dict[str, Task]


def list_probabilities(learned: Sequence[LabelledPage], measured: Sequence[LabelledPage]) -> dict[str, float]:
    """Probability by page id that each page is a list, 0 to 1.

    Training pages are classified by models of the other sites among them, in ``FOLDS`` parts; pages to measure by
    models of all training pages.
    """
    pages = [*learned, *measured]
    tasks = _tasks(pages)
    found = _classify(tasks, learned, measured)
    for fold in range(FOLDS):
        others = [page for page in learned if _fold(page) != fold]
        found |= _classify(tasks, others, [page for page in learned if _fold(page) == fold])
    return found


def type_probabilities(
    learned: Sequence[LabelledPage], measured: Sequence[LabelledPage]
) -> dict[str, NDArray[np.float64]]:
    """Probabilities of the shipped labels by page id, float64 (4,), for pages to measure, by models of the others."""
    return _shares(_tasks([*learned, *measured]), learned, measured)


def _tasks(pages: Sequence[LabelledPage]) -> Tasks:
    return {
        "html-attention": AttentionTask(BLOCKS, LABELS, read_tokens(pages, BLOCKS.kind), settings=RECIPE),
        "html-trees": TreesTask(MARKUP, LABELS, load_inputs(pages, MARKUP)),
        "html-words": WordsTask(LABELS, read_words(pages)),
    }


def _classify(tasks: Tasks, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage]) -> dict[str, float]:
    """The probability that each page is a list."""
    number = LABELS.index(PageType.LIST)
    return {name: float(row[number]) for name, row in _shares(tasks, training, unseen).items()}


def _shares(
    tasks: Tasks, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage]
) -> dict[str, NDArray[np.float64]]:
    """The probabilities of models trained on ``training``, pooled by the shipped rule."""
    found = {name: _answers(task, training, unseen) for name, task in tasks.items()}
    return {page.id: row for page, row in zip(unseen, read_fusion(ENSEMBLE).rules["html"].pool(found), strict=True)}


def _answers(task: Task, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage]) -> NDArray[np.float64]:
    """Log probabilities (pages, labels); of pages without the input, all labels are equally probable."""
    known = [page for page in unseen if page.id in task.loaded]
    fitted = task.fit([page for page in training if page.id in task.loaded])
    rows = dict(zip([page.id for page in known], fitted.predict(known).probabilities(), strict=True))
    equal = np.full(len(LABELS), 1 / len(LABELS))
    return np.log(np.array([rows.get(page.id, equal) for page in unseen]) + 1e-9)


def _fold(page: LabelledPage) -> int:
    return hashlib.sha256(page.site.encode()).digest()[1] % FOLDS
