"""Addresses that a page writes, made absolute."""

import pytest

from iawce.data.network.address import MAX_LENGTH, web_address


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("../b?c=1#d", "https://a.example/b?c=1#d"),
        ("//other.example/e", "https://other.example/e"),
        ("mailto:me@a.example", "mailto:me@a.example"),
        (" https://other.example/\n e ", "https://other.example/%20e"),
        ("https://other.example/\n\te", "https://other.example/e"),
        ("\\\\other.example\\e", "https://other.example/e"),
        ("HTTPS://Other.Example:443", "https://other.example/"),
        ("https://Bücher.example/ü?ö#ä", "https://xn--bcher-kva.example/%C3%BC?%C3%B6#%C3%A4"),
        ("//0x7f.1/../e", "https://127.0.0.1/e"),
        ("?c=1", "https://a.example/f/g?c=1"),
        ("", "https://a.example/f/g"),
        ("Java\nScript:go()", ""),
        ("data:image/gif;base64,R0", ""),
        ("http://[no", ""),
        ("x" * (MAX_LENGTH + 1), ""),
    ],
)
def test_an_address_is_absolute_or_empty(written: str, address: str) -> None:
    assert web_address("https://a.example/f/g", written) == address


@pytest.mark.parametrize(
    ("written", "address"),
    [(" /f?c=d:e ", "/f?c=d:e"), ("http://a.example", "http://a.example/"), ("http://[no", ""), ("data:x", "")],
)
def test_of_a_page_without_address_relative_ones_stay(written: str, address: str) -> None:
    assert web_address("", written) == address
