"""A folder of pictures, one sub-folder for each label, as torchvision's ``ImageFolder`` has it."""

from pathlib import Path

from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.errors import UsageError

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"})


def read_image_folder(root: Path) -> list[LabelledPage]:
    """Read ``root/LABEL/[SITE/]NAME.png``.

    A folder between label and picture names the site; without one every picture is a site of its own.

    Raises:
        UsageError: fewer than two labels hold pictures.
    """
    pages = [_page(root, path) for path in sorted(root.rglob("*")) if path.suffix.lower() in SUFFIXES]
    labels = {page.label for page in pages}
    if len(labels) < 2:
        raise UsageError(f"{root} is no image folder: pictures are wanted in at least two folders named after labels")
    return pages


def _page(root: Path, path: Path) -> LabelledPage:
    label, *between = path.relative_to(root).parts[:-1] or ("",)
    name = str(path.relative_to(root))
    return LabelledPage(id=name, site="/".join(between) or name, label=label, screenshot=path)
