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
from iawce.models.common.intervals import site_difference, site_mean
from iawce.models.correction.correction import Correction
from iawce.models.correction.names import Floats
from iawce.models.page_type.classification import LABELS
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.correction.examples import Example, KeepBlocks
from iawce.train.correction.problem import Problem

ACCURACY, WORD_F1 = "accuracy of the page type", "word F1 of the content"
HEAD = "| what | pages | sites | shipped | corrected | difference |\n| --- | --- | --- | --- | --- | --- |"
UNUSUAL = 0.5
"""Share of pages on which the shipped models seldom agree so little with labels that are right."""
USUAL_PAGES = 10
"""Weight, in pages, of the prior that the word F1 is as predicted."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores of pages before and after; ``clusters`` of pages that succeed and fail together."""

    what: str
    clusters: tuple[str, ...]
    shipped: tuple[float, ...]
    corrected: tuple[float, ...]
    sites: int

    @property
    def is_worse(self) -> bool:
        """Whether the corrected score is lower on average; without a sign of a gain, the shipped models decide."""
        return site_difference(self.corrected, self.shipped, self.clusters).value < 0

    @property
    def is_doubtful(self) -> bool:
        """Whether the shipped score is so low, with its whole interval, that the labels may be wrong instead."""
        return site_mean(self.shipped, self.clusters).high < UNUSUAL

    def show(self) -> str:
        """A row of the table ``HEAD``, with 95 % intervals."""
        before, after = (site_mean(values, self.clusters) for values in (self.shipped, self.corrected))
        change = site_difference(self.corrected, self.shipped, self.clusters).signed()
        return f"| {self.what} | {len(self.shipped)} | {self.sites} | {before} | {after} | {change} |"

    def facts(self) -> dict[str, object]:
        """The same for a record."""
        before, after = (site_mean(values, self.clusters) for values in (self.shipped, self.corrected))
        change = site_difference(self.corrected, self.shipped, self.clusters)
        named = {"shipped": before, "corrected": after, "difference": change}
        return {"pages": len(self.shipped)} | {name: [round(x, 4) for x in mean] for name, mean in named.items()}


@dataclass(frozen=True, slots=True)
class Answers:
    """Scores and predicted word F1 of pages whose content is labelled, corrected by the other pages."""

    shipped: tuple[float, ...]
    corrected: tuple[float, ...]
    promised: tuple[float, ...]

    @property
    def gap(self) -> float:
        """Difference of actual and predicted word F1; closer to zero with fewer pages."""
        differences = np.array(self.corrected) - np.array(self.promised)
        return float(differences.sum() / (len(differences) + USUAL_PAGES))


def measure_types(pages: Sequence[Example], logits: Floats) -> Measured:
    """Accuracy of the page type, by corrected logits, float64 (pages, types)."""
    wanted = [page.page_type for page in pages]
    before = [float(page.answered == label) for page, label in zip(pages, wanted, strict=True)]
    after = [float(LABELS[row.argmax()] == label) for row, label in zip(logits, wanted, strict=True)]
    return _measured(ACCURACY, pages, before, after)


def answer_pages(pages: Sequence[Example], problem: Problem, logits: Floats, model: BlockModel) -> Answers:
    """The answers for the pages as shipped, and by corrected logits of their blocks, float64 (rows, 1)."""
    before, after, promised = list[float](), list[float](), list[float]()
    for number, page in enumerate(pages):
        if page.kept is None:
            continue
        kept, confidence = page.answer(model, logits[problem.pages == number, 0])
        before.append(page.kept.score(page.answer(model, None)[0]))
        after.append(page.kept.score(kept))
        promised.append(confidence)
    return Answers(tuple(before), tuple(after), tuple(promised))


def measure_content(pages: Sequence[Example], answers: Answers) -> Measured:
    """Word F1 of the content."""
    return _measured(WORD_F1, pages, answers.shipped, answers.corrected)


def _measured(what: str, pages: Sequence[Example], before: Sequence[float], after: Sequence[float]) -> Measured:
    """Scores of labelled pages, whose sites are known, so that each page is its own cluster."""
    sites = len({page.site for page in pages})
    return Measured(what, tuple(page.id for page in pages), tuple(before), tuple(after), sites)


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
    touched, unreadable = 0, 0
    ensemble = PageTypeEnsemble("html")
    for page in pages:
        try:
            analysis, said = _answer(page, ensemble)
        except PageError:
            unreadable += 1
        else:
            document = analysis.document
            kinds = LABELS[said.argmax()], LABELS[correction.correct_types(document, said).argmax()]
            touched += correction.touches(document)
            if wanted := wide_type(page.type):
                scores[ACCURACY].append((page.site, float(kinds[0] == wanted), float(kinds[1] == wanted)))
            if page.text is not None and len(analysis.blocks):
                found = _scores(page.text, analysis, kinds, correction, model, keep=keep)
                scores[WORD_F1].append((page.site, *found))
        advance()
    measured = (_by_site(f"{name}: {what}", rows) for what, rows in scores.items() if rows)
    return Checked(name, len(pages), unreadable, touched, tuple(measured))


def _by_site(what: str, rows: Sequence[tuple[str, float, float]]) -> Measured:
    """Scores of pages whose site is given first, shipped and corrected."""
    sites, shipped, corrected = zip(*rows, strict=True)
    return Measured(what, sites, shipped, corrected, len(set(sites)))


def _answer(page: GoldPage, ensemble: PageTypeEnsemble) -> tuple[PageAnalysis, Floats]:
    """A page, and the probability of each page type as shipped, float64 (types,)."""
    document = open_document(page.page)
    found = ensemble.classify(document).as_page_type().probabilities
    return PageAnalysis.of(document), np.array([found[label] for label in LABELS])


def _scores(
    text: str,
    read: PageAnalysis,
    kinds: tuple[str, str],
    correction: Correction,
    model: BlockModel,
    *,
    keep: KeepBlocks,
) -> tuple[float, float]:
    """Word F1 of a page by the shipped models and by the corrected ones, each with its own page type."""
    gold, page, document = Counter(split_words(text.lower())), PageBlocks.of(read), read.document
    before = model(page, kinds[0])
    after = correction.correct_blocks(document, page, before if kinds[0] == kinds[1] else model(page, kinds[1]))
    first = _score(gold, read, keep, before, kinds[0])
    same = kinds[0] == kinds[1] and not correction.touches(document)
    return first, first if same else _score(gold, read, keep, after, kinds[1])


def _score(gold: Counter[str], read: PageAnalysis, keep: KeepBlocks, probabilities: Floats, kind: str) -> float:
    chosen = np.flatnonzero(keep(read, kind, probabilities)[0]).tolist()
    kept = Counter(word for number in chosen for word in split_words(read.blocks.texts[number].lower()))
    total = kept.total() + gold.total()
    return 2 * (kept & gold).total() / total if total else 1.0
