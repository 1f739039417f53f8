"""The tables of an evaluation run: texts, records, fields, page types, clusters, time and memory."""

from collections.abc import Sequence

import numpy as np

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import GoldSet
from iawce.data.document import open_document
from iawce.data.errors import quantity
from iawce.evaluate.measures.locating import OUTCOMES, Outcomes, pairwise_scores
from iawce.evaluate.measures.texts import BITS, WHOLE, Bits, HashScores, chance_level, completeness, f1_score
from iawce.evaluate.outputs import Outputs
from iawce.evaluate.report.section import Report, Section, make_section, name_of, show, value_of
from iawce.evaluate.scores import ScoreTable
from iawce.evaluate.systems.clusterings import CLUSTERINGS
from iawce.models.common.probabilities import calibration_error

TEXT = ("f1", "precision", "recall", "rouge_l", "wanted", "unwanted")
MAX_SITES = 30


def text_table(table: ScoreTable) -> Section | None:
    """Measures of whole texts, and of snippets where there are no texts."""
    found = table.measures()
    measures = [name for name in TEXT if name in found]
    if not measures:
        return None
    has_shingles = "shingle_recall" in found
    head = ["system", *(name_of(name) for name in measures), *(["4-gram F1"] if has_shingles else [])]
    rows = []
    for system in table.rows:
        cells = [show(table.mean(system, name)) for name in measures]
        rows.append([system, *cells, *([_shingle_f1(table, system)] if has_shingles else [])])
    return make_section("Text", head, rows)


def _shingle_f1(table: ScoreTable, system: str) -> str:
    precision, recall = (table.mean(system, f"shingle_{name}") for name in ("precision", "recall"))
    return f"{f1_score(precision.value, recall.value):.3f}" if precision and recall else "-"


def type_table(table: ScoreTable) -> Section | None:
    """Word F1 of each type of page."""
    types = sorted({page.type for page in table.pages if page.type})
    if len(types) < 2 or "f1" not in table.measures():
        return None
    counts = {name: sum(page.type == name for page in table.pages) for name in types}
    rows = [[system, *(value_of(table.mean(system, "f1", name)) for name in types)] for system in table.rows]
    return make_section("Word F1 by page type", ["system", *(f"{name} ({counts[name]})" for name in types)], rows)


def difference_table(table: ScoreTable) -> Section | None:
    """The first system compared with each other one, page by page."""
    first, *others = table.rows
    if not others or "f1" not in table.measures():
        return None
    differences = [(other, table.difference(first, other)) for other in others]
    rows = [[other, mean.signed() if mean else "-"] for other, mean in differences]
    return make_section(f"Word F1 of {first}, less that of", ["system", "difference"], rows)


def paper_table(table: ScoreTable) -> Section | None:
    """The text measures of the four papers."""
    found = table.measures()
    if "f1" not in found:
        return None
    head = ["system", "pages with F1 ≥ 0.9", f"pages with recall ≥ {WHOLE}", "size of result by source"]
    bits: list[Bits] = [size for size in BITS if f"correct_{size}" in found]
    head += [f"SimHash {size}: {name}" for size in bits for name in ("P", "R", "C3/C1")]
    rows = []
    for system in table.rows:
        whole_pages = completeness(table.values(system, "recall")).whole_pages
        cells = [f"{whole_pages:.3f}", value_of(table.mean(system, "compression"))]
        for size in bits:
            scores = _hash_scores(table, system, size)
            cells += [f"{share:.3f}" for share in (scores.correct, scores.recall, scores.complete)]
        rows.append([system, value_of(table.mean(system, "right_page")), *cells])
    chance = ", ".join(f"{chance_level(size):.2g} with {size} bits" for size in bits)
    note = f"Two unrelated texts count as correct by chance: {chance}." if bits else ""
    return make_section("The papers' measures", head, rows, note)


def _hash_scores(table: ScoreTable, system: str, bits: Bits) -> HashScores:
    correct, complete = (table.values(system, f"{name}_{bits}") for name in ("correct", "complete"))
    return HashScores(len(correct), int(sum(correct)), int(sum(complete)), bits)


def site_table(table: ScoreTable) -> Section | None:
    """Accuracy by site, as the template system reports it; left out if there are many sites."""
    sites = sorted({page.site for page in table.pages})
    if "right_page" not in table.measures() or not 1 < len(sites) <= MAX_SITES:
        return None
    rows = []
    for site in sites:
        here = np.array([page.site == site for page in table.pages])
        shares = [
            np.mean([row.get("right_page", 0.0) for row, at in zip(table.rows[s], here, strict=True) if at])
            for s in table.rows
        ]
        rows.append([site, str(here.sum()), *(f"{share:.2f}" for share in shares)])
    return make_section("Pages with word F1 ≥ 0.9, by site", ["site", "pages", *table.rows], rows)


RECORDS = ("record_precision", "record_recall", "record_f1", "items_right")
TYPES = ("type", "fine_type")


def measure_table(table: ScoreTable, measures: Sequence[str], title: str) -> Section | None:
    """Means of some measures, for the systems with any above 0."""
    chosen = [name for name in measures if name in table.measures()]
    rows = [
        [system, *(show(table.mean(system, name)) for name in chosen)]
        for system in table.rows
        if any((mean := table.mean(system, name)) and mean.value > 0 for name in chosen)
    ]
    return (
        make_section(
            title,
            ["system", *(name_of(name) for name in chosen)],
            rows,
        )
        if rows
        else None
    )


def outcome_table(table: ScoreTable) -> Section | None:
    """Outcomes of locating records, for systems that locate any."""
    rows = []
    for system in table.rows:
        counts = {name: int(sum(table.values(system, f"outcome_{name}"))) for name in OUTCOMES}
        pages = sum(counts.values())
        if counts["C"] + counts["D"] < pages:
            found = Outcomes(counts)
            shares = [*(count / pages for count in counts.values()), found.quality, found.harmful]
            rows.append([system, *(f"{share:.3f}" for share in shares)])
    head = ["system", *OUTCOMES, "quality, A + D", "harmful, B + E"]
    note = (
        "Found: all records and no others (A), wrong ones (B), none (C); on pages with a single record, none (D) or "
        "some (E)."
    )
    return make_section("Locating of records", head, rows, note) if rows else None


def fields_of(table: ScoreTable) -> list[str]:
    """Measures of fields, by name."""
    return sorted(name for name in table.measures() if name.startswith("field_"))


def page_type_table(table: ScoreTable) -> Section | None:
    """Accuracy and calibration of the page types that systems give."""
    rows = []
    for system, scores in table.rows.items():
        answered = [(row["type_confidence"], row["type"]) for row in scores if "type" in row]
        if answered:
            confidence, right = np.array(answered).T
            error = calibration_error(confidence, right)
            rows.append([system, *(show(table.mean(system, name)) for name in TYPES), f"{error:.3f}"])
    return (
        make_section("Page types", ["system", *(name_of(name) for name in TYPES), "calibration error"], rows)
        if rows
        else None
    )


def cluster_table(pages: Sequence[GoldPage]) -> Section:
    """Pairwise scores of clusterings of the pages, the classes being their types."""
    kinds = [page.type for page in pages]
    documents = [open_document(page.page) for page in pages]
    rows = []
    for name, cluster in CLUSTERINGS.items():
        numbers = cluster(documents)
        scores = pairwise_scores(numbers, kinds)
        rows.append([name, str(len(set(numbers))), *(f"{value:.3f}" for value in (*scores, scores.f1))])
    return make_section("Clusters of pages, over all pairs", ["system", "clusters", "precision", "recall", "F1"], rows)


def cost_table(table: ScoreTable, outputs: dict[str, Outputs]) -> Section:
    """Time, memory and failures."""
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
    return make_section("CPU time a page, one process each", head, rows)


def make_report(table: ScoreTable, outputs: dict[str, Outputs], gold: GoldSet, command: str) -> Report:
    """All tables of a run; the first system is the one that the others are compared with."""
    sites = len({page.site for page in table.pages})
    intro = [
        f"{quantity(len(table.pages), 'page')} of {quantity(sites, 'site')} ({gold.source}; licence: {gold.licence}). "
        f"Means over pages, 95 % intervals by drawing {'sites' if sites > 1 else 'pages'}. "
        "A failed page counts as empty."
    ]
    intro += _caveats(gold)
    sections = (
        *(text_table(table), type_table(table), difference_table(table), paper_table(table)),
        *(
            site_table(table),
            measure_table(table, RECORDS, "Records"),
            outcome_table(table),
            measure_table(table, fields_of(table), "Fields (word F1; date: the same day)"),
        ),
        *(page_type_table(table), cluster_table(table.pages) if gold.has_kinds else None, cost_table(table, outputs)),
    )
    found = tuple(section for section in sections if section)
    return Report(f"{gold.name}: {gold.holds}", tuple(intro), command, found)


def _caveats(gold: GoldSet) -> list[str]:
    """What the shipped models learned from the set, and where their figures for unseen sites are."""
    caveats = []
    if gold.texts_learned:
        caveats.append(
            "The shipped block model learned main content from these very pages, so the word F1 of iawce is too high; "
            "docs/lab/main-content.md#figures has its cross-validated figures for unseen sites."
        )
    if gold.types_learned:
        caveats.append(
            "The shipped models learned page types from these pages, so figures that depend on the type are "
            "too high; docs/page-types.md has figures for unseen sites."
        )
    return caveats
