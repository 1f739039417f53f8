"""What came of a measuring, as tables in Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from iawce.data.corpora.gold_page import GoldPage
from iawce.data.corpora.gold_sets import GoldSet
from iawce.data.decode import decode
from iawce.data.dom import parse
from iawce.data.intervals import Mean
from iawce.extract.evaluation.outputs import Outputs
from iawce.extract.evaluation.scores import Table
from iawce.extract.measures.locating import pairwise_scores
from iawce.extract.measures.sequences import mean_f1
from iawce.extract.measures.simhash import chance_level
from iawce.extract.peers.fpc import cluster_pages, describe_levels
from iawce.models.calibration import calibration_error

TEXT = ("f1", "precision", "recall", "rouge_l", "wanted", "unwanted")
PAPERS = ("right_page", "complete_page", "compression")
RECORDS = ("record_precision", "record_recall", "record_f1", "items_right")
TYPES = ("type", "fine_type")
NAMES = {
    "f1": "word F1",
    "rouge_l": "ROUGE-L",
    "wanted": "wanted snippets",
    "unwanted": "unwanted snippets",
    "right_page": "pages with F1 ≥ 0.9",
    "complete_page": "pages with recall ≥ 0.95",
    "compression": "size of result by source",
    "type": "page type (of four)",
    "fine_type": "page type (of seven)",
    "items_right": "items right",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title; ``note`` stands below it."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """As Markdown."""
        lines = [f"| {' | '.join(cells)} |" for cells in (self.head, ("---",) * len(self.head), *self.rows)]
        return "\n".join([f"## {self.title}", "", *lines, *(("", self.note) if self.note else ())])


@dataclass(frozen=True, slots=True)
class Report:
    """All that is said of a run, ``intro`` paragraph by paragraph."""

    title: str
    intro: tuple[str, ...]
    command: str
    sections: tuple[Section, ...]

    def markdown(self) -> str:
        """As Markdown."""
        parts = [f"# {self.title}", *self.intro, f"    {self.command}"]
        parts += [section.markdown() for section in self.sections]
        return "\n\n".join(part for part in parts if part) + "\n"


def make_report(table: Table, outputs: dict[str, Outputs], gold: GoldSet, command: str) -> Report:
    """All tables of a run; the first system is the one that the others are compared with."""
    sites = len({page.site for page in table.pages})
    intro = [
        f"{len(table.pages)} pages of {sites} sites ({gold.source}; licence: {gold.licence}). Means over pages, 95 % "
        f"intervals by drawing {'sites' if sites > 1 else 'pages'}. What failed counts as empty."
    ]
    if gold.is_learned_from:
        intro.append(
            "The page types that the shipped models tell were learned from these pages, so what hangs on them is "
            "flattered here; docs/page-types.md has figures for unseen sites."
        )
    sections = (
        *(_text_table(table), _type_table(table), _difference_table(table), _paper_table(table)),
        *(_other_table(table, RECORDS, "Records"), _other_table(table, _fields(table), "Fields (word F1)")),
        *(_calibration(table), _cluster_table(table.pages) if gold.has_kinds else None, _cost_table(table, outputs)),
    )
    found = tuple(section for section in sections if section)
    return Report(f"{gold.name}: {gold.holds}", tuple(intro), command, found)


def _text_table(table: Table) -> Section | None:
    found = table.measures()
    measures = [name for name in TEXT if name in found]
    if "f1" not in measures:
        return None
    has_shingles = "shingle_recall" in found
    head = ["system", *(NAMES.get(name, name) for name in measures), *(["4-gram F1"] if has_shingles else [])]
    rows = []
    for system in table.rows:
        cells = [_show(table.mean(system, name)) for name in measures]
        rows.append([system, *cells, *([_shingle_f1(table, system)] if has_shingles else [])])
    return _section("Text", head, rows)


def _shingle_f1(table: Table, system: str) -> str:
    precision, recall = (table.mean(system, f"shingle_{name}") for name in ("precision", "recall"))
    return f"{mean_f1(precision.value, recall.value):.3f}" if precision and recall else "-"


def _type_table(table: Table) -> Section | None:
    types = sorted({page.type for page in table.pages if page.type})
    if len(types) < 2 or "f1" not in table.measures():
        return None
    counts = {name: sum(page.type == name for page in table.pages) for name in types}
    rows = [[system, *(_value(table.mean(system, "f1", name)) for name in types)] for system in table.rows]
    return _section("Word F1 by page type", ["system", *(f"{name} ({counts[name]})" for name in types)], rows)


def _difference_table(table: Table) -> Section | None:
    first, *others = table.rows
    if not others or "f1" not in table.measures():
        return None
    differences = [(other, table.difference(first, other)) for other in others]
    rows = [[other, mean.signed() if mean else "-"] for other, mean in differences]
    return _section(f"Word F1 of {first}, less that of", ["system", "difference"], rows)


def _paper_table(table: Table) -> Section | None:
    found = table.measures()
    if "f1" not in found:
        return None
    head = ["system", *(NAMES[name] for name in PAPERS)]
    bits = [size for size in (64, 128) if f"correct_{size}" in found]
    head += [f"SimHash {size}: {name}" for size in bits for name in ("P", "R", "C3/C1")]
    rows = []
    for system in table.rows:
        cells = [_value(table.mean(system, name)) for name in PAPERS]
        for size in bits:
            correct, complete = (table.mean(system, f"{name}_{size}") for name in ("correct", "complete"))
            if correct and complete:
                recall = complete.value / correct.value if correct.value else 0.0
                cells += [f"{correct.value:.3f}", f"{recall:.3f}", f"{complete.value:.3f}"]
        rows.append([system, *cells])
    chance = ", ".join(f"{chance_level(size):.2g} with {size} bits" for size in bits)  # type: ignore[arg-type]
    note = f"Two unrelated texts count as correct by chance: {chance}." if bits else ""
    return _section("The papers' measures", head, rows, note)


def _other_table(table: Table, measures: Sequence[str], title: str) -> Section | None:
    chosen = [name for name in measures if name in table.measures()]
    rows = [
        [system, *(_show(table.mean(system, name)) for name in chosen)]
        for system in table.rows
        if any(table.mean(system, name) for name in chosen)
    ]
    return (
        _section(
            title,
            ["system", *(NAMES.get(name, name.removeprefix("field_").replace("_", " ")) for name in chosen)],
            rows,
        )
        if rows
        else None
    )


def _fields(table: Table) -> list[str]:
    return sorted(name for name in table.measures() if name.startswith("field_"))


def _calibration(table: Table) -> Section | None:
    rows = []
    for system, scores in table.rows.items():
        told = [(row["type_confidence"], row["type"]) for row in scores if "type" in row]
        if told:
            confidence, right = np.array(told).T
            error = calibration_error(confidence, right)
            rows.append([system, *(_show(table.mean(system, name)) for name in TYPES), f"{error:.3f}"])
    return (
        _section("Page types", ["system", *(NAMES[name] for name in TYPES), "calibration error"], rows)
        if rows
        else None
    )


def _cluster_table(pages: Sequence[GoldPage]) -> Section:
    """Pairwise scores of clusterings of the pages, the classes being their types."""
    kinds = [page.type for page in pages]
    levels = [describe_levels(parse(decode(page.body).text)[0]) for page in pages]
    found = {"fpc": cluster_pages(levels), "all in one": [0] * len(pages), "each alone": list(range(len(pages)))}
    rows = [
        [name, str(len(set(numbers))), *(f"{value:.3f}" for value in pairwise_scores(numbers, kinds))]
        for name, numbers in found.items()
    ]
    return _section("Clusters of pages, over all pairs", ["system", "clusters", "precision", "recall", "F1"], rows)


def _cost_table(table: Table, outputs: dict[str, Outputs]) -> Section:
    mean_seconds = {system: np.mean([row["seconds"] for row in rows]) for system, rows in table.rows.items()}
    floor = min(mean_seconds.values()) or 1e-9
    rows = []
    for system, scores in table.rows.items():
        times = [row["seconds"] for row in scores]
        peak = max(output.peak_mb for output in outputs[system].values())
        errors = sum(row["failed"] for row in scores)
        cells = [
            f"{1000 * np.median(times):.1f}",
            f"{1000 * mean_seconds[system]:.1f}",
            f"{mean_seconds[system] / floor:.1f}",
        ]
        rows.append([system, *cells, f"{peak:.0f}", f"{errors:.0f}"])
    head = ["system", "median ms", "mean ms", "mean, fastest = 1", "peak memory, MiB", "failures"]
    return _section("CPU time a page, one process each", head, rows)


def _show(mean: Mean | None) -> str:
    return str(mean) if mean else "-"


def _value(mean: Mean | None) -> str:
    return f"{mean.value:.3f}" if mean else "-"


def _section(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], note: str = "") -> Section:
    return Section(title, tuple(head), tuple(tuple(row) for row in rows), note)
