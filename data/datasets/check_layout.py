"""Checks quickly whether a folder has labelled pages, before models are loaded."""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from iawce.data.datasets.image_folder import METADATA, SPLITS, is_hidden
from iawce.data.datasets.page_labels import is_labels
from iawce.data.datasets.pagetype import INDEX
from iawce.data.datasets.wcxb import is_wcxb
from iawce.data.errors import UsageError
from iawce.data.snapshot import META

FIRST = 2000
"""Folders that are examined."""
SHOWN = 6
"""Names of folders that a message lists."""


USUAL = ("article", "list")
"""Labels of all data but folders of pictures, unless others are given; a message shows them, too."""


def check_layout(root: Path, labels: Sequence[str]) -> None:
    """Make sure that the names of folders are labels, if nothing else in the folder names the labels of pages.

    Args:
        root: a page-type corpus, WCXB, labels, or an image folder.
        labels: the known labels; if there are none, any folders of pictures are labels.

    Raises:
        UsageError: they are not; the message describes the layout.
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
