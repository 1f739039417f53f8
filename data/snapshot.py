"""A rendered page, stored on disk so that it never has to be rendered again."""

import gzip
import json
import shutil
import tempfile
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import msgspec

from iawce.data.boxes import (
    Box,
    Rectangles,
    as_rectangles,
    boxes_to_json,
    dump_boxes,
    dump_rectangles,
    load_boxes,
    load_rectangles,
)
from iawce.data.errors import DAMAGED, EnvironmentMissing, PageWarning, UsageError, refused
from iawce.data.json_file import read_gzip

FRAME_ATTRIBUTE = "data-iawce-frame"
"""Marks the ``div`` that replaces a frame in ``Snapshot.html`` and has the content of the frame's body."""
FORMAT = 2  # Of the folder. 1 had no ``format`` in its ``snapshot.json`` and no rectangles; it is still read
_Measure = Annotated[int, msgspec.Meta(ge=0, le=1 << 31)]
META, HTML, SCREENSHOT, BOXES = "snapshot.json", "page.html.gz", "screenshot.webp", "boxes.json.gz"
RECTANGLES = "rectangles.npy.gz"
_IN_OTHER_FILES = {"html": "", "screenshot": b"", "boxes": (), "rectangles": None}


@dataclass(frozen=True)
class Snapshot:
    """A rendered page; snapshots are equal if all fields are, NaN like NaN."""

    ref: str
    url: str
    final_url: str
    status: Annotated[int, msgspec.Meta(ge=0, le=999)]
    html: str  # The DOM with numbered elements
    boxes: tuple[Box, ...]
    width: _Measure  # Of the whole page, as ``height``, CSS px
    height: _Measure
    clip_height: _Measure  # Of the part that the screenshot shows, CSS px
    viewport: tuple[_Measure, _Measure]
    screenshot: bytes = b""  # WebP, maybe empty
    scale: Annotated[float, msgspec.Meta(ge=0, le=100)] = 1.0
    truncated: bool = False  # The page is taller than the screenshot
    partial: bool = False  # Still loading or changing at the deadline
    scrolls: Annotated[int, msgspec.Meta(ge=0)] = 0
    renderer: str = ""
    time: str = ""
    warnings: tuple[str, ...] = ()
    timings: dict[str, float] = field(default_factory=dict)  # Seconds by step
    rectangles: Rectangles | None = None  # Places of the elements by number, None in format 1
    unseen: tuple[_Measure, ...] = ()  # Elements with invisible boxes
    robots_tag: str = ""  # ``X-Robots-Tag``

    @cached_property
    def id(self) -> str:
        """Hash of the content: addresses, rendered HTML, layout boxes and rectangles; the same on every machine."""
        content = [text.encode("utf-8", "surrogatepass") for text in (self.url, self.final_url, self.html)]
        content.append(boxes_to_json(self.boxes))
        if self.rectangles is not None:
            content.append(as_rectangles(self.rectangles).tobytes())
        digest = sha256()
        for part in content:
            digest.update(len(part).to_bytes(8, "big"))  # so that texts with different borders give different hashes
            digest.update(part)
        return digest.hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        mine, theirs = ((one.id, one.screenshot, _record(one)) for one in (self, other))
        return mine == theirs

    def __hash__(self) -> int:
        return hash(self.id)


class SnapshotStore:
    """A folder of snapshots, each in a sub-folder named after its content hash."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def folder(self, id: str) -> Path:
        """The folder of a snapshot."""
        return self.root / id[:2] / id

    def save(self, snapshot: Snapshot) -> Path:
        """Write a snapshot, whole or not at all, if it is new. Raises UsageError: the folder cannot be written."""
        target = self.folder(snapshot.id)
        with refused(f"snapshots cannot be written to {self.root}", OSError):
            write_snapshot(snapshot, target)
        return target


def write_snapshot(snapshot: Snapshot, target: Path) -> None:
    """Write a snapshot as a folder, whole or not at all, if it is new. Raises OSError: it cannot be written."""
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".new-", dir=target.parent))
    try:
        record = json.dumps({"format": FORMAT} | _record(snapshot), ensure_ascii=False, indent=2)
        (scratch / META).write_text(record + "\n", encoding="utf-8")
        (scratch / HTML).write_bytes(gzip.compress(snapshot.html.encode("utf-8", "surrogatepass"), mtime=0))
        (scratch / BOXES).write_bytes(dump_boxes(snapshot.boxes))
        if snapshot.rectangles is not None:
            (scratch / RECTANGLES).write_bytes(dump_rectangles(snapshot.rectangles))
        if snapshot.screenshot:
            (scratch / SCREENSHOT).write_bytes(snapshot.screenshot)
        scratch.rename(target)
    except OSError:
        shutil.rmtree(scratch, ignore_errors=True)
        if not target.exists():  # otherwise another process wrote it first
            raise


def is_snapshot(folder: Path) -> bool:
    """Whether ``folder`` is one snapshot."""
    return (folder / META).is_file()


def load_snapshot(folder: Path) -> Snapshot:
    """Read one snapshot. Raises UsageError: the folder has none, a damaged one, or one of a newer format."""
    with refused(f"{folder} is not a snapshot", *DAMAGED, msgspec.MsgspecError):
        record = {"format": 1} | json.loads((folder / META).read_text(encoding="utf-8"))
        if (version := record.pop("format")) not in (1, FORMAT):
            raise UsageError(f"{folder} is a snapshot of format {version}; this version of iawce reads 1 to {FORMAT}")
        found = msgspec.convert(record | _IN_OTHER_FILES, Snapshot)  # other programs may have written it
        for warning in found.warnings:
            PageWarning.parse(warning)
        picture, rectangles = folder / SCREENSHOT, folder / RECTANGLES
        return replace(
            found,
            html=read_gzip(folder / HTML).decode("utf-8", "surrogatepass"),
            boxes=load_boxes(folder / BOXES),
            rectangles=load_rectangles(rectangles) if rectangles.exists() else None,
            screenshot=picture.read_bytes() if picture.exists() else b"",
        )


def _record(snapshot: Snapshot) -> dict[str, Any]:
    """The content of ``snapshot.json``."""
    return {one.name: getattr(snapshot, one.name) for one in fields(snapshot) if one.name not in _IN_OTHER_FILES}


class Spool:
    """A folder with the snapshots of each input that waits for its row. Safe among threads, each with its own pages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, id: str, page: str = "") -> Snapshot | None:
        """A snapshot, if a complete one is there: of an input, or of one ``page`` of several in its row."""
        folder = self._folder / id / (page or id)
        try:
            return load_snapshot(folder) if folder.exists() else None
        except UsageError:  # damaged: it is rendered again
            shutil.rmtree(folder, ignore_errors=True)
            return None

    def keep(self, id: str, snapshot: Snapshot, page: str = "") -> None:
        """Store a snapshot, completely or not at all. Raises EnvironmentMissing: it cannot be written."""
        with refused(f"{self._folder} cannot be written", OSError, kind=EnvironmentMissing):
            write_snapshot(snapshot, self._folder / id / (page or id))

    def drop(self, id: str) -> None:
        """Remove the snapshots for the row of an input, if any."""
        shutil.rmtree(self._folder / id, ignore_errors=True)

    def clear(self) -> None:
        """Remove the folder with all that is left in it."""
        shutil.rmtree(self._folder, ignore_errors=True)
