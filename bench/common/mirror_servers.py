"""Serves whole mirrored sites on localhost, each by its own server, which records all requests and their times."""

import json
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import quote

from bench.common.served import served
from bench.mirrored_sites import Mirror


@dataclass
class ServerLog:
    """``starts``: when each request began, and its path; ``most``: requests that were open at the same time."""

    starts: list[tuple[float, str]] = field(default_factory=list)
    most: int = 0
    open: int = 0
    lock: Lock = field(default_factory=Lock)

    @property
    def pages(self) -> Counter[str]:
        """Number of requests by path, without robots.txt."""
        return Counter(path for _, path in self.starts if path != "/robots.txt")

    @property
    def shortest_gap(self) -> float:
        """Least seconds between the beginnings of two requests."""
        times = sorted(start for start, _ in self.starts)
        return min((later - earlier for earlier, later in pairwise(times)), default=0.0)


class LoggedMirror(Mirror):
    """A mirror that records its requests."""

    def __init__(self, *arguments: object, log: ServerLog, **options: Any) -> None:
        self.log = log
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:  # noqa: N802
        with self.log.lock:
            self.log.open += 1
            self.log.most = max(self.log.most, self.log.open)
            self.log.starts.append((time.monotonic(), self.path))
        try:
            self.answer()
        finally:
            with self.log.lock:
                self.log.open -= 1

    def answer(self) -> None:
        super().do_GET()


@dataclass(frozen=True)
class ServedSite:
    """``labels``: page type by path, empty for sites without labels; ``paths``: those of all pages."""

    name: str
    origin: str
    labels: dict[str, str]
    paths: list[str]
    log: ServerLog

    def url(self, path: str) -> str:
        """The address of a file as in links: that of the folder for its index page."""
        return f"{self.origin}/{quote(path.removesuffix('index.html') if path.endswith('/index.html') else path)}"


@contextmanager
def serve_mirrors(sites: Path, handler: type[LoggedMirror] = LoggedMirror) -> Iterator[list[ServedSite]]:
    """All sites of a folder with ``SITE.tar.xz`` and ``SITE.json``, while the context is open."""
    with ExitStack() as stack:
        root = stack.enter_context(tempfile.TemporaryDirectory())
        yield [_serve(archive, Path(root), handler, stack) for archive in sorted(sites.glob("*.tar.xz"))]


def _serve(archive: Path, root: Path, handler: type[LoggedMirror], stack: ExitStack) -> ServedSite:
    info = json.loads(archive.with_name(archive.name.removesuffix(".tar.xz") + ".json").read_text(encoding="utf-8"))
    with tarfile.open(archive) as opened:
        opened.extractall(root, filter="data")
    folder, log = root / info["web_root"], ServerLog()
    own = {"directory": str(folder), "hosts": info["own_hosts_rewrite_to_root"], "log": log}
    origin = stack.enter_context(served(partial(handler, **own)))
    paths = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.html"))
    return ServedSite(info["site"], origin, info["labels"], paths, log)
