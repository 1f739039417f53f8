"""Whether SimHTree finds as many records as a list page has entries: ``python bench/record_counts.py PATH``.

PATH is the page-type corpus (``pages.jsonl``, ``html/``). It counts the entries of a list page as links to content
pages of the site, site-wide links left out, so that a page whose every record links once to its page has as many
records. List pages with at least three entries are taken, at most ``--pages`` of a site; intervals of 95 % by bootstrap
over sites. Pages are not rendered.
"""

import argparse
import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path

from iawce.data.document import Document
from iawce.data.reading.page_reading import PageReading
from iawce.evaluate.systems.mdr import record_texts
from iawce.extract.records.alignment.find_tables import find_tables
from iawce.extract.records.alignment.settings import SimHTreeSettings
from iawce.models.common.intervals import site_mean

FEWEST = 3


def count_records(settings: SimHTreeSettings) -> Callable[[Document], int]:
    """Rows of the first table."""
    return lambda document: sum(len(table.rows) for table in find_tables(PageReading(document), settings)[:1])


SYSTEMS: dict[str, Callable[[Document], int]] = {
    "SimHTree, default": count_records(SimHTreeSettings.default()),
    "SimHTree, paper": count_records(SimHTreeSettings.paper()),
    "SimHTree, paper by area": count_records(
        SimHTreeSettings.with_values(**SimHTreeSettings.PAPER | {"rank": "count_area"})
    ),
    "MDR": lambda document: len(record_texts(document)),
}


def list_pages(root: Path, most: int) -> list[tuple[str, int, Path]]:
    """Site, entries and file of each page, in an order that is always the same."""
    rows = [json.loads(line) for line in (root / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == "list" and not row["ambiguous"] and (row["entries"] or 0) >= FEWEST]
    random.Random(0).shuffle(rows)
    taken: dict[str, int] = {}
    chosen = []
    for row in rows:
        taken[row["site"]] = taken.get(row["site"], 0) + 1
        if taken[row["site"]] <= most:
            chosen.append((row["site"], row["entries"], root / row["html"]))
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--pages", type=int, default=1, help="most pages of a site")
    options = parser.parse_args()
    pages = list_pages(options.path, options.pages)
    documents = [
        (site, entries, Document(str(path), html=gzip.decompress(path.read_bytes()).decode("utf-8", "replace")))
        for site, entries, path in pages
    ]
    for name, count in SYSTEMS.items():
        right = [count(document) == entries for _, entries, document in documents]
        print(f"{name:24} {site_mean(right, [site for site, *_ in documents])} of {len(documents)} pages")


if __name__ == "__main__":
    main()
