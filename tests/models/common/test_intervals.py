"""Intervals over sites: means and any other score, on pages whose spread is known."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from iawce.models.common.intervals import DRAWS, site_difference, site_interval, site_mean
from iawce.train.common.metrics import accuracy, balanced_accuracy, confusion, macro_f1

NUMBERS = np.arange(40)
VALUES = (NUMBERS * 37 % 101 / 100).tolist()
OTHERS = (NUMBERS * 53 % 97 / 96).tolist()
SITES = [str(number) for number in NUMBERS**2 % 11]
TARGETS = NUMBERS % 3
GUESSES = np.where(NUMBERS % 4 > 0, TARGETS, (TARGETS + 1) % 3)
COUNTS = confusion(TARGETS, GUESSES)


def test_intervals_stay_what_published_figures_were_made_with() -> None:
    assert site_mean(VALUES, SITES) == pytest.approx((0.4985, 0.36424242, 0.56636364))
    assert site_mean(VALUES, SITES, seed=3) == pytest.approx((0.4985, 0.36205882, 0.56595238))
    assert site_mean(VALUES, ["one"] * 40) == pytest.approx((0.4985, 0.4092375, 0.5857625))
    assert site_difference(VALUES, OTHERS, SITES) == pytest.approx((0.039125, -0.00513889, 0.08409722))
    found = [site_interval(score, COUNTS, SITES) for score in (accuracy, balanced_accuracy, macro_f1)]
    wanted = [(0.71794872, 0.79556818), (0.71123737, 0.80191891), (0.70679051, 0.79525052)]
    assert np.array(found) == pytest.approx(np.array(wanted))
    assert site_interval(macro_f1, COUNTS, SITES, seed=3) == pytest.approx((0.70784314, 0.79523810))


def test_an_interval_is_that_of_the_pages_of_drawn_sites() -> None:
    names = sorted(set(SITES))
    draws = np.random.default_rng(0).integers(len(names), size=(DRAWS, len(names)))
    pages = [np.flatnonzero(np.array(SITES) == name) for name in names]
    means = [np.array(VALUES)[np.concatenate([pages[site] for site in draw])].mean() for draw in draws]
    assert site_mean(VALUES, SITES)[1:] == pytest.approx(np.percentile(means, (2.5, 97.5)))


@settings(max_examples=20)
@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.sampled_from("abcdef")), min_size=1, max_size=40),
    st.integers(0, 9),
)
def test_a_share_of_right_guesses_is_a_mean(pages: list[tuple[int, int, str]], seed: int) -> None:
    targets, guesses = np.array([page[:2] for page in pages]).T
    sites = [site for *_, site in pages]
    mean = site_mean((targets == guesses).tolist(), sites, seed)
    assert mean[1:] == pytest.approx(site_interval(accuracy, confusion(targets, guesses), sites, seed))
    assert mean.low <= mean.high


def test_an_interval_over_sites_is_wider_than_over_pages_where_sites_differ() -> None:
    values = [1.0] * 50 + [0.0] * 50
    by_site = site_mean(values, ["a"] * 50 + ["b"] * 50)
    by_page = site_mean(values, [str(number) for number in range(100)])
    assert (by_site.low, by_site.high) == (0, 1)
    assert 0.35 < by_page.low < 0.5 < by_page.high < 0.65
    assert site_mean(values, ["a"] * 100) != by_site, "of one site pages are drawn"


def test_a_difference_minds_pairs() -> None:
    values = [1.0] * 50 + [0.0] * 50
    sites = [str(number) for number in range(100)]
    better = [value * 0.9 + 0.1 for value in values]
    difference = site_difference(better, values, sites)
    assert difference.value == pytest.approx(0.05)
    assert 0.03 < difference.low < difference.high < 0.07, "narrower than the intervals of either"
    with pytest.raises(ValueError, match="zip"):
        site_difference(better, values[:1], sites)


def test_how_a_mean_is_written() -> None:
    assert str(site_mean([0.5], ["a"])) == "0.500 (0.500–0.500)"
    assert site_mean([0.5], ["a"]).signed() == "+0.500 (+0.500 to +0.500)"
    assert all(math.isnan(value) for value in site_mean([], []))
