"""Opens a labelled page set of any layout."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import GOLD_SETS, read_gold
from iawce.data.datasets.image_folder import METADATA, SPLITS, is_hidden, read_image_folder, snapshot_page
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.page_labels import is_labels, read_labels, snapshot_folder
from iawce.data.datasets.pagetype import INDEX, read_pagetype
from iawce.data.datasets.wcxb import is_wcxb, read_wcxb
from iawce.data.errors import UsageError
from iawce.data.labels import FineType, wide_type
from iawce.data.snapshot import META


def read_labelled_pages(given: Path) -> list[LabelledPage]:
    """Read a page-type corpus (``pages.jsonl``), WCXB, a set with gold as ``NAME=PATH``, labels, or an image folder.

    Raises:
        UsageError: there is no such set, it has no page types, or a file of a page is a pipe, a device or a folder.
    """
    pages = _read_set(given)
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
                fine=label.type if label.type in set(FineType) else "",
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
        LabelledPage(
            id=f"{name}-{page.id}",
            site=page.site,
            label=label,
            html=page.body,
            fine=page.type if page.type in set(FineType) else "",
        )
        for page in pages
        if (label := wide_type(page.type))
    ]


FIRST = 2000
"""Folders that are examined."""
SHOWN = 6
"""Names of folders that a message lists."""


USUAL = ("article", "list")
"""Labels of all data but folders of pictures, unless others are given; a message shows them, too."""


def check_layout(root: Path, labels: Sequence[str]) -> None:
    """Make sure that the names of folders are labels, if nothing else in the folder names the labels of pages.

    ``root``: a page-type corpus, WCXB, labels, or an image folder. ``labels``: the known labels; if there are none, any
    folders of pictures are labels. Raises UsageError: they are not; the message describes the layout.
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
        return f"the label {', '.join(known)} only, but two or more are needed"
    if _has_snapshots(root):
        return "snapshots, but no labels"
    names = sorted(folders)
    shown = f"{', '.join(names[:SHOWN])}{', ...' if len(names) > SHOWN else ''}"
    return f"the folders {shown}, but no labels" if names else "neither folders nor labels"
