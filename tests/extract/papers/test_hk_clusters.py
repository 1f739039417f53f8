"""Clusters of forum pages that one template can serve."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import key_of
from iawce.data.document import Document
from iawce.extract.papers.hk_clusters import FAR, cluster_by_hk, nearest_cluster, page_distances, record_features
from iawce.extract.records.posts.record_location import LocationSettings, distance, locate_records
from tests.extract.records.posts.forum_pages import POSTS, SOFTWARE, Post, discuz

PAGES = st.lists(st.frozensets(st.integers(1, 8), min_size=1), min_size=1, max_size=12)


def features(html: str) -> frozenset[int]:
    document = Document("page.html", html=html)
    located = locate_records(PageAnalysis(document), LocationSettings())
    assert located is not None
    return record_features(PageAnalysis(document), located.units)


def test_features_are_paths_with_classes_below_the_records() -> None:
    assert key_of(("div", "table", "tbody", "tr", "td.plc", "div.t_f")) in features(discuz(POSTS))


def test_pages_of_one_software_are_one_cluster() -> None:
    others = tuple(Post(p.number + 9, p.author, p.date, p.text) for p in POSTS[1:])
    pages = [features(draw(posts)) for draw in SOFTWARE for posts in (POSTS, others)]
    labels = cluster_by_hk(pages).labels.tolist()
    assert labels == [number for number in range(len(SOFTWARE)) for _ in range(2)]


def test_the_distance_of_the_paper() -> None:
    first, second = frozenset(b"abcd"), frozenset(b"bcde")
    assert page_distances([first, second])[0, 1] == pytest.approx(2 / 3)
    assert page_distances([first, frozenset(b"xyz")])[0, 1] == FAR


@given(PAGES)
def test_distances_are_those_of_two_subtrees(pages: list[frozenset[int]]) -> None:
    matrix = page_distances(pages)
    for i, one in enumerate(pages):
        for j, other in enumerate(pages):
            expected = distance(one, other)
            assert matrix[i, j] == pytest.approx(FAR if math.isinf(expected) else expected)


@given(PAGES)
def test_every_page_has_one_cluster_and_medoids_are_in_their_own(pages: list[frozenset[int]]) -> None:
    clusters = cluster_by_hk(pages)
    assert len(clusters.labels) == len(pages)
    assert sorted(set(clusters.labels.tolist())) == list(range(len(clusters.medoids)))
    assert np.array_equal(clusters.labels[clusters.medoids], np.arange(len(clusters.medoids)))


def test_a_new_page_joins_the_nearest_cluster_or_none() -> None:
    medoids = [frozenset(b"abcd"), frozenset(b"wxyz")]
    assert nearest_cluster(frozenset(b"abce"), medoids) == 0
    assert nearest_cluster(frozenset(b"xyz"), medoids) == 1
    assert nearest_cluster(frozenset(b"aw"), medoids) is None
    assert nearest_cluster(frozenset(b"a"), []) is None
