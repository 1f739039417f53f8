"""Labelled pages as examples: the answers of the shipped models, the labels, and the names to learn from."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.page_labels import PageLabel, open_labelled, read_labels
from iawce.data.datasets.sites import site_of
from iawce.data.document import Document
from iawce.data.dom.texts import blocks_at
from iawce.data.errors import PageError, UsageError
from iawce.data.labels import PageType
from iawce.data.prefetch import batches
from iawce.models.blocks.block_model import BlockModel
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.probabilities import sigmoid
from iawce.models.correction.correction import block_logits, block_names, group_scales, page_names, type_logits
from iawce.models.page_type.classification import LABELS, NEARLY_CERTAIN, Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.correction.problem import PageRows

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
EVIDENCE = 30.0  # Weight of all blocks of a page together, since blocks of one place are right or wrong together
KeepBlocks = Callable[[PageAnalysis, str, Floats], tuple[Bools, float]]
"""Which blocks of a page of a type extraction keeps by their probabilities, float64 (blocks,), and its confidence."""
BATCH = 16  # Pages that are classified together


@dataclass(frozen=True, slots=True)
class Kept:
    """The blocks of a page: whether each is content, bool (blocks,), their words, and their rows for training."""

    labels: Bools
    words: Floats
    rows: PageRows

    def score(self, chosen: Bools) -> float:
        """Word F1 of these blocks."""
        total = float(self.words[chosen].sum() + self.words[self.labels].sum())
        return 2 * float(self.words[chosen & self.labels].sum()) / total if total else 1.0


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled page."""

    id: str
    name: str  # Its address, or its path
    site: str
    page_type: str  # As labelled, else by the shipped model
    answered: str  # By the shipped model
    certainty: float  # Its probability of this type
    type_rows: PageRows | None  # None where the type is not labelled
    kept: Kept | None  # None where the content is not labelled
    open: Callable[[], PageAnalysis]  # Reads the page
    keep: KeepBlocks

    @property
    def is_contradicted(self) -> bool:
        """Whether the shipped model is nearly certain of another page type than the labelled one."""
        return self.page_type != self.answered and self.certainty >= NEARLY_CERTAIN

    def answer(self, model: BlockModel, logits: Floats | None) -> tuple[Bools, float]:
        """The blocks that extraction keeps by these corrected logits, and its confidence; as shipped without any.

        So it is compared with what the labelling page shows, which has neither comments nor dialogs.
        """
        analysis = self.open()
        probabilities = model(PageBlocks.of(analysis), self.page_type) if logits is None else sigmoid(logits)
        return self.keep(analysis, self.page_type, probabilities)


def read_examples(
    folders: Sequence[Path],
    ensemble: PageTypeEnsemble,
    model: BlockModel,
    keep: KeepBlocks,
    advance: Callable[[], None],
) -> Iterator[Example]:
    """The labelled pages of folders of labels, once each, with the last label; ``advance`` is called after each.

    Raises UsageError: there are no labels, or they do not fit their pages.
    """
    last = {label.id: (folder, label) for folder in folders for label in read_labels(folder)}
    labels = [(folder, label) for folder, label in last.values() if label.page_type or label.content is not None]
    for batch in batches(labels, BATCH):
        documents = [open_labelled(*one) for one in batch]
        answers = ensemble.classify_many(documents)
        for (_, label), document, answer in zip(batch, documents, answers, strict=True):
            if isinstance(answer, PageError):
                raise UsageError(f"{label.url or label.id} cannot be read ({answer.reason}): {answer}") from answer
            yield make_example(label, document, answer, model, keep)
            advance()


def make_example(
    label: PageLabel, document: Document, answer: Classification, model: BlockModel, keep: KeepBlocks
) -> Example:
    """The example of a page; ``UsageError`` if the label does not fit it."""
    page_type, site = label.page_type or answer.type, site_of(document.url)
    unread = document.replace(html=document.html)  # its source alone, as its index takes a hundred times the space
    return Example(
        label.id,
        label.url or label.ref or label.id,
        site,
        page_type,
        answer.type,
        answer.confidence,
        _type_rows(site, document, answer, label.page_type) if label.page_type else None,
        None if label.content is None else _kept(site, document, label.content, page_type, model),
        lambda: PageAnalysis.of(unread.replace(html=unread.html)),
        keep,
    )


def _type_rows(site: str, document: Document, answer: Classification, wanted: PageType) -> PageRows:
    groups = page_names(document)
    named = list(zip(groups, group_scales(groups)[:, 0].tolist(), strict=True))
    said = np.array([[answer.probabilities[label] for label in LABELS]])
    targets = np.array([[float(label == wanted) for label in LABELS]])
    return PageRows(site, [named], type_logits(said), targets, np.ones(1))


def _kept(site: str, document: Document, content: tuple[str, ...], page_type: str, model: BlockModel) -> Kept | None:
    """The training rows of the blocks of a page; None if it has no blocks."""
    page = PageBlocks.of(PageAnalysis.of(document))
    if not len(page):
        return None
    labels, words = blocks_at(page.blocks, content), np.maximum(page.words, 1).astype(np.float64)
    offsets = block_logits(model(page, page_type))[:, None]
    groups = [[(names, 1.0)] for names in block_names(page)]
    targets = labels.astype(np.float64)[:, None]
    return Kept(labels, words, PageRows(site, groups, offsets, targets, EVIDENCE * words / words.sum()))
