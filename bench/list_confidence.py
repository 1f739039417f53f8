"""How often the most probable list of a page is its main list, and its confidence.

    python -m bench list_confidence PATH         # and --learn

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
from functools import partial
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
from iawce.extract.papers.class_names import ListSettings, extract_list
from iawce.extract.papers.simhtree.find_tables import find_tables
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree, build_sim_tree
from iawce.extract.pipeline.main_content import main_content
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.choices import SOURCES, ListSource
from iawce.extract.records.lists.list_sources import FEATURES, ListFeatures, find_candidates
from iawce.extract.records.lists.ranked_lists import WeighedList, weigh_lists
from iawce.models.common.intervals import site_mean

BY_EYE = Path(__file__).resolve().parent.parent / "tests" / "pages" / "entries-by-eye.json"
PAGES = 3
"""Most pages of a site to learn from."""
FEWEST = 3
"""Least entries of a list page."""
WHOLE = 0.7
"""Lists with the right number of units are right if they have this share of the words of the largest such list."""
STEPS = (0.0, 0.3, 0.5, 0.7, 0.85, 0.95, 1.01)
"""Bounds of the bands of confidence."""


@dataclass(frozen=True)
class ListPage:
    """A list page of the corpus: its site, its number of entries, whether a person counted them, the page."""

    site: str
    entries: int
    document: Document
    content: DomMask

    @property
    def is_measured(self) -> bool:
        """Whether its site is of the half that is measured."""
        return hashlib.sha256(self.site.encode()).digest()[0] % 2 == 1


def list_pages(root: Path, most: int) -> list[tuple[str, int, Path]]:
    """Site, entries and file of at most ``most`` pages of a site, in an order that is always the same."""
    rows = [json.loads(line) for line in (root / "pages.jsonl").read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["label"] == "list" and not row["ambiguous"] and (row["entries"] or 0) >= FEWEST]
    random.Random(0).shuffle(rows)
    taken = Counter[str]()
    chosen = []
    for row in rows:
        taken[row["site"]] += 1
        if taken[row["site"]] <= most:
            chosen.append((row["site"], row["entries"], root / row["html"]))
    return chosen


def read_pages(root: Path, most: int) -> Iterator[ListPage]:
    """The same pages, with the entries counted by eye where there is such a count."""
    seen = json.loads(BY_EYE.read_text(encoding="utf-8"))
    for site, entries, path in list_pages(root, most):
        html = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
        document = Document(str(path), url=f"http://{site}.example/", html=html)
        yield ListPage(site, seen.get(path.name.partition(".")[0], entries), document, content_of(document))


def content_of(document: Document) -> DomMask:
    """The main content by the block model; the whole page if it finds none."""
    try:
        return main_content(PageAnalysis.of(document), "list", ExtractSettings())[1].subset
    except PageError:
        return PageAnalysis.of(document).shown


def _tree(page: ListPage, settings: SimHTreeSettings) -> SimTree:
    return build_sim_tree(PageAnalysis.of(page.document), settings)


def _count_surest(source: ListSource, page: ListPage) -> int:
    return _size(weigh_lists(_tree(page, SimHTreeSettings.default()), page.content, source))


def _size(lists: list[WeighedList]) -> int:
    return len(lists[0].table.rows) if lists else 0


def _count_first(settings: SimHTreeSettings, page: ListPage) -> int:
    return sum(len(table.rows) for table in find_tables(_tree(page, settings), settings))


def _count_ids(settings: ListSettings, page: ListPage) -> int:
    return len(extract_list(PageAnalysis.of(page.document), settings).elements)


SYSTEMS: dict[str, Callable[[ListPage], int]] = {
    "all sources weighed, the default": partial(_count_surest, "weighed"),
    "surest list of `simhtree`": partial(_count_surest, "simhtree"),
    "surest list of `class_names`": partial(_count_surest, "class_names"),
    "surest list of `tables`": partial(_count_surest, "tables"),
    "surest list of `schema_org`": partial(_count_surest, "schema_org"),
    "SimHTree, its own order": partial(_count_first, SimHTreeSettings.default()),
    "SimHTree, mode paper": partial(_count_first, SimHTreeSettings.paper()),
    "class-name ranking (`--method list`), elements as records": partial(_count_ids, ListSettings.default()),
    "class-name ranking, mode paper": partial(_count_ids, ListSettings.paper()),
    "MDR": lambda page: len(record_texts(page.document)),
}


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
    settings = SimHTreeSettings.default()
    tree = build_sim_tree(PageAnalysis(page.document), settings)
    candidates = find_candidates(tree, settings, SOURCES)
    right = np.array([len(each.cluster.regions) == page.entries for each in candidates], bool)
    if not right.any():
        return None
    features = ListFeatures(tree, page.content, settings).of(candidates)
    features, right = (part[features[:, FEATURES.index("groups")] == 0] for part in (features, right))
    if not right.any():
        return None
    shares = features[:, FEATURES.index("share of page")]
    return features, right & (shares >= WHOLE * shares[right].max())


def measure(pages: list[ListPage]) -> None:
    """Print the share of pages that each system has right, and the accuracy by confidence."""
    sites = [page.site for page in pages]
    print(f"{len(pages)} pages\n\n| system | as many records as entries |\n| --- | --- |")
    for name, count in SYSTEMS.items():
        print(f"| {name} | {site_mean([count(page) == page.entries for page in pages], sites)} |")
    found = [(weigh_lists(_tree(page, SimHTreeSettings.default()), page.content), page.entries) for page in pages]
    pairs = [(lists[0].confidence, _size(lists) == entries) for lists, entries in found if lists]
    print("\n| confidence | pages | right |\n| --- | --- | --- |")
    for low, high in pairwise(STEPS):
        of = [is_right for sure, is_right in pairs if low <= sure < high]
        print(f"| {low:.2f} to {min(high, 1):.2f} | {len(of)} | {sum(of)} |")


def main(
    path: Annotated[Path, typer.Argument(help="The page-type corpus.")],
    is_learning: Annotated[bool, typer.Option("--learn", help="Learn the weights and print them.")] = False,
) -> None:
    if is_learning:
        learn([page for page in read_pages(path, PAGES) if not page.is_measured])
    measure([page for page in read_pages(path, 1) if page.is_measured])
