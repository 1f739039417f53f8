"""Whether the most probable list of a page is its main list, by the number of its entries, and its confidence.

    python -m bench lists PATH         # and --learn

PATH is the page-type corpus. Its sites are halved by a hash of their names: ``--learn`` learns the weights of
``extract/records/lists/ranked_lists.py`` from one half and prints them; the other half is measured, one page of each
site that lists at least three entries. Records are right if their number is that of the page's entries. The corpus
counts entries by their links and leaves out those that are also linked elsewhere; where the number of records differed
from its count, the entries were counted by eye on a picture of the page (``tests/pages/entries-by-eye.json``). The main
content comes from the block model, pages are not rendered; intervals of 95 % by bootstrap over sites.
"""

import gzip
import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask
from iawce.data.errors import PageError
from iawce.evaluate.systems.mdr import record_texts
from iawce.extract.papers.simhtree.find_tables import find_tables
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree, build_sim_tree
from iawce.extract.pipeline.main_content import main_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.lists.list_sources import find_candidates
from iawce.extract.records.lists.ranked_lists import FEATURES, ListFeatures, RankedList, rank_lists
from iawce.models.common.intervals import site_mean

BY_EYE = Path(__file__).parents[1] / "tests" / "pages" / "entries-by-eye.json"
SETTINGS = SimHTreeSettings.default()
MAX_PAGES = 3
"""Pages of a site to learn from."""
MIN_ENTRIES = 3
"""Entries of a list page."""
WHOLE = 0.7
"""Lists with the right number of units are right if they have this share of the words of the largest such list."""
STEPS = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 1.01)
"""Bounds of the bands of confidence."""


@dataclass(frozen=True)
class ListPage:
    """A list page of the corpus: its site, its number of entries, the page."""

    site: str
    entries: int
    document: Document

    @property
    def is_measured(self) -> bool:
        """Whether its site is of the half that is measured."""
        return hashlib.sha256(self.site.encode()).digest()[0] % 2 == 1

    @cached_property
    def content(self) -> DomMask:
        """The main content by the block model; the whole page if it finds none."""
        analysis = PageAnalysis.of(self.document)
        try:
            return main_content(analysis, "list", ExtractSettings())[1].subset
        except PageError:
            return analysis.shown

    @cached_property
    def lists(self) -> list[RankedList]:
        """The lists of the page, the most probable first."""
        return rank_lists(self.tree(), self.content)

    @property
    def records(self) -> int:
        """Number of records of the most probable list."""
        return len(self.lists[0].table.rows) if self.lists else 0

    def tree(self) -> SimTree:
        """The tree whose lists are compared."""
        return build_sim_tree(PageAnalysis.of(self.document), SETTINGS)


SYSTEMS: dict[str, Callable[[ListPage], int]] = {
    "all sources weighed, the default": lambda page: page.records,
    "SimHTree, its own order": lambda page: sum(len(table.rows) for table in find_tables(page.tree(), SETTINGS)),
    "MDR": lambda page: len(record_texts(page.document)),
}
"""Numbers of records that systems find."""


def read_pages(root: Path, most: int) -> Iterator[ListPage]:
    """At most ``most`` pages of a site, in an order that is always the same."""
    rows = [json.loads(line) for line in (root / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == "list" and not row["ambiguous"]]
    rows = [row for row in rows if (row["entries"] or 0) >= MIN_ENTRIES]
    random.Random(0).shuffle(rows)
    seen, taken = json.loads(BY_EYE.read_text(encoding="utf-8")), Counter[str]()
    for row in rows:
        taken[row["site"]] += 1
        if taken[row["site"]] <= most:
            path = root / row["html"]
            html = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
            document = Document(str(path), url=f"http://{row['site']}.example/", html=html)
            yield ListPage(row["site"], seen.get(path.name.partition(".")[0], row["entries"]), document)


def learn(pages: list[ListPage]) -> None:
    """Print the intercept and the weights."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    examples = [example for page in pages if (example := _example(page)) is not None]
    features, right = (np.concatenate(parts) for parts in zip(*examples, strict=True))
    scaler = StandardScaler().fit(features)
    model = LogisticRegression(max_iter=5000).fit(scaler.transform(features), right)
    weights = model.coef_[0] / scaler.scale_
    print(f"INTERCEPT = {model.intercept_[0] - float(weights @ scaler.mean_):.3f}")
    for name, weight in zip(FEATURES, weights.tolist(), strict=True):
        print(f'    "{name}": {weight:.3f},')


def _example(page: ListPage) -> tuple[NDArray[np.float64], NDArray[np.bool_]] | None:
    """Features of the candidates of a page and which are right; None if none is, or nobody knows."""
    tree = build_sim_tree(PageAnalysis(page.document), SETTINGS)
    candidates = find_candidates(tree, SETTINGS)
    right = np.array([len(each.units) == page.entries for each in candidates], bool)
    if not right.any():
        return None
    features = ListFeatures(tree, page.content, SETTINGS).of(candidates)
    features, right = (part[features[:, FEATURES.index("groups")] == 0] for part in (features, right))
    if not right.any():
        return None
    shares = features[:, FEATURES.index("share of page")]
    return features, right & (shares >= WHOLE * shares[right].max())


def main(
    path: Annotated[Path, typer.Argument(help="The page-type corpus.")],
    is_learning: Annotated[bool, typer.Option("--learn", help="Learn the weights and print them.")] = False,
) -> None:
    if is_learning:
        learn([page for page in read_pages(path, MAX_PAGES) if not page.is_measured])
    pages = [page for page in read_pages(path, 1) if page.is_measured]
    sites = [page.site for page in pages]
    print(f"{len(pages)} pages\n\n| system | as many records as entries |\n| --- | --- |")
    for name, count in SYSTEMS.items():
        print(f"| {name} | {site_mean([count(page) == page.entries for page in pages], sites)} |")
    print("\n| confidence | pages | right |\n| --- | --- | --- |")
    found = [page for page in pages if page.lists]
    for low, high in pairwise(STEPS):
        of = [page.records == page.entries for page in found if low <= page.lists[0].confidence < high]
        print(f"| {low:.2f} to {min(high, 1):.2f} | {len(of)} | {sum(of)} |")
