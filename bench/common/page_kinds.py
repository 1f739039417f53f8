"""Kinds of pages that the server of a bench sends: ordinary, late and hostile ones."""

import gzip
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import NamedTuple

WORDS = "The harbour of the town was built by hand, and every stone of it has a name that the children learn. "
MARK = "what the reader came for"


class Kind(NamedTuple):
    """A kind of page: the behaviour of the server, and the right row (all its text, or a reason)."""

    name: str
    answer: Callable[[BaseHTTPRequestHandler], None]
    reason: str = ""


def page(body: str, title: str = "Page") -> Callable[[BaseHTTPRequestHandler], None]:
    """An ordinary answer."""
    return raw(f"<!DOCTYPE html><meta charset=utf-8><title>{title}</title>{body}".encode())


def raw(body: bytes, status: int = 200, **headers: str) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer of bytes with headers."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        given = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))}
        for name, value in (given | {key.replace("_", "-"): text for key, text in headers.items()}).items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    return answer


def slow(seconds: float, body: bytes) -> Callable[[BaseHTTPRequestHandler], None]:
    """An answer that is sent slowly."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        raw(body)(request)

    return answer


def script(code: str, body: str = "<main id=m>Loading</main>") -> Callable[[BaseHTTPRequestHandler], None]:
    """A page that a script fills."""
    return page(f"{body}<script>const text = `{TEXT}`; {code}</script>")


TEXT = "<h1>Harbour</h1>" + "".join(f"<p>{WORDS * 3} {MARK if number == 2 else ''}</p>" for number in range(6))
FILL = "document.getElementById('m').innerHTML = text;"
ARTICLE = page(f"<header><a href=/>Home</a></header><main>{TEXT}</main><footer>Imprint</footer>")
LIST = page(
    "<main>"
    + "".join(f"<div class=card><h2><a href=/{n}>Entry {n}</a></h2><p>{WORDS} {MARK}</p></div>" for n in range(12))
    + "</main>"
)
NORMAL = (Kind("article", ARTICLE), Kind("list", LIST))
LATE = (
    Kind("after 1.5 s", script(f"setTimeout(() => {{ {FILL} }}, 1500)")),
    Kind("after 3.5 s", script(f"setTimeout(() => {{ {FILL} }}, 3500)")),
    Kind("fetch of 2 s", script("fetch('/slow').then(a => a.text()).then(text => { " + FILL + " })")),
    Kind("when seen", script(
        "new IntersectionObserver(seen => { if (seen.some(s => s.isIntersecting)) {" + FILL + "} }).observe("
        "document.getElementById('m'))", f"<div style='height:3000px'>{WORDS * 9}</div><main id=m>Loading</main>")),
    Kind("polling", page(f"<main>{TEXT}</main><script>setInterval(() => fetch('/x'), 200)</script>")),
)  # fmt: skip
HOSTILE = (
    Kind("404", raw(b"<h1>Gone", 404), "http_error/404"),
    Kind("204", raw(b"", 204), "empty/http_204"),
    Kind("PDF", raw(b"%PDF-1.5 x"), "not_html/pdf"),
    Kind("alerts", page(f"<main>{TEXT}</main><script>for (let i = 0; i < 9; i++) alert(i)</script>")),
    Kind("popups", page(f"<main>{TEXT}</main><script>for (let i = 0; i < 20; i++) open('/x')</script>")),
    Kind("endless script", page(f"<main>{TEXT}</main><script>while (true);</script>")),
    Kind("redirect loop", raw(b"", 302, Location="/redirect%20loop"), "fetch_error/too_many_redirects"),
    Kind("torn gzip", raw(gzip.compress(f"<html>{TEXT * 9}</html>".encode())[:-40], Content_Encoding="gzip")),
    Kind("no gzip", raw(f"<html>{TEXT}</html>".encode(), Content_Encoding="gzip"), "fetch_error/encoding"),
    Kind("very tall", page(f"<main>{TEXT}</main><div style='height:1000000px'></div>")),
    Kind("deep", page("<div>" * 20_000 + f"<main>{TEXT}</main>")),
)
BEHIND = {"/slow": slow(2, TEXT.encode()), "/x": raw(b"{}")}


def handler_of(kinds: tuple[Kind, ...]) -> type[BaseHTTPRequestHandler]:
    """A handler that answers for all kinds, each under its name."""
    answers = BEHIND | {f"/{kind.name.replace(' ', '%20')}": kind.answer for kind in kinds}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answers.get(self.path.split("?")[0], raw(b"", 404))(self)

        def log_message(self, *_: object) -> None:
            return

    return Handler
