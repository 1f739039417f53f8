"""How often the columns of records agree with the page's own annotations, which are removed before extraction.

    python -m bench columns --wcxb PATH/dev --pagetype PATH/pagetype     # and --show

JSON-LD and microdata are removed from list pages that describe at least three things in them. A column of a page is
right if at least nine of ten of its records that show the annotated value have it in this column. Records are matched
by their links, else by their titles. A page counts as wrong in every column if fewer than half of its things are
records. Nothing was learned from these pages, but the rules were written with their failures in view; ``--half``
measures one half of the sites, by a hash of their names. Intervals of 95 % by bootstrap over sites.
"""

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from bench.common.column_gold import Gold, ShownRecord, annotated_records, without_annotations
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.wcxb import read_wcxb
from iawce.data.document import open_document
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.evaluate.measures.records import FIELDS, agree, same_address, same_text
from iawce.extract.content.content import FoundRecord
from iawce.extract.records.list_records import RecordsSettings, extract_lists
from iawce.models.common.intervals import site_mean

RIGHT = 0.9
"""Share of a page's records in which a column must be right."""
FOUND = 0.5
"""Share of a page's things that must be records."""
EACH = 2
"""Most pages of a site."""


@dataclass(frozen=True, slots=True)
class ColumnPage:
    """A list page and its site; numbers of right and of shown records by field; columns; wrong values."""

    id: str
    site: str
    scores: dict[str, tuple[int, int]]
    columns: int
    wrong: tuple[str, ...] = ()

    def is_right(self, name: str) -> bool:
        """Whether a column is right."""
        right, shown = self.scores[name]
        return right >= RIGHT * shown


def read_lists(wcxb: Path, pagetype: list[Path]) -> Iterator[tuple[str, str, Page]]:
    """Id and site of pages that may be annotated lists, and the pages."""
    for page in read_wcxb(wcxb):
        if page.type in ("listing", "collection"):
            yield page.id, page.site, page.page
    for root in pagetype:
        taken = Counter[str]()
        for row in map(json.loads, (root / "pages.jsonl").read_text(encoding="utf-8").splitlines()):
            taken[row["site"]] += row["label"] == "list"
            if row["label"] == "list" and taken[row["site"]] <= EACH:
                body = gzip.decompress((root / row["html"]).read_bytes())
                yield row["id"], row["site"], Page(row["id"], f"http://{row['site']}.example/", body)


def measure(name: str, site: str, page: Page) -> ColumnPage | None:
    """The result for a page; None if the page shows no list that it annotates."""
    if not isinstance(page.body, bytes) or (b"ld+json" not in page.body and b"itemprop" not in page.body):
        return None
    document = open_document(page)
    things = annotated_records(document, PageAnalysis.of(document).schema_items)
    if not things:
        return None
    bare = open_document(replace(page, body=without_annotations(page.body)))
    analysis = PageAnalysis.of(bare)
    records = extract_lists(analysis, RecordsSettings()).records
    pairs = _matched(things, records)
    if len(pairs) < FOUND * len(things) and len(pairs) < FOUND * max(len(records), 1):
        given = {field for thing in things for field in thing}
        shown: dict[str, tuple[int, int]] = {field: (0, 1) for field in ("title", "link") if field in given}
        return ColumnPage(name, site, shown, len(records[0].fields) if records else 0, ("another list",))
    return _scored(name, site, analysis, pairs)


def _scored(name: str, site: str, analysis: PageAnalysis, pairs: list[tuple[Gold, FoundRecord]]) -> ColumnPage:
    right, shown, wrong = Counter[str](), Counter[str](), list[str]()
    for gold, record in pairs:
        seen = ShownRecord(analysis, record.elements)
        for field, value in gold.items():
            if not seen.shows(field, value):
                continue
            own = record.fields.get(field)
            said = (own.image if field == "image" else own.text) if own else ""
            shown[field] += 1
            right[field] += agree(field, value, said)
            if not agree(field, value, said):
                wrong.append(f"{field}: {value[:70]!r}, ours {said[:70]!r}")
    scores = {field: (right[field], shown[field]) for field in FIELDS if shown[field]}
    return ColumnPage(name, site, scores, len(pairs[0][1].fields), tuple(wrong))


def _matched(things: list[Gold], records: tuple[FoundRecord, ...]) -> list[tuple[Gold, FoundRecord]]:
    """Annotated things, each with its record."""
    left, pairs = list(records), list[tuple[Gold, FoundRecord]]()
    for thing in things:
        own = next((record for record in left if _is_of(thing, record)), None)
        if own is not None:
            left.remove(own)
            pairs.append((thing, own))
    return pairs


def _is_of(thing: Gold, record: FoundRecord) -> bool:
    links = {field.link for field in record.fields.values() if field and field.link}
    if thing.get("link") and any(same_address(thing["link"], link) for link in links):
        return True
    return any(same_text(thing["title"], field.text) for field in record.fields.values() if field)


def _is_seen(site: str) -> bool:
    return hashlib.sha256(site.encode()).digest()[0] % 2 == 0


def main(
    wcxb: Annotated[Path, typer.Option(help="Folder of WCXB's pages.")],
    pagetype: Annotated[list[Path], typer.Option(help="The page-type corpora.")],
    half: Annotated[
        Literal["both", "seen", "held-out"], typer.Option(help="Half of the sites that is measured.")
    ] = "both",
    show: Annotated[bool, typer.Option("--show", help="Print what is wrong.")] = False,
) -> None:
    pages = list[ColumnPage]()
    for name, site, page in read_lists(wcxb, pagetype):
        if half != "both" and _is_seen(site) != (half == "seen"):
            continue
        try:
            found = measure(name, site, page)
        except PageError:
            continue
        if found is not None and found.scores:
            pages.append(found)
            if show:
                print(found.id, found.site, found.columns, found.scores, *dict.fromkeys(found.wrong[:4]), sep="\n    ")
    print("| column | right | pages | sites |\n| --- | --- | --- | --- |")
    for field in FIELDS:
        of = [page for page in pages if field in page.scores]
        if of:
            mean = site_mean([page.is_right(field) for page in of], [page.site for page in of])
            print(f"| `{field}` | {mean} | {len(of)} | {len({page.site for page in of})} |")
    print(f"\nmost columns of a page: {max(page.columns for page in pages)}")
