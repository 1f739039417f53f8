"""Trains attention over the lines of a screenshot that are read: first the reader, then attention over what it read.

The reader is trained on the same pages as attention, so it never saw a site that the model is measured on. On pages of
the training it reads a little better than elsewhere, which has no effect on the scores.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.networks.line_reader import ARCHITECTURE, LineReader, ReadingAttention
from iawce.models.networks.token_attention import TokenAttention
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.page_type.line_reading import read_lines, train_reader
from iawce.train.page_type.screenshot_tokens import LineTokens
from iawce.train.page_type.token_attention import AttentionTask, FittedAttention

READER_EPOCHS = 1 / 3
"""Share of the epochs of attention for which the reader is trained."""


@dataclass(frozen=True, slots=True)
class ReadingTask(AttentionTask):
    """Labels from the lines and pictures of screenshots, which are ``LineTokens`` in ``loaded``."""

    model: str = ARCHITECTURE

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> FittedAttention:
        """Train the reader, then attention, on ``training``; ``unseen`` pages have no part in it.

        Raises:
            UsageError: as ``AttentionTask.fit``.
        """
        known = {page.id: cast("LineTokens", self.loaded[page.id]) for page in training}
        reader, _ = train_reader(list(known.values()), self._recipe(), self.seed, self.machine)
        read = read_lines(reader, known)
        attention = AttentionTask(self.spec, self.labels, read, self.seed, self.settings, self.machine)
        fitted = attention.fit(training, unseen)
        return FittedAttention(self, self._whole(reader, cast("TokenAttention", fitted.network)), fitted.history)

    def _recipe(self) -> Recipe:
        recipe = get_recipe("reading")
        return replace(recipe, epochs=max(1, round(READER_EPOCHS * self.settings.epochs)))

    def _whole(self, reader: LineReader, attention: TokenAttention) -> ReadingAttention:
        network = ReadingAttention(len(self.spec.features), len(self.labels))
        network.reader, network.attention = reader, attention
        return network.eval()
