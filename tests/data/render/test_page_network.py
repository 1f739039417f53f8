"""How far Chromium gets from pages of public addresses, and what it sends to whom. Nothing foreign is dialled."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from iawce.data.errors import PageError
from iawce.data.network.settings import NetworkSettings, Politeness, read_cookies
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot
from tests.conftest import Site
from tests.data.network.odd_answers import FOLLOWED, NOT_FOLLOWED, leads_to
from tests.data.network.public_internet import OTHER, PUBLIC, PublicInternet

pytestmark = pytest.mark.browser
GOOD = "<!doctype html><title>Good</title><h1>Good</h1><p>A page like any other."
NAMES = {
    "public.test": [PUBLIC],
    "other.test": [OTHER],
    "inside.test": ["10.0.0.1"],
    "mixed.test": [PUBLIC, "10.0.0.1"],
}
Render = Callable[[str], Snapshot]


@pytest.fixture
def site(server: Site) -> Site:
    """One for all tests, as the browsers are that find it."""
    return server


@pytest.fixture(scope="module")
def internet_of_all(server: Site) -> PublicInternet:
    return PublicInternet(NAMES, {PUBLIC: server.url, OTHER: server.url})


@pytest.fixture
def internet(internet_of_all: PublicInternet) -> PublicInternet:
    """Has dialled nothing yet."""
    internet_of_all.dialled.clear()
    return internet_of_all


@pytest.fixture(scope="module")
def renderers(internet_of_all: PublicInternet) -> Iterator[Callable[..., Render]]:
    """Makes what renders with the given settings; once for the same ones."""
    with ExitStack() as started:

        @cache
        def make(**settings: Any) -> Render:
            network = NetworkSettings(internet=internet_of_all, politeness=Politeness(delay=0.0), **settings)
            renderer = started.enter_context(BackgroundRenderer(RenderSettings(screenshot_scale=0), 1, network))
            return lambda url: renderer.submit(Page(url, url)).result()

        yield make


class Listener:
    """Counts who connects to a port of this machine; nobody should."""

    def __init__(self) -> None:
        self.connected = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._datagrams.bind(("127.0.0.1", self.port))
        self._datagrams.setblocking(False)
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self.connected += 1
            connection.close()

    @property
    def has_datagram(self) -> bool:
        try:
            return bool(self._datagrams.recv(1 << 16))
        except BlockingIOError:
            return False

    def close(self) -> None:
        self._socket.close()
        self._datagrams.close()


@pytest.fixture
def inside() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


def reasons(render: Render, *urls: str) -> list[str]:
    found = []
    for url in urls:
        try:
            render(url)
            found.append("")
        except PageError as error:
            found.append(error.reason)
    return found


def test_requests_of_a_public_page_to_private_addresses_are_refused(
    site: Site, internet: PublicInternet, renderers: Callable[..., Render], inside: Listener
) -> None:
    here = f"127.0.0.1:{inside.port}"
    site.add(
        "/",
        f"""{GOOD}<img src="http://{here}/a.png"><img src="http://10.0.0.1/a.png"><img src="http://inside.test/a.png">
        <img src="http://169.254.169.254/latest/meta-data/"><img src="http://localhost:{inside.port}/">
        <link rel=stylesheet href="http://[::ffff:127.0.0.1]:{inside.port}/"><link rel=preload as=image
        href="http://0x7f.1:{inside.port}/b.png"><link rel=preconnect href="http://{here}"><link rel=prefetch
        href="http://{here}/next"><link rel=dns-prefetch href="//inside.test"><iframe src="http://{here}/"></iframe>
        <iframe src="file:///etc/passwd"></iframe><iframe src="data:text/html,<img src=http://{here}/c.png>"></iframe>
        <iframe srcdoc="<img src=http://{here}/d.png>"></iframe><video src="http://{here}/v.mp4"></video>
        <script src="http://mixed.test/x.js"></script><script>
        const blob = new Blob(["<img src=http://{here}/e.png>"], {{type: "text/html"}});
        document.body.appendChild(document.createElement("iframe")).src = URL.createObjectURL(blob);
        for (const scheme of ["ws", "http"]) {{ try {{
          scheme === "ws" ? new WebSocket("ws://{here}/") : fetch("http://{here}/", {{mode: "no-cors"}}).catch(() => 0);
        }} catch {{}} }}
        new EventSource("http://{here}/events");
        navigator.sendBeacon("http://{here}/beacon", "x");
        open("http://{here}/popup");
        new Worker(URL.createObjectURL(new Blob(["fetch('http://{here}/worker').catch(() => 0)"])));
        const peer = new RTCPeerConnection({{iceServers: [{{urls: "stun:{here}"}}]}});
        peer.createDataChannel("x"); peer.createOffer().then(offer => peer.setLocalDescription(offer));
        </script>""",
    )
    render = renderers()
    snapshot = render("http://public.test/")
    assert "A page like any other" in snapshot.html
    assert "blocked/ssrf" in snapshot.warnings
    assert internet.reached == {PUBLIC}
    assert not inside.connected
    assert not inside.has_datagram
    render(f"{site.url}/?named")
    assert inside.connected, "the page asks for nothing at all"


def test_a_page_that_leads_inside_is_blocked(
    site: Site, internet: PublicInternet, renderers: Callable[..., Render], inside: Listener
) -> None:
    here = f"http://127.0.0.1:{inside.port}/"
    for path, target in (("/to-metadata", "http://169.254.169.254/latest"), ("/to-name", "http://inside.test/")):
        site.add(path, "", 302, Location=target)
    site.add("/to-here", "", 307, Location=here)
    urls = [f"http://public.test{path}" for path in ("/to-metadata", "/to-name", "/to-here")]
    assert reasons(renderers(), *urls, "http://mixed.test/") == ["blocked/ssrf"] * 4
    assert internet.reached == {PUBLIC}
    assert not inside.connected


def test_reasons_are_those_of_any_page(site: Site, renderers: Callable[..., Render]) -> None:
    site.add("/loop", "", 302, Location="/loop")
    site.add("/", GOOD)
    urls = ["/", "/absent", "/loop"]
    found = reasons(
        renderers(), *(f"http://public.test{path}" for path in urls), "http://none.test/", "http://other.test"
    )
    assert found == ["", "http_error/404", "fetch_error/too_many_redirects", "fetch_error/dns", ""]
    assert reasons(renderers(), "http://93.184.216.99/", "https://public.test/") == [
        "fetch_error/refused",
        "fetch_error/tls",
    ]


def test_named_addresses_may_be_local_unless_only_public_ones_are_wanted(
    site: Site, renderers: Callable[..., Render]
) -> None:
    url = site.add("/", GOOD)
    assert reasons(renderers(), url, url.replace("127.0.0.1", "localhost")) == ["", ""]
    assert (
        reasons(renderers(public_only=True), url, url.replace("127.0.0.1", "localhost"), "http://127.1/")
        == ["blocked/ssrf"] * 3
    )


def test_headers_cookies_and_credentials_go_to_the_site_alone(
    site: Site, renderers: Callable[..., Render], tmp_path: Path
) -> None:
    body = f"""{GOOD}<img src=/picture><img src=http://other.test/picture><iframe src=http://other.test/frame></iframe>
        <img src=http://public.test:8080/picture><iframe src=http://public.test:8080/frame></iframe>"""
    page, picture, frame = site.record("/page", body), site.record("/picture", GOOD), site.record("/frame", GOOD)
    elsewhere = site.record("/elsewhere", GOOD)
    site.add("/on", "", 302, Location="http://public.test:8080/elsewhere")
    site.add("/away", "", 302, Location="http://other.test/elsewhere")
    cookies = tmp_path / "cookies.txt"
    lines = (".public.test\tTRUE\t/\tFALSE\t0\tsession\ts1", "other.test\tFALSE\t/\tFALSE\t0\tsession\ts2")
    cookies.write_text("# Netscape HTTP Cookie File\n" + "\n".join(lines) + "\n")
    render = renderers(headers=(("X-Key", "k1"),), cookies=read_cookies(cookies), user_agent="Reader/1")
    snapshot = render("http://ann:s3cret@public.test/page")
    for path in ("on", "away"):
        render(f"http://ann:s3cret@public.test/{path}")
    assert page[0]["authorization"] == "Basic YW5uOnMzY3JldA=="
    assert (page[0]["x-key"], page[0]["cookie"], page[0]["user-agent"]) == ("k1", "session=s1", "Reader/1")
    ours = [one for one in picture if one["host"] == "public.test"]
    theirs = [*(one for one in picture if one["host"] != "public.test"), *frame, *elsewhere]
    assert ours
    assert {one["host"] for one in theirs} == {"other.test", "public.test:8080"}
    assert {one["host"] for one in elsewhere} == {"other.test", "public.test:8080"}
    assert all(one["x-key"] == "k1" for one in ours)
    assert len(theirs) >= 3
    assert not any({"x-key", "authorization", "cookie"} & one.keys() for one in theirs)
    assert "s3cret" not in f"{snapshot.ref} {snapshot.url} {snapshot.final_url} {snapshot.warnings}"


def test_credentials_that_a_redirect_brings_are_not_shown(site: Site, renderers: Callable[..., Render]) -> None:
    site.add("/", "", 302, Location="http://ann:s3cret@other.test/there")
    site.add("/there", GOOD)
    assert renderers()("http://public.test/").final_url == "http://other.test/there"


def test_robots_are_asked_before_the_page(site: Site, renderers: Callable[..., Render]) -> None:
    site.add("/robots.txt", "User-agent: *\nDisallow: /closed")
    opened = site.record("/closed", GOOD)
    site.add("/open", GOOD)
    found = reasons(renderers(robots=True), "http://public.test/closed", "http://public.test/open")
    assert found == ["blocked/robots", ""]
    assert not opened
    site.add("/to/closed", "", 302, Location="/closed")
    site.add("/to/open", "", 302, Location="/open")
    found = reasons(renderers(robots=True), "http://public.test/to/closed", "http://public.test/to/open")
    assert found == ["blocked/robots", ""]


@pytest.mark.parametrize("count", [1, pytest.param(99, marks=pytest.mark.slow)])
def test_redirects_are_judged_as_without_a_browser(
    site: Site, renderers: Callable[..., Render], internet: PublicInternet, count: int
) -> None:
    """At most ``count`` of those that are judged alike."""
    render, url = renderers(), "http://public.test/"
    site.add("/good", GOOD)
    for reason, locations in NOT_FOLLOWED.items():
        for location in locations[:count]:
            site.add_answer("/", leads_to(location))
            assert reasons(render, url) == [reason], location
    for location, path in FOLLOWED.items():
        site.add_answer("/", leads_to(location))
        assert render(url).final_url == f"http://public.test{path}", location
    assert internet.reached == {PUBLIC}
