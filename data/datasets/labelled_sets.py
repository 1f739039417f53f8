"""Open a labelled page set, whatever its layout."""

from pathlib import Path

from iawce.data.datasets.image_folder import read_image_folder
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.datasets.pagetype import INDEX, read_pagetype
from iawce.data.datasets.wcxb import is_wcxb, label_wcxb, read_wcxb


def read_labelled_pages(root: Path) -> list[LabelledPage]:
    """Read a page-type corpus (it has ``pages.jsonl``), WCXB, or else an image folder.

    Raises:
        UsageError: none of them is there.
    """
    if (root / INDEX).is_file():
        return read_pagetype(root)
    return label_wcxb(read_wcxb(root)) if is_wcxb(root) else read_image_folder(root)
