"""Runs systems over pages, each in processes of its own, and stores their outputs by version, so none is run twice."""

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path
from threading import Lock

from iawce.data.closing import Closing
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.errors import needing
from iawce.evaluate.systems import DISTRIBUTIONS, Answer, load_answers, peer_of
from iawce.extract.pipeline.processes.child import Child
from iawce.models.page_type.classifier import RULES_FILE
from iawce.models.page_type.ensemble import PageTypeEnsemble

CPU_SECONDS = 20.0  # Of one page
DECIDING = ("data", "models", "extract")  # Parts of this project on which extraction depends


@dataclass(frozen=True, slots=True)
class Output(Answer):
    """Output of a system for a page. ``seconds`` of CPU; ``error``: ``timeout``, ``crash`` or the exception's name."""

    seconds: float = 0.0
    peak_mb: float = 0.0
    error: str = ""


class Worker(Closing):
    """One child process with one system. EnvironmentMissing: it is not installed; UsageError: there is none."""

    def __init__(self, system: str, limit: float = CPU_SECONDS, ensemble: PageTypeEnsemble | None = None) -> None:
        with needing("bench", system):
            self._child = Child(partial(load_answers, system, ensemble), limit)
            self._child.start()

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def ask(self, html: str, url: str) -> Output:
        """The output of the system for a page; never raises."""
        reply = self._child.ask((html, url))
        return Output(**reply.value or {}, seconds=reply.seconds, peak_mb=reply.peak_mb, error=reply.error)


def version_of(system: str, ensemble: PageTypeEnsemble | None) -> str:
    """The installed version, empty if there is none; for what is ours, a hash of code and weights, and of ``ensemble``.

    ``UsageError`` if there is no such system.
    """
    peer, distribution = peer_of(system), DISTRIBUTIONS.get(system, system)
    if peer and distribution:
        return next((found.version for found in distributions(name=distribution)), "")
    digest = sha256()
    for part in DECIDING:
        root = Path(next(iter(import_module(f"iawce.{part}").__path__)))
        for path in sorted(path for path in root.rglob("*") if path.suffix in (".py", ".safetensors", ".json")):
            digest.update(path.read_bytes())
    if ensemble and not peer:  # its records hold the hashes of the weights
        path = Path(ensemble.given)
        records = sorted(path.parent.glob("*.json")) if path.name == RULES_FILE else [path]
        found = [record.read_bytes() for record in records if record.is_file()] or [ensemble.given.encode()]
        digest.update(b"\0".join([ensemble.look_at.encode(), *found]))
    return digest.hexdigest()[:16]


Outputs = dict[str, Output]  # Outputs of one system by page id


def run_systems(
    pages: Sequence[GoldPage],
    systems: Sequence[str],
    folder: Path,
    *,
    processes: int = 2,
    limit: float = CPU_SECONDS,
    progress: Callable[[str], None] = lambda _: None,
    ensemble: PageTypeEnsemble | None = None,
) -> dict[str, Outputs]:
    """The output of each system for each page, in ``processes`` with ``limit`` CPU seconds for a page.

    They are stored in ``folder/SYSTEM.jsonl``, and reused while page, system and models stay the same. ``progress`` is
    called with the system's name after each page; ``ensemble`` decides the page type in our own systems, and corrects
    them, if it is not what is shipped. Raises EnvironmentMissing: a system is not installed; UsageError: no such
    system.
    """
    versions = {system: version_of(system, ensemble) for system in systems}
    folder.mkdir(parents=True, exist_ok=True)
    files = {system: folder / f"{system}.jsonl" for system in systems}
    keys = {system: {page.id: _key(page, version) for page in pages} for system, version in versions.items()}
    kept, lock = {system: _read(path) for system, path in files.items()}, Lock()
    parts = list[tuple[str, list[GoldPage]]]()
    for system in systems:
        missing = [page for page in pages if (page.id, keys[system][page.id]) not in kept[system]]
        parts += [(system, part) for start in range(processes) if (part := missing[start::processes])]

    def run(part: tuple[str, list[GoldPage]]) -> None:
        system, asked = part
        with Worker(system, limit, ensemble) as worker:
            for page in asked:
                output, key = worker.ask(page.html, page.url), keys[system][page.id]
                row = json.dumps({"id": page.id, "key": key} | asdict(output))
                with lock, files[system].open("a", encoding="utf-8", errors="surrogatepass") as file:
                    kept[system][page.id, key] = output
                    file.write(row + "\n")
                progress(system)

    with ThreadPoolExecutor(processes) as pool:
        list(pool.map(run, parts))
    return {system: {name: kept[system][name, key] for name, key in keys[system].items()} for system in systems}


def _key(page: GoldPage, version: str) -> str:
    """A key of everything on which the output of a page depends."""
    return sha256(f"{version}\0{page.url}\0".encode("utf-8", "replace") + page.body).hexdigest()[:16]


def _read(path: Path) -> dict[tuple[str, str], Output]:
    """Outputs of one system on disk, by page id and key."""
    found = dict[tuple[str, str], Output]()
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        with suppress(ValueError):  # the last line of a run that was killed
            row = json.loads(line)
            key = row.pop("id"), row.pop("key")
            found[key] = Output(**row)
    return found
