"""Threads of a real mirrored forum, served on localhost, all pages of each joined, against what selectors name."""

from pathlib import Path

import pytest

from bench.mirrored_threads import measure


@pytest.mark.corpus
def test_posts_of_threads_of_several_pages_are_those_that_selectors_name(shared: Path) -> None:
    """Of the first threads; ``python -m bench mirrored_threads`` measures them all."""
    score = measure(shared, "squarepenguin", most=15)
    assert score.f1 >= 0.97, score
    assert score.authors >= 0.97 * score.same <= score.dates, score
    assert score.whole >= 13, score
