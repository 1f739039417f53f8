"""How many pages of sets with gold are refused, doubted, empty or flagged as unstyled.

    python -m bench flags wcxb=PATH/wcxb-dev.tar.xz news=PATH/news forum=PATH/forum-posts pagetype=PATH/pagetype

A row for each set: pages; those refused as an error page or a wall; those with a warning that they may be one; those
without main content. Hardly any page of these sets is really such a page; ``--show`` names them for inspection.
``--drawn`` is the page-type corpus, whose pages were rendered with their style sheets; the number of those flagged as
unstyled is printed.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.boxes import load_boxes
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.data.errors import WarningKind
from iawce.extract import Extraction, Extractor
from iawce.models.page_type.unusual_pages import is_unstyled

COLUMNS = ("refused", "doubted", "without main content")
EMPTY = "empty/no_main_content"


def main(
    data: Annotated[list[str], typer.Argument(help="NAME=PATH of each set.")],
    drawn: Annotated[Path | None, typer.Option(help="The page-type corpus.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Name the pages.")] = False,
) -> None:
    extractor = Extractor(render="never")
    print(f"| set | pages | {' | '.join(COLUMNS)} |\n|{' --- |' * (2 + len(COLUMNS))}")
    for name, path in (given.split("=", 1) for given in data):
        found, pages = Counter[str](), read_gold(name, Path(path))
        for page in pages:
            row = extractor.extract(page.page)
            for column, remark in remarks(row):
                found[column] += 1
                if show:
                    print(f"  {name} {page.id} {page.url}: {remark}: {' '.join(row.text.split())[:100]}")
        print(f"| {name} | {len(pages)} | {' | '.join(str(found[column]) for column in COLUMNS)} |", flush=True)
    if drawn:
        boxes = [page.boxes for page in read_labelled_pages(drawn) if page.boxes]
        print(f"\ndrawn with style sheets: {called_unstyled(boxes)} called unstyled")


def remarks(row: Extraction) -> Iterator[tuple[str, str]]:
    """The columns of the table in which a page counts, and the reasons."""
    if row.reason:
        yield "without main content" if row.reason == EMPTY else "refused", row.reason
    for warning in row.warnings:
        if warning.kind is WarningKind.SUSPECT:
            yield "doubted", warning.detail


def called_unstyled(boxes: list[Path]) -> str:
    """The number of pages flagged as unstyled, and of all pages."""
    return f"{sum(is_unstyled(load_boxes(path)) for path in boxes)} of {len(boxes)}"
