"""Addresses are read as a browser reads them, and their credentials go no further than to their site."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import PageError
from iawce.data.network.address import WebAddress, split_credentials, without_credentials
from iawce.data.page import Page


@pytest.mark.parametrize(
    ("written", "host"),
    [
        ("http://2130706433/", "127.0.0.1"),
        ("http://0x7f.1/", "127.0.0.1"),
        ("http://0177.0.0.1/", "127.0.0.1"),
        ("http://127.1/", "127.0.0.1"),
        ("http://%31%32%37.0.0.1/", "127.0.0.1"),
        ("http://１２７。0。0。1/", "127.0.0.1"),
        ("http://[::ffff:10.0.0.1]/", "::ffff:a00:1"),
        ("http://public.test\\@127.0.0.1/", "public.test"),
        ("http://127.0.0.1\\@public.test/", "127.0.0.1"),
        ("http://public.test#@127.0.0.1/", "public.test"),
        ("ht\ntp:/\t/127.0.0.1", "127.0.0.1"),
        ("http:127.0.0.1", "127.0.0.1"),
        ("HTTP://Bücher.Test/", "xn--bcher-kva.test"),
    ],
)
def test_the_host_is_the_one_that_a_browser_connects_to(written: str, host: str) -> None:
    assert WebAddress.parse(written).host == host


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("http://", "fetch_error/invalid_url"),
        ("http://public.test:99999/", "fetch_error/invalid_url"),
        ("http://[::1/", "fetch_error/invalid_url"),
        *((f"{scheme}:x", "blocked/scheme") for scheme in ("file", "javascript", "data", "chrome", "view-source")),
        ("ftp://public.test/", "blocked/scheme"),
        ("no address", "blocked/scheme"),
    ],
)
def test_addresses_that_are_not_opened(written: str, reason: str) -> None:
    with pytest.raises(PageError) as caught:
        WebAddress.parse(written)
    assert caught.value.reason == reason


def test_origins() -> None:
    assert WebAddress.parse("http://public.test:80/x").origin == "http://public.test"
    assert WebAddress.parse("https://[2606::1]:8443/x").origin == "https://[2606::1]:8443"


@pytest.mark.parametrize(
    ("written", "bare"),
    [
        ("https://ann:s3cret@public.test/p?q#f", "https://public.test/p?q#f"),
        ("https://s3cret@public.test", "https://public.test"),
        ("https://ann:s3cr@t@public.test/", "https://public.test/"),
        ("http:\\\\ann:s3cret@public.test/", "http:\\\\public.test/"),
        ("  http://ann:s3cret@public.test/", "  http://public.test/"),
        ("ht\ntp://ann:s3cret@public.test/", "http://public.test/"),
        ("ftp://ann:s3cret@public.test/", "ftp://public.test/"),
        ("other://ann:s3cret@public.test/", "other://public.test/"),
        ("https://ann:s3cret@public.test:99999/", "https://public.test:99999/"),
        ("https://ann:s3/cret@public.test/", "https://public.test/"),
        ("https://ann:s3cret@a b/", "https://a b/"),
        ("ann:s3cret@public.test/path", "public.test/path"),
    ],
)
def test_credentials_are_taken_out_of_an_address(written: str, bare: str) -> None:
    page = Page(written, written)
    assert (page.ref, page.url) == (bare, bare)
    assert page.credentials is not None
    assert "s3" not in repr(page)


@pytest.mark.parametrize(
    "written",
    [
        "mail@public.test",
        "mailto:ann@public.test",
        "javascript:f('@')",
        "folder/a@b.html",
        "https://public.test/@ann",
        "https://public.test/?to=a@b",
        "-",
    ],
)
def test_other_texts_stay_as_they_are(written: str) -> None:
    assert split_credentials(written) == (written, None)


def test_credentials_within_a_line_are_not_shown_either() -> None:
    page = Page("Members: https://ann:s3cret@public.test/", error="input/bad_line", message="see ftp://s3cret@b/")
    assert (page.ref, page.message) == ("Members: https://public.test/", "see ftp://b/")


@given(st.text(min_size=1), st.text(min_size=1), st.sampled_from(["http", "https", "ws", "ftp", "gopher"]))
def test_any_user_and_password_come_out_as_they_went_in(user: str, password: str, scheme: str) -> None:
    user, password = (text.encode("utf-8", "replace").decode() for text in (user, password))
    written = f"{scheme}://{quote(user, safe='')}:{quote(password, safe='')}@public.test/path"
    bare, credentials = split_credentials(written)
    assert bare == f"{scheme}://public.test/path"
    assert credentials is not None
    assert (credentials.user, credentials.password) == (user, password)


@pytest.mark.parametrize("text", ["http://h/" + "a" * 2_000_000 + "@", "a" * 2_000_000 + "@", "a://" * 500_000 + "@"])
def test_an_address_of_any_length_is_looked_through_in_linear_time(text: str) -> None:
    assert len(without_credentials(text)) <= len(text)


def test_credentials_in_a_text_are_removed_for_any_length_of_the_scheme() -> None:
    assert without_credentials(f"see {'x' * 50}://user:word@host/") == f"see {'x' * 50}://host/"
