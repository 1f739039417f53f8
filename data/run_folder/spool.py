"""Rendered pages whose rows are not finished: no page is rendered twice."""

import shutil
from pathlib import Path

from iawce.data.errors import EnvironmentMissing, UsageError, cause_of
from iawce.data.snapshot import Snapshot, load_snapshot, write_snapshot

FOLDER = "spool"


class Spool:
    """A folder with the snapshots of each input that waits for its row. Safe among threads, each with its own pages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, id: str, page: str = "") -> Snapshot | None:
        """A snapshot, if a complete one is there: of an input, or of one ``page`` of several in its row."""
        folder = self._folder / id / (page or id)
        try:
            return load_snapshot(folder) if folder.exists() else None
        except UsageError:  # damaged: it is rendered again
            shutil.rmtree(folder, ignore_errors=True)
            return None

    def keep(self, id: str, snapshot: Snapshot, page: str = "") -> None:
        """Store a snapshot, completely or not at all. Raises EnvironmentMissing: it cannot be written."""
        try:
            write_snapshot(snapshot, self._folder / id / (page or id))
        except OSError as error:
            raise EnvironmentMissing(f"{self._folder} cannot be written: {cause_of(error)}") from error

    def drop(self, id: str) -> None:
        """Remove the snapshots for the row of an input, if any."""
        shutil.rmtree(self._folder / id, ignore_errors=True)

    def clear(self) -> None:
        """Remove the folder with all that is left in it."""
        shutil.rmtree(self._folder, ignore_errors=True)
