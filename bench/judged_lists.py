"""How many columns of 30 list pages agree with values read by hand.

    python -m bench judged_lists PATH_OF_THE_PAGE_SETS     # and --show

Read were the number of records of a page and the values of the first, the middle and the last record. The pages were
chosen without knowledge of the extracted records: kinds of lists were named by the addresses of the pages, and of each
kind the first sites by the SHA-256 of their names were taken, one page of a site, without those whose saved markup
shows no list, or several of equal rank. Shops 7; news 3, web search 3, forums 3; jobs, recipes, software, rankings 2
each; one each of a table of names, courses, papers, properties, podcasts, events. A column is right if the number of
records agrees with that counted by hand and the three values agree with those read, or are missing where none was read.
Intervals of 95 % by bootstrap over pages, each of another site.
"""

from pathlib import Path
from typing import Annotated

import typer

from iawce.evaluate.known_sites.judged_lists import judge_page, judged_documents, read_judged
from iawce.evaluate.measures.records import FIELDS
from iawce.models.common.intervals import site_mean

GOLD = Path(__file__).parents[1] / "tests" / "pages" / "judged-lists.json"


def main(
    sets: Annotated[Path, typer.Argument(help="Folder of the page sets.")],
    show: Annotated[bool, typer.Option("--show", help="Print what is wrong.")] = False,
) -> None:
    gold = read_judged(GOLD)
    pages = [judge_page(name, document, gold[name]) for name, document in judged_documents(sets, gold)]
    for page in pages if show else ():
        print(page.id, page.kind, page.records, page.columns, page.confidence, *(f"\n    {one}" for one in page.wrong))
    print("| column | right | pages |\n| --- | --- | --- |")
    for field in FIELDS:
        of = [page for page in pages if field in page.right]
        right = site_mean([page.right[field] for page in of], [page.id for page in of])
        print(f"| `{field}` | {right} | {len(of)} |")
    print(f"\nmost columns of a page: {max(page.columns for page in pages)}")
