"""Tables of records, fields, page types, clusters, and of the systems' time and memory."""

from collections.abc import Sequence

import numpy as np

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.document import open_document
from iawce.evaluate.measures.locating import OUTCOMES, Outcomes, pairwise_scores
from iawce.evaluate.outputs import Outputs
from iawce.evaluate.report.section import Section, make_section, name_of, show
from iawce.evaluate.scores import ScoreTable
from iawce.evaluate.systems.clusterings import CLUSTERINGS
from iawce.models.common.probabilities import calibration_error

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
