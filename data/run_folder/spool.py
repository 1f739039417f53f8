"""Rendered pages whose rows are not finished: what was rendered once is not rendered again."""

import shutil
from pathlib import Path

from iawce.data.errors import EnvironmentMissing, UsageError
from iawce.data.snapshot import Snapshot, load_snapshot, write_snapshot

FOLDER = "spool"


class Spool:
    """A folder with a snapshot for each input that waits for its row. Safe among threads, each with its own inputs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, id: str) -> Snapshot | None:
        """The snapshot of an input, if a whole one is there."""
        try:
            return load_snapshot(self._folder / id) if (self._folder / id).exists() else None
        except UsageError:  # damaged: it is rendered again
            self.drop(id)
            return None

    def keep(self, id: str, snapshot: Snapshot) -> None:
        """Keep the snapshot of an input, whole or not at all.

        Raises:
            EnvironmentMissing: it cannot be written.
        """
        try:
            write_snapshot(snapshot, self._folder / id)
        except OSError as error:
            raise EnvironmentMissing(f"{self._folder} cannot be written: {error}") from error

    def drop(self, id: str) -> None:
        """Forget the snapshot of an input, if there is one."""
        shutil.rmtree(self._folder / id, ignore_errors=True)

    def clear(self) -> None:
        """Remove the folder with all that is left in it."""
        shutil.rmtree(self._folder, ignore_errors=True)
