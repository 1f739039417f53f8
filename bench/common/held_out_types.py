"""Page types by models of HTML that were trained on other sites: the members of the shipped ensemble, made anew."""

import hashlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.labels import PageType
from iawce.models.features.html_features import html_feature_names
from iawce.models.features.inputs import InputSpec
from iawce.models.page_type.shipped import load_fusion
from iawce.train.page_type.boosting import TreesTask
from iawce.train.page_type.datasets import load_inputs
from iawce.train.page_type.linear_words import WordsTask, read_words

MARKUP = InputSpec("markup", features=tuple(html_feature_names()))
LABELS = (PageType.LIST, PageType.ARTICLE, PageType.PRODUCT)
FOLDS = 5


def list_probabilities(learned: Sequence[LabelledPage], measured: Sequence[LabelledPage]) -> dict[str, float]:
    """Probability by page id that each page is a list, 0 to 1.

    Pages to learn from are classified by models of the other sites among them, in ``FOLDS`` parts; those to measure by
    models of all pages to learn from.
    """
    pages = [*learned, *measured]
    tasks: dict[str, TreesTask | WordsTask] = {
        "html-trees": TreesTask(MARKUP, LABELS, load_inputs(pages, MARKUP)),
        "html-words": WordsTask(LABELS, read_words(pages)),
    }
    found = _classify(tasks, learned, measured)
    for fold in range(FOLDS):
        others = [page for page in learned if _fold(page) != fold]
        found |= _classify(tasks, others, [page for page in learned if _fold(page) == fold])
    return found


def _classify(
    tasks: dict[str, TreesTask | WordsTask], training: Sequence[LabelledPage], unseen: Sequence[LabelledPage]
) -> dict[str, float]:
    """The probabilities of models trained on ``training``, pooled with the weights of the shipped rule."""
    weights = load_fusion().rules["html"].weights
    logits: NDArray[np.float64] = np.zeros((len(unseen), len(LABELS)))
    for name, task in tasks.items():
        logits += weights[name] * np.log(task.fit(training).predict(unseen).probabilities() + 1e-9)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    lists = shares[:, 0] / shares.sum(axis=1)
    return dict(zip((page.id for page in unseen), lists.tolist(), strict=True))


def _fold(page: LabelledPage) -> int:
    return hashlib.sha256(page.site.encode()).digest()[1] % FOLDS
