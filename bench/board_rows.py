"""Threads that are extracted from board pages, compared with those that selectors name.

    python -m bench board_rows PATH_OF_THE_PAGE_SETS

The selectors are in ``tests/pages/board-selectors.json``. The pages are those of a mirrored board (``sites``) and of
the boards in the page-type corpus (``pagetype``) that are labelled as lists and have such rows; the pipeline extracts
them as lists. A row is found if its title and its link are those of a gold row. In a row that is found, a count or a
name is right if it is equal, a time if it is in the cell.
"""

import json
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from iawce.evaluate.known_sites.forums import BoardScore, board_scores, corpus_lists, read_boards
from iawce.evaluate.known_sites.site_records import records_of

SELECTORS = Path(__file__).resolve().parent.parent / "tests" / "pages" / "board-selectors.json"


def false_boards(sets: Path) -> tuple[int, list[str]]:
    """Number of list pages, one of each other site, and which of them are classified as boards."""
    seen, pages, mistaken = set(read_boards(SELECTORS)), 0, list[str]()

    def is_first(line: str) -> bool:
        page = json.loads(line)
        is_new = page["label"] == "list" and page["site"] not in seen
        seen.update([page["site"]] if is_new else [])
        return is_new

    for document in corpus_lists(sets, is_first):
        pages += 1
        records = records_of(document)
        is_board = bool(records) and records[0].texts.get("link", "").startswith("http")
        mistaken += [document.ref] if is_board else []
    return pages, mistaken


def main(
    sets: Annotated[Path, typer.Argument(help="The folder of the page sets.")],
    most: Annotated[int, typer.Option(min=1, help="Pages of a site.")] = 1000,
    show: Annotated[bool, typer.Option("--show", help="Name each page that is not right.")] = False,
    others: Annotated[
        bool, typer.Option("--others", help="Count the list pages of other sites classified as boards.")
    ] = False,
) -> None:
    if others:
        seen, mistaken = false_boards(sets)
        print(f"{len(mistaken)} of {seen} list pages of other sites are taken for boards: {', '.join(mistaken)}")
        return
    print("| site | pages | rows | F1 | fields right, of rows found |\n| --- | --- | --- | --- | --- |")
    for site, board in read_boards(SELECTORS).items():
        pages = list(islice(board_scores(sets, site, board), most))
        for page, score in pages:
            if show and score.same < max(score.wanted, score.ours):
                print(f"  {page}: {score.wanted} rows, {score.ours} found, {score.same} the same")
        total = sum((score for _, score in pages), BoardScore())
        shares = ", ".join(f"{name} {total.right[name] / count:.3f}" for name, count in sorted(total.cells.items()))
        cells = f"{len(pages)} | {total.wanted:,} | {total.f1:.3f} | {shares}"
        print(f"| {site} ({board.software}) | {cells} |", flush=True)
