"""How many items of hand-made tables SimHTree finds: ``python bench/records.py [--pages FOLDER] [--show]``.

A folder holds pages ``NAME.html`` and their tables ``NAME.json``: ``columns``, and ``rows`` with null for what a record
lacks. Beside the default settings stand those of the paper.
"""

import argparse
import json
from pathlib import Path

from iawce.data.document import Document
from iawce.evaluate.measures.items import Cells, ItemScores, item_scores
from iawce.extract.methods.simhtree import extract_records
from iawce.extract.records.settings import SimHTreeSettings

PAGES = Path(__file__).resolve().parent.parent / "tests" / "extract" / "records" / "pages"
PAPER = {"joyo.com": (78, 70), "Amazon": (80, 57), "Yahoo": (30, 23)}
URL = "http://shop.example/list"


def cells_of(html: str, settings: SimHTreeSettings) -> tuple[list[str], Cells]:
    """Names and cells of the first list of a page; a picture is its address."""
    records = [item for item in extract_records(Document("", url=URL, html=html), settings).records if item.list == 1]
    names = list(records[0].fields) if records else []
    rows = [[(field.image or field.text) if field else None for field in record.fields.values()] for record in records]
    return names, rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=Path, default=PAGES)
    parser.add_argument("--show", action="store_true", help="print every table that is not right")
    options = parser.parse_args()
    modes = {"default": SimHTreeSettings.default(), "paper": SimHTreeSettings.paper()}
    total = dict.fromkeys(modes, ItemScores(0, 0, 0))
    print(f"{'page':20}" + "".join(f"{mode + ': items':>16}{'right':>7}{'extra':>7}{'rate':>7}" for mode in modes))
    for path in sorted(options.pages.glob("*.html")):
        gold = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        line = f"{path.stem:20}"
        for mode, settings in modes.items():
            names, rows = cells_of(path.read_text(encoding="utf-8"), settings)
            found, before = item_scores(rows, gold["rows"]), total[mode]
            total[mode] = ItemScores(before.items + found.items, before.right + found.right, before.extra + found.extra)
            line += f"{found.items:16}{found.right:7}{found.extra:7}{found.rate:7.3f}"
            if options.show and mode == "default" and (found.rate < 1 or found.extra):
                line += "".join(f"\n    {row}" for row in (names, *rows))
        print(line)
    for mode, found in total.items():
        print(f"{mode}: {found.right} of {found.items} items right, rate {found.rate:.3f}, {found.extra} extra cells")
    for site, (items, right) in PAPER.items():
        print(f"the paper, {site}: {right} of {items} items right, rate {right / items:.3f}")


if __name__ == "__main__":
    main()
