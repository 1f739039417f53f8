"""Ratios of times of pages, from given times: what a machine measures is nobody's to assert."""

import numpy as np
import pytest

from iawce.data.datasets.labelled_page import GoldPage
from iawce.evaluate.speed import STEPS, PageTimes, Part, bare_parse, ratio_section, time_pages
from tests.conftest import ROOT
from tests.evaluate.speed_releases import Release, compare_releases, dearer, medians_of, read_releases

TYPES = ("article", "service", "forum", "list", "product", "")
COMMAND = "iawce evaluate speed folder tests/gate/pages --sample 2 --step row --step text"
PAGES = [GoldPage(str(number), "site", b"<p>words", type=name) for number, name in enumerate(TYPES)]
PARSES = np.array([[1.0] * 6, [2.0] * 6])
SECONDS = np.array([[4.0, 8, 9, 9, 1, 0], [8, 8, 8, 8, 8, 8]])


def test_a_ratio_is_the_least_of_all_rounds_by_the_least_parse() -> None:
    times = PageTimes(PAGES, {"ours": SECONDS}, PARSES)
    assert times.ratios("ours").tolist() == [4, 8, 8, 8, 1, 0]
    assert {name: places.tolist() for name, places in times.groups().items()} == {
        "articles": [0, 1],
        "lists": [3],
        "threads": [2],
        "products": [4],
        "of unknown type": [5],
    }
    assert medians_of(times)["articles"] == {"ours": 6}
    section = ratio_section("row", times)
    assert section.rows[0] == ("articles (2)", "bare parse", "1000.0", "1", "", "")
    assert section.rows[1] == ("", "ours", "6000.0", "6.0", "5.0–7.0", "4.0–6.0")


def test_every_part_runs_on_every_page_in_each_round() -> None:
    seen: list[tuple[str, str]] = []
    parts: dict[str, Part] = {"id": lambda page, text: seen.append((page.id, text)), "nothing": lambda _, __: None}
    times = time_pages(parts, PAGES, rounds=2)
    assert seen == [("0", "<p>words"), *[(page.id, "<p>words") for page in PAGES] * 2]
    assert times.seconds["nothing"].shape == times.parses.shape == (2, 6)


@pytest.mark.parametrize("html", [b"", b"<p>words", b"\xff", b"<div>" * 5000])
def test_the_bare_parse_of_any_page_does_not_fail(html: bytes) -> None:
    bare_parse(html)


def test_releases_stand_side_by_side() -> None:
    ratios = {"row": {"articles": {"iawce": 12.34}}}
    one = Release(version="1", date="", machine="", bare_parses={COMMAND: ratios})
    other = Release(version="2", date="", machine="", bare_parses={COMMAND: {"row": {"articles": {"peer": 5.0}}}})
    lines = compare_releases(COMMAND, [one, other]).splitlines()
    assert "| step | pages | part | 1 | 2 |" in lines
    assert "| row | articles | iawce | 12.3 |  |" in lines
    assert "| row | articles | peer |  | 5.0 |" in lines


def test_what_has_become_dearer_is_named() -> None:
    def release(ours: float, peer: float) -> Release:
        return Release(
            version="",
            date="",
            machine="",
            bare_parses={COMMAND: {"text": {"articles": {"iawce": ours, "peer": peer}}}},
        )

    assert not list(dearer(COMMAND, [release(10, 10)]))
    assert not list(dearer(COMMAND, [release(10, 10), release(20.8, 20)]))
    (line,) = dearer(COMMAND, [release(5, 10), release(10, 10), release(22, 20)])
    assert line.startswith("text of articles costs 10% more (1.10 of the peer, 1.00)")


def test_stored_releases_have_all_figures() -> None:
    for release in read_releases(ROOT / "bench" / "speed.json"):
        assert release["version"]
        assert release["machine"]
        for ratios in release["bare_parses"].values():
            assert ratios.keys() == STEPS.keys()
            assert all("iawce" in parts for groups in ratios.values() for parts in groups.values())


def test_a_coarse_clock_makes_no_infinite_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iawce.evaluate.speed.time.process_time", lambda: 1.0)
    nothing: dict[str, Part] = {"nothing": lambda _, __: None}
    times = time_pages(nothing, PAGES, rounds=1)
    assert times.ratios("nothing").tolist() == [0.0] * 6
