"""WCXB: real pages of seven types with the text of their main content.

Layout of a folder: ``html/NNNN.html``, gzipped (as published) or not, and ``ground-truth/NNNN.json``; a ``.tar.xz`` of
it is read as it is.
"""

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.sites import site_of
from iawce.data.dom.read import unpack
from iawce.data.errors import PageError, UsageError, cause_of

FIELDS = {"title": "title", "author": "author", "date": "publish_date"}


def read_wcxb(path: Path) -> Iterator[GoldPage]:
    """Read a folder or a ``.tar.xz``, in the order of the page ids. Raises UsageError: no such set there."""
    files = _files(path)
    truths = {name: content for name, content in files.items() if name.endswith(".json")}
    if not truths:
        splits = ", ".join(sorted(str(folder.parent) for folder in path.glob("*/ground-truth")))
        raise UsageError(f"{path} holds no WCXB pages" + (f"; did you mean {splits}?" if splits else ""))
    for name in sorted(truths):
        gold = json.loads(truths[name])
        page_id = PurePosixPath(name).stem
        packed = files.get(f"html/{page_id}.html.gz") or files.get(f"html/{page_id}.html")
        if packed is None:
            continue
        try:
            body = unpack(packed)
        except PageError as error:
            raise UsageError(f"page {page_id} is damaged: {error}") from error
        truth = gold["ground_truth"]
        yield GoldPage(
            page_id,
            site_of(gold["url"]) or page_id,
            body,
            gold["url"],
            gold["_internal"]["page_type"]["primary"],
            truth.get("main_content") or "",
            tuple(truth.get("with") or ()),
            tuple(truth.get("without") or ()),
            {name: truth[key] for name, key in FIELDS.items() if truth.get(key)},
        )


def is_wcxb(path: Path) -> bool:
    """Whether this looks like the set: a folder with ``ground-truth``, or an archive."""
    return (path / "ground-truth").is_dir() or path.name.endswith(".tar.xz")


def _files(path: Path) -> dict[str, bytes]:
    """The files of a folder or an archive, by the name of the innermost folder and their own."""
    if path.is_dir():
        return {f"{file.parent.name}/{file.name}": file.read_bytes() for file in path.glob("*/*") if file.is_file()}
    try:
        with tarfile.open(path) as archive:
            members = ((member.name, archive.extractfile(member)) for member in archive if member.isfile())
            return {"/".join(PurePosixPath(name).parts[-2:]): file.read() for name, file in members if file}
    except (OSError, tarfile.TarError) as error:
        raise UsageError(f"{path} cannot be read: {cause_of(error)}") from error
