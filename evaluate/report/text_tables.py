"""Tables of text extraction quality."""

import numpy as np

from iawce.evaluate.measures.completeness import WHOLE, completeness
from iawce.evaluate.measures.precision_recall import f1_score
from iawce.evaluate.measures.simhash import BITS, Bits, HashScores, chance_level
from iawce.evaluate.report.section import Section, make_section, name_of, show, value_of
from iawce.evaluate.scores import ScoreTable

TEXT = ("f1", "precision", "recall", "rouge_l", "wanted", "unwanted")
MOST_SITES = 30


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
    if "right_page" not in table.measures() or not 1 < len(sites) <= MOST_SITES:
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
