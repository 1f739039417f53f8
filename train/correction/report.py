"""The report of a training of a correction: the labels, its effect, and what to do next."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from iawce.data.datasets.sites import site_of
from iawce.data.errors import quantity
from iawce.data.escape_markdown import code_cell
from iawce.data.page import SAVED_ORIGIN
from iawce.models.correction.correction import Correction
from iawce.models.page_type.classification import LABELS
from iawce.train.correction.examples import Example
from iawce.train.correction.measured import ACCURACY, HEAD, WORD_F1, Checked, Measured

PARTS = {ACCURACY: "page types", WORD_F1: "content"}
"""What a measure is about."""
ENOUGH = 10
"""Labelled pages of a site beyond which more add little."""

SAVED = site_of(SAVED_ORIGIN)
"""Site of saved pages without an address."""
CONTRADICTED = "| page | label | shipped answer | probability |\n| --- | --- | --- | --- |"
MAX_CONTRADICTED = 10
"""Most pages that are listed."""


def write_report(
    path: Path,
    examples: Sequence[Example],
    measured: Sequence[Measured],
    correction: Correction,
    checked: Sequence[Checked],
) -> None:
    """Write the report as Markdown."""
    sites: dict[str, int] = correction.record.training["sites"]
    parts = [
        f"# Correction from {quantity(len(examples), 'labelled page')} of {quantity(len(sites), 'site')}",
        ", ".join(f"{_name(site)} {count}" for site, count in sites.items()),
        _worth(measured),
        _harm(measured),
        _doubt(examples, measured),
        _one_sided(examples) if len(correction.blocks.keys) else "",
        _elsewhere(checked, correction),
        "Saved pages without an address count as one site: their labels affect all such pages."
        if SAVED in sites
        else "",
        _advice(examples),
        _use(path, correction),
    ]
    path.write_text("\n\n".join(filter(None, parts)) + "\n", encoding="utf-8")


def _worth(measured: Sequence[Measured]) -> str:
    if not measured:
        return "Too few labels to measure anything: the correction stays close to the shipped models."
    rows = "\n".join([HEAD, *(one.show() for one in measured)])
    return f"On labelled pages, each corrected by the labels of other pages (95 % intervals over pages):\n\n{rows}"


def _harm(measured: Sequence[Measured]) -> str:
    """What is not corrected, because the correction made it worse."""
    parts = " and ".join(PARTS[one.what] for one in measured if one.is_worse)
    if not parts:
        return ""
    return (
        f"Warning: the correction of {parts} made it worse on pages that it did not learn from, so it was left out. "
        "Check whether pages of one layout are labelled alike, or label more of them."
    )


def _doubt(examples: Sequence[Example], measured: Sequence[Measured]) -> str:
    """A warning about page types that the shipped models contradict: the table of gains cannot tell who is wrong."""
    found = sorted((page for page in examples if page.is_contradicted), key=lambda page: -page.certainty)
    whys = []
    if any(one.what == ACCURACY and one.is_doubtful for one in measured):
        whys.append("most of the pages have another page type by the shipped models, which are seldom wrong so often")
    if found:
        pages = quantity(len(found), "page")
        whys.append(f"of {pages} the shipped models are nearly certain that the type is another")
    if not whys:
        return ""
    text = f"Warning: {'; '.join(whys)}. Check these labels: a mistake is learned, and the table shows it as a gain."
    rows = [
        f"| {code_cell(page.name)} | {page.page_type} | {page.answered} | {page.certainty:.3f} |"
        for page in found[:MAX_CONTRADICTED]
    ]
    more = len(found) - MAX_CONTRADICTED
    table = "\n".join([CONTRADICTED, *rows]) if rows else ""
    return "\n\n".join(filter(None, [text, table, f"{quantity(more, 'further page')} like these." * (more > 0)]))


def _one_sided(examples: Sequence[Example]) -> str:
    """The page types whose content was not labelled: what was learned from the others changes them, unmeasured."""
    counts = Counter(page.page_type for page in examples if page.kept)
    if not counts or not (others := [str(label) for label in LABELS if label not in counts]):
        return ""
    known = ", ".join(f"{label} {count}" for label, count in sorted(counts.items()))
    return (
        f"Content was labelled on pages of these types: {known}. No {' and no '.join(others)} page was labelled: their "
        "content is corrected by what the others teach, which is not measured here and may be wrong. If the site has "
        "such pages, label some."
    )


def _use(path: Path, correction: Correction) -> str:
    if not len(correction.blocks.keys) + len(correction.types.keys):
        return "Nothing is left to correct: with this record, the answers are those of the shipped models."
    record = f"{path.with_name(correction.record.name)}.json"
    return (
        f"Use it: `iawce extract SOURCES --model {record}`, and `classify`; with `records`, `crawl`, `serve`, "
        f"`inspect` and `label`: `-s page_type.model={record}`."
    )


def _elsewhere(checked: Sequence[Checked], correction: Correction) -> str:
    everywhere = correction.record.training["everywhere"]
    held = " and ".join({"blocks": "content", "types": "page types"}[part] for part in everywhere)
    said = [
        f"Part of the correction of {held} applies to all sites: it helped on labelled sites not used to learn it."
        if everywhere
        else "On pages of other sites, the answers are those of the shipped models."
    ]
    for one in checked:
        unreadable = f", {one.unreadable} cannot be read" if one.unreadable else ""
        said.append(f"{one.name}: {one.touched} of {quantity(one.pages, 'page')} affected{unreadable}.")
    rows = [row.show() for one in checked for row in one.measured]
    return "\n".join(said) + ("\n\n" + "\n".join([HEAD, *rows]) if rows else "")


def _advice(examples: Sequence[Example]) -> str:
    counts = Counter(page.site for page in examples)
    few = sorted(site for site, count in counts.items() if count < ENOUGH)
    if not few:
        return ""
    shown = ", ".join(map(_name, few[:5])) + (", ..." if len(few) > 5 else "")
    return f"Fewer than {ENOUGH} labelled pages: {shown}. Label ten of a site, some of each page type, and learn again."


def _name(site: str) -> str:
    return "pages without an address" if site == SAVED else site
