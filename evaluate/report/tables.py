"""The report of an evaluation run, made of tables: texts, records, fields, page types, time and memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from iawce.data.datasets.gold_sets import GoldSet
from iawce.data.errors import quantity
from iawce.evaluate.measures import BITS, OUTCOMES, WHOLE, chance_level, f1_score, hash_scores, whole_pages
from iawce.evaluate.outputs import Outputs
from iawce.evaluate.scores import ScoreTable
from iawce.models.common.intervals import Mean
from iawce.models.common.probabilities import calibration_error

NAMES = {
    "f1": "word F1",
    "rouge_l": "ROUGE-L",
    "wanted": "wanted snippets",
    "unwanted": "unwanted snippets",
    "type": "page type (of four)",
    "fine_type": "page type (of seven)",
    "items_right": "items right",
}
"""Titles of measures whose names need one."""
TEXT = ("f1", "precision", "recall", "rouge_l", "wanted", "unwanted")
RECORDS = ("record_precision", "record_recall", "record_f1", "items_right")
TYPES = ("type", "fine_type")
MAX_SITES = 30


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title; ``note`` stands below it."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def markdown(self) -> str:
        """As Markdown."""
        lines = [f"| {' | '.join(cells)} |" for cells in (self.head, ["---"] * len(self.head), *self.rows)]
        return "\n".join([f"## {self.title}", "", *lines, *(("", self.note) if self.note else ())])


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a run, ``intro`` paragraph by paragraph."""

    title: str
    intro: Sequence[str]
    command: str
    sections: Sequence[Section]

    def markdown(self) -> str:
        """As Markdown."""
        parts = [f"# {self.title}", *self.intro, f"    {self.command}"]
        parts += [section.markdown() for section in self.sections]
        return "\n\n".join(part for part in parts if part) + "\n"


def _name_of(measure: str) -> str:
    return NAMES.get(measure, measure.removeprefix("field_").replace("_", " "))


def _show(mean: Mean | None) -> str:
    return str(mean) if mean else "-"


def _value_of(mean: Mean | None) -> str:
    return f"{mean.value:.3f}" if mean else "-"


def _by_system(
    table: ScoreTable, title: str, head: Sequence[str], cells: Callable[[str], Sequence[str]], note: str = ""
) -> Section | None:
    """A row for each system that has cells; no table without any."""
    rows = [(system, *found) for system in table.rows if (found := cells(system))]
    return Section(title, ("system", *head), rows, note) if rows else None


def text_table(table: ScoreTable) -> Section | None:
    """Measures of whole texts, and of snippets where there are no texts."""
    measures = [name for name in TEXT if name in table.measures()]
    is_whole = "shingle_recall" in table.measures()

    def cells(system: str) -> list[str]:
        found = [_show(table.mean(system, name)) for name in measures]
        precision, recall = (table.mean(system, f"shingle_{name}") for name in ("precision", "recall"))
        f1 = f"{f1_score(precision.value, recall.value):.3f}" if precision and recall else "-"
        return [*found, f1] if is_whole else found

    return _by_system(table, "Text", [*map(_name_of, measures), *(["4-gram F1"] if is_whole else [])], cells)


def type_table(table: ScoreTable) -> Section | None:
    """Word F1 of each type of page."""
    types = sorted({page.type for page in table.pages if page.type})
    if len(types) < 2 or "f1" not in table.measures():
        return None
    head = [f"{name} ({sum(page.type == name for page in table.pages)})" for name in types]
    values = {system: [_value_of(table.mean(system, "f1", name)) for name in types] for system in table.rows}
    return _by_system(table, "Word F1 by page type", head, values.__getitem__)


def difference_table(table: ScoreTable) -> Section | None:
    """The first system compared with each other one, page by page."""
    first, *others = table.rows
    if not others or "f1" not in table.measures():
        return None
    differences = [(other, table.difference(first, other)) for other in others]
    rows = [(other, mean.signed() if mean else "-") for other, mean in differences]
    return Section(f"Word F1 of {first}, less that of", ("system", "difference"), rows)


def paper_table(table: ScoreTable) -> Section | None:
    """The text measures of the four papers."""
    found = table.measures()
    if "f1" not in found:
        return None
    bits = [size for size in BITS if f"correct_{size}" in found]
    head = ["pages with F1 ≥ 0.9", f"pages with recall ≥ {WHOLE}", "size of result by source"]
    head += [f"SimHash {size}: {name}" for size in bits for name in ("P", "R", "C3/C1")]

    def cells(system: str) -> list[str]:
        right, compression = (_value_of(table.mean(system, name)) for name in ("right_page", "compression"))
        found = [right, f"{whole_pages(table.values(system, 'recall')):.3f}", compression]
        for size in bits:
            correct, complete = (table.values(system, f"{name}_{size}") for name in ("correct", "complete"))
            found += [f"{share:.3f}" for share in hash_scores(correct, complete)]
        return found

    chance = ", ".join(f"{chance_level(size):.2g} with {size} bits" for size in bits)
    note = f"Two unrelated texts count as correct by chance: {chance}." if bits else ""
    return _by_system(table, "The papers' measures", head, cells, note)


def _sites(table: ScoreTable) -> list[str]:
    """The sites of the pages, as far as they are known: a page that is its own site is of an unknown one."""
    return sorted({page.site for page in table.pages if page.site != page.id})


def site_table(table: ScoreTable) -> Section | None:
    """Accuracy by site, as the template system reports it; left out if there are many sites."""
    sites = _sites(table)
    if "right_page" not in table.measures() or not 1 < len(sites) <= MAX_SITES:
        return None
    rows = []
    for site in sites:
        here = [number for number, page in enumerate(table.pages) if page.site == site]
        shares = (np.mean([scores[number].get("right_page", 0.0) for number in here]) for scores in table.rows.values())
        rows.append((site, str(len(here)), *(f"{share:.2f}" for share in shares)))
    return Section("Pages with word F1 ≥ 0.9, by site", ("site", "pages", *table.rows), rows)


def measure_table(table: ScoreTable, measures: Sequence[str], title: str) -> Section | None:
    """Means of some measures, for the systems with any above 0."""
    chosen = [name for name in measures if name in table.measures()]

    def cells(system: str) -> list[str]:
        means = [table.mean(system, name) for name in chosen]
        return [_show(mean) for mean in means] if any(mean and mean.value > 0 for mean in means) else []

    return _by_system(table, title, [*map(_name_of, chosen)], cells)


def outcome_table(table: ScoreTable) -> Section | None:
    """Outcomes of locating records, for systems that locate any."""

    def cells(system: str) -> list[str]:
        counts = [sum(table.values(system, f"outcome_{name}")) for name in OUTCOMES]
        shares = [count / (sum(counts) or 1) for count in counts]
        right, wrong, _, nothing, some = shares
        is_any = right + wrong + some > 0
        return [f"{share:.3f}" for share in (*shares, right + nothing, wrong + some)] if is_any else []

    note = (
        "Found: all records and no others (A), wrong ones (B), none (C); on pages with a single record, none (D) or "
        "some (E)."
    )
    return _by_system(table, "Locating of records", [*OUTCOMES, "quality, A + D", "harmful, B + E"], cells, note)


def page_type_table(table: ScoreTable) -> Section | None:
    """Accuracy and calibration of the page types that systems give."""

    def cells(system: str) -> list[str]:
        answered = [(row["type_confidence"], row["type"]) for row in table.rows[system] if "type" in row]
        if not answered:
            return []
        error = calibration_error(*np.array(answered).T)
        return [*(_show(table.mean(system, name)) for name in TYPES), f"{error:.3f}"]

    return _by_system(table, "Page types", [*map(_name_of, TYPES), "calibration error"], cells)


def cost_table(table: ScoreTable, outputs: dict[str, Outputs]) -> Section | None:
    """Time, memory and failures."""
    means = {system: float(np.mean(table.values(system, "seconds"))) for system in table.rows}
    floor = min(means.values()) or 1e-9

    def cells(system: str) -> list[str]:
        median, mean = np.median(table.values(system, "seconds")), means[system]
        peak = max(output.peak_mb for output in outputs[system].values())
        errors = sum(table.values(system, "failed"))
        return [f"{1000 * median:.1f}", f"{1000 * mean:.1f}", f"{mean / floor:.1f}", f"{peak:.0f}", f"{errors:.0f}"]

    head = ("median ms", "mean ms", "mean, fastest = 1", "peak memory, MiB", "failures")
    return _by_system(table, "CPU time a page, one process each", head, cells)


def make_report(table: ScoreTable, outputs: dict[str, Outputs], gold: GoldSet, command: str) -> Report:
    """All tables of a run; the first system is the one that the others are compared with."""
    sites, count = _sites(table), quantity(len(table.pages), "page")
    intro = (
        f"{count} of {quantity(len(sites), 'site') if sites else 'unknown sites'} ({gold.source}; licence: "
        f"{gold.licence}). Means over pages, 95 % intervals by drawing {'sites' if len(sites) > 1 else 'pages'}. "
        "A failed page counts as empty."
    )
    fields = sorted(name for name in table.measures() if name.startswith("field_"))
    sections = (
        *(text_table(table), type_table(table), difference_table(table), paper_table(table), site_table(table)),
        *(measure_table(table, RECORDS, "Records"), outcome_table(table)),
        measure_table(table, fields, "Fields (word F1; date: the same day)"),
        *(page_type_table(table), cost_table(table, outputs)),
    )
    found = [section for section in sections if section]
    return Report(f"{gold.name}: {gold.holds}", [intro, *_caveats(gold)], command, found)


def _caveats(gold: GoldSet) -> list[str]:
    """What the shipped models learned from the set, and where their figures for unseen sites are."""
    caveats = []
    if gold.texts_learned:
        caveats.append(
            "The shipped block model learned main content from pages of this set; where these are among them, the "
            "word F1 of iawce is too high; docs/lab/main-content.md#figures has its cross-validated figures for unseen "
            "sites."
        )
    if gold.types_learned:
        caveats.append(
            "The shipped models learned page types from pages of this set; where these are among them, figures that "
            "depend on the type are too high; docs/page-types.md has figures for unseen sites."
        )
    return caveats
