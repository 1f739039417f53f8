"""A small site whose server remembers who asked for what, and when."""

import time
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from threading import Lock

from tests.conftest import Site

WORDS = "Words of an article that says what it is about, and a good deal more than that, in whole sentences. " * 6


@dataclass
class Log:
    """``most``: requests that were open at the same time; ``starts``: when each began, and its path."""

    most: int = 0
    starts: list[tuple[float, str]] = field(default_factory=list)

    @property
    def asked(self) -> Counter[str]:
        """How often each path was asked for."""
        return Counter(path for _, path in self.starts)


def serve_pages(site: Site, pages: dict[str, str], types: dict[str, str] | None = None) -> Log:
    """Answer each path with its body, and remember it; paths that are not there, too, such as /robots.txt."""
    log, lock, now = Log(), Lock(), 0

    def answer(request: BaseHTTPRequestHandler) -> None:
        nonlocal now
        with lock:
            now += 1
            log.most = max(log.most, now)
            log.starts.append((time.monotonic(), request.path))
        path = request.path if request.path in pages else request.path.split("?")[0]
        body = pages.get(path, "<h1>Nothing is here</h1>").encode()
        with lock:
            now -= 1
        request.send_response(200 if path in pages else 404)
        request.send_header("Content-Type", (types or {}).get(path, "text/html; charset=utf-8"))
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    for path in {path.split("?")[0] for path in pages} | {"/robots.txt"}:
        site.add_answer(path, answer)
    return log


def article(number: int, links: str = "") -> str:
    return (
        f"<!doctype html><title>Article {number}</title><nav><a href=/>Home</a> <a href=/about>About</a></nav>"
        f"<main><h1>Article {number}</h1><p>{number} {WORDS}</p><p>{WORDS}</p>{links}</main>"
    )


def listing(first: int, count: int, more: str = "") -> str:
    entries = "".join(
        f"<article><h2><a href=/a/entry-number-{n}>Entry {n}</a></h2><p>What entry {n} is about, in a word.</article>"
        for n in range(first, first + count)
    )
    menu = "<nav><a href=/>Home</a> <a href=/about>About</a></nav>"
    return f"<!doctype html><title>News</title>{menu}<main>{entries}{more}</main>"


def blog(pages: int, each: int = 5) -> dict[str, str]:
    """A blog: a list in several pages, the articles in it, and a page about it."""
    found = {"/about": article(0)}
    for page in range(1, pages + 1):
        path = "/" if page == 1 else f"/page/{page}"
        more = f"<div class=pagination><a rel=next href=/page/{page + 1}>Next</a></div>" if page < pages else ""
        found[path] = listing((page - 1) * each, each, more)
    return found | {f"/a/entry-number-{n}": article(n) for n in range(pages * each)}
