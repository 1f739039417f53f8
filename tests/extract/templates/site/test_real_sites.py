"""Clusters and templates of real sites."""

import json
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from sklearn.metrics import pair_confusion_matrix

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import Document, open_document
from iawce.data.page import Page
from iawce.extract import Extractor
from iawce.extract.papers.leader_clusters import SeedIndex, similarity
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.templates.site.site_page import SitePage, SiteSettings
from iawce.extract.templates.site.site_templates import SiteCluster, SiteTemplates

pytestmark = pytest.mark.corpus


def learned(pages: Sequence[Document]) -> tuple[SiteTemplates, list[SiteCluster]]:
    """The site, and the cluster of each page."""
    site = SiteTemplates(SiteSettings(page_types="classified", fields="none"))
    clusters = [site.learn(page) for page in pages]
    site.settle()
    return site, clusters


def mirror(shared: Path, name: str, label: str) -> Iterator[Document]:
    labels = json.loads((shared / "sites" / f"{name}.json").read_text(encoding="utf-8"))["labels"]
    with tarfile.open(shared / "sites" / f"{name}.tar.xz") as files:
        for path in (path for path, given in labels.items() if given == label):
            file = files.extractfile(f"{name}/{path}")
            assert file
            yield open_document(Page(path, body=file.read()))


def test_each_kind_of_page_of_stack_overflow_has_one_template(shared: Path) -> None:
    gold = read_gold("kinds", shared / "page-kinds-stackoverflow")
    site, clusters = learned([open_document(page.page) for page in gold])
    found = [site.clusters.index(cluster) for cluster in clusters]
    (_, mixed), (torn, together) = pair_confusion_matrix([page.type for page in gold], found)
    assert mixed == 0
    assert 2 * together / (2 * together + torn) > 0.9, "the stand-in for FPC has 0.80"
    places = {each.template.place.key for each in site.clusters if each.template}
    assert {("class", "listResults"), ("id", "questions"), ("id", "mainbar"), ("id", "tags-browser")} < places
    assert len(places) == 5


@pytest.mark.parametrize("settings", [SiteSettings(), SiteSettings.paper()])
def test_the_index_gives_the_clusters_of_the_printed_listing(shared: Path, settings: SiteSettings) -> None:
    pages = [*mirror(shared, "charliejiang", "article"), *mirror(shared, "anamnesis", "list")]
    left = [
        replace(SitePage(PageAnalysis(page), settings).feature, page=str(number)) for number, page in enumerate(pages)
    ]
    index, found, printed = SeedIndex(settings.threshold), defaultdict[int, list[str]](list), list[list[str]]()
    for page in left:
        found[index.assign(page)].append(page.page)
    while left:
        members = [page for page in left if similarity(left[0], page) > settings.threshold]
        left = [page for page in left if page not in members]
        printed.append([page.page for page in members])
    assert list(found.values()) == printed


def test_the_posts_of_a_blog_are_taken_whole_from_pages_that_were_not_learned(shared: Path) -> None:
    pages = list(mirror(shared, "charliejiang", "article"))
    site, _ = learned(pages[::2])
    assert [cluster.template.place.classes for cluster in site.clusters if cluster.template] == ["post-body"]
    with Extractor(render="never", settings=ExtractSettings(method="density", site=site)) as extractor:
        rows = [extractor.extract(page) for page in pages[1::2]]
    by_template = [row for row in rows if row.method == "template"]
    assert len(by_template) >= 0.95 * len(rows)
    assert all(len(row.blocks) == 1 and row.scores["key"] == "class" for row in by_template)
