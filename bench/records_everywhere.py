"""Whether any page stops the search for records, and how long it takes: ``python bench/records_everywhere.py PATH``.

PATH is the folder of all page sets. Prints for each system how many pages raise an error, and the mean and
longest CPU time of a page; MDR for comparison. Pages are not rendered.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.open_document import open_document
from iawce.data.reading.page_reading import PageReading
from iawce.evaluate.systems.mdr import record_texts
from iawce.extract.records.alignment.settings import SimHTreeSettings
from iawce.extract.records.list_records import RecordsSettings, extract_lists
from iawce.extract.records.simhtree import extract_records

SETS = {
    "wcxb": "wcxb-dev.tar.xz",
    "pagetype": "pagetype",
    "forum": "forum-posts",
    "news": "news",
    "search": "search-results",
    "kinds": "page-kinds-stackoverflow",
    "books": "book-booksamillion",
}
SYSTEMS: dict[str, Callable[[Document], object]] = {
    "sources weighed": lambda document: extract_lists(PageReading.of(document), RecordsSettings()),
    "SimHTree": lambda document: extract_records(PageReading.of(document), SimHTreeSettings.default()),
    "SimHTree, mode paper": lambda document: extract_records(PageReading.of(document), SimHTreeSettings.paper()),
    "MDR": record_texts,
}


def documents(path: Path, name: str, every: int) -> Iterator[Document]:
    """The pages of a set, those that can be read, parsed anew for each system."""
    for page in read_gold(name, path / SETS[name])[::every]:
        try:
            document = open_document(page.page)
            len(document.index)
        except PageError:
            continue
        yield document


class Runs:
    """CPU seconds of each page and the number of failures, by system."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {system: [] for system in SYSTEMS}
        self.failed: Counter[str] = Counter()

    def add(self, document: Document) -> None:
        """Run all systems on a page."""
        for system, run in SYSTEMS.items():
            begin = time.process_time()
            try:
                run(document)
            except Exception as error:  # noqa: BLE001 - counted, whatever it is
                self.failed[system] += 1
                print(f"{document.ref}: {system}: {type(error).__name__} {error}")
            self.seconds[system].append(time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each Nth page only")
    options = parser.parse_args()
    runs = Runs()
    for name in SETS:
        for document in documents(options.path, name, options.every):
            runs.add(document)
    for system, times in runs.seconds.items():
        print(
            f"{system:20} {runs.failed[system]} of {len(times)} fail; mean {np.mean(times):.3f} s, {max(times):.2f} s"
        )


if __name__ == "__main__":
    main()
