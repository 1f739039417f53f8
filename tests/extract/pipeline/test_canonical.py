"""One address for each page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.extract.pipeline.canonical import canonical_address, is_spelling_of


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.ORG:80", "http://example.org/"),
        ("https://example.org/a/../b#top", "https://example.org/b"),
        ("https://ann:secret@example.org/", "https://example.org/"),
        ("https://example.org/a?", "https://example.org/a"),
        ("https://example.org/a?b=2&a=1&b=1", "https://example.org/a?a=1&b=2&b=1"),
        ("https://example.org/a?utm_source=x&id=7&fbclid=IwAR1&gclid=z", "https://example.org/a?id=7"),
        ("https://example.org/t?sid=0a1b2c3d4e5f&t=4", "https://example.org/t?t=4"),
        ("https://example.org/t?PHPSESSID=abc&t=4&JSESSIONID=x", "https://example.org/t?t=4"),
        ("https://example.org/t;jsessionid=0A1B2C?t=4", "https://example.org/t?t=4"),
        ("https://example.org/?s=photography", "https://example.org/?s=photography"),
        ("https://example.org/%7euser/%c3%a9", "https://example.org/~user/%C3%A9"),
        ("https://bücher.example/straße", "https://xn--bcher-kva.example/stra%C3%9Fe"),
        ("mailto:ann@example.org", ""),
        ("javascript:void(0)", ""),
        ("https://example.org/" + "x" * 9000, ""),
        ("", ""),
    ],
)
def test_each_page_has_one_address(url: str, canonical: str) -> None:
    assert canonical_address(url) == canonical


@given(
    st.text("abcABC/%7e. é?&=#;", max_size=40),
    st.lists(st.sampled_from(["a=1", "b=%7E", "utm_source=x", "sid=0123456789", "A=2", "=", ""]), max_size=5),
)
def test_canonical_addresses_stay_unchanged(path: str, parameters: list[str]) -> None:
    once = canonical_address(f"https://example.org/{path}?{'&'.join(parameters)}")
    assert canonical_address(once) == once


@pytest.mark.parametrize(
    ("url", "claimed", "is_one"),
    [
        ("http://www.example.org/a/index.html", "https://example.org/a/", True),
        ("https://example.org/a?replytocom=7", "https://example.org/a", True),
        ("https://example.org/A", "https://example.org/a/", True),
        ("https://example.org/news?page=2", "https://example.org/news", False),
        ("https://example.org/news/page/2/", "https://example.org/news/", False),
        ("https://example.org/article", "https://example.org/", False),
        ("https://example.org/a", "https://other.org/a", False),
    ],
)
def test_a_claimed_address_is_believed_where_it_is_a_spelling(url: str, claimed: str, is_one: bool) -> None:
    assert is_spelling_of(url, claimed) == is_one
