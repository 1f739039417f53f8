"""Clusters of forum pages: H-K by features of records, a split by version, and the stand-in for FPC.

    python -m bench forum_clusters --forum PATH/forum-posts --wcxb PATH/wcxb-dev.tar.xz

58 threads of 29 hosts, and the forum pages of WCXB. There is no gold for the pages that one template can serve, but two
facts bound it. Precision: the share of pairs with one software among the pairs in one cluster whose software is known.
Recall: the share of pairs in one cluster among the pairs of one host. A split by version puts pages of one software and
version together, and each page of unknown software alone. Then, for each software and version with several pages, the
number of clusters of its pages is printed, that is, of templates that one version needs.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.software import Software, recognise
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document, open_document
from iawce.data.labels import FineType
from iawce.evaluate.measures.locating import pairwise_scores
from iawce.evaluate.systems import fpc
from iawce.extract.papers.hk_clusters import ClusterSettings, cluster_by_hk, record_features
from iawce.extract.records.posts.record_location import LocationSettings, locate_records
from iawce.scripts.console import say


def main(
    forum: Annotated[Path, typer.Option(help="The set of forum posts.")],
    wcxb: Annotated[Path, typer.Option(help="WCXB.")],
) -> None:
    """Print clusters, pairwise precision over pages of known software, and pairwise recall over pages of one host."""
    gold = [*read_gold("forum", forum), *(page for page in read_gold("wcxb", wcxb) if page.type == FineType.FORUM)]
    opened = [(page.site, open_document(page.page)) for page in gold]
    located = [(site, one, locate_records(PageAnalysis(one), LocationSettings.default())) for site, one in opened]
    pages = [(site, one, found.units) for site, one, found in located if found]
    hosts, documents = [site for site, _, _ in pages], [one for _, one, _ in pages]
    software = [recognise(one) for one in documents]
    say(f"{len(pages)} pages with records of {len(gold)}, software known of {sum(map(bool, software))}")
    say("\n| system | clusters | precision | recall |\n| --- | --- | --- | --- |")
    versions = ""
    for name, labels in _systems(documents, [records for _, _, records in pages], software):
        known = [(label, one.name) for label, one in zip(labels, software, strict=True) if one]
        precision = pairwise_scores(*zip(*known, strict=True)).precision
        recall = pairwise_scores(labels, hosts).recall
        say(f"| {name} | {len(set(labels))} | {precision:.3f} | {recall:.3f} |")
        versions = versions or _describe_versions(software, labels)
    say(f"\nby the first system: {versions}")


def _describe_versions(software: Sequence[Software | None], labels: Sequence[int]) -> str:
    """Pages and clusters of each software that has several pages."""
    clusters: dict[str, list[int]] = {}
    for one, label in zip(software, labels, strict=True):
        if one:
            clusters.setdefault(f"{one.name} {one.version}".strip(), []).append(label)
    counts = sorted((name, len(found), len(set(found))) for name, found in clusters.items() if len(found) > 1)
    return "; ".join(f"{name}: {pages} pages, {templates} templates" for name, pages, templates in counts)


def _systems(
    documents: Sequence[Document], records: Sequence[Sequence[Sequence[int]]], software: Sequence[Software | None]
) -> Iterator[tuple[str, list[int]]]:
    modes = {"usual in records": ClusterSettings.default(), "to innermost elements (paper)": ClusterSettings.paper()}
    for name, settings in modes.items():
        pairs = zip(documents, records, strict=True)
        features = [record_features(PageAnalysis(document), rows, settings.features) for document, rows in pairs]
        yield f"H-K, paths {name}", cluster_by_hk(features, settings).labels.tolist()
    known: dict[tuple[str, str] | int, int] = {}
    names = [(one.name, one.version) if one else number for number, one in enumerate(software)]
    yield "split by software and version", [known.setdefault(name, len(known)) for name in names]
    yield "FPC stand-in", fpc.cluster_pages([fpc.describe_levels(one.index) for one in documents])
