"""What belongs to a crawl."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.extract.crawl.scope import Scope, crawled_site, matches_pattern


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.news.example.co.uk/a", "example.co.uk"),
        ("https://ann.github.io/", "ann.github.io"),
        ("http://127.0.0.1:8000/", "127.0.0.1:8000"),
        ("http://[::1]:8000/", "[::1]:8000"),
        ("http://localhost/", "localhost"),
    ],
)
def test_sites(url: str, site: str) -> None:
    assert crawled_site(url) == site


def test_the_site_of_the_seeds_and_no_other() -> None:
    scope = Scope().with_sites_of(["https://www.example.org/blog/"])
    assert scope.refusal("https://shop.example.org/a", 1) == ""
    assert scope.refusal("https://example.com/", 1) == "off_site"
    assert scope.refusal("http://127.0.0.1/", 1) == "off_site"


def test_domains_take_the_place_of_the_site() -> None:
    scope = Scope(domains=("blog.example.org",)).with_sites_of(["https://example.org/"])
    assert scope.refusal("https://blog.example.org/a", 1) == ""
    assert scope.refusal("https://en.blog.example.org/a", 1) == ""
    assert scope.refusal("https://example.org/", 1) == "off_site"
    assert scope.refusal("https://notblog.example.org/", 1) == "off_site"


def test_patterns_depth_and_files() -> None:
    scope = Scope(frozenset({"example.org"}), (), ("/blog/*", "*?id=*"), ("*/tag/*",), 2)
    assert scope.refusal("https://example.org/blog/a", 1) == ""
    assert scope.refusal("https://example.org/a?id=3", 2) == ""
    assert scope.refusal("https://example.org/blog/tag/a", 1) == "excluded"
    assert scope.refusal("https://example.org/about", 1) == "not_included"
    assert scope.refusal("https://example.org/about", 0) == "not_included"
    assert scope.refusal("https://example.org/blog/a", 3) == "too_deep"
    assert scope.refusal("https://example.org/blog/a.PDF", 1) == "file"


@pytest.mark.parametrize(
    ("pattern", "url", "is_match"),
    [
        ("https://example.org/*", "https://example.org/", True),
        ("*/b/*", "https://example.org/a/b/c", True),
        ("/a", "https://example.org/a", True),
        ("/a", "https://example.org/a/", False),
        ("/a*a", "https://example.org/a", False),
        ("/*?p=*", "https://example.org/x?p=1", True),
        ("/[a]*", "https://example.org/a", False),
    ],
)
def test_patterns(pattern: str, url: str, is_match: bool) -> None:
    assert matches_pattern(pattern, url) == is_match


@given(st.text("a*", max_size=60))
def test_a_pattern_that_is_none_takes_no_time(pattern: str) -> None:
    assert not matches_pattern(pattern + "b", "https://example.org/" + "a" * 5000)
