"""Pages by plain HTTP: what a browser would say of them, and nothing to anybody who was not meant."""

import asyncio
import base64
import gzip
from collections.abc import Callable
from http.cookiejar import Cookie
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from iawce.data.document import open_document
from iawce.data.errors import PageError, UsageError
from iawce.data.network.address import Credentials
from iawce.data.network.fetcher import Fetcher
from iawce.data.network.settings import NetworkSettings, read_cookies, read_netrc
from iawce.data.page import Page
from tests.conftest import PATIENT, Site
from tests.data.network.odd_answers import FOLLOWED, GOOD, NOT_FOLLOWED, leads_to
from tests.data.network.public_internet import OTHER, PUBLIC, PublicInternet

NAMES = {
    "public.test": [PUBLIC],
    "sub.public.test": [PUBLIC],
    "xn--i-7iq.test": [PUBLIC],
    "other.test": [OTHER],
    "private.test": ["10.0.0.1"],
}
Fetch = Callable[..., Page]


@pytest.fixture
def internet(site: Site) -> PublicInternet:
    return PublicInternet(NAMES, {PUBLIC: site.url, OTHER: site.url})


@pytest.fixture
def fetch(internet: PublicInternet) -> Fetch:
    def fetch(url: str, *, deadline: float = PATIENT.deadline, max_body: int = 100_000, **settings: Any) -> Page:
        fetcher = Fetcher(NetworkSettings(internet=internet, **settings), deadline, max_body)
        return asyncio.run(fetcher.fetch(Page(url, url)))

    return fetch


def reason_of(fetch: Fetch, url: str, **settings: Any) -> str:
    with pytest.raises(PageError) as caught:
        fetch(url, **settings)
    return caught.value.reason


def test_a_page_comes_with_all_that_is_known_of_it(site: Site, fetch: Fetch, internet: PublicInternet) -> None:
    body = "<meta charset=utf-8><title>Bücher</title><p>Bücher <a href=b>b</a>".encode("latin-1")
    site.add("/a/page", body, Content_Type="text/html; charset=iso-8859-1")
    site.add("/", "", 302, Location="/a/page")
    page = fetch("http://public.test")
    assert (page.url, page.final_url, page.status) == ("http://public.test", "http://public.test/a/page", 200)
    document = open_document(page)
    assert (document.url, document.status) == ("http://public.test/a/page", 200)
    assert document.html is not None
    assert "Bücher" in document.html
    assert internet.reached == {PUBLIC}


def test_a_local_page_is_fetched_if_it_was_named(site: Site, internet: PublicInternet) -> None:
    url = site.add("/", GOOD)
    fetched = asyncio.run(Fetcher(NetworkSettings(), PATIENT.deadline, 1000).fetch(Page(url, url)))
    assert fetched.body == GOOD.encode()


@pytest.mark.parametrize(
    ("status", "headers", "body", "reason"),
    [
        (404, {}, GOOD, "http_error/404"),
        (500, {}, GOOD, "http_error/500"),
        (204, {}, "", "empty/http_204"),
        (200, {}, "", "empty/no_content"),
        (200, {"Content_Type": "application/pdf"}, "x", "not_html/pdf"),
        (200, {}, "%PDF-1.7\n%\u00e2\u00e3", "not_html/pdf"),
        (200, {"Content_Disposition": "attachment"}, GOOD, "not_html/download"),
        (200, {"Content_Encoding": "gzip"}, GOOD, "fetch_error/encoding"),
        (200, {"Content_Encoding": "br"}, GOOD, "fetch_error/encoding"),
        (200, {}, GOOD + "x" * 200_000, "too_large/body"),
        (302, {"Location": "/"}, "", "fetch_error/too_many_redirects"),
        (302, {"Location": "file:///etc/passwd"}, "", "blocked/scheme"),
        (302, {"Location": "http://public.test:99999/"}, "", "fetch_error/invalid_redirect"),
        (302, {"Location": "http://169.254.169.254/latest/meta-data/"}, "", "blocked/ssrf"),
        (302, {"Location": "http://private.test/"}, "", "blocked/ssrf"),
        (302, {"Location": "//127.1/"}, "", "blocked/ssrf"),
    ],
)
def test_answers_that_are_no_page(
    site: Site, fetch: Fetch, internet: PublicInternet, status: int, headers: dict[str, str], body: str, reason: str
) -> None:
    site.add("/", body, status, **headers)
    assert reason_of(fetch, "http://public.test/") == reason
    assert internet.reached == {PUBLIC}


@pytest.mark.parametrize(("reason", "locations"), NOT_FOLLOWED.items())
def test_redirects_that_are_not_followed(
    site: Site, fetch: Fetch, internet: PublicInternet, reason: str, locations: tuple[bytes, ...]
) -> None:
    for location in locations:
        site.add_answer("/", leads_to(location))
        assert reason_of(fetch, "http://public.test/") == reason, location
    assert internet.reached == {PUBLIC}


@pytest.mark.parametrize(("location", "path"), FOLLOWED.items())
def test_unusual_redirects_are_followed_as_in_a_browser(site: Site, fetch: Fetch, location: bytes, path: str) -> None:
    site.add("/good", GOOD)
    site.add_answer("/", leads_to(location))
    page = fetch("http://public.test/")
    assert (page.body, page.final_url) == (GOOD.encode(), f"http://public.test{path}")


def test_a_host_of_characters_that_only_browsers_allow(site: Site, fetch: Fetch) -> None:
    site.add("/", GOOD)
    assert fetch("http://i❤.test/").final_url == "http://xn--i-7iq.test/"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://public.test:0/", "fetch_error/unsafe_port"),
        ("http://none.test/", "fetch_error/dns"),
        ("http://93.184.216.99/", "fetch_error/refused"),
        ("http://public.test:22/", "fetch_error/unsafe_port"),
        ("ftp://public.test/", "blocked/scheme"),
        ("https://public.test/", "fetch_error/tls"),
    ],
)
def test_addresses_that_are_not_reached(fetch: Fetch, url: str, reason: str) -> None:
    assert reason_of(fetch, url) == reason


def test_a_bomb_is_too_large_and_a_packed_page_is_read(site: Site, fetch: Fetch) -> None:
    site.add("/", gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    assert reason_of(fetch, "http://public.test/") == "too_large/body"
    site.add("/", gzip.compress(GOOD.encode()), Content_Encoding="gzip")
    assert fetch("http://public.test/").body == GOOD.encode()


@pytest.mark.parametrize(
    ("sent", "reason"), [(b"", "fetch_error/empty_response"), (b"no HTTP\r\n\r\n", "fetch_error/invalid_response")]
)
def test_a_connection_that_brings_no_answer(site: Site, fetch: Fetch, sent: bytes, reason: str) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(sent)

    site.add_answer("/", answer)
    assert reason_of(fetch, "http://public.test/") == reason


def test_a_body_that_breaks_off_is_taken_with_a_warning(site: Site, fetch: Fetch) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + GOOD.encode())
        request.close_connection = True

    site.add_answer("/", answer)
    page = fetch("http://public.test/")
    assert page.body == GOOD.encode()
    assert [str(warning) for warning in open_document(page).warnings] == ["partial/closed"]


def test_an_endless_body_is_cut_at_the_deadline(site: Site, fetch: Fetch) -> None:
    done = Event()

    def drip(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + GOOD.encode())
        done.wait(PATIENT.deadline)

    def silence(request: BaseHTTPRequestHandler) -> None:
        done.wait(PATIENT.deadline)

    site.add_answer("/drip", drip)
    site.add_answer("/silence", silence)
    try:
        page = fetch("http://public.test/drip", deadline=4.0)
        assert page.body == GOOD.encode()
        assert [str(warning) for warning in page.warnings] == ["partial/timeout"]
        assert reason_of(fetch, "http://public.test/silence", deadline=1.0) == "timeout/load"
    finally:
        done.set()


@pytest.mark.parametrize(
    ("wish", "seconds"), [("0", 0), ("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("9999", 9999), ("", None)]
)
def test_a_busy_server_says_when_to_come_again(site: Site, fetch: Fetch, wish: str, seconds: float | None) -> None:
    site.add("/", "busy", 429, Retry_After=wish)
    with pytest.raises(PageError) as caught:
        fetch("http://public.test/")
    assert (caught.value.reason, caught.value.retry_after) == ("http_error/429", seconds)


def test_headers_and_credentials_go_to_the_site_alone(site: Site, fetch: Fetch) -> None:
    there, elsewhere = site.record("/there", GOOD), site.record("/elsewhere", GOOD)
    site.add("/on", "", 302, Location="http://other.test/elsewhere")
    for path in ("/there", "/on"):
        fetch(f"http://ann:s3cret@public.test{path}", headers=(("X-Key", "k1"),), user_agent="Reader/1")
    assert there[0]["x-key"] == "k1"
    assert there[0]["authorization"] == "Basic " + base64.b64encode(b"ann:s3cret").decode()
    assert there[0]["user-agent"] == elsewhere[0]["user-agent"] == "Reader/1"
    assert not {"x-key", "authorization"} & elsewhere[0].keys()


def test_credentials_by_host_and_those_of_the_address_before_them(site: Site, fetch: Fetch) -> None:
    seen = site.record("/", GOOD)
    known = {"public.test": Credentials("bob", "b"), "other.test": Credentials("eve", "e")}
    fetch("http://public.test/", credentials=known)
    fetch("http://ann:a@public.test/", credentials=known)
    fetch("http://public.test/", credentials=known, headers=(("authorization", "Bearer t"),))
    assert [one["authorization"] for one in seen] == ["Basic Ym9iOmI=", "Basic YW5uOmE=", "Bearer t"]


def test_cookies_go_where_they_belong(site: Site, fetch: Fetch, tmp_path: Path) -> None:
    there, elsewhere = site.record("/there", GOOD), site.record("/elsewhere", GOOD)
    cookies = cookies_file(tmp_path / "cookies.txt")
    for host in ("other.test", "public.test:8080", "sub.public.test", "public.test"):
        site.add("/on", "", 302, Location=f"http://{host}/elsewhere")
        fetch("http://public.test/on", cookies=cookies)
    fetch("http://public.test/there", cookies=cookies)
    assert there[0]["cookie"] == "session=s1; shared=s4"
    assert [(one["host"], one.get("cookie", "")) for one in elsewhere] == [
        ("other.test", ""), ("public.test:8080", ""), ("sub.public.test", ""), ("public.test", "session=s1; shared=s4")
    ]  # fmt: skip


def test_cookies_that_a_server_sets_go_where_it_says(site: Site, fetch: Fetch, tmp_path: Path) -> None:
    elsewhere = site.record("/elsewhere", GOOD)
    site.add("/on", "", 302, Location="http://public.test:8080/elsewhere", Set_Cookie="own=1")
    fetch("http://public.test/on", cookies=cookies_file(tmp_path / "cookies.txt"))
    assert elsewhere[0]["cookie"] == "own=1"


def cookies_file(path: Path) -> tuple[Cookie, ...]:
    lines = ("public.test\tFALSE\t/\tFALSE\t0\tsession\ts1", "other.test\tFALSE\t/\tFALSE\t0\tsession\ts2",
             ".public.test\tTRUE\t/\tFALSE\t0\tshared\ts4")  # fmt: skip
    path.write_text("# Netscape HTTP Cookie File\n" + "\n".join(lines) + "\n")
    return read_cookies(path)


def test_files_that_are_none_of_ours_are_usage_errors(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for read in (read_cookies, read_netrc):
        with pytest.raises(UsageError):
            read(path)
    path.write_text("machine public.test login ann password s3cret\ndefault login eve password e\n")
    assert list(read_netrc(path)) == ["public.test"]
    with pytest.raises(UsageError) as caught:
        read_cookies(path)
    assert "s3cret" not in str(caught.value)
    path.write_text("machine public.test s3cret")
    with pytest.raises(UsageError) as caught:
        read_netrc(path)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"headers": (("X Key", "1"),)},
        {"headers": (("X-Key", "1\r\nHost: x"),)},
        {"headers": (("Host", "x"),)},
        {"headers": (("X-Key", "1\x1b[2J"),)},
        {"headers": (("X-Key", "\x7f"),)},
        {"contact": "a\x07b"},
        {"user_agent": "a\nb"},
        {"proxy": "socks5://ann:s3cret@proxy.test"},
        {"proxy": "ann:s3cret@proxy.test"},
    ],
)
def test_settings_that_cannot_be_used(settings: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as caught:
        NetworkSettings(**settings)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("markup", "end"),
    [
        ('<meta http-equiv="refresh" content="0; url=/there">One moment', "/there"),
        ("<META content='3;URL=\"there?a&amp;b\"' HTTP-EQUIV=Refresh><p><a href=/there>Moved</a>", "/there?a&b"),
        ('<base href="/a/"><meta http-equiv="refresh" content="1 ../there">', "/there"),
        ('<meta http-equiv="refresh" content="0; url=/again">', "/there"),
        ('<meta http-equiv="refresh" content="300; url=/there"><p>News of the hour', "/here"),
        ('<meta http-equiv="refresh" content="5"><p>News of the minute', "/here"),
        ('<meta http-equiv="refresh" content="0; url=/here"><p>Itself', "/here"),
        ('<noscript><meta http-equiv="refresh" content="0; url=/there"></noscript><p>For readers', "/here"),
        ('<!-- <meta http-equiv="refresh" content="0; url=/there"> --><p>For readers', "/here"),
    ],
)
def test_a_page_that_moves_on_by_itself_is_followed_as_in_a_browser(
    site: Site, fetch: Fetch, markup: str, end: str
) -> None:
    site.add("/here", f"<!doctype html><title>Here</title>{markup}")
    site.add("/again", '<title>Again</title><meta http-equiv="refresh" content="0; url=/there">')
    site.add(end.partition("?")[0] if end != "/here" else "/there", GOOD)
    site.add(end, GOOD) if end != "/here" else None
    assert fetch("http://public.test/here").final_url == f"http://public.test{end}"


def test_a_page_moves_on_neither_for_ever_nor_to_where_it_may_not(site: Site, fetch: Fetch) -> None:
    for here, there in (("/a", "/b"), ("/b", "/a"), ("/in", "http://127.0.0.1/"), ("/js", "javascript:alert(1)")):
        site.add(here, f'<title>x</title><meta http-equiv="refresh" content="0; url={there}">')
    assert reason_of(fetch, "http://public.test/a") == "fetch_error/too_many_redirects"
    assert reason_of(fetch, "http://public.test/in") == "blocked/ssrf"
    assert reason_of(fetch, "http://public.test/js") == "blocked/scheme"
