"""Addresses and answers of servers that are no page, or only half of one: a row each, of many in one browser."""

import gzip
import ssl
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from unittest.mock import patch

import pytest

from iawce.data.network.settings import NetworkSettings, Politeness
from iawce.data.render import visit
from iawce.data.render.settings import RenderSettings
from iawce.extract import Extractor
from tests.bad_inputs.rows import GOOD, WORDS, Bad, Rows, Served, check, rows_of
from tests.conftest import Answer, Site
from tests.data.network.public_internet import PUBLIC, PublicInternet

pytestmark = pytest.mark.browser
BROKEN_OFF, STILL_LOADING = ("partial/broken_off",), ("partial/still_loading",)
AGAIN = frozenset({"scripts_off"})
"""What a page has that a busy machine did not draw in its time: it is drawn again without its scripts."""
LONG = "<html><body>" + "".join(f"<p>{WORDS} Line {number} of many." for number in range(3000)) + "</html>"
PACKED = gzip.compress(LONG.encode())
NAMES = {"public.test": [PUBLIC], "inside.test": ["10.0.0.1"], "mixed.test": [PUBLIC, "10.0.0.1"]}


def sends(*lines: str, body: str = GOOD, then: str = "close") -> Answer:
    """An answer of given lines and a body, after which the connection is closed or goes on for ever."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        head = "\r\n".join(("HTTP/1.1 200 OK", "Content-Type: text/html", *lines, "", ""))
        request.close_connection = True
        try:
            request.wfile.write(head.encode() + body.encode())
            while then == "drip":
                time.sleep(0.2)
                request.wfile.write(b"5\r\n<p>go\r\n" if "chunked" in head else b"<p>go")
        except OSError:
            return

    return answer


def silence(request: BaseHTTPRequestHandler) -> None:
    """No answer, until the browser goes away."""
    request.connection.recv(1)


def hops(count: int) -> Answer:
    """A redirect to the same address, a number of times."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        path, _, number = request.path.partition("?")
        if int(number or 0) == count:
            return sends()(request)
        request.send_response(302)
        request.send_header("Location", f"{path}?{int(number or 0) + 1}")
        request.send_header("Content-Length", "0")
        request.end_headers()
        return None

    return answer


def busy_once() -> Answer:
    """A server that is busy, and asks to come again."""
    asked: list[str] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.path)
        if len(asked) > 1:
            return sends()(request)
        request.send_response(429)
        request.send_header("Retry-After", "0")
        request.end_headers()
        return None

    return answer


ENDLESS = {
    "chunks that never end": Bad(
        Served(sends("Transfer-Encoding: chunked", body=f"{len(GOOD):x}\r\n{GOOD}\r\n", then="drip")),
        "",
        STILL_LOADING,
        may=AGAIN,
    ),
    "a slow drip": Bad(Served(sends(then="drip")), "", STILL_LOADING, may=AGAIN),
    "no answer": Bad(Served(silence), "timeout/load"),
}
ENDING = {
    "the encoding is a lie": Bad(Served(headers={"Content_Encoding": "gzip"}), "fetch_error/encoding"),
    "packed twice": Bad(Served(gzip.compress(gzip.compress(GOOD.encode())), 200, {"Content_Encoding": "gzip"})),
    "packed and cut": Bad(
        Served(PACKED[: len(PACKED) // 2], 200, {"Content_Encoding": "gzip"}), "", BROKEN_OFF, (WORDS.strip(),)
    ),
    "a bomb": Bad(
        Served(gzip.compress(GOOD.encode() + b" " * 30_000_000), 200, {"Content_Encoding": "gzip"}), "too_large/body"
    ),
    "the length is a lie": Bad(Served(sends("Content-Length: 99999")), "", BROKEN_OFF),
    **{f"status {code}": Bad(Served(status=code), f"http_error/{code}") for code in (401, 403, 404, 429, 500, 503)},
    **{f"status {code}": Bad(Served("", status=code), f"empty/http_{code}") for code in (204, 205, 304)},
    "status 500 without a body": Bad(Served("", status=500), "http_error/500"),
    "busy once": Bad(Served(busy_once()), warnings=("retried/1",)),
    "no bytes": Bad(Served(""), "empty/no_content"),
    "a loop of redirects": Bad(Served(hops(-1)), "fetch_error/too_many_redirects"),
    "a hundred redirects": Bad(Served(hops(100)), "fetch_error/too_many_redirects"),
    "five redirects": Bad(Served(hops(5))),
    "a download with a path": Bad(
        Served(headers={"Content_Disposition": "attachment; filename=../../x.sh"}), "not_html/download"
    ),
    "PDF labelled HTML": Bad(Served(b"%PDF-1.7\n" + GOOD.encode()), "not_html/pdf"),
    "JSON": Bad(Served('{"html": "<p>text"}', 200, {"Content_Type": "application/json"}), "not_html/json"),
    "header against meta": Bad(
        Served(GOOD.replace("bread", "Brötchen").replace("<title>", "<meta charset=gbk><title>")),
        says=("by seven the Brötchen is gone",),
        warnings=("wrong_label/meta",),
    ),
    "mark against header": Bad(
        Served("\ufeff" + GOOD.replace("bread", "Brötchen"), 200, {"Content_Type": "text/html;charset=gbk"}),
        says=("by seven the Brötchen is gone",),
        warnings=("wrong_label/http",),
    ),
    "leads inside": Bad("http://public.test/inside", "blocked/ssrf"),
    "leads to a second answer of a name": Bad("http://mixed.test/", "blocked/ssrf"),
    "asks for what is inside": Bad("http://public.test/asks", "", ("blocked/ssrf", "skipped/frame")),
    "no such host": Bad("http://no-such-host.invalid/", "fetch_error/dns"),
    **{
        f"{address.partition(':')[0]} address": Bad(address, "blocked/scheme")
        for address in (
            "file:///etc/passwd",
            "javascript:alert(1)",
            "data:text/html,<p>text",
            "chrome://version",
            "view-source:http://public.test/",
            "ftp://public.test/",
        )
    },
}
INPUTS = ENDLESS | ENDING


@pytest.fixture(scope="module")
def internet(server: Site) -> PublicInternet:
    server.add("/inside", "", 302, Location="http://inside.test/")
    server.add("/asks", f"{GOOD}<img src=http://inside.test/a.png><iframe src=http://169.254.169.254/></iframe>")
    return PublicInternet(NAMES, {PUBLIC: server.url})


@pytest.fixture(scope="module")
def rows(server: Site, internet: PublicInternet) -> Iterator[Rows]:
    """What never ends is asked once, and what ends twice, each kind in a browser of its own, at the same time.

    What ends has twice the time: it waits for no more of it than it needs.
    """
    with ExitStack() as stack, patch.object(visit, "BODY", 5.0), ThreadPoolExecutor(2) as pool:

        def extracted(inputs: Mapping[str, Bad], retries: int, load_timeout: float) -> Rows:
            settings = RenderSettings(load_timeout=load_timeout, screenshot_scale=0)
            network = NetworkSettings(internet=internet, politeness=Politeness(delay=0.0, retries=retries))
            opened = Extractor(render_settings=settings, network=network, workers=8)
            return rows_of(stack.enter_context(opened), inputs, server)

        endless, ending = pool.map(extracted, (ENDLESS, ENDING), (0, 1), (10.0, 20.0))
        yield {**endless, **ending}


@pytest.mark.parametrize("name", INPUTS)
def test_a_bad_answer_gives_its_row_and_costs_no_other(name: str, rows: Rows) -> None:
    check(INPUTS[name], *rows[name])


def test_nothing_inside_was_reached(rows: Rows, internet: PublicInternet) -> None:
    assert rows["leads inside"]
    assert internet.reached == {PUBLIC}


@pytest.mark.parametrize(
    "host",
    ["2130706433", "0x7f.1", "127.1", "[::ffff:10.0.0.1]", "[64:ff9b::a9fe:a9fe]", "localhost.", "169.254.169.254"],
)
def test_no_spelling_of_an_address_that_is_not_public_is_opened(host: str, internet: PublicInternet) -> None:
    network = NetworkSettings(internet=internet, fetch=True, public_only=True)
    with Extractor(network=network) as extractor:
        assert extractor.extract(f"http://{host}/").reason == "blocked/ssrf"
    assert internet.reached <= {PUBLIC}


def test_a_certificate_of_an_unknown_authority(server: Site) -> None:
    """It has also expired, and is of another host than localhost."""
    secure = Site()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).with_name("self_signed.pem"))
    secure.server.socket = context.wrap_socket(secure.server.socket, server_side=True)
    address = secure.add("/", GOOD).replace("http:", "https:")
    with Extractor() as extractor:
        for host in ("127.0.0.1", "localhost"):
            assert extractor.extract(address.replace("127.0.0.1", host)).reason == "fetch_error/tls"
    secure.server.shutdown()
    secure.server.server_close()
