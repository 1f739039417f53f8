"""How many items of hand-made tables SimHTree finds.

    python -m bench records            # and --render, --show, --pages FOLDER

A folder holds pages ``NAME.html`` and their tables ``NAME.json``: ``columns``, and ``rows`` with null for what a record
lacks. Measured are the default settings, those of the paper and, if pages are rendered, nesting by rectangles; then
whole records, of SimHTree and of MDR, which has no columns.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document, open_document
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.measures.records import Cells, ItemScores, item_scores
from iawce.evaluate.systems.mdr import record_texts
from iawce.extract.papers.simhtree.find_tables import extract_records
from iawce.extract.papers.simhtree.settings import SimHTreeSettings

PAGES = Path(__file__).resolve().parent.parent / "tests" / "pages" / "records"
PAPER = {"joyo.com": (78, 70), "Amazon": (80, 57), "Yahoo": (30, 23)}
URL = "http://shop.example/list"


def cells_of(document: Document, settings: SimHTreeSettings) -> tuple[list[str], Cells]:
    """Names and cells of the first list of a page; a picture is its address."""
    records = [item for item in extract_records(PageAnalysis.of(document), settings).records if item.list == 1]
    names = list(records[0].fields) if records else []
    rows = [[(field.image or field.text) if field else None for field in record.fields.values()] for record in records]
    return names, rows


def whole_records(texts: Iterable[str], gold: Cells) -> int:
    """Number of gold rows with all texts in one of our records, which has no text that only another row has."""
    ours = ["".join(text.split()) for text in texts]
    rows = [{"".join(cell.split()) for cell in row if cell and "://" not in cell} for row in gold]

    def is_whole(text: str, row: set[str]) -> bool:
        others = {cell for other in rows if other is not row for cell in other} - row
        return all(cell in text for cell in row) and not any(len(cell) > 5 and cell in text for cell in others)

    return sum(any(is_whole(text, row) for text in ours) for row in rows)


def open_all(paths: list[Path], *, render: bool) -> Iterator[tuple[Path, Document]]:
    """Pages as they are, or as a browser renders them."""
    pages = [Page(str(path), url=URL, body=path.read_bytes()) for path in paths]
    if not render:
        yield from ((path, open_document(page)) for path, page in zip(paths, pages, strict=True))
        return
    with BackgroundRenderer(RenderSettings(), workers=1) as renderer:
        for path, page in zip(paths, pages, strict=True):
            yield path, open_document(renderer.submit(page).result())


@dataclass
class Tally:
    """Scores over all pages by mode, and the number of whole records by system."""

    modes: dict[str, SimHTreeSettings]
    items: dict[str, ItemScores] = field(default_factory=dict)
    whole: Counter[str] = field(default_factory=Counter)
    records: int = 0

    def add(self, document: Document, gold: Cells, *, show: bool) -> str:
        """Measure a page; returns a line with its scores."""
        line = ""
        for mode, settings in self.modes.items():
            names, cells = cells_of(document, settings)
            found, before = item_scores(cells, gold), self.items.get(mode, ItemScores(0, 0, 0))
            line += f"{found.items:16}{found.right:7}{found.extra:7}{found.rate:7.3f}"
            sums = (getattr(before, name) + getattr(found, name) for name in ("items", "right", "extra"))
            self.items[mode] = ItemScores(*sums)
            if mode == "default":
                self.whole["SimHTree"] += whole_records([" ".join(filter(None, row)) for row in cells], gold)
                if show and (found.rate < 1 or found.extra):
                    line += "".join(f"\n    {row}" for row in (names, *cells)) + "\n"
        self.whole["MDR"] += whole_records(record_texts(document), gold)
        self.records += len(gold)
        return line


def main(
    pages: Annotated[Path, typer.Option(help="Folder with NAME.html and NAME.json.")] = PAGES,
    render: Annotated[
        bool, typer.Option("--render", help="Use rectangles of the browser instead of estimated ones.")
    ] = False,
    show: Annotated[bool, typer.Option("--show", help="Print every table that is not right.")] = False,
) -> None:
    tally = Tally({"default": SimHTreeSettings.default(), "paper": SimHTreeSettings.paper()})
    if render:
        tally.modes["rectangles"] = SimHTreeSettings(nesting="rectangles")
    print(
        f"{'page':20}" + "".join(f"{mode + ': items':>16}{'right':>7}{'extra':>7}{'rate':>7}" for mode in tally.modes)
    )
    for path, document in open_all(sorted(pages.glob("*.html")), render=render):
        gold = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["rows"]
        print(f"{path.stem:20}" + tally.add(document, gold, show=show))
    print("\n| mode | items | right | rate | extra cells |\n| --- | --- | --- | --- | --- |")
    for mode, found in tally.items.items():
        print(f"| {mode} | {found.items} | {found.right} | {found.rate:.3f} | {found.extra} |")
    for site, (items, right) in PAPER.items():
        print(f"| the paper: {site} | {items} | {right} | {right / items:.3f} | |")
    print("\n" + ", ".join(f"{name}: {count} of {tally.records} records whole" for name, count in tally.whole.items()))
