"""Snapshots, as ``iawce render`` writes them: one folder each. A folder of these is a folder like any other."""

from collections.abc import Iterator

from iawce.data.errors import PageError, UsageError
from iawce.data.snapshot import Snapshot, is_snapshot, load_snapshot
from iawce.data.sources.reader import READERS, Reader, all_files
from iawce.data.sources.source import Source


def read_snapshot(source: Source) -> Iterator[Snapshot]:
    """One snapshot.

    Raises:
        PageError: ``input/damaged_snapshot``.
    """
    assert source.path is not None  # noqa: S101 - folders have one
    try:
        yield load_snapshot(source.path)
    except UsageError as error:
        raise PageError("input/damaged_snapshot", str(error)) from error


def is_snapshot_folder(source: Source) -> bool:
    """Whether this is the folder of one snapshot."""
    return source.path is not None and is_snapshot(source.path)


READERS.register("snapshot")(
    Reader("a snapshot, or a folder of snapshots (see render)", is_snapshot_folder, read_snapshot, files=all_files)
)
