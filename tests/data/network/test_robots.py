"""robots.txt as RFC 9309 has it."""

import asyncio
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from iawce.data.errors import PageError
from iawce.data.network.fetcher import Fetcher
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from tests.conftest import PATIENT, Site
from tests.data.network.public_internet import OTHER, PUBLIC, PublicInternet

GOOD = "<!doctype html><title>Good</title><p>A page like any other."
CLOSED = "User-agent: *\nDisallow: /"
Ask = Callable[..., list[str]]


@pytest.fixture
def internet(site: Site) -> PublicInternet:
    return PublicInternet({"public.test": [PUBLIC], "other.test": [OTHER]}, {PUBLIC: site.url, OTHER: site.url})


@pytest.fixture
def ask(site: Site, internet: PublicInternet) -> Ask:
    """The reasons of pages that are asked for one after another; empty for those that came."""
    for path in ("/open/page", "/closed/page"):
        site.add(path, GOOD)

    def ask(*urls: str, **settings: Any) -> list[str]:
        known = NetworkSettings(internet=internet, robots=True, **settings)
        return asyncio.run(reasons(Fetcher(known, PATIENT.deadline, 1000), urls))

    return ask


async def reasons(fetcher: Fetcher, urls: tuple[str, ...]) -> list[str]:
    found = []
    for url in urls:
        try:
            await fetcher.fetch(Page(url, url))
            found.append("")
        except PageError as error:
            found.append(error.reason)
    return found


def test_disallowed_addresses_are_not_opened(site: Site, ask: Ask) -> None:
    site.add("/robots.txt", "User-agent: *\nDisallow: /closed/\nAllow: /closed/page$")
    urls = ("http://public.test/open/page", "http://public.test/closed/page?x", "http://public.test/closed/page")
    assert ask(*urls) == ["", "blocked/robots", ""]


def test_rules_for_us_and_for_the_user_agent_that_we_are(site: Site, ask: Ask) -> None:
    site.add("/robots.txt", "User-agent: iawce\nDisallow: /closed/\n\nUser-agent: Reader\nDisallow: /open/")
    urls = ("http://public.test/open/page", "http://public.test/closed/page")
    assert ask(*urls) == ["", "blocked/robots"]
    assert ask(*urls, user_agent="Reader/2.0 (+mail)") == ["blocked/robots", ""]


@pytest.mark.parametrize(("status", "reason"), [(404, ""), (403, ""), (500, "blocked/robots"), (503, "blocked/robots")])
def test_no_file_forbids_nothing_and_a_server_out_of_order_all(site: Site, ask: Ask, status: int, reason: str) -> None:
    site.add("/robots.txt", CLOSED, status)
    assert ask("http://public.test/open/page") == [reason]


def test_redirects_are_followed_elsewhere_too_but_not_for_ever(site: Site, ask: Ask) -> None:
    site.add("/robots.txt", "", 301, Location="http://other.test/rules")
    site.add("/rules", CLOSED)
    assert ask("http://public.test/open/page") == ["blocked/robots"]
    site.add("/rules", "", 302, Location="/rules")
    assert ask("http://public.test/open/page") == [""]


def test_a_redirect_of_robots_to_a_private_address_is_refused(site: Site, ask: Ask, internet: PublicInternet) -> None:
    site.add("/robots.txt", "", 301, Location="http://169.254.169.254/")
    assert ask("http://public.test/open/page") == ["blocked/ssrf"]
    assert internet.reached == {PUBLIC}


def test_rules_after_500_kib_do_not_count(site: Site, ask: Ask) -> None:
    filler = "# padding\n" * 60_000
    site.add("/robots.txt", filler + CLOSED)
    assert ask("http://public.test/open/page") == [""]
    site.add("/robots.txt", CLOSED + "\n" + filler)
    assert ask("http://public.test/open/page") == ["blocked/robots"]


def test_a_site_is_asked_once(site: Site, ask: Ask) -> None:
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.headers["Host"])
        request.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")

    site.add_answer("/robots.txt", answer)
    urls = ("http://public.test/open/page", "http://public.test/closed/page", "http://other.test/open/page")
    assert ask(*urls) == ["", "", ""]
    assert asked == ["public.test", "other.test"]


def test_a_site_that_cannot_be_asked_is_not_opened(ask: Ask, internet: PublicInternet) -> None:
    internet.names["away.test"] = ["93.184.216.99"]
    assert ask("http://away.test/") == ["fetch_error/refused"]


def test_robots_txt_is_requested_only_if_enabled(site: Site, internet: PublicInternet) -> None:
    site.add("/robots.txt", CLOSED)
    site.add("/", GOOD)
    fetcher = Fetcher(NetworkSettings(internet=internet), PATIENT.deadline, 1000)
    assert asyncio.run(reasons(fetcher, ("http://public.test/",))) == [""]


def test_targets_of_redirects_are_under_the_rules_of_their_site(site: Site, ask: Ask) -> None:
    site.add("/robots.txt", "User-agent: *\nDisallow: /closed/")
    site.add("/to/open", "", 302, Location="/open/page")
    site.add("/to/closed", "", 301, Location="/to/closed/soon")
    site.add("/to/closed/soon", "", 302, Location="/closed/page")
    site.add("/to/other", "", 302, Location="http://other.test/closed/page")
    site.add("/by/itself", '<meta http-equiv=refresh content="0; url=/closed/page"><p>One moment.')
    paths = ("/to/open", "/to/closed", "/to/other", "/by/itself")
    closed = "blocked/robots"
    assert ask(*(f"http://public.test{path}" for path in paths)) == ["", closed, closed, closed]
