"""Adapts the page-type ensemble to sites without labels: what looks at less learns from what looks at the HTML.

A few unlike pages of each site are rendered, and labelled by the rule of the HTML where it is sure. New members learn
these labels from the layout boxes and from the screenshot, and the rules of the shipped ensemble get them beside its
own members, with weights fitted on pages that they did not learn.

Source: Hinton, Vinyals and Dean 2015, Distilling the Knowledge in a Neural Network. Deviations: a label is learned, not
its probabilities, and only a sure one (Yarowsky 1995).
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment, FileSystemLoader

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.labelled_sets import read_labelled_pages, snapshot_page
from iawce.data.datasets.page_labels import LINES, PAGES, PageLabel, label_writer, snapshot_folder
from iawce.data.document import open_document
from iawce.data.errors import PageError, UsageError, quantity
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.sinks.output_file import replacing
from iawce.data.snapshot import Snapshot, SnapshotStore, is_snapshot, load_snapshot
from iawce.models.common.intervals import Comparison
from iawce.models.common.record import Arrays, ModelRecord, write_record
from iawce.models.common.runtime import TREES
from iawce.models.features.inputs import InputSpec
from iawce.models.features.kinds import Kind
from iawce.models.page_type.classification import LABELS, Classification, Fusion, Rule, RuleName, read_fusion
from iawce.models.page_type.classifier import ENSEMBLE, RULES_FILE, SCREENSHOT_TREES, load_classifier, shipped_records
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.train.common.feature_cache import FeatureCache
from iawce.train.common.plots import draw_pages
from iawce.train.common.split import parts_for, site_folds
from iawce.train.common.trainer import get_recipe
from iawce.train.page_type.ensemble import MemberPredictions, OutOfFoldPredictions, cross_fit, quantiles
from iawce.train.page_type.run import cross_validate
from iawce.train.page_type.site_sample import MOST, Seen, SitePage, sample_pages
from iawce.train.page_type.task import Task
from iawce.train.page_type.tasks import BLOCK_ATTENTION, MARKUP, RULES, RunSettings, make_task

log = logging.getLogger(__name__)
SURE = "0.99"
"""A label counts if the prediction set with this coverage, which was fitted on sites not learned from, is one type."""
LEAST_SITES = 4  # So that the lines of a screenshot are learned from sites other than those whose pages are learned
WITNESSES = (MARKUP, BLOCK_ATTENTION)  # Members that must give the label, too
OWN: dict[RuleName, tuple[str, str, Kind]] = {
    "boxes": ("own-boxes", TREES, "geometry"),
    "screenshot": ("own-screenshot", SCREENSHOT_TREES, "lines"),
}
"""The new member of each rule: its name, model and input."""
FLOOR = 1e-4  # Least probability of a type by a new member
SHARES = np.linspace(0.05, 1, 20).tolist()  # Of the new member in a rule, one of which is chosen


@dataclass(frozen=True, slots=True)
class DistillSettings:
    """How an ensemble is adapted."""

    output: Path
    shape: Callable[[str], str]  # The common part of addresses made by one rule
    render: Callable[[Page], Future[Snapshot]]  # Starts the rendering of a page
    advance: Callable[[], None] = lambda: None  # Called after each page
    workers: int = 2
    folds: int = 5
    seed: int = 0
    held_out: tuple[str, ...] = ()
    cache: Path | None = None  # Folder for what takes long to compute of pages, if it is not to be in the output
    command: str = ""

    def kept(self, name: str) -> FeatureCache:
        """What is computed of pages by the shipped models, as long as these and the code are the same."""
        weights = [sha256(ENSEMBLE.read_bytes()).hexdigest(), *(record.sha256 for record in shipped_records())]
        return FeatureCache(self.cache or self.output / "cache", name, __name__, " ".join(weights))


def render_pages(
    pages: Iterable[SitePage], settings: DistillSettings, seen: Seen
) -> Iterator[tuple[SitePage, Snapshot]]:
    """The pages with their snapshots; one that was rendered by an earlier run is not rendered again."""
    store, notes = SnapshotStore(settings.output / PAGES), settings.output / "rendered"
    notes.mkdir(parents=True, exist_ok=True)

    def start(page: SitePage) -> Future[Snapshot]:
        found = Future[Snapshot]()
        if isinstance(page.item, Snapshot):
            found.set_result(page.item)
            return found
        note = _note(notes, page)
        name = note.read_text(encoding="utf-8") if note.is_file() else ""
        if not (name and is_snapshot(store.folder(name))):
            return settings.render(page.item)
        found.set_result(load_snapshot(store.folder(name)))
        return found

    for page, rendering in start_ahead(pages, start, settings.workers):
        settings.advance()
        try:
            snapshot = rendering.result()
        except PageError as error:
            seen.left_out[f"not rendered: {error.reason}"] += 1
            continue
        store.save(snapshot)
        with replacing(_note(notes, page)) as scratch:
            scratch.write_text(snapshot.id, encoding="utf-8")
        yield page, snapshot


def _note(folder: Path, page: SitePage) -> Path:
    """The file that names the snapshot of a page with this address and content."""
    body = getattr(page.item, "body", None) or b""
    content = body.read_bytes() if isinstance(body, Path) else body
    return folder / sha256(f"{page.address}\n".encode("utf-8", "replace") + content).hexdigest()[:32]


def label_pages(
    pages: Iterable[tuple[SitePage, Snapshot]], settings: DistillSettings, seen: Seen
) -> list[LabelledPage]:
    """Write a folder of labels with the sure pages of sites that have several types; its pages."""
    judges = [PageTypeEnsemble("html"), *(PageTypeEnsemble(model=name) for name in WITNESSES)]
    answers, store = settings.kept("judged"), SnapshotStore(settings.output / PAGES)

    def judge(snapshot: Snapshot, _: Sequence[LabelledPage]) -> Iterator[Arrays]:
        document = open_document(snapshot)
        yield {"answer": np.array(_agreed([judge.classify_many([document])[0] for judge in judges]))}

    found: dict[str, dict[str, PageLabel]] = defaultdict(dict)
    for page, snapshot in pages:
        shown = snapshot_page(snapshot.id, store.folder(snapshot.id), "")
        label, why = answers.compute([shown], partial(judge, snapshot))[shown.id]["answer"].tolist()
        if label:
            where = (page.address, page.address, page.site)
            about = PageLabel(snapshot.id, *where, label, time=snapshot.time, inferred=True)
            found[page.site][snapshot.id] = about
        else:
            seen.left_out[why] += 1
    (settings.output / LINES).unlink(missing_ok=True)
    with label_writer(settings.output) as writer:
        for labelled in found.values():
            if len({about.type for about in labelled.values()}) < 2:
                seen.left_out["of a site all of one type"] += len(labelled)
                continue
            for about in labelled.values():
                writer.write(about, load_snapshot(snapshot_folder(settings.output, about)))
    return read_labelled_pages(settings.output)


def _agreed(answers: Sequence[Classification | PageError]) -> tuple[str, str]:
    """The label on which all agree, the first being sure of it; else empty, and the reason."""
    known = [answer.as_page_type() for answer in answers if isinstance(answer, Classification)]
    if len(known) < len(answers):
        return "", "not readable"
    if known[0].flags:
        return "", f"flagged as {known[0].flags[0]}"
    if len(known[0].possible(SURE)) != 1:
        return "", "not sure"
    return (known[0].type, "") if len({one.type for one in known}) == 1 else ("", "members disagree")


@dataclass(frozen=True, slots=True)
class Gain:
    """Accuracy of a rule as shipped and as adapted, on pages that the new member did not learn."""

    rule: RuleName
    on: str
    means: Comparison

    def __str__(self) -> str:
        return f"| {self.rule} | {self.on} | {self.means} |"


def distill(pages: Iterable[SitePage], settings: DistillSettings) -> Path:
    """Adapt the shipped ensemble to the sites of ``pages``; returns the path of its rules, beside a report.

    Raises UsageError: too few sure pages, of too few types or sites.
    """
    settings.output.mkdir(parents=True, exist_ok=True)
    seen = Seen()
    wanted = (page for page in pages if page.site not in settings.held_out)
    found = label_pages(render_pages(sample_pages(wanted, settings.shape, seen), settings, seen), settings, seen)
    labels = tuple(label for label in LABELS if any(page.label == label for page in found))
    sites = len({page.site for page in found})
    if sites < LEAST_SITES:
        left_out = ", ".join(f"{count} {why}" for why, count in seen.left_out.most_common()) or "no page"
        raise UsageError(
            f"at least {LEAST_SITES} sites with sure pages of two types are needed, not {sites}; left out: {left_out}"
        )
    log.info("%s of %s are labelled", quantity(len(found), "page"), quantity(sites, "site"))
    shipped, gains = read_fusion(ENSEMBLE), list[Gain]()
    rules = dict(shipped.rules)
    for rule in OWN:
        rules[rule], measured = _adapt(rule, found, labels, shipped.rules[rule], settings)
        gains += measured
    about = {"pages": len(found), "sites": sites, "command": settings.command}
    write_record(settings.output / RULES_FILE, Fusion("page_type", LABELS, rules, about))
    for label in labels:
        shown = list({page.site: page for page in found if page.label == label}.values())
        draw_pages(shown, [page.site for page in shown]).savefig(settings.output / f"pages-{label}.png", dpi=90)
    templates = Environment(loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True)  # noqa: S701 - no HTML
    templates.filters["quantity"] = quantity
    counts = Counter(page.label for page in found)
    learned = {label: counts[label] for label in LABELS if counts[label]}
    facts = {"command": settings.command, "seen": seen, "most": MOST, "pages": len(found), "sites": sites}
    text = templates.get_template("distill.md.j2").render(facts, labels=learned, gains=gains)
    (settings.output / "report.md").write_text(text + "\n", encoding="utf-8")
    return settings.output / RULES_FILE


def _adapt(
    rule: RuleName, pages: Sequence[LabelledPage], labels: tuple[str, ...], shipped: Rule, settings: DistillSettings
) -> tuple[Rule, list[Gain]]:
    """The rule with a new member, and its gains on sites not learned from and on further pages of the sites."""
    name, model, kind = OWN[rule]
    cache, recipe = settings.cache or settings.output / "cache", get_recipe("default")
    run = RunSettings(model, InputSpec(kind), labels, recipe, settings.output, seed=settings.seed, cache=cache)
    task, known = make_task(pages, run), _ask_shipped(pages, RULES[rule], settings)
    folds = parts_for(pages, settings.folds)
    splits = {
        "sites not learned from": site_folds(pages, folds, settings.seed),
        "further pages of the sites": site_folds(pages, folds, settings.seed, lambda page: page.id),
    }
    tables = {on: _unseen_answers(name, task, known, parts) for on, parts in splits.items()}
    gains = [_gain(rule, on, table, shipped) for on, table in tables.items()]
    fitted = task.fit(pages)
    about = {"pages": len(pages), "labels": "by the rule of the HTML", "command": settings.command}
    fitted.save(settings.output, ModelRecord(name, task.model, labels, task.spec, training=about | task.described()))
    table, means = tables[gains[0].on], gains[0].means
    metrics = {"accuracy": round(means.after.value, 4), "gain": [round(value, 4) for value in means.change]}
    chosen = mix(table, shipped)
    limits = quantiles(chosen.pool(table.members), table.targets)
    return replace(chosen, quantiles=limits, metrics={"distilled": metrics}), gains


def _ask_shipped(
    pages: Sequence[LabelledPage], members: Sequence[str], settings: DistillSettings
) -> Mapping[str, Arrays]:
    """Log probabilities (labels,) of each member by name, by page id; kept, since they never change."""
    models = {name: load_classifier(name) for name in members}

    def answers(missing: Sequence[LabelledPage]) -> Iterator[Arrays]:
        for page in missing:
            document = page.document()
            yield {
                name: model.log_probabilities([model.prepare(document)])[0].astype(np.float64)
                for name, model in models.items()
            }

    return settings.kept("-".join(members)).compute(pages, answers)


def _unseen_answers(
    name: str, task: Task, known: Mapping[str, Arrays], parts: Sequence[Sequence[LabelledPage]]
) -> MemberPredictions:
    """What the shipped members say of all pages, and the new one of each part after learning the others."""
    pages, answers = [page for part in parts for page in part], OutOfFoldPredictions()
    members = tuple(known[pages[0].id])
    for member in members:
        answers.add(member, parts, np.stack([known[page.id][member] for page in pages]), LABELS)
    predictions, _ = cross_validate(task, pages, parts, None)
    answers.add(name, parts, np.log(np.maximum(predictions.probabilities(), FLOOR)), task.labels)
    return answers.table((*members, name))


def mix(table: MemberPredictions, shipped: Rule, chosen: Any = slice(None)) -> Rule:
    """The shipped rule with the new member, the last of the table, at the share with the lowest cross-entropy.

    Few pages choose this one number, so a label that none of them has keeps its weight; of ``chosen`` pages, else of
    all.
    """
    *_, new = table.members
    members, targets = {name: values[chosen] for name, values in table.members.items()}, table.targets[chosen]

    def at(share: float) -> Rule:
        weights = {name: (1 - share) * weight for name, weight in shipped.weights.items()} | {new: share}
        bias = tuple((1 - share) * value for value in shipped.bias)
        return Rule({name: round(weight, 4) for name, weight in weights.items() if weight > 0}, bias)

    def cross_entropy(share: float) -> float:
        shares = at(share).pool(members)[np.arange(len(targets)), targets]
        return -float(np.log(np.maximum(shares, FLOOR)).mean())

    return at(min(SHARES, key=cross_entropy))


def _gain(rule: RuleName, on: str, table: MemberPredictions, shipped: Rule) -> Gain:
    """The gain of a rule whose mixture is chosen on the other parts."""
    adapted = cross_fit(table.parts, lambda rest, here: mix(table, shipped, rest).pool(table.members)[here])
    before = (shipped.pool(table.members).argmax(axis=1) == table.targets).astype(float).tolist()
    after = (adapted.argmax(axis=1) == table.targets).astype(float).tolist()
    return Gain(rule, on, Comparison.of(before, after, [page.site for page in table.pages]))
