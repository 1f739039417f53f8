"""Pages whose text comes late, in many ways, and a site on localhost that serves them."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import quote, unquote

from tests.conftest import POLL

TEXT = "These are the late words of the page."
SHOW = f"document.querySelector('#app').innerHTML = '<p>{TEXT}'"
FULL = "<p>" + "A sentence of a page that is full of text from the beginning. " * 40


def shell(script: str, body: str = "<div id=app>Loading</div>", kind: str = "") -> str:
    """A page that shows next to nothing until its script has run."""
    return f"<!doctype html><title>Late</title><body>{body}<script {kind}>{script}</script>"


PAGES = {
    "timer of 1.5 s": shell(f"setTimeout(() => {{ {SHOW} }}, 1500)"),
    "timer of 3.5 s": shell(f"setTimeout(() => {{ {SHOW} }}, 3500)"),
    "timer, nothing shown before": shell(f"setTimeout(() => {{ {SHOW} }}, 3500)", "<div id=app></div>"),
    "timer of 7 s": shell(f"setTimeout(() => {{ {SHOW} }}, 7000)"),
    "timer of 7 s, nothing shown before": shell(f"setTimeout(() => {{ {SHOW} }}, 7000)", "<div id=app></div>"),
    "timers in a row": shell(f"setTimeout(() => setTimeout(() => setTimeout(() => {{ {SHOW} }}, 1200), 1200), 1200)"),
    "fetch of 2 s": shell(f"fetch('/slow?2').then(() => {{ {SHOW} }})"),
    "fetch of 6 s": shell(f"fetch('/slow?6').then(() => {{ {SHOW} }})"),
    "XMLHttpRequest": shell(
        f"const x = new XMLHttpRequest(); x.onload = () => {{ {SHOW} }}; x.open('GET', '/slow?2'); x.send()"
    ),
    "fetches in a row": shell(
        f"(async () => {{ for (const n of [1, 2, 3]) await fetch(`/slow/${{n}}?0.9`); {SHOW} }})()"
    ),
    "answer, then a timer": shell(f"fetch('/slow?1').then(() => setTimeout(() => {{ {SHOW} }}, 700))"),
    "script added later": shell(
        "const s = document.createElement('script'); s.src = '/late.js?2';"
        "addEventListener('load', () => document.body.append(s))"
    ),
    "module imported": shell("setTimeout(() => import('/late.js?2'), 100)", kind="type=module"),
    "shown on sight": shell(
        f"new IntersectionObserver((all) => all[0].isIntersecting && fetch('/slow?1').then(() => {{ {SHOW} }}))"
        ".observe(document.querySelector('#app'))",
        f"{FULL}<div style='height:3000px'></div><div id=app>…</div>",
    ),
    "endless scrolling": shell(
        "let n = 0; addEventListener('scroll', () => { if (n < 3 && innerHeight + scrollY > document.body.scrollHeight"
        f" - 100 && ++n) fetch('/slow?0.3').then(() => document.body.insertAdjacentHTML('beforeend',"
        f" '<p style=height:900px>' + (n < 3 ? n : '{TEXT}'))) }})",
        f"{FULL}<div style='height:1500px'></div>",
    ),
    "grey boxes in a page full of text": shell(
        f"setTimeout(() => {{ {SHOW} }}, 3500)",
        f"{FULL}<div id=app><div class='skeleton' style='height:200px;background:#ddd'></div></div>",
    ),
    "progress bar": shell(f"setTimeout(() => {{ {SHOW} }}, 3500)", "<div id=app><progress></progress></div>"),
    "web component": shell(
        "customElements.define('late-text', class extends HTMLElement { connectedCallback() {"
        f" const root = this.attachShadow({{mode: 'open'}}); fetch('/slow?2').then(() => root.innerHTML = '<p>{TEXT}')"
        " } })",
        "<late-text></late-text>",
    ),
    "frame of the same origin": shell("", "<iframe src=/frame width=600 height=300></iframe>"),
    "document.write": shell(f"setTimeout(() => document.write('<p>{TEXT}'), 1500)"),
    "document.write once it is loaded": shell(
        f"addEventListener('load', () => setTimeout(() => document.write('<p>{TEXT}'), 0))"
    ),
    "changes that bring changes": shell(
        "let n = 0; new MutationObserver(() => setTimeout(() => { if (++n < 8) app.append(document.createElement('i'));"
        f" else if (n === 8) {{ {SHOW} }} }}, 250)).observe(app, {{childList: true}});"
        " app.append(document.createElement('i'))"
    ),
    "constant polling": shell(f"setInterval(() => fetch('/slow?0'), 100); setTimeout(() => {{ {SHOW} }}, 2500)"),
    "HTML that streams": "/stream",
}
FRAME = shell(f"setTimeout(() => {{ {SHOW} }}, 1500)")


class Site(BaseHTTPRequestHandler):
    """Serves the pages; ``?2`` is answered after two seconds."""

    def do_GET(self) -> None:
        path, _, seconds = self.path.partition("?")
        time.sleep(float(seconds or 0))
        with suppress(OSError):  # a page that was given up asks no more
            self._stream() if path == "/stream" else self._answer(path)

    def _answer(self, path: str) -> None:
        name = unquote(path.removeprefix("/page/"))
        body = FRAME if path == "/frame" else SHOW if path == "/late.js" else PAGES.get(name, "{}")
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if path == "/late.js" else "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(body.encode())

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        for part in ("<!doctype html><title>Late</title><p>First words.", "<p>More words.", f"<p>{TEXT}"):
            self.wfile.write(part.encode())
            self.wfile.flush()
            time.sleep(1.2)

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def served() -> Iterator[dict[str, str]]:
    """Serves the pages: their addresses by kind."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(POLL,), daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield {
            kind: origin + (page if page.startswith("/") else f"/page/{quote(kind)}") for kind, page in PAGES.items()
        }
    finally:
        server.shutdown()
        server.server_close()
