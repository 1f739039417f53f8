"""Equation 1 and algorithm 1, beside the listing as it is printed."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.extract.papers.leader_clusters import PageFeature, SeedIndex, page_feature, similarity
from iawce.extract.templates.site.site_page import SiteSettings

PAPER = SiteSettings.paper()


def feature(name: str, *paths: int) -> PageFeature:
    return page_feature(name, np.array(paths, np.uint64))


def clusters(
    pages: list[PageFeature], threshold: float = PAPER.threshold, fewest: int = PAPER.fewest
) -> list[list[str]]:
    """Names of the pages of the clusters with enough pages."""
    index, found = SeedIndex(threshold), defaultdict[int, list[str]](list)
    for page in pages:
        found[index.assign(page)].append(page.page)
    return [names for names in found.values() if len(names) >= fewest]


def as_printed(pages: list[PageFeature], threshold: float, fewest: int) -> list[list[str]]:
    """Algorithm 1 line by line."""
    found, left = [], list(pages)
    while left:
        seed = left[0]
        members = [page for page in left if similarity(seed, page) > threshold]
        left = [page for page in left if page not in members]
        if len(members) > fewest - 1:
            found.append([page.page for page in members])
    return found


def test_similarity_is_the_shared_share_of_the_smaller_page() -> None:
    assert similarity(feature("a", 1, 2, 3, 4), feature("b", 3, 4, 5)) == pytest.approx(2 / 3)
    assert similarity(feature("a", 1, 2), feature("b", 1, 2, 3, 4)) == 1
    assert similarity(feature("a"), feature("b")) == 1
    assert similarity(feature("a"), feature("b", 1)) == 0
    assert feature("a", 0, 7, 7, 3).paths.tolist() == [3, 7], "0 is the key of no path"


def test_the_threshold_is_strict_and_six_pages_are_needed() -> None:
    whole = range(1, 101)
    pages = [feature("seed", *whole)]
    pages += [feature(f"at {n}", *whole[:82], *range(1000 * n, 1000 * n + 18)) for n in range(1, 6)]
    assert clusters(pages) == []
    pages += [feature(f"above {n}", *whole[:83], *range(9000 * n, 9000 * n + 17)) for n in range(1, 6)]
    assert clusters(pages) == [["seed", *(f"above {n}" for n in range(1, 6))]]
    assert clusters(pages[:-1]) == []


def test_only_the_seed_is_compared() -> None:
    seed = feature("s", *range(10))
    pages = [seed, feature("a", *range(9), 11, 12), feature("b", *range(1, 10), 21, 22)]
    assert clusters(pages, threshold=0.8, fewest=3) == [["s", "a", "b"]]


pages_of_paths = st.lists(st.frozensets(st.integers(1, 14), max_size=12), max_size=14)


@given(pages_of_paths, st.sampled_from([0.0, 0.3, 0.5, 0.75, 0.82, 0.9]), st.integers(1, 4))
def test_the_index_gives_the_clusters_of_the_printed_listing(
    sets: list[frozenset[int]], threshold: float, fewest: int
) -> None:
    pages = [feature(str(number), *paths) for number, paths in enumerate(sets)]
    assert clusters(pages, threshold, fewest) == as_printed(pages, threshold, fewest)


@given(pages_of_paths, st.frozensets(st.integers(1, 14)), st.sampled_from([0.0, 0.5, 0.82]))
def test_the_index_finds_each_seed_that_a_page_is_like(
    sets: list[frozenset[int]], paths: frozenset[int], threshold: float
) -> None:
    index, page = SeedIndex(threshold), feature("page", *paths)
    seeds = [feature(str(number), *each) for number, each in enumerate(sets)]
    for seed in seeds:
        index.add(seed)
    assert list(index.alike(page)) == [n for n, seed in enumerate(seeds) if similarity(seed, page) > threshold]
