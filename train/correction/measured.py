"""The effect of a correction on labelled pages, and on sets with gold that were not used for it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import open_document
from iawce.data.dom.words import split_words
from iawce.data.errors import PageError
from iawce.data.labels import wide_type
from iawce.models.blocks.block_model import BlockModel
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.intervals import Mean, site_difference, site_mean
from iawce.models.correction.correction import Correction
from iawce.models.correction.names import Floats
from iawce.models.page_type.classification import LABELS
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.correction.examples import Example, KeepBlocks

ACCURACY, WORD_F1 = "accuracy of the page type", "word F1 of the content"
UNUSUAL = 0.5  # Share of pages on which the shipped models seldom agree so little with labels that are right


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores of pages before and after; ``clusters`` of pages that succeed and fail together."""

    what: str
    clusters: Sequence[str]
    shipped: Sequence[float]
    corrected: Sequence[float]
    sites: int

    @property
    def is_worse(self) -> bool:
        """Whether the corrected score is lower on average; without a sign of a gain, the shipped models decide."""
        return self._means()["difference"].value < 0

    @property
    def is_doubtful(self) -> bool:
        """Whether the shipped score is so low, with its whole interval, that the labels may be wrong instead."""
        return self._means()["shipped"].high < UNUSUAL

    def show(self) -> str:
        """A row of a table: what, pages, sites, shipped, corrected, difference, with 95 % intervals."""
        before, after, change = self._means().values()
        return f"| {self.what} | {len(self.shipped)} | {self.sites} | {before} | {after} | {change.signed()} |"

    def facts(self) -> dict[str, object]:
        """The same for a record."""
        means = {name: [round(value, 4) for value in mean] for name, mean in self._means().items()}
        return {"pages": len(self.shipped), **means}

    def _means(self) -> dict[str, Mean]:
        return {
            "shipped": site_mean(self.shipped, self.clusters),
            "corrected": site_mean(self.corrected, self.clusters),
            "difference": site_difference(self.corrected, self.shipped, self.clusters),
        }


def measure_labelled(what: str, pages: Sequence[Example], before: Sequence[float], after: Sequence[float]) -> Measured:
    """Scores of labelled pages, whose sites are known, so that each page is its own cluster."""
    return Measured(what, [page.id for page in pages], before, after, len({page.site for page in pages}))


def measure_types(pages: Sequence[Example], logits: Floats) -> Measured:
    """Accuracy of the page type, by corrected logits, float64 (pages, types)."""
    answers = [LABELS[row.argmax()] for row in logits]
    after = [float(answer == page.page_type) for page, answer in zip(pages, answers, strict=True)]
    return measure_labelled(ACCURACY, pages, [float(page.answered == page.page_type) for page in pages], after)


@dataclass(frozen=True, slots=True)
class Checked:
    """What a correction changes on a set: its pages, those that cannot be read, those affected, and scores."""

    name: str
    pages: int
    unreadable: int
    touched: int
    measured: tuple[Measured, ...]


def check_set(
    name: str,
    pages: Sequence[GoldPage],
    correction: Correction,
    model: BlockModel,
    *,
    keep: KeepBlocks,
    advance: Callable[[], None],
) -> Checked:
    """Page types and content of a set, as shipped and corrected; ``advance`` is called after each page."""
    scores = {ACCURACY: list[tuple[str, float, float]](), WORD_F1: list[tuple[str, float, float]]()}
    touched, unreadable, ensemble = 0, 0, PageTypeEnsemble("html")
    for page in pages:
        try:
            document = open_document(page.page)
            shares = ensemble.classify(document).as_page_type().probabilities
            analysis = PageAnalysis.of(document)
        except PageError:
            unreadable += 1
        else:
            said = np.array([shares[label] for label in LABELS])
            kinds = LABELS[said.argmax()], LABELS[correction.correct_types(document, said).argmax()]
            touched += correction.touches(document)
            if wanted := wide_type(page.type):
                scores[ACCURACY].append((page.site, float(kinds[0] == wanted), float(kinds[1] == wanted)))
            if page.text is not None and len(analysis.blocks):
                scores[WORD_F1].append((page.site, *_word_f1(page.text, analysis, kinds, correction, model, keep=keep)))
        advance()
    measured = []
    for what, rows in scores.items():
        if rows:
            sites, shipped, corrected = zip(*rows, strict=True)
            measured.append(Measured(f"{name}: {what}", sites, shipped, corrected, len(set(sites))))
    return Checked(name, len(pages), unreadable, touched, tuple(measured))


def _word_f1(
    text: str,
    analysis: PageAnalysis,
    kinds: tuple[str, str],
    correction: Correction,
    model: BlockModel,
    *,
    keep: KeepBlocks,
) -> tuple[float, float]:
    """Word F1 of a page by the shipped models and by the corrected ones, each with its own page type."""
    gold, page, document = Counter(split_words(text.lower())), PageBlocks.of(analysis), analysis.document

    def score(probabilities: Floats, kind: str) -> float:
        chosen = np.flatnonzero(keep(analysis, kind, probabilities)[0]).tolist()
        kept = Counter(word for number in chosen for word in split_words(analysis.blocks.texts[number].lower()))
        total = kept.total() + gold.total()
        return 2 * (kept & gold).total() / total if total else 1.0

    shipped = score(model(page, kinds[0]), kinds[0])
    if kinds[0] == kinds[1] and not correction.touches(document):
        return shipped, shipped
    return shipped, score(correction.correct_blocks(document, page, model(page, kinds[1])), kinds[1])
