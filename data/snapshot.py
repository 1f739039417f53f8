"""A rendered page, kept on disk so that it never has to be rendered again."""

import gzip
import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from iawce.data.boxes import Box, dump_boxes, load_boxes
from iawce.data.errors import UsageError

ELEMENT_ATTRIBUTE = "data-iawce-element"
"""In ``Snapshot.html`` every element carries its index in document order under this name, so that a layout box finds
its element however another parser repairs the markup."""
META, HTML, SCREENSHOT, BOXES = "snapshot.json", "page.html.gz", "screenshot.webp", "boxes.json.gz"


@dataclass(frozen=True)
class Snapshot:
    """What a browser made of a page.

    ``html`` is the rendered DOM with numbered elements; ``screenshot`` is WebP, ``scale`` pixels for each CSS px, of
    the top ``clip_height`` CSS px (empty if none was taken); ``width`` and ``height`` are those of the whole page in
    CSS px. ``truncated``: the page is taller than the clip. ``partial``: it was still loading or changing when time
    was up. ``timings`` are seconds by step.
    """

    ref: str
    url: str
    final_url: str
    status: int
    html: str
    boxes: tuple[Box, ...]
    width: int
    height: int
    clip_height: int
    viewport: tuple[int, int]
    screenshot: bytes = b""
    scale: float = 1.0
    truncated: bool = False
    partial: bool = False
    renderer: str = ""
    time: str = ""
    warnings: tuple[str, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)

    @cached_property
    def id(self) -> str:
        """Hash of the content: address, rendered HTML and layout boxes."""
        parts = (self.url, self.final_url, self.html, dump_boxes(self.boxes).hex())
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


class SnapshotStore:
    """A folder of snapshots, each in a sub-folder named after its content hash."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def save(self, snapshot: Snapshot) -> Path:
        """Write a snapshot, whole or not at all; the same content is written once.

        Raises:
            UsageError: the folder cannot be written.
        """
        target = self.root / snapshot.id[:2] / snapshot.id
        if target.exists():
            return target
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            scratch = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
            _write(scratch, snapshot)
            try:
                scratch.rename(target)
            except OSError:  # another process was first
                shutil.rmtree(scratch)
                if not target.exists():
                    raise
        except OSError as error:
            raise UsageError(f"snapshots cannot be written to {self.root}: {error}") from error
        return target

    def __iter__(self) -> Iterator[Path]:
        """Folders of all snapshots, in the order of their ids."""
        return (path.parent for path in sorted(self.root.glob(f"*/*/{META}")))


def is_snapshot(folder: Path) -> bool:
    """Whether ``folder`` holds one snapshot."""
    return (folder / META).is_file()


def load_snapshot(folder: Path) -> Snapshot:
    """Read one snapshot.

    Raises:
        UsageError: the folder holds none, or a damaged one.
    """
    try:
        meta = json.loads((folder / META).read_text(encoding="utf-8"))
        meta["viewport"], meta["warnings"] = tuple(meta["viewport"]), tuple(meta["warnings"])
        html = gzip.decompress((folder / HTML).read_bytes()).decode("utf-8", "surrogatepass")
        picture = folder / SCREENSHOT
        screenshot = picture.read_bytes() if picture.exists() else b""
        return Snapshot(html=html, boxes=load_boxes(folder / BOXES), screenshot=screenshot, **meta)
    except (OSError, ValueError, TypeError, KeyError, EOFError) as error:
        raise UsageError(f"{folder} is not a snapshot: {error}") from error


def _write(folder: Path, snapshot: Snapshot) -> None:
    meta = asdict(replace(snapshot, html="", screenshot=b"", boxes=()))
    for name in ("html", "screenshot", "boxes"):
        del meta[name]
    (folder / META).write_text(json.dumps(meta, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    (folder / HTML).write_bytes(gzip.compress(snapshot.html.encode("utf-8", "surrogatepass"), mtime=0))
    (folder / BOXES).write_bytes(dump_boxes(snapshot.boxes))
    if snapshot.screenshot:
        (folder / SCREENSHOT).write_bytes(snapshot.screenshot)
