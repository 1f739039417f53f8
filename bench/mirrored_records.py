"""Records of whole mirrored sites, compared with those that selectors name.

    python -m bench mirrored_records PATH/sites

The selectors are in ``tests/pages/mirrored-records.json``: for each site, the elements that are records, and the
elements that are their cells. All pages that are labelled as lists and have such records count; the pipeline extracts
them with the given type list. Prints for each site records (matched one to one by their texts), and the share of items
in their row and column.
"""

from pathlib import Path
from typing import Annotated

import typer

from iawce.evaluate.known_sites.site_records import ListScore, read_site_records, site_scores

SELECTORS = Path(__file__).resolve().parent.parent / "tests" / "pages" / "mirrored-records.json"


def main(
    sites: Annotated[Path, typer.Argument(help="The folder of the mirrored sites.")],
    show: Annotated[bool, typer.Option("--show", help="Name each page that is not right.")] = False,
) -> None:
    print("| lists | pages | records | F1 | items right |\n| --- | --- | --- | --- | --- |")
    for site, about in read_site_records(SELECTORS).items():
        pages = list(site_scores(sites, site, about))
        for path, found in pages:
            if show and not found.is_right:
                print(f"  {path}: {found}")
        score = sum((found for _, found in pages), ListScore())
        print(f"| {about.name} | {len(pages)} | {score.wanted} | {score.f1:.3f} | {score.items.rate:.3f} |")
