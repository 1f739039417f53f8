"""How reliably list pages are distinguished from pages with lists beside their main content.

    python -m bench list_pages PATH/pagetype PATH/pagetype-more         # and --learn, --show

One page of each site that is a list, and one that is an article or a product. Sites are halved by a hash of their
names: ``--learn`` prints the weights of ``extract/records/lists/page_confidence.py`` as the one half gives them; the
other is measured. The page type is that of models trained on the first half alone, at most three lists and three other
pages of each site: no model has seen a site that is measured. Precision: pages for a list over pages at or above a
floor; recall: the share of the pages for a list that are at or above it. The floor in use is the lowest one with a
precision of at least 0.98 on the training half, in order to have 0.95 elsewhere.
"""

import gzip
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from bench.common.held_out_types import list_probabilities
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import open_document
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.data.page import Page
from iawce.extract.content.segmentation import SegmentationSettings, extract_segmentation
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import build_sim_tree
from iawce.extract.records.lists.page_confidence import (
    INTERCEPT,
    LEAST_CONFIDENCE,
    PAGE_FEATURES,
    WEIGHTS,
    page_features,
)
from iawce.extract.records.lists.ranked_lists import weigh_lists
from iawce.models.page_type.classification import LABELS

FLOORS = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
ALONE = {PageType.LIST: "list", PageType.THREAD: "thread"}
"""Types of pages taken from a site besides its articles and products."""
LARGEST = 1_500_000
"""Most bytes of a page."""
MOST = 3
"""Most lists, threads and other pages of a site in the training of page types."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page of a site, whether it is for a list, and the features of its surest list; None if it has no list."""

    id: str
    site: str
    is_list: bool
    features: NDArray[np.float64] | None

    @property
    def is_measured(self) -> bool:
        """Whether its site is of the half that is measured."""
        return is_measured(self.site)

    @property
    def confidence(self) -> float:
        """Confidence that the page is a list page."""
        if self.features is None:
            return 0.0
        logit = INTERCEPT + float(self.features @ np.array([WEIGHTS[name] for name in PAGE_FEATURES]))
        return 1 / (1 + float(np.exp(-logit)))


def is_measured(site: str) -> bool:
    """Whether a site is of the half that is measured."""
    return hashlib.sha256(site.encode()).digest()[0] % 2 == 1


def choose_pages(roots: list[Path]) -> list[LabelledPage]:
    """Lists and other pages of each site, at most ``MOST`` of each, in an order that is always the same."""
    rows = [
        json.loads(line) | {"root": root} for root in roots for line in (root / "pages.jsonl").open(encoding="utf-8")
    ]
    rows = [row for row in rows if row["label"] in LABELS and not row["ambiguous"]]
    random.Random(1).shuffle(rows)
    taken, chosen = Counter[tuple[str, str]](), list[LabelledPage]()
    for row in rows:
        path, kind = row["root"] / row["html"], (row["site"], ALONE.get(row["label"], "other"))
        taken[kind] += 1
        if taken[kind] <= MOST and len(gzip.decompress(path.read_bytes())) <= LARGEST:
            chosen.append(LabelledPage(row["id"], row["site"], PageType(row["label"]), html=path))
    return chosen


def read_pages(roots: list[Path]) -> Iterator[FoundPage]:
    """One list and one other page of each site."""
    pages = choose_pages(roots)
    types = list_probabilities(
        [page for page in pages if not is_measured(page.site)], [page for page in pages if is_measured(page.site)]
    )
    taken = set[tuple[str, bool]]()
    for page in pages:
        if page.label == PageType.THREAD:
            continue  # a thread is a list of its posts
        is_list = page.label == PageType.LIST
        if (page.site, is_list) not in taken:
            taken.add((page.site, is_list))
            yield FoundPage(page.id, page.site, is_list, features_of(page, types[page.id]))


def features_of(page: LabelledPage, type_probability: float) -> NDArray[np.float64] | None:
    """The features of a page with its surest list; None if it has none."""
    analysis = PageAnalysis.of(open_document(Page(page.site, f"http://{page.site}.example/", page.html)))
    try:
        content = extract_segmentation(analysis, SegmentationSettings.default())
    except PageError:
        return None
    subset = content.subset if content.elements else analysis.shown
    lists = weigh_lists(build_sim_tree(analysis, SimHTreeSettings.default()), subset)
    return page_features(analysis, subset, lists[0], type_probability) if lists else None


def learn(pages: list[FoundPage]) -> None:
    """Print the intercept and the weights."""
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
    from sklearn.preprocessing import StandardScaler  # noqa: PLC0415

    features = np.array([page.features for page in pages if page.features is not None])
    scaler = StandardScaler().fit(features)
    right = [page.is_list for page in pages if page.features is not None]
    model = LogisticRegression(max_iter=5000).fit(scaler.transform(features), right)
    weights = model.coef_[0] / scaler.scale_
    print(f"INTERCEPT = {model.intercept_[0] - float(weights @ scaler.mean_):.3f}")
    for name, weight in zip(PAGE_FEATURES, weights.tolist(), strict=True):
        print(f'    "{name}": {weight:.3f},')


def tabulate(learned: list[FoundPage], measured: list[FoundPage]) -> None:
    """Print precision and recall of both halves at each floor."""
    halves = {
        f"{name} ({sum(page.is_list for page in half)} lists)": half
        for name, half in (("learned from", learned), ("unseen", measured))
    }
    print("| floor |", " | ".join(f"{name}: precision | recall" for name in halves), "|\n|" + " --- |" * 5)
    for floor in FLOORS:
        print(f"| {floor} |", " | ".join(scores(half, floor) for half in halves.values()), "|")


def scores(pages: list[FoundPage], floor: float) -> str:
    """Precision and recall at a floor."""
    chosen = [page.is_list for page in pages if page.confidence >= floor]
    return f"{np.mean(chosen):.3f} | {sum(chosen) / sum(page.is_list for page in pages):.3f}"


def main(
    roots: Annotated[list[Path], typer.Argument(help="The page-type corpora.")],
    is_learning: Annotated[bool, typer.Option("--learn", help="Learn the weights and print them.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Name each page on the wrong side of the floor.")] = False,
) -> None:
    pages = list(read_pages(roots))
    if is_learning:
        learn([page for page in pages if not page.is_measured])
    measured = [page for page in pages if page.is_measured]
    tabulate([page for page in pages if not page.is_measured], measured)
    for page in sorted(measured, key=lambda page: page.confidence) if show else ():
        if page.is_list != (page.confidence >= LEAST_CONFIDENCE):
            print(f"{page.id}: {'list' if page.is_list else 'no list'}, {page.confidence:.2f}")
