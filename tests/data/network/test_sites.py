"""The site of an address, whatever the address."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.network.address import site_of


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.example.org/a/b?c=d.e#f.g", "example.org"),
        ("https://shop.example.co.uk/", "example.co.uk"),
        ("https://www.ncsc.gov.uk/", "ncsc.gov.uk"),
        ("https://a.b.example.com.au:8443/", "example.com.au"),
        ("http://user:word@WWW.Example.ORG./", "example.org"),
        ("//talk.example.org/t/1", "example.org"),
    ],
)
def test_a_site_is_a_registrable_domain(url: str, site: str) -> None:
    assert site_of(url) == site


def test_hosting_platforms_are_one_site_each() -> None:
    for platform in ("github.io", "blogspot.com", "substack.com"):
        assert site_of(f"https://anna.{platform}/") == site_of(f"https://bert.{platform}/") == platform


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://192.168.0.12:8080/", "192.168.0.12:8080"),
        ("http://192.168.0.12:80/", "192.168.0.12"),
        ("http://[2001:DB8:0::1]/x.html", "2001:db8::1"),
        ("http://[2001:DB8:0::1]:8080/x.html", "[2001:db8::1]:8080"),
        ("http://localhost/", "localhost"),
        ("http://localhost:8000/", "localhost:8000"),
        ("http://localhost:8001/", "localhost:8001"),
        ("https://localhost:443/", "localhost"),
        ("http://wiki.intern.lan/", "intern.lan"),
        ("http://wiki.intern.lan:8080/", "intern.lan:8080"),
        ("https://co.uk/", "co.uk"),
    ],
)
def test_sites_of_hosts_without_a_registrable_domain(url: str, site: str) -> None:
    assert site_of(url) == site


def test_both_spellings_of_an_international_name_are_one_site() -> None:
    assert site_of("https://www.bücher.de/") == site_of("https://xn--bcher-kva.de/") == "xn--bcher-kva.de"
    assert site_of("https://例.公司.cn/") == site_of("https://a.例.公司.cn/") != site_of("https://例子.公司.cn/")


@pytest.mark.parametrize("url", ["", "page.html", "/a/b.html", "file:///home/page.html", "about:blank", "http://[::1/"])
def test_without_a_host_there_is_no_site(url: str) -> None:
    assert not site_of(url)


@given(st.text())
def test_any_text_has_a_site_or_none_and_a_site_is_its_own(text: str) -> None:
    for url in (text, f"//{text}"):
        site = site_of(url)
        assert site_of(f"//[{site}]" if site.count(":") > 1 and "]" not in site else f"//{site}") == site


CODE = """
import socket
import tldextract
from iawce.data.network.address import site_of
socket.socket = socket.getaddrinfo = None
assert site_of("https://nobody.asked.for.this.co.nz/") == "this.co.nz"
"""


def test_nothing_is_fetched_and_nothing_is_kept(tmp_path: Path) -> None:
    places = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    assert subprocess.run([sys.executable, "-c", CODE], env=places, check=False).returncode == 0  # noqa: S603
    assert not list(tmp_path.iterdir())
