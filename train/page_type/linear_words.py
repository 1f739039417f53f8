"""Trains the linear model on the words of pages."""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError, UsageError
from iawce.models.common.record import Arrays
from iawce.models.features.page_words import page_words
from iawce.models.page_type.classifier import LINEAR_WORDS, LinearWords
from iawce.train.common.feature_cache import FeatureCache
from iawce.train.common.split import page_weights
from iawce.train.page_type.task import Fitted, Task

WORDS = "words"  # Name of the array of words that is kept


@dataclass(frozen=True, slots=True)
class WordSettings:
    """How the model is fitted."""

    fewest_sites: int = 20  # Or a tenth of the training's, have a word that counts: rarer ones mark a site, not a type
    freedom: float = 30.0  # scikit-learn's ``C``
    balance: float = 0.5  # As in ``Recipe``
    max_iter: int = 100


@dataclass(frozen=True, slots=True)
class WordsTask(Task):
    """Labels from the words of pages."""

    settings: WordSettings = field(default_factory=WordSettings)
    model: str = LINEAR_WORDS

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> Fitted:  # noqa: ARG002
        """Fit the model. Raises UsageError: no page of some label, or no word that enough sites have."""
        blank, targets = self._blank(training), self.targets(training)
        if not blank.vocabulary:
            raise UsageError("words are needed that many of the sites share")
        described = csr_matrix(self._describe(training, blank))
        worth = page_weights(training, targets, len(self.labels), self.settings.balance)
        fitted = LogisticRegression(C=self.settings.freedom, max_iter=self.settings.max_iter, tol=1e-2)
        fitted.fit(described, targets, worth)
        weights, bias = fitted.coef_.T.astype(np.float32), fitted.intercept_.astype(np.float32)
        model = replace(blank, weights=weights, bias=bias)
        return Fitted(self.labels, lambda pages: model(self._describe(pages, model)), model.arrays)

    def _describe(self, pages: Sequence[LabelledPage], model: LinearWords) -> np.ndarray:
        return np.stack([model.describe(self.loaded[page.id]) for page in pages])

    def _blank(self, training: Sequence[LabelledPage]) -> LinearWords:
        """A model of the words that count, with no weight yet."""
        sites: dict[str, set[str]] = defaultdict(set)
        having = Counter[str]()
        for page in training:
            having.update(self.loaded[page.id])
            for word in self.loaded[page.id]:
                sites[word].add(page.site)
        fewest = min(self.settings.fewest_sites, len({page.site for page in training}) // 10 + 1)
        vocabulary = tuple(sorted(word for word, where in sites.items() if len(where) >= fewest))
        rarity = np.log([len(training) / having[word] for word in vocabulary]).astype(np.float32)
        weights = np.zeros((len(vocabulary) + 1, len(self.labels)), np.float32)
        return LinearWords(vocabulary, rarity, weights[1:], weights[0])


def read_words(pages: Sequence[LabelledPage], cache: Path | None = None) -> dict[str, frozenset[str]]:
    """Words of pages by page id, kept in the folder ``cache``. Raises UsageError: a page that cannot be read."""
    kept = FeatureCache(cache, "words", page_words.__module__).compute(pages, _read_all)
    return {page_id: frozenset(map(sys.intern, arrays[WORDS].tolist())) for page_id, arrays in kept.items()}


def _read_all(pages: Sequence[LabelledPage]) -> Iterator[Arrays]:
    for page in pages:
        try:
            yield {WORDS: np.array(sorted(page_words(page.document())), np.str_)}
        except PageError as error:
            raise UsageError(f"{page.id} cannot be trained on ({error.reason})") from error
