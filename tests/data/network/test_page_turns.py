"""Hosts are asked gently: one page at a time, a pause between two, and again where that may help."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from threading import Lock

import pytest

from iawce.data.errors import PageError, UsageError
from iawce.data.network import host_scheduler as host_turns
from iawce.data.network.host_scheduler import PageScheduler
from iawce.data.network.robots import Robots
from iawce.data.network.settings import MAX_WAIT, NetworkSettings, Politeness
from iawce.data.page import Page
from iawce.extract import Extractor
from tests.conftest import DELAY, Site
from tests.data.network.jumping_clock import run_jumping

GOOD = "<!doctype html><title>Good</title><h1>Good</h1><p>" + "A page like any other, with words enough. " * 20
Starts = dict[str, list[float]]


@pytest.fixture(autouse=True)
def delay_of_product(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_turns, "DELAY", DELAY)


async def _open_all(
    politeness: Politeness,
    urls: Sequence[str],
    errors: dict[str, list[PageError]],
    places: int = 10,
    seconds: float = 0.3,
) -> tuple[Starts, dict[str, int], list[Page | PageError]]:
    """When each page began, the most pages of each host that were open together, and what came of them."""
    turns = PageScheduler(politeness, Robots(NetworkSettings()), places)
    starts: Starts = defaultdict(list)
    open_now, most = defaultdict[str, int](int), defaultdict[str, int](int)

    async def work(page: Page) -> Page:
        host = page.url.split("/")[2]
        starts[page.url].append(asyncio.get_running_loop().time())
        open_now[host] += 1
        most[host] = max(most[host], open_now[host])
        await asyncio.sleep(seconds)
        open_now[host] -= 1
        if left := errors.get(page.url):
            raise left.pop(0)
        return page

    found = await asyncio.gather(*(turns.take(work, Page(url, url)) for url in urls), return_exceptions=True)
    assert all(isinstance(one, Page | PageError) for one in found)
    return starts, dict(most), found  # type: ignore[return-value]


def opened(
    urls: Sequence[str], errors: dict[str, list[PageError]] | None = None, *, places: int = 10, **settings: float
) -> tuple[Starts, dict[str, int], list[Page | PageError]]:
    return run_jumping(_open_all(Politeness(**{"pause": 1.0} | settings), urls, errors or {}, places))  # type: ignore[arg-type]


def busy(wait: float | None, status: int = 429) -> PageError:
    return PageError(f"http_error/{status}", http_status=status, retry_after=wait)


def test_one_page_of_a_host_at_a_time_and_a_second_between_two() -> None:
    urls = [f"http://{host}.test/{number}" for number in range(4) for host in "ab"]
    starts, most, _ = opened(urls)
    for host in "ab":
        times = sorted(time for url, found in starts.items() if f"//{host}." in url for time in found)
        assert times == pytest.approx([0, 1.3, 2.6, 3.9])
    assert most == {"a.test": 1, "b.test": 1}


def test_numbers_that_are_named_hold_on_this_machine_too() -> None:
    urls = [f"http://127.0.0.1:8000/{number}" for number in range(6)]
    starts, _, _ = opened(urls)
    assert {time for times in starts.values() for time in times} == {0}
    starts, most, _ = opened(urls, delay=0.1, per_host=2)
    times = sorted(time for found in starts.values() for time in found)
    assert all(later - earlier >= 0.0999 for earlier, later in pairwise(times))
    assert max(most.values()) <= 2


def test_a_page_that_waits_for_its_host_occupies_no_place() -> None:
    starts, _, _ = opened([f"http://a.test/{number}" for number in range(5)] + ["http://b.test/"], places=1, delay=10.0)
    assert starts["http://b.test/"][0] < 1


def test_the_pause_is_kept_where_places_are_few() -> None:
    starts, _, _ = opened([f"http://{host}.test/{number}" for number in range(3) for host in "abc"], places=1)
    for host in "abc":
        times = sorted(time for url, found in starts.items() if f"//{host}." in url for time in found)
        assert all(later - earlier >= 0.9999 for earlier, later in pairwise(times))


@pytest.mark.parametrize(
    "reason",
    ["timeout/load", "crash/browser", "fetch_error/reset", "fetch_error/closed", "http_error/500", "http_error/502"],
)
def test_temporary_errors_are_retried_after_growing_pauses(reason: str) -> None:
    url = "http://a.test/"
    starts, _, (page,) = opened([url], {url: [PageError(reason), PageError(reason)]}, delay=0.0)
    assert starts[url] == pytest.approx([0, 0.3 + 1, 0.3 + 1 + 0.3 + 4])
    assert isinstance(page, Page)
    assert [str(warning) for warning in page.warnings] == ["retried/2"]
    starts, _, (error,) = opened([url], {url: [PageError(reason)] * 5}, retries=1)
    assert isinstance(error, PageError)
    assert (len(starts[url]), error.reason) == (2, reason)


def test_nothing_is_requested_again_after_the_last_try_of_a_page() -> None:
    async def tries_until(end: float) -> int:
        begun = list[Page]()

        async def fail(page: Page) -> Page:
            begun.append(page)
            await asyncio.sleep(2.0)
            raise PageError("timeout/load")

        page = Page("http://a.test/", "http://a.test/", last_try=asyncio.get_running_loop().time() + end)
        turns = PageScheduler(Politeness(pause=1.0), Robots(NetworkSettings()), 1)
        with pytest.raises(PageError):
            await turns.take(fail, page)
        return len(begun)

    assert [run_jumping(tries_until(end)) for end in (0.0, 2.9, 3.1, 100.0)] == [1, 1, 2, 3]


@pytest.mark.parametrize(
    "reason", ["http_error/404", "fetch_error/dns", "blocked/robots", "not_html/pdf", "timeout/script"]
)
def test_permanent_errors_are_not_retried(reason: str) -> None:
    url = "http://a.test/"
    starts, _, (error,) = opened([url], {url: [PageError(reason)]})
    assert isinstance(error, PageError)
    assert len(starts[url]) == 1


def test_a_busy_server_is_left_alone_as_long_as_it_asks() -> None:
    urls = [f"http://a.test/{number}" for number in range(3)]
    starts, _, found = opened(urls, {urls[0]: [busy(30)]})
    assert all(isinstance(page, Page) for page in found)
    times = sorted(time for times in starts.values() for time in times)
    assert times[0] == 0
    assert times[1] >= 30.3


def test_no_requests_are_sent_while_a_server_asks_for_a_long_pause() -> None:
    urls = [f"http://a.test/{number}" for number in range(3)]
    starts, _, found = opened(urls, {urls[0]: [busy(MAX_WAIT + 1, 503)]})
    assert [error.reason for error in found if isinstance(error, PageError)] == ["http_error/503"] * 3
    assert list(starts) == urls[:1]


@pytest.mark.parametrize("settings", [{"per_host": 0}, {"delay": -1.0}, {"retries": -1}, {"delay": float("inf")}])
def test_numbers_that_mean_nothing_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        Politeness(**settings)  # type: ignore[arg-type]


def test_a_server_sees_one_page_at_a_time_and_what_robots_txt_asks_for(site: Site) -> None:
    lock, open_now, most, asked = Lock(), 0, 0, list[str]()

    def answer(request: BaseHTTPRequestHandler) -> None:
        nonlocal open_now, most
        with lock:
            open_now += 1
            most = max(most, open_now)
            asked.append(request.path)
        body = b"User-agent: *\nDisallow: /closed" if request.path == "/robots.txt" else GOOD.encode()
        request.send_response(503 if asked.count(request.path) == 1 and request.path == "/2" else 200)
        request.send_header("Content-Type", "text/html")
        request.send_header("Content-Length", str(len(body)))
        with lock:
            open_now -= 1  # whoever has the whole answer may go on
        request.end_headers()
        request.wfile.write(body)

    urls = [site.add_answer(f"/{number}", answer) for number in (*range(6), "closed")]
    site.add_answer("/robots.txt", answer)
    politeness = Politeness(per_host=1, delay=0.01)
    network = NetworkSettings(fetch=True, robots=True, politeness=politeness, contact="mail@example.org")
    with Extractor(network=network, workers=4, page_type="article") as extractor:
        rows = list(extractor.extract_many(urls))
    assert [row.reason for row in rows] == [""] * 6 + ["blocked/robots"]
    assert [str(warning) for warning in rows[2].warnings if warning.kind == "retried"] == ["retried/1"]
    assert most == 1
    assert asked[0] == "/robots.txt"
    assert sorted(asked[1:]) == ["/0", "/1", "/2", "/2", "/3", "/4", "/5"]


def test_a_site_learns_whom_to_write_to(site: Site) -> None:
    seen = site.record("/", GOOD)
    for agent in ("", "Reader/1"):
        network = NetworkSettings(fetch=True, contact="https://example.org/bot", user_agent=agent)
        with Extractor(network=network, page_type="article") as extractor:
            extractor.extract(f"{site.url}/")
    assert seen[0]["user-agent"].startswith("Mozilla/5.0 (compatible; iawce/")
    assert [one["user-agent"].endswith("+https://example.org/bot)") for one in seen] == [True, True]
    assert seen[1]["user-agent"].startswith("Reader/1 ")


@pytest.mark.browser
def test_a_browser_says_whom_to_write_to_too(site: Site) -> None:
    seen = site.record("/", GOOD)
    with Extractor(network=NetworkSettings(contact="mail@example.org"), page_type="article") as extractor:
        extractor.extract(f"{site.url}/")
    assert "Chrome" in seen[0]["user-agent"]
    assert seen[0]["user-agent"].endswith("(+mail@example.org)")
