"""Addresses that a page writes, made absolute."""

import pytest

from iawce.data.html.web_address import LONGEST, web_address


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("../b?c=1#d", "https://a.example/b?c=1#d"),
        ("//other.example/e", "https://other.example/e"),
        (" https://other.example/\n e ", "https://other.example/e"),
        ("mailto:me@a.example", "mailto:me@a.example"),
        ("JavaScript:go()", ""),
        ("data:image/gif;base64,R0", ""),
        ("http://[no", ""),
        ("x" * (LONGEST + 1), ""),
    ],
)
def test_an_address_is_absolute_or_empty(written: str, address: str) -> None:
    assert web_address("https://a.example/f/g", written) == address
