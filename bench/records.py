"""Records of list pages with gold: our own tables, pages that were read by hand, and whole sites with selectors.

    python -m bench records tables                 # and --render, --pages FOLDER
    python -m bench records judged PATH/data
    python -m bench records mirrored PATH/sites

``tables``: items of hand-made tables that SimHTree finds, by the default settings, those of the paper and, if pages are
rendered, nesting by rectangles; then whole records, of SimHTree and of MDR, which has no columns. A folder holds pages
``NAME.html`` and their tables ``NAME.json``: ``columns``, and ``rows`` with null for what a record lacks.

``judged``: columns of 139 list pages of as many sites (``tests/known_sites/judged_lists.py``); MDR and
``pandas.read_html`` are compared by the number of records. Sites are the first by the SHA-256 of their names, of 30
within kinds of lists that addresses name, without pages that show no list, or several of equal rank. The last 59 are
held out, in two sets: they were read before anything was run on them. Intervals of 95 % by bootstrap over pages.

``mirrored``: records and items of all list pages of mirrored sites, given the type list, compared with those that
selectors name (``tests/pages/mirrored-records.json``).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from io import StringIO
from pathlib import Path
from typing import Annotated

import pandas  # type: ignore[import-untyped]
import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document, open_document
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.systems.mdr import record_texts
from iawce.extract.papers.simhtree.find_tables import extract_records
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.models.common.intervals import site_mean
from tests.known_sites.item_scores import Cells, ItemScores, item_scores
from tests.known_sites.judged_lists import FIELDS, JudgedPage, judge_page, judged_documents, read_judged
from tests.known_sites.site_records import ListScore, read_site_records, site_scores

GOLD = Path(__file__).parents[1] / "tests" / "pages"
PAPER = {"joyo.com": (78, 70), "Amazon": (80, 57), "Yahoo": (30, 23)}
"""Items and right items of the paper's table."""


def tables(
    pages: Annotated[Path, typer.Option(help="Folder with NAME.html and NAME.json.")] = GOLD / "records",
    render: Annotated[bool, typer.Option("--render", help="Also with rectangles of the browser.")] = False,
) -> None:
    """Items of hand-made tables that SimHTree finds."""
    modes = {"default": SimHTreeSettings(), "paper": SimHTreeSettings.paper()}
    modes |= {"rectangles": SimHTreeSettings(nesting="rectangles")} if render else {}
    items, whole, records = defaultdict[str, list[ItemScores]](list), Counter[str](), 0
    for path, document in open_all(sorted(pages.glob("*.html")), render=render):
        gold: Cells = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["rows"]
        for mode, settings in modes.items():
            cells = cells_of(document, settings)
            items[mode].append(item_scores(cells, gold))
            if mode == "default":
                whole["SimHTree"] += whole_records([" ".join(filter(None, row)) for row in cells], gold)
        whole["MDR"] += whole_records(record_texts(document), gold)
        records += len(gold)
    print("| mode | items | right | rate | extra cells |\n| --- | --- | --- | --- | --- |")
    for mode, found in items.items():
        total = ItemScores(*(sum(getattr(one, name) for one in found) for name in ("items", "right", "extra")))
        print(f"| {mode} | {total.items} | {total.right} | {total.rate:.3f} | {total.extra} |")
    for site, (count, right) in PAPER.items():
        print(f"| the paper: {site} | {count} | {right} | {right / count:.3f} | |")
    print("\n" + ", ".join(f"{name}: {count} of {records} records whole" for name, count in whole.items()))


def open_all(paths: list[Path], *, render: bool) -> Iterator[tuple[Path, Document]]:
    """Pages as they are, or as a browser renders them."""
    pages = [Page(str(path), url="http://shop.example/list", body=path.read_bytes()) for path in paths]
    with BackgroundRenderer(RenderSettings(), workers=1) if render else nullcontext() as renderer:
        opened = (open_document(renderer.submit(page).result() if renderer else page) for page in pages)
        yield from zip(paths, opened, strict=True)


def cells_of(document: Document, settings: SimHTreeSettings) -> Cells:
    """Cells of the first list of a page; a picture is its address."""
    records = [item for item in extract_records(PageAnalysis.of(document), settings).records if item.list == 1]
    return [[(field.image or field.text) if field else None for field in record.fields.values()] for record in records]


def whole_records(texts: Iterable[str], gold: Cells) -> int:
    """Number of gold rows with all texts in one of our records, which has no text that only another row has."""
    ours = ["".join(text.split()) for text in texts]
    rows = [{"".join(cell.split()) for cell in row if cell and "://" not in cell} for row in gold]

    def is_whole(text: str, row: set[str]) -> bool:
        others = {cell for other in rows if other is not row for cell in other} - row
        return all(cell in text for cell in row) and not any(len(cell) > 5 and cell in text for cell in others)

    return sum(any(is_whole(text, row) for text in ours) for row in rows)


def judged(sets: Annotated[Path, typer.Argument(help="Folder of the page sets.")]) -> None:
    """Columns of 139 list pages that agree with values read by hand."""
    gold, pages = read_judged(GOLD / "judged-lists.json"), list[JudgedPage]()
    regions, tables = list[bool](), list[tuple[bool, bool]]()
    for name, document in judged_documents(sets, gold):
        count = gold[name]["records"]
        pages.append(judge_page(name, document, gold[name]))
        regions.append(len(record_texts(document)) == count)
        with suppress(ValueError):  # there is no table
            largest = max(map(len, pandas.read_html(StringIO(document.html), flavor="lxml")))
            tables.append((largest == count, pages[-1].right["records"]))
    print("| column | looked at | pages | held out | pages | held out later | pages |\n" + "| --- " * 7 + "|")
    for field in ("records", *FIELDS):
        cells = list[str]()
        for part in ("", "first", "second"):
            of = [page for page in pages if field in page.right and page.held_out == part]
            cells += [f"{site_mean([page.right[field] for page in of], [page.id for page in of])} | {len(of)}"]
        print(f"| `{field}` | {' | '.join(cells)} |")
    print(f"\nas many records by MDR: {site_mean(regions, [page.id for page in pages])}")
    theirs, ours = map(sum, zip(*tables, strict=True))
    print(f"as many on {len(tables)} pages with a table: {ours}; the largest one by pandas.read_html: {theirs}")
    print(f"most columns of a page: {max(page.columns for page in pages)}")


def mirrored(sites: Annotated[Path, typer.Argument(help="The folder of the mirrored sites.")]) -> None:
    """Records of whole mirrored sites, compared with those that selectors name."""
    print("| lists | pages | records | F1 | items right |\n| --- | --- | --- | --- | --- |")
    for site, about in read_site_records(GOLD / "mirrored-records.json").items():
        pages = list(site_scores(sites, site, about))
        score = sum((found for _, found in pages), ListScore())
        print(f"| {about.name} | {len(pages)} | {score.wanted} | {score.f1:.3f} | {score.items.rate:.3f} |")


COMMANDS = {"tables": tables, "judged": judged, "mirrored": mirrored}
