"""A whole mirrored site: an archive of its files, and beside it a JSON file with the labels of its pages."""

import json
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document, open_document
from iawce.data.errors import UsageError
from iawce.data.labels import PageType

SUFFIX = ".tar.xz"


def read_mirrored_site(archive: Path) -> list[LabelledPage]:
    """The labelled pages of ``NAME.tar.xz``, in the order of ``labels`` in ``NAME.json``, named by their paths.

    Raises:
        UsageError: one of the two is missing or damaged.
    """
    name = archive.name.removesuffix(SUFFIX)
    try:
        labels = json.loads(archive.with_name(f"{name}.json").read_text(encoding="utf-8"))["labels"]
        with tarfile.open(archive) as files:
            found = {path: files.extractfile(f"{name}/{path}") for path in labels}
            return [LabelledPage(path, name, labels[path], html=file.read()) for path, file in found.items() if file]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, tarfile.TarError) as error:
        raise UsageError(f"{archive} holds no mirrored site: {error}") from error


def mirrored_lists(sites: Path, site: str) -> Iterator[tuple[str, Document]]:
    """The path of each list page of a mirrored site, and the page, in an order that is always the same.

    Raises:
        UsageError: as ``read_mirrored_site``.
    """
    for page in sorted(read_mirrored_site(sites / f"{site}{SUFFIX}"), key=lambda page: page.id):
        if page.label == PageType.LIST:
            yield page.id, open_document(replace(page.page, url=f"http://{site}.example/{page.id}"))
