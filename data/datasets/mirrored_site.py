"""A whole mirrored site: an archive of its files, and beside it a JSON file with the labels of its pages."""

import json
import tarfile
from pathlib import Path

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import UsageError

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
