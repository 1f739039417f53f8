"""A folder of pictures or snapshots: a folder for each label (torchvision), or ``metadata.jsonl`` (Hugging Face)."""

import json
import logging
from pathlib import Path
from typing import Any

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError
from iawce.data.json_file import reading
from iawce.data.snapshot import BOXES, HTML, META, SCREENSHOT

log = logging.getLogger(__name__)
SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"})
METADATA = "metadata.jsonl"
SPLITS = {"train": "train", "val": "val", "valid": "val", "validation": "val", "dev": "val", "test": "test"}
"""Names of folders that are parts of a split, not labels."""
SITE_KEYS = ("site", "domain", "host")


def read_image_folder(root: Path) -> list[LabelledPage]:
    """Read ``root/[SPLIT/]LABEL/[SITE/]NAME.png``, or the pictures that ``root/[SPLIT/]metadata.jsonl`` names.

    A folder between label and picture names the site; without one, every picture counts as its own site. A snapshot
    (``LABEL/NAME/snapshot.json``) is of the site of its address, and its layout and HTML are known, too. A line of the
    metadata has ``file_name``, ``label`` and, if known, ``site``, ``domain`` or ``host``. Hidden files and folders are
    ignored; pictures without a label are left out.

    Raises:
        UsageError: fewer than two labels hold pictures, or the metadata are damaged.
    """
    paths = [path for path in sorted(root.rglob("*")) if not is_hidden(path.relative_to(root))]
    tables = [path for path in paths if path.name == METADATA]
    if tables:
        found = [page for table in tables for page in _read_table(root, table)]
    else:
        pictures = [path for path in paths if path.suffix.lower() in SUFFIXES]
        folders = (path.relative_to(root).parts[:-1] for path in pictures)
        has_splits = any(
            len(names) > 1 and names[0].lower() in SPLITS for names in folders
        )  # a label in a part of a split
        found = [_page(root, path, has_splits=has_splits) for path in pictures]
    pages = [page for page in found if page.label]
    if len({page.label for page in pages}) < 2:
        raise UsageError(f"{root} is no image folder: pictures are wanted in at least two folders named after labels")
    if unlabelled := [page.id for page in found if not page.label]:
        log.warning("pictures without a label are left out: %s, such as %s", len(unlabelled), unlabelled[0])
    return pages


def is_hidden(path: Path) -> bool:
    """Whether a name in a relative path begins with a dot."""
    return any(part.startswith(".") for part in path.parts)


def _page(root: Path, path: Path, *, has_splits: bool) -> LabelledPage:
    name, folders = str(path.relative_to(root)), path.relative_to(root).parts[:-1]
    split = SPLITS.get(folders[0].lower(), "") if has_splits and folders else ""
    label, *between = folders[bool(split) :] or ("",)
    if path.name == SCREENSHOT and (path.parent / META).is_file():
        return snapshot_page(name, path.parent, label, split)
    return LabelledPage(id=name, site="/".join(between) or name, label=label, screenshot=path, split=split)


def snapshot_page(name: str, folder: Path, label: str, split: str = "") -> LabelledPage:
    """The page of a snapshot with a label.

    ``name``: of the page; also of its site if the address names none. ``split``: the part that it is in. Raises
    UsageError: its record is damaged.
    """
    from iawce.data.datasets.sites import site_of  # noqa: PLC0415 - loads a list of suffixes, for snapshots only

    with reading(folder / META):
        about = json.loads((folder / META).read_text(encoding="utf-8"))
        site, height = site_of(about["final_url"]), int(about["height"])
    return LabelledPage(
        id=name,
        site=site or name,
        label=label,
        screenshot=folder / SCREENSHOT if (folder / SCREENSHOT).is_file() else None,
        boxes=folder / BOXES if (folder / BOXES).is_file() else None,
        html=folder / HTML if (folder / HTML).is_file() else None,
        height=height,
        split=split,
    )


def _read_table(root: Path, table: Path) -> list[LabelledPage]:
    folders = table.parent.relative_to(root).parts
    split = SPLITS.get(folders[0].lower(), "") if folders else ""
    with reading(table):
        rows = [json.loads(line) for line in table.read_text(encoding="utf-8").splitlines() if line.strip()]
        return [_row(root, table.parent, row, split) for row in rows]


def _row(root: Path, folder: Path, row: dict[str, Any], split: str) -> LabelledPage:
    path = folder / row["file_name"]
    if not path.resolve().is_relative_to(root.resolve()):
        raise UsageError(f"{folder / METADATA} names a picture outside of {root}: {row['file_name']}")
    name = str(path.relative_to(root))
    site = next((str(row[key]) for key in SITE_KEYS if row.get(key)), name)
    label = "" if row["label"] is None else str(row["label"]).strip()
    return LabelledPage(id=name, site=site, label=label, screenshot=path, split=row.get("split") or split)
