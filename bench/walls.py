"""How many pages of sets with gold are refused as errors or walls, doubted, or said to hold no main content.

python bench/walls.py wcxb=PATH/wcxb-dev.tar.xz news=PATH/news forum=PATH/forum-posts pagetype=PATH/pagetype
"""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.outcomes import WarningKind
from iawce.extract import Extraction, Extractor
from iawce.scripts.console import say


def main(data: Annotated[list[str], typer.Argument(help="NAME=PATH of each set.")]) -> None:
    """Print a row for each set, and the pages that are refused or doubted, to be looked at."""
    extractor = Extractor(render="never")
    for name, path in (given.split("=", 1) for given in data):
        found = Counter[str]()
        for page in read_gold(name, Path(path)):
            row = extractor.extract(page.page)
            found.update(["pages", *_remarks(row)])
            for remark in _remarks(row):
                say(f"{name} {page.id} {page.url}: {remark}: {' '.join(row.text.split())[:100]}")
        say(f"{name}: {dict(found)}")


def _remarks(row: Extraction) -> list[str]:
    flags = [warning.detail for warning in row.warnings if warning.kind is WarningKind.SUSPECT]
    return [*filter(None, [row.reason]), *(f"doubted: {flag}" for flag in flags)]


if __name__ == "__main__":
    typer.run(main)
