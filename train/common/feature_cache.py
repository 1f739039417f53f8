"""Results kept on disk: features computed once, and checkpoints and folds from which a run resumes."""

import ast
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.data.sinks.output_file import replacing
from iawce.models.common.record import Arrays
from iawce.train.common.metrics import History, Predictions

OURS = "iawce."
Compute = Callable[[Sequence[LabelledPage]], Iterable[Arrays | None]]
FEW = 100  # Pages that take less time than it takes to start processes for them
IDENTITY, PART = "run.txt", "predictions.json"


@dataclass(frozen=True, slots=True)
class FeatureCache:
    """A folder of arrays, one file a page."""

    folder: Path | None  # None stores nothing
    name: str  # Of what is computed
    module: str
    settings: str = ""  # Further values on which the result depends

    def compute(self, pages: Sequence[LabelledPage], compute: Compute) -> dict[str, Arrays]:
        """Arrays by page id, in page order.

        ``compute`` gives the arrays of the pages that are not stored, in order, or None of a page without any, which is
        left out; each is stored as soon as it is computed.
        """
        if self.folder is None:
            return {page.id: arrays for page, arrays in zip(pages, compute(pages), strict=True) if arrays is not None}
        version = sha256(f"{code_version(self.module)} {self.settings}".encode()).hexdigest()[:12]
        folder = self.folder / f"{self.name}-{version}"
        folder.mkdir(parents=True, exist_ok=True)
        files = {page.id: folder / f"{content_hash(page)}.npz" for page in pages}
        missing = [page for page in pages if not files[page.id].is_file()]
        for page, arrays in zip(missing, compute(missing) if missing else (), strict=True):
            if arrays is not None:
                with replacing(files[page.id]) as scratch, scratch.open("wb") as file:
                    np.savez(file, allow_pickle=False, **arrays)
        return {page_id: _read(stored) for page_id, stored in files.items() if stored.is_file()}


def _read(file: Path) -> Arrays:
    with np.load(file) as stored:  # without pickles
        return dict(stored)


def read_all(read: Callable[[LabelledPage], Arrays | None], pages: Sequence[LabelledPage]) -> Iterator[Arrays | None]:
    """What ``read`` gives of each page, computed in processes if there are many."""
    if len(pages) <= FEW:
        yield from map(read, pages)
        return
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield from pool.map(read, pages, chunksize=16)


def content_hash(page: LabelledPage) -> str:
    """Short hash of all data of a page except its labels."""
    digest = sha256()
    for source in (page.html, page.boxes, page.screenshot):
        content = source.read_bytes() if isinstance(source, Path) else source or b""
        digest.update(f"{len(content)} ".encode() + content)
    return digest.hexdigest()[:24]


@cache
def code_version(module: str) -> str:
    """Hash of the source of a module of this project and of all others that it imports, directly or not."""
    sources: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        found = find_spec(name) if name not in sources else None
        if found and found.origin:
            sources[name] = Path(found.origin).read_bytes()
            nodes = (node for node in ast.walk(ast.parse(sources[name])) if isinstance(node, ast.ImportFrom))
            waiting += [node.module for node in nodes if node.module and node.module.startswith(OURS)]
    return sha256(b"".join(sources[name] for name in sorted(sources))).hexdigest()


def check_same_run(folder: Path, identity: str) -> None:
    """Record the run to which the checkpoints in ``folder`` belong; ``UsageError`` if they belong to another run."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / IDENTITY
    if note.is_file() and note.read_text(encoding="utf-8") != identity:
        raise UsageError(f"{folder} is of a run with other settings, pages or code; remove it to start afresh")
    note.write_text(identity, encoding="utf-8")


def keep_part(folder: Path, predictions: Predictions, history: History) -> None:
    """Write the predictions of one fold of a cross-validation."""
    folder.mkdir(parents=True, exist_ok=True)
    row = asdict(predictions) | {"history": history}
    with replacing(folder / PART) as scratch:
        scratch.write_text(json.dumps(row, default=np.ndarray.tolist), encoding="utf-8")


def read_part(folder: Path) -> tuple[Predictions, History] | None:
    """The result of ``keep_part``; None if the fold was not finished. ``UsageError`` if it is damaged."""
    file = folder / PART
    if not file.is_file():
        return None
    try:
        row = json.loads(file.read_text(encoding="utf-8"))
        predictions = Predictions(
            tuple(row["ids"]), tuple(row["sites"]), np.array(row["targets"], np.int64), np.array(row["logits"])
        )
        return predictions, row["history"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} is damaged; remove it to train this part again") from error
