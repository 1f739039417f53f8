"""One training of a correction: examples, variances, temperature, its effect, record, report, pictures."""

import logging
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools, Floats
from iawce.data.datasets.page_labels import PageLabel, open_labelled, read_labels
from iawce.data.document import Document
from iawce.data.dom.texts import blocks_at
from iawce.data.errors import PageError, UsageError, quantity
from iawce.data.escape_markdown import code_cell
from iawce.data.labels import PageType
from iawce.data.network.address import site_of
from iawce.data.page import SAVED_ORIGIN
from iawce.data.prefetch import batches
from iawce.models.blocks.block_model import BlockModel, load_block_model
from iawce.models.blocks.page_blocks import PageBlocks
from iawce.models.common.intervals import Comparison
from iawce.models.common.probabilities import sigmoid
from iawce.models.common.record import ModelRecord, save_model
from iawce.models.correction.correction import (
    Correction,
    NamedWeights,
    base_hashes,
    block_logits,
    block_names,
    group_scales,
    load_correction,
    page_names,
    type_logits,
)
from iawce.models.features.inputs import InputSpec
from iawce.models.page_type.classification import LABELS, NEARLY_CERTAIN, Classification
from iawce.models.page_type.classifier import CORRECTION
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.common.metrics import fit_temperature
from iawce.train.common.plots import plot_content
from iawce.train.correction.problem import BLOCK_VARIANCES, TYPE_VARIANCES, PageRows, Problem, choose_variance

ACCURACY, WORD_F1 = "accuracy of the page type", "word F1 of the content"
UNUSUAL = 0.5  # Share of pages on which the shipped models seldom agree so little with labels that are right
PARTS = {ACCURACY: "page types", WORD_F1: "content"}  # What a measure is about
ENOUGH = 10  # Labelled pages of a site beyond which more add little
SAVED = site_of(SAVED_ORIGIN)  # Site of saved pages without an address
VARIANCE = 0.09  # Prior variance of the logarithm of a temperature
MIN_COUNT = 3  # Least labelled pages for a measurement
USUAL_PAGES = 10  # Weight, in pages, of the prior that the word F1 is as predicted
log = logging.getLogger(__name__)
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


@dataclass(frozen=True, slots=True)
class Measured:
    """Scores of labelled pages before and after; their sites are known, so that each page is its own cluster."""

    what: str
    pages: Sequence[Example]
    shipped: Sequence[float]
    corrected: Sequence[float]

    @property
    def is_worse(self) -> bool:
        """Whether the corrected score is lower on average; without a sign of a gain, the shipped models decide."""
        return self.means.change.value < 0

    def show(self) -> str:
        """A row of a table: what, pages, sites, shipped, corrected, difference, with 95 % intervals."""
        return f"| {self.what} | {len(self.pages)} | {len({page.site for page in self.pages})} | {self.means} |"

    def facts(self) -> dict[str, object]:
        """The same for a record."""
        named = zip(("shipped", "corrected", "difference"), self.means, strict=True)
        return {"pages": len(self.pages)} | {name: [round(value, 4) for value in mean] for name, mean in named}

    @property
    def means(self) -> Comparison:
        """The shipped and the corrected scores, and their differences."""
        return Comparison.of(self.shipped, self.corrected, [page.id for page in self.pages])


def write_report(path: Path, examples: Sequence[Example], measured: Sequence[Measured], correction: Correction) -> None:
    """Write the report as Markdown."""
    loader = FileSystemLoader(Path(__file__).parent)
    templates = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True)  # noqa: S701 - no HTML
    templates.filters |= {"quantity": quantity, "code_cell": code_cell}
    templates.filters["named"] = lambda site: "pages without an address" if site == SAVED else site
    training, blocks = correction.record.training, len(correction.blocks.keys)
    others = (page for page in examples if page.page_type != page.answered and page.certainty >= NEARLY_CERTAIN)
    contradicted = sorted(others, key=lambda page: -page.certainty)
    contents = Counter(page.page_type for page in examples if page.kept) if blocks else Counter[str]()
    text = templates.get_template("report.md.j2").render(
        examples=examples,
        sites=training["sites"],
        measured=measured,
        worse=[PARTS[one.what] for one in measured if one.is_worse],
        doubts=list(_doubts(contradicted, measured)),
        contradicted=contradicted,
        contents=contents,
        unlabelled=[label for label in LABELS if label not in contents],
        saved=SAVED,
        enough=ENOUGH,
        few=sorted(site for site, count in Counter(page.site for page in examples).items() if count < ENOUGH),
        is_empty=not blocks + len(correction.types.keys),
        record=path.with_name(f"{correction.record.name}.json"),
    )
    path.write_text(re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", encoding="utf-8")


def _doubts(contradicted: Sequence[Example], measured: Sequence[Measured]) -> Iterator[str]:
    """Signs that page types are labelled wrongly: the table of gains cannot tell who is wrong."""
    if any(one.what == ACCURACY and one.means.before.high < UNUSUAL for one in measured):
        yield "most of the pages have another page type by the shipped models, which are seldom wrong so often"
    if contradicted:
        pages = quantity(len(contradicted), "page")
        yield f"of {pages} the shipped models are nearly certain that the type is another"


@dataclass(frozen=True, slots=True)
class Learned:
    """Weights for blocks or page types; ``logits`` by the pages of other folds, float64 (rows, outputs)."""

    pages: tuple[Example, ...]
    variance: float
    weights: NamedWeights
    logits: Floats
    problem: Problem | None = None


def learn(found: Sequence[tuple[Example, PageRows | None]], choices: Sequence[float], outputs: int) -> Learned:
    """Learn from the pages whose rows are known."""
    pages = tuple(page for page, rows in found if rows)
    if not pages:
        nothing = NamedWeights.of([], np.zeros((0, outputs)))
        return Learned((), choices[0], nothing, np.zeros((0, outputs)))
    problem = Problem.of([rows for _, rows in found if rows])
    variance, logits = choose_variance(problem, choices)
    return Learned(pages, variance, problem.learn(variance), logits, problem)


def score_contents(blocks: Learned, model: BlockModel) -> Iterator[tuple[float, float, float]]:
    """Word F1 of each page with a labelled content: as shipped, corrected by the other pages, and predicted of that."""
    for number, page in enumerate(blocks.pages):
        if page.kept and blocks.problem:
            kept, confidence = page.answer(model, blocks.logits[blocks.problem.pages == number, 0])
            yield page.kept.score(page.answer(model, None)[0]), page.kept.score(kept), confidence


def train_correction(
    folders: Sequence[Path],
    output: Path,
    keep: KeepBlocks,
    command: str = "",
    advance: Callable[[str], None] = lambda _: None,
) -> Path:
    """Learn a correction of the shipped models from folders that ``iawce label`` wrote; returns the path of the record.

    Page types, or content, are left as they are where the correction makes them worse on labelled pages outside its
    training. ``advance`` is called with what was done after each page and step. Raises UsageError: there are no labels,
    or they do not fit their pages; EnvironmentMissing: the shipped models are absent or damaged.
    """
    model = load_block_model()
    examples = list(read_examples(folders, PageTypeEnsemble(), model, keep, lambda: advance("read")))
    if not examples:
        raise UsageError("no page of these labels has a type or a content: label some with iawce label first")
    sites = Counter(page.site for page in examples)
    log.info("%s of %s", quantity(len(examples), "labelled page"), quantity(len(sites), "site"))
    types = learn([(page, page.type_rows) for page in examples], TYPE_VARIANCES, len(LABELS))
    advance("page types learned")
    blocks = learn([(page, page.kept.rows if page.kept else None) for page in examples], BLOCK_VARIANCES, 1)
    advance("content learned")
    shipped, corrected, promised = np.reshape(list(score_contents(blocks, model)), (-1, 3)).T.tolist()
    measured = list[Measured]()
    if len(types.pages) >= MIN_COUNT:
        before = [float(page.answered == page.page_type) for page in types.pages]
        pairs = zip(types.pages, types.logits, strict=True)
        after = [float(LABELS[logits.argmax()] == page.page_type) for page, logits in pairs]
        measured.append(Measured(ACCURACY, types.pages, before, after))
    if len(blocks.pages) >= MIN_COUNT:
        measured.append(Measured(WORD_F1, blocks.pages, shipped, corrected))
    worse = {one.what for one in measured if one.is_worse}
    kept_blocks = learn((), BLOCK_VARIANCES, 1) if WORD_F1 in worse else blocks
    kept_types = learn((), TYPE_VARIANCES, len(LABELS)) if ACCURACY in worse else types
    gap = (sum(corrected) - sum(promised)) / (len(corrected) + USUAL_PAGES)  # closer to zero with fewer pages
    parts = {"blocks": kept_blocks, "types": kept_types}
    training = {
        "base": base_hashes(),
        "sites": dict(sorted(sites.items())),
        "variances": {name: part.variance for name, part in parts.items()},
        "labels": {name: len(part.pages) for name, part in parts.items()},
        "confidence_shift": 0.0 if WORD_F1 in worse else round(gap, 4),
        "command": command,
    }
    targets = kept_types.problem.targets if kept_types.problem else kept_types.logits
    temperature = fit_temperature(kept_types.logits, targets.argmax(axis=1), VARIANCE)
    metrics = {one.what: one.facts() for one in measured}
    record = ModelRecord(CORRECTION, CORRECTION, LABELS, InputSpec("names"), temperature, metrics, training)
    arrays = {key: array for name, part in parts.items() for key, array in part.weights.arrays(name).items()}
    path = save_model(output, record, arrays)
    if len(blocks.pages) >= MIN_COUNT:
        plot_content(path.with_name("content.png"), shipped, corrected)
    write_report(path.with_name("report.md"), examples, measured, load_correction(path))
    return path
