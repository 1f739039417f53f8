"""Opens a labelled page set: folders by label (torchvision), ``metadata.jsonl`` (Hugging Face), and others."""

import json
import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from iawce.data.datasets.gold_sets import GOLD_SETS, is_wcxb, read_gold, read_wcxb
from iawce.data.datasets.labelled_page import INDEX, PICTURES, GoldPage, LabelledPage, read_pagetype
from iawce.data.datasets.page_labels import is_labels, read_labels, snapshot_folder
from iawce.data.errors import DAMAGED, UsageError, refused
from iawce.data.labels import FineType, wide_type
from iawce.data.network.address import site_of
from iawce.data.snapshot import BOXES, HTML, META, SCREENSHOT

log = logging.getLogger(__name__)
FIRST = 2000  # Folders that are examined
SHOWN = 6  # Names of folders that a message lists
USUAL = ("article", "list")
"""Labels of all data but folders of pictures, unless others are given; a message shows them, too."""
METADATA = "metadata.jsonl"
SPLITS = {"train": "train", "val": "val", "valid": "val", "validation": "val", "dev": "val", "test": "test"}
"""Names of folders that are parts of a split, not labels."""
SITE_KEYS = ("site", "domain", "host")


def read_labelled_pages(given: Path, inferred: float = 1.0) -> list[LabelledPage]:
    """Read a page-type corpus (``pages.jsonl``), WCXB, a set with gold as ``NAME=PATH``, labels, or an image folder.

    ``inferred``: weight of pages whose label is a model's.

    Raises UsageError: there is no such set, it has no page types, or a file of a page is a pipe, a device or a folder.
    """
    pages = [replace(page, weight=inferred) if page.is_inferred else page for page in _read_set(given)]
    for part in (part for page in pages for part in (page.screenshot, page.boxes, page.html)):
        if isinstance(part, Path) and part.exists() and not part.is_file():  # reading it might never end
            raise UsageError(f"{part} is no ordinary file")
    return pages


def _read_set(given: Path) -> list[LabelledPage]:
    name, equals, path = str(given).partition("=")
    if equals and name in GOLD_SETS:
        if GOLD_SETS[name].has_kinds:
            raise UsageError(f"the set {name} has kinds of one site's pages, no page types")
        return label_gold(name, read_gold(name, Path(path)))
    if is_labels(given):
        return [
            replace(
                snapshot_page(label.id, snapshot_folder(given, label), label.page_type),
                site=label.site or label.id,
                fine=_fine(label.type),
                is_inferred=label.inferred,
            )
            for label in read_labels(given)
            if label.type and label.page_type
        ]
    if (given / INDEX).is_file():
        return read_pagetype(given)
    return label_gold("wcxb", read_wcxb(given)) if is_wcxb(given) else read_image_folder(given)


def label_gold(name: str, pages: Iterable[GoldPage]) -> list[LabelledPage]:
    """The pages of a set with gold as examples of page types; those of no known type are left out."""
    return [
        LabelledPage(f"{name}-{page.id}", page.site, label, html=page.body, fine=_fine(page.type))
        for page in pages
        if (label := wide_type(page.type))
    ]


def _fine(name: str) -> str:
    return name if name in set(FineType) else ""


def check_layout(root: Path, labels: Sequence[str]) -> None:
    """Make sure that the names of folders are labels, if nothing else in the folder names the labels of pages.

    Without known labels, any folders of pictures are. Raises UsageError: they are not; the message describes the
    layout.
    """
    if is_wcxb(root) or is_labels(root) or (root / INDEX).is_file():
        return
    if not root.is_dir():
        raise UsageError(f"there is no folder {root}")
    if any(next(root.glob(pattern), None) for pattern in (METADATA, f"[!.]*/{METADATA}")):
        return
    found = {name for name in _folders(root) if name.lower() not in SPLITS}
    found |= {name for part in _folders(root) if part.lower() in SPLITS for name in _folders(root / part)}
    known = found.intersection(labels) if labels or _has_snapshots(root) else found
    if len(known) < 2:
        labels = labels or USUAL
        wanted = ", ".join(f"{root}/{label}/" for label in labels)
        raise UsageError(
            f"{root} holds {_contents(root, found, known)}: put pictures or snapshots into folders named after "
            f"their page types, {wanted}; or write {METADATA} with a line for each picture: "
            f'{{"file_name": "a.png", "label": "{labels[0]}", "site": "a.example"}}'
        )


def _folders(root: Path) -> list[str]:
    shown = (path for path in root.iterdir() if not is_hidden(Path(path.name)))
    return sorted(path.name for path in islice(shown, FIRST) if path.is_dir())


def _has_snapshots(root: Path) -> bool:
    return any(next(root.glob(pattern), None) for pattern in (META, f"*/{META}", f"*/*/{META}"))


def _contents(root: Path, folders: set[str], known: set[str]) -> str:
    if known:
        others = f", beside the folders {', '.join(sorted(folders - known)[:SHOWN])}" if folders - known else ""
        return f"the label {', '.join(known)} only{others}, but two or more are needed"
    if _has_snapshots(root):
        return "snapshots, but no labels"
    names = sorted(folders)
    shown = f"{', '.join(names[:SHOWN])}{', ...' if len(names) > SHOWN else ''}"
    return f"the folders {shown}, but no labels" if names else "neither folders nor labels"


def read_image_folder(root: Path) -> list[LabelledPage]:
    """Read ``root/[SPLIT/]LABEL/[SITE/]NAME.png``, or the pictures that ``root/[SPLIT/]metadata.jsonl`` names.

    A folder between label and picture names the site; without one, every picture counts as its own site. A snapshot
    (``LABEL/NAME/snapshot.json``) is of the site of its address, and its layout and HTML are known, too. A line of the
    metadata has ``file_name``, ``label`` and, if known, ``site``, ``domain`` or ``host``. Hidden files and folders are
    ignored; pictures without a label are left out.

    Raises UsageError: fewer than two labels hold pictures, or the metadata are damaged.
    """
    paths = [path for path in sorted(root.rglob("*")) if not is_hidden(path.relative_to(root))]
    tables = [path for path in paths if path.name == METADATA]
    if tables:
        found = [page for table in tables for page in _read_table(root, table)]
    else:
        pictures = [path for path in paths if path.suffix.lower() in PICTURES]
        folders = (path.relative_to(root).parts[:-1] for path in pictures)
        has_splits = any(len(names) > 1 and names[0].lower() in SPLITS for names in folders)
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
    """The page of a snapshot with a label, its name also its site if need be. Raises UsageError: it is damaged."""
    with refused(f"{folder / META} cannot be read", *DAMAGED):
        about = json.loads((folder / META).read_text(encoding="utf-8"))
        site, height = site_of(about["final_url"]), int(about["height"])
    files = (folder / part for part in (SCREENSHOT, BOXES, HTML))
    screenshot, boxes, html = (path if path.is_file() else None for path in files)
    return LabelledPage(name, site or name, label, screenshot, boxes, html, height, split=split)


def _read_table(root: Path, table: Path) -> list[LabelledPage]:
    folders = table.parent.relative_to(root).parts
    split = SPLITS.get(folders[0].lower(), "") if folders else ""
    with refused(f"{table} cannot be read", *DAMAGED):
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
