"""Clusterings of the pages of one site by name: ours, those of other papers, and the two floors."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.evaluate.systems import fpc, tree_edit
from iawce.extract.papers.leader_clusters import cluster_by_leaders
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_page import SitePage

Clustering = Callable[[Sequence[Document]], list[int]]
"""Number of the cluster of each page; all may raise ``PageError``."""


def cluster_by_paths(pages: Sequence[Document], settings: SiteSettings) -> list[int]:
    """The clusters by which templates of a site are learned, small ones included."""
    features = [replace(SitePage(PageAnalysis(page), settings).feature, page=str(n)) for n, page in enumerate(pages)]
    clusters = cluster_by_leaders(features, settings.threshold, fewest=1)
    numbers = {int(page): number for number, cluster in enumerate(clusters) for page in cluster.pages}
    return [numbers[page] for page in range(len(pages))]


CLUSTERINGS: dict[str, Clustering] = {
    "iawce": partial(cluster_by_paths, settings=SiteSettings()),
    "iawce, paper": partial(cluster_by_paths, settings=SiteSettings.paper()),
    "fpc": lambda pages: fpc.cluster_pages([fpc.describe_levels(page.index) for page in pages]),
    "tree edit distance": lambda pages: tree_edit.cluster_pages([tree_edit.shallow_tree(page.index) for page in pages]),
    "all in one": lambda pages: [0] * len(pages),
    "each alone": lambda pages: list(range(len(pages))),
}
