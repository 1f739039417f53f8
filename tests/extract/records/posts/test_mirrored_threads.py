"""Threads of a real mirrored forum, served on localhost, all pages of each joined, against what selectors name."""

from pathlib import Path

import pytest

from tests.conftest import Site
from tests.known_sites.forums import ThreadScore, read_forums, thread_scores
from tests.known_sites.mirrored_site import read_mirrored_site


@pytest.mark.corpus
def test_posts_of_threads_of_several_pages_are_those_that_selectors_name(shared: Path, pages: Path, site: Site) -> None:
    """Of the first threads; ``python -m bench posts joined`` measures them all."""
    mirrored = read_mirrored_site(shared / "sites" / "squarepenguin.tar.xz")
    for page in mirrored:
        assert isinstance(page.html, bytes)
        site.add(f"/{page.id}", page.html, Content_Type="text/html")
    forum = read_forums(pages / "thread-selectors.json")["squarepenguin"]
    found = thread_scores(forum, mirrored, site.url, most=15)
    score = sum((one for _, one in found), ThreadScore())
    assert score.f1 >= 0.97, score
    assert score.authors >= 0.97 * score.same <= score.dates, score
    assert score.whole >= 13, score
