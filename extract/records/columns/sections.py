"""The headings between the records of a list: sections, whose name each record of theirs gets."""

from collections import Counter

import numpy as np

from iawce.data.dom.tags import HEADINGS
from iawce.extract.content.content import FieldValue
from iawce.extract.papers.simhtree.table import Table
from iawce.extract.records.columns.column_facts import Values

SECTION_HEADINGS = (*HEADINGS, "dt", "legend", "summary")


def find_sections(table: Table) -> Values:
    """The heading above each record, if headings stand between the records, above several of them."""
    tree, analysis = table.model.tree, table.model.tree.analysis
    units = [[tree.parts[node].element for node in region] for region in table.regions]
    if all(analysis.index.tags[unit[0]] == "tr" for unit in units):
        found = [analysis.tables.around(unit[0]).sections.get(unit[0]) for unit in units]
    else:
        found = _headings_between(table, units)
    return [None if one is None else FieldValue(analysis.texts.line(one), elements=(one,)) for one in found]


def _headings_between(table: Table, units: list[list[int]]) -> list[int | None]:
    """The last heading before each record, of one tag and depth: those of which most stand between records."""
    analysis, index = table.model.tree.analysis, table.model.tree.analysis.index
    inside = index.inside(number for unit in units for number in unit)
    headings = [one for one in analysis.shown.tagged(*SECTION_HEADINGS).tolist() if not inside[one]]
    firsts = [unit[0] for unit in units]
    between = [one for one in headings if firsts[0] < one < firsts[-1]]
    levels = Counter((index.tags[one], int(index.depths[one])) for one in between)
    if not levels or len(between) >= len(units) - 1:
        return [None] * len(units)
    level = levels.most_common(1)[0][0]
    chosen = [one for one in headings if (index.tags[one], int(index.depths[one])) == level]
    places = np.searchsorted(chosen, firsts)
    return [chosen[place - 1] if place else None for place in places.tolist()]
