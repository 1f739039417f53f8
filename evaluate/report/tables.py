"""The tables of an evaluation run."""

from iawce.data.datasets.gold_sets import GoldSet
from iawce.data.errors import quantity
from iawce.evaluate.outputs import Outputs
from iawce.evaluate.report.other_tables import (
    RECORDS,
    cluster_table,
    cost_table,
    fields_of,
    measure_table,
    outcome_table,
    page_type_table,
)
from iawce.evaluate.report.section import Report
from iawce.evaluate.report.text_tables import difference_table, paper_table, site_table, text_table, type_table
from iawce.evaluate.scores import ScoreTable


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
