"""Open a labelled page set, whatever its layout."""

from pathlib import Path

from iawce.data.corpora.image_folder import read_image_folder
from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.corpora.pagetype import INDEX, read_pagetype


def read_labelled_pages(root: Path) -> list[LabelledPage]:
    """Read a page-type corpus (it has ``pages.jsonl``) or else an image folder.

    Raises:
        UsageError: neither is there.
    """
    return read_pagetype(root) if (root / INDEX).is_file() else read_image_folder(root)
