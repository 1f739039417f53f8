"""Threads that board pages list against those that selectors name.

    python -m bench board_rows PATH_OF_THE_PAGE_SETS

The selectors stand in ``tests/pages/board-selectors.json``. Pages: all that a mirrored board (``sites``) and the boards
of the page-type corpus (``pagetype``) call lists and that hold such rows, as the pipeline extracts them as lists.
A row is found if its title and its link are those of a row; of found rows, a count or a name is right
if it is the same, a time if it stands in the cell.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from bench.common.lists import mirrored_lists, records_of
from iawce.data.document import Document
from iawce.data.html.web_address import web_address
from iawce.data.labels import PageType
from iawce.data.open_document import open_document
from iawce.data.page import Page
from iawce.data.reading.texts import Texts
from iawce.evaluate.measures.precision_recall import f1_score
from iawce.extract.content.content import Record

SELECTORS = Path(__file__).resolve().parent.parent / "tests" / "pages" / "board-selectors.json"
MIRROR = "squarepenguin"
Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Board:
    """How the rows of one site's boards are selected, and the fields in each."""

    software: str
    row: str
    """Of what each title stands in."""
    fields: Mapping[str, str]

    def rows(self, document: Document) -> list[Row]:
        """Title, link and the cells of each row; without what a row lacks."""
        shown, ends = document.without(("head",)), document.index.ends
        found = {name: document.select(selector) for name, selector in self.fields.items()}
        rows: list[Row] = []
        around = document.select(self.row)
        for title in found["title"]:
            row = next((one for one in reversed(around) if one < title < ends[one]), -1)
            cells = {name: next((one for one in ones if row < one < ends[row]), -1) for name, ones in found.items()}
            texts = {name: " ".join(Texts(shown).lines(one).split()) for name, one in cells.items() if one >= 0}
            link = document.index.attributes.given[title].get("href", "")
            rows += [texts | {"link": web_address(document.base_url, link)}] if texts.get("title") else []
        return rows


@dataclass(slots=True)
class Found:
    """Rows of ours, rows that there are, rows that are found; cells of found rows by field, and how many are right."""

    pages: int = 0
    ours: int = 0
    wanted: int = 0
    same: int = 0
    cells: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall of rows."""
        return f1_score(self.same / max(self.ours, 1), self.same / max(self.wanted, 1))

    def add(self, records: Sequence[Record], gold: Sequence[Row]) -> None:
        """Count one page."""
        by_link = {(row["title"], row["link"]): row for row in gold}
        self.pages += 1
        self.ours += len(records)
        self.wanted += len(gold)
        for record in records:
            texts = record.texts
            if row := by_link.pop((texts.get("title", ""), texts.get("link", "")), None):
                self.same += 1
                names = [name for name in row if name not in ("title", "link") and is_said(name, row[name])]
                self.cells.update(names)
                self.right.update(name for name in names if is_right(name, texts.get(name, ""), row[name]))

    def __str__(self) -> str:
        fields = ", ".join(f"{name} {self.right[name] / count:.3f}" for name, count in sorted(self.cells.items()))
        return f"{self.pages} pages, {self.wanted} rows, {self.ours} found, F1 {self.f1:.3f}; {fields}"


def is_said(name: str, cell: str) -> bool:
    """Whether a cell holds a value: a time has a number."""
    return bool(re.search(r"\d", cell) if "date" in name else cell)


def is_right(name: str, ours: str, cell: str) -> bool:
    """Whether a value is that of a cell."""
    if "date" in name:
        return bool(re.search(r"\d", ours)) and ours in cell
    return ours == (re.sub(r"\D", "", cell) if name in ("replies", "views") else cell)


def read_boards() -> dict[str, Board]:
    """The boards of each site."""
    return {site: Board(**about) for site, about in json.loads(SELECTORS.read_text(encoding="utf-8")).items()}


def board_pages(sets: Path, site: str) -> Iterator[Document]:
    """The list pages of a site, in an order that is always the same."""
    if site == MIRROR:
        yield from (document for _, document in mirrored_lists(sets / "sites", site))
        return
    yield from corpus_lists(sets, lambda line: f'"site": "{site}"' in line)


def corpus_lists(sets: Path, is_wanted: Callable[[str], bool]) -> Iterator[Document]:
    """The list pages of the page-type corpus whose lines in its table are wanted."""
    corpus = sets / "pagetype"
    for line in filter(is_wanted, (corpus / "pages.jsonl").read_text(encoding="utf-8").splitlines()):
        page = json.loads(line)
        if page["label"] == PageType.LIST:
            body = gzip.decompress((corpus / page["html"]).read_bytes())
            yield open_document(Page(page["id"], url=f"http://{page['site']}.example/{page['path']}", body=body))


def told_boards(sets: Path) -> tuple[int, list[str]]:
    """A list page of each other site: how many, and which of them are taken for boards."""
    seen, pages, told = set(read_boards()), 0, list[str]()

    def is_first(line: str) -> bool:
        page = json.loads(line)
        is_new = page["label"] == "list" and page["site"] not in seen
        seen.update([page["site"]] if is_new else [])
        return is_new

    for document in corpus_lists(sets, is_first):
        pages += 1
        records = records_of(document)
        is_told = bool(records) and records[0].texts.get("link", "").startswith("http")
        told += [document.ref] if is_told else []
    return pages, told


def measure(sets: Path, site: str, most: int = 1000, *, show: bool = False) -> Found:
    """What is found on the boards of a site."""
    board, found = read_boards()[site], Found()
    for document in board_pages(sets, site):
        if (gold := board.rows(document)) and found.pages < most:
            records, before = records_of(document), found.same
            found.add(records, gold)
            if show and found.same - before < max(len(gold), len(records)):
                print(f"  {document.ref}: {len(gold)} rows, {len(records)} found, {found.same - before} the same")
    return found


def main(
    sets: Annotated[Path, typer.Argument(help="The folder of the page sets.")],
    most: Annotated[int, typer.Option(min=1, help="Pages of a site.")] = 1000,
    show: Annotated[bool, typer.Option("--show", help="Name each page that is not right.")] = False,
    others: Annotated[bool, typer.Option("--others", help="A list page of each other site: which are boards?")] = False,
) -> None:
    if others:
        pages, told = told_boards(sets)
        print(f"{len(told)} of {pages} list pages of other sites are taken for boards: {', '.join(told)}")
        return
    for site, board in read_boards().items():
        print(f"{site} ({board.software}): {measure(sets, site, most, show=show)}", flush=True)
