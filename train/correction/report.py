"""Writes the report of a training of a correction: the labels, its effect, what to do next (``report.md.j2``)."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from iawce.data.datasets.sites import site_of
from iawce.data.errors import quantity
from iawce.data.escape_markdown import code_cell
from iawce.data.page import SAVED_ORIGIN
from iawce.models.correction.correction import Correction
from iawce.models.page_type.classification import LABELS
from iawce.train.correction.examples import Example
from iawce.train.correction.measured import ACCURACY, WORD_F1, Checked, Measured

PARTS = {ACCURACY: "page types", WORD_F1: "content", "types": "page types", "blocks": "content"}
"""What a measure, or a part of the correction, is about."""
ENOUGH = 10
"""Labelled pages of a site beyond which more add little."""
SAVED = site_of(SAVED_ORIGIN)
"""Site of saved pages without an address."""


def write_report(
    path: Path,
    examples: Sequence[Example],
    measured: Sequence[Measured],
    correction: Correction,
    checked: Sequence[Checked],
) -> None:
    """Write the report as Markdown."""
    loader = FileSystemLoader(Path(__file__).parent)
    templates = Environment(loader=loader, undefined=StrictUndefined, trim_blocks=True)  # noqa: S701 - no HTML
    templates.filters |= {"quantity": quantity, "code_cell": code_cell, "named": _name}
    training, blocks = correction.record.training, len(correction.blocks.keys)
    contradicted = sorted((page for page in examples if page.is_contradicted), key=lambda page: -page.certainty)
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
        everywhere=[PARTS[part] for part in training["everywhere"]],
        checked=checked,
        scores=[row for one in checked for row in one.measured],
        saved=SAVED,
        enough=ENOUGH,
        few=sorted(site for site, count in Counter(page.site for page in examples).items() if count < ENOUGH),
        is_empty=not blocks + len(correction.types.keys),
        record=path.with_name(f"{correction.record.name}.json"),
    )
    path.write_text(re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", encoding="utf-8")


def _doubts(contradicted: Sequence[Example], measured: Sequence[Measured]) -> Iterator[str]:
    """Signs that page types are labelled wrongly: the table of gains cannot tell who is wrong."""
    if any(one.what == ACCURACY and one.is_doubtful for one in measured):
        yield "most of the pages have another page type by the shipped models, which are seldom wrong so often"
    if contradicted:
        pages = quantity(len(contradicted), "page")
        yield f"of {pages} the shipped models are nearly certain that the type is another"


def _name(site: str) -> str:
    return "pages without an address" if site == SAVED else site
