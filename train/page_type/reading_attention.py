"""Trains attention over the lines of a screenshot that are read: first the reader, then attention over what it read.

The reader is trained on the same pages as attention, so it never saw a site that the model is measured on. On pages of
the training it reads a little better than elsewhere; attention may therefore rely on it too much.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.features.kinds import Kind
from iawce.models.networks.line_reader import ARCHITECTURE, ReadingAttention
from iawce.models.networks.token_attention import TokenAttention
from iawce.train.common.recipe import Recipe, get_recipe
from iawce.train.page_type.line_reading import RECIPE, read_lines, train_reader
from iawce.train.page_type.screenshot_tokens import LineTokens
from iawce.train.page_type.token_attention import AttentionTask, FittedAttention


@dataclass(frozen=True, slots=True)
class ReadingTask(AttentionTask):
    """Labels from the lines and pictures of screenshots, which are ``LineTokens`` in ``loaded``."""

    model: str = ARCHITECTURE

    @property
    def reading(self) -> Recipe:
        """How the reader is trained: for more or fewer epochs than in its recipe, as attention is."""
        usual = get_recipe("attention").epochs
        return replace(RECIPE, epochs=max(1, round(RECIPE.epochs * self.settings.epochs / usual)))

    def fit(self, training: Sequence[LabelledPage], unseen: Sequence[LabelledPage] = ()) -> FittedAttention:
        """Train the reader, then attention, on ``training``; ``unseen`` pages have no part in it.

        Raises:
            UsageError: as ``AttentionTask.fit``.
        """
        self.check(training)
        known = {page.id: cast("LineTokens", self.loaded[page.id]) for page in training}
        reader = train_reader(list(known.values()), self.reading, self.seed, self.machine)
        read = replace(self, loaded=read_lines(reader, known))
        fitted = AttentionTask.fit(read, training, unseen)
        attention = cast("TokenAttention", fitted.network)
        network = ReadingAttention(reader, attention, len(self.spec.features))
        return FittedAttention(self, network.eval(), fitted.history)


def attention_over(kind: Kind) -> type[AttentionTask]:
    """How attention over tokens of a kind is trained: the lines of a screenshot are read before."""
    return ReadingTask if kind == "line_tokens" else AttentionTask
