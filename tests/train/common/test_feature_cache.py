"""What is computed of pages once, and when again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import numpy as np
import pytest

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.common.record import Arrays
from iawce.train.common.feature_cache import FEW, FeatureCache, code_version, read_all

PAGES = [LabelledPage(f"page{number}", "site", "article", html=b"<p>" + b"word " * number) for number in range(4)]
MODULE = "iawce.models.features.name_families"


class Counted:
    """Lengths of pages; remembers whose it computed, stops at a page of choice."""

    def __init__(self, stop: str = "") -> None:
        self.computed: list[str] = []
        self.stop = stop

    def __call__(self, pages: Sequence[LabelledPage]) -> Iterator[Arrays | None]:
        for page in pages:
            if page.id == self.stop:
                raise KeyboardInterrupt
            self.computed.append(page.id)
            yield {"length": np.array(len(page.page.body or b""))}  # type: ignore[arg-type]


def test_features_computed_before_an_interruption_are_not_computed_again(tmp_path: Path) -> None:
    cache = FeatureCache(tmp_path, "lengths", MODULE)
    with pytest.raises(KeyboardInterrupt):
        cache.compute(PAGES, Counted("page2"))
    second = Counted()
    found = cache.compute(PAGES, second)
    assert second.computed == ["page2", "page3"]
    assert [int(found[page.id]["length"]) for page in PAGES] == [3, 8, 13, 18]


def test_a_page_that_changed_is_computed_again_and_one_that_is_named_otherwise_is_not(tmp_path: Path) -> None:
    cache, second = FeatureCache(tmp_path, "lengths", MODULE), Counted()
    cache.compute(PAGES, Counted())
    changed = [replace(PAGES[0], html=b"<p>other"), replace(PAGES[1], id="renamed"), *PAGES[2:]]
    assert int(cache.compute(changed, second)["page0"]["length"]) == 8
    assert second.computed == ["page0"]


def test_other_settings_and_other_code_compute_anew(tmp_path: Path) -> None:
    FeatureCache(tmp_path, "lengths", MODULE).compute(PAGES, Counted())
    for other in (
        FeatureCache(tmp_path, "lengths", MODULE, "in words"),
        FeatureCache(tmp_path, "lengths", "iawce.models.common.probabilities"),
    ):
        again = Counted()
        other.compute(PAGES, again)
        assert len(again.computed) == len(PAGES)


def test_a_page_without_features_is_left_out(tmp_path: Path) -> None:
    found = FeatureCache(tmp_path, "none", MODULE).compute(PAGES[:1], lambda pages: [None for _ in pages])
    assert found == {}


def test_the_version_of_code_is_of_all_that_it_imports() -> None:
    versions = {code_version(f"iawce.models.features.{name}") for name in ("shares", "geometry", "screenshot")}
    assert len(versions) == 3
    assert code_version(MODULE) == code_version(MODULE)


def test_many_pages_are_read_in_processes_and_keep_their_order() -> None:
    many = [replace(PAGES[0], id=f"page{number}") for number in range(FEW + 1)]
    for pages in (many, many[:5]):
        found: list[object] = [*read_all(attrgetter("id"), pages)]
        assert found == [page.id for page in pages]
