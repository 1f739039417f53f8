"""How often the fields of a site are right on pages that they were not learned from.

    python -m bench site_fields PATH/book-booksamillion [--examples N] [--on learned]

The pages are one bookshop's, with gold for five fields. Fields are learned from the pages at even places in the order
of their names, and scored on the others. With ``--examples``, the gold of the first N pages that are learned from is
given; without, the names are those on the pages, one of which differs from that in the gold. A page is right if all
values equal those of the gold, without the colon with which some gold values begin.
"""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document, open_document
from iawce.data.page import Page
from iawce.extract.templates.fields.field_template import FieldTemplate, field_values
from iawce.extract.templates.fields.page_texts import EDGES
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates
from iawce.models.common.intervals import site_mean

NAMES = {"publication_date": "date"}
"""Names of fields on the pages where they differ from the gold."""
Gold = dict[str, dict[str, list[str]]]


def main(
    folder: Annotated[Path, typer.Argument(help="Pages and gold of one bookshop.")],
    examples: Annotated[int, typer.Option(min=0, help="Pages whose gold is given.")] = 0,
    on: Annotated[Literal["other", "learned"], typer.Option(help="Pages that are scored.")] = "other",
) -> None:
    gold: Gold = json.loads((folder / "gold.json").read_text(encoding="utf-8"))
    names = sorted(gold)
    given = {name: {key: _plain(gold[name][key]) for key in gold[name]} for name in names[::2][:examples]}
    site = SiteTemplates(SiteSettings(), examples=given)
    for name in names[::2]:
        site.learn(read(folder, name))
    site.settle()
    (fields,) = [cluster.fields for cluster in site.clusters if cluster.fields]
    scored = names[1::2] if on == "other" else names[::2]
    print("| field | pages | right |\n| --- | --- | --- |")
    for key in next(iter(gold.values())):
        right = [is_right(read(folder, name), fields, key, gold[name][key]) for name in scored]
        print(f"| {key} | {len(right)} | {site_mean(right, scored)} |")


def is_right(document: Document, fields: Sequence[FieldTemplate], key: str, gold: list[str]) -> bool:
    """Whether the value of a field agrees with the gold; if not, it is printed."""
    said = field_values(PageAnalysis(document), fields)
    found = said.get(key) or said.get(NAMES.get(key, key)) or []
    if sorted(found) != sorted(_plain(gold)):
        print(f"  {document.ref} {key}: {found} for {_plain(gold)}")
        return False
    return True


def read(folder: Path, name: str) -> Document:
    return open_document(Page(name, body=gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes())))


def _plain(values: list[str]) -> list[str]:
    return [value.strip(EDGES) for value in values]
