"""Servers on localhost: of a handler, and of whole mirrored sites, with a log of all requests and their times."""

import json
import tarfile
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote

TEXT = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8"}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_: object) -> None:  # a browser that closes the connection early
        return


@contextmanager
def served(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server whose requests the handler answers."""
    server = _Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@dataclass
class ServerLog:
    """``starts``: when each request began, and its path; ``most``: requests that were open at the same time."""

    starts: list[tuple[float, str]] = field(default_factory=list)
    most: int = 0
    open: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def pages(self) -> Counter[str]:
        """Number of requests by path, without robots.txt."""
        return Counter(path for _, path in self.starts if path != "/robots.txt")

    @property
    def shortest_gap(self) -> float:
        """Least seconds between the beginnings of two requests."""
        times = sorted(start for start, _ in self.starts)
        return min((later - earlier for earlier, later in pairwise(times)), default=0.0)


class Mirror(SimpleHTTPRequestHandler):
    """Serves a folder, ``delay`` seconds late; absolute addresses of the site itself are rewritten to point here."""

    def __init__(self, *arguments: Any, hosts: list[str], log: ServerLog, delay: float, **options: Any) -> None:
        self.hosts, self.log, self.delay = hosts, log, delay
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        with self.log.lock:
            self.log.open += 1
            self.log.most = max(self.log.most, self.log.open)
            self.log.starts.append((time.monotonic(), self.path))
        try:
            time.sleep(self.delay)
            self._answer()
        finally:
            with self.log.lock:
                self.log.open -= 1

    def _answer(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        kind = TEXT.get(path.suffix)
        if kind is None or not path.is_file():
            super().do_GET()
            return
        body = path.read_bytes()
        for host in self.hosts:
            for scheme in (b"https:", b"http:", b""):
                body = body.replace(scheme + b"//" + host.encode(), b"")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


@dataclass(frozen=True)
class ServedSite:
    """``labels``: page type by path, empty for sites without labels."""

    name: str
    origin: str
    labels: dict[str, str]
    log: ServerLog

    def url(self, path: str) -> str:
        """The address of a file as in links: that of the folder for its index page."""
        return f"{self.origin}/{quote(path.removesuffix('index.html') if path.endswith('/index.html') else path)}"


@contextmanager
def serve_mirrors(sites: Path, delay: float = 0.0) -> Iterator[list[ServedSite]]:
    """All sites of a folder with ``SITE.tar.xz`` and ``SITE.json``, while the context is open.

    delay: seconds before each answer.
    """
    with ExitStack() as stack:
        root = stack.enter_context(tempfile.TemporaryDirectory())
        yield [_serve(archive, Path(root), stack, delay) for archive in sorted(sites.glob("*.tar.xz"))]


def _serve(archive: Path, root: Path, stack: ExitStack, delay: float) -> ServedSite:
    info = json.loads(archive.with_name(archive.name.removesuffix(".tar.xz") + ".json").read_text(encoding="utf-8"))
    with tarfile.open(archive) as opened:
        opened.extraction_filter = getattr(tarfile, "data_filter", None)  # None before Python 3.11.4
        opened.extractall(root)  # noqa: S202 - of ours
    log = ServerLog()
    folder, hosts = str(root / info["web_root"]), info["own_hosts_rewrite_to_root"]
    handler = partial(Mirror, directory=folder, hosts=hosts, log=log, delay=delay)
    return ServedSite(info["site"], stack.enter_context(served(handler)), info["labels"], log)
