"""A run as a folder: the sink, which takes rows as they are finished, and records which inputs are done."""

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from iawce.data.errors import Status, UsageError, cause_of, is_left_out
from iawce.data.run_folder.input import Input
from iawce.data.run_folder.report import write_report
from iawce.data.run_folder.run_state import RunState
from iawce.data.run_folder.shards import FOLDER, GZIPPED, PARQUET, Shards, faults_of_shards, read_shards
from iawce.data.run_folder.spool import FOLDER as SPOOL
from iawce.data.run_folder.spool import Spool
from iawce.data.sinks.arrow import pyarrow
from iawce.data.sinks.output_file import holds_bytes, make_folder, sole_writer
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import RUN, SINKS, STATE, Earlier, Row, Sink

REPORT = "report.html"
SIDE = "run-"
"""Prefix of the names of files beside the state."""
SETTINGS = "settings"
COMPLETE = "complete"


@SINKS.register(RUN)
class RunFolder(Sink):
    """A folder that a run fills: exactly one row for each input, however often any of its processes is killed.

    Args:
        target: the folder.
        schema: the columns of its rows.
        table: there is none.
        settings: that rows depend on, by name: a run is not resumed with others.
        versions: of programs and models, which are kept.
        shard_rows: rows of a file.
        shard_format: suffix of these files.
    """

    title = "run folder"
    note = (
        f"a folder: rows in `{FOLDER}/` as gzipped JSON lines or Parquet, the state of each input in `{STATE}`, "
        f"`{REPORT}` at the end; see `runs.md`"
    )
    can_resume = True

    def __init__(
        self,
        target: str,
        schema: Schema,
        table: str = "",
        *,
        settings: Mapping[str, Any] | None = None,
        versions: Mapping[str, str] | None = None,
        shard_rows: int = 10_000,
        shard_format: str = GZIPPED,
    ) -> None:
        super().__init__(target, schema, table)
        self.folder = Path(target)
        self.spool = Spool(self.folder / SPOOL)
        layout = {"run.shard_rows": shard_rows, "run.shard_format": shard_format.removeprefix(".")}
        self._settings = json.loads(json.dumps({**(settings or {}), **layout}))
        self._versions = versions or {}
        self._size, self._suffix = shard_rows, shard_format

    @property
    def state(self) -> RunState:
        """The state of the inputs; exists from ``prepare`` to ``close``."""
        if not self._is_open:
            self._start(append=False)
        return self._state

    def earlier(self) -> Earlier:
        """The inputs that are done."""
        return self

    def outcomes(self) -> Counter[tuple[str, str]]:
        """How many pages of a run that is resumed are done, by status and reason, those without a row too."""
        if not self.is_resumed:
            return Counter()
        found = self.state.outcomes()
        for reason, count in self.state.left_out().items():
            if is_left_out(reason):  # pages that a crawl leaves out do not count as done
                found[str(Status.SKIPPED), reason] += count
        return found

    def begin(self, input: Input) -> bool:
        """Whether an input must still be processed; then it is marked as in progress. The first one creates the run."""
        return self.state.begin(input)

    def side_file(self, name: str) -> Path:
        """A file beside the rows, created and removed with them."""
        return self.folder / f"{SIDE}{name}.sqlite"

    def leave_out(self, id: str, reason: str) -> None:
        """An input is done and has no row."""
        self.state.leave_out(id, reason)
        self.spool.drop(id)

    def complete(self) -> None:
        """All inputs are done: write the last shard and the report, and remove data kept in case of a kill."""
        if self._is_open:
            self._shards.write_rest()
            self.spool.clear()
            self._state.set(COMPLETE, True)
            write_report(self._state, self.folder / REPORT, self.folder.resolve().name)

    def read(self) -> Iterator[Row]:
        """The rows, in the order in which they were finished; also of a run in progress."""
        if not holds_bytes(self.folder / STATE):
            raise FileNotFoundError(f"there is no run in {self.folder}")
        with RunState(self.folder / STATE, is_read=True) as state:
            yield from read_shards(self.folder, state, self.schema)

    def _claim(self) -> None:
        make_folder(self.folder, self.target, self._held)
        if not holds_bytes(self.folder / STATE) and any(not _is_hidden(path) for path in self.folder.iterdir()):
            raise UsageError(f"{self.target} holds other things than a run: name a folder that is new or empty")
        self._held.enter_context(sole_writer(self.folder / STATE))
        if self._suffix == PARQUET:
            pyarrow()

    def _holds_rows(self) -> bool:
        return holds_bytes(self.folder / STATE)

    def _repair(self) -> None:
        """Check whether the run can be resumed; it has no incomplete rows."""
        try:
            with RunState(self.folder / STATE) as state:
                state.check_whole()
                settings = state.get(SETTINGS, {})
                fault = next(faults_of_shards(self.folder, state), "")
        except (OSError, ValueError) as error:
            raise UsageError(f"{self.target} cannot be resumed: {cause_of(error)}") from error
        if fault:
            raise UsageError(f"{self.target} cannot be resumed: {FOLDER}/{fault}")
        if others := _differences(settings, self._settings):
            ways = "continue with its settings, or name another output"
            raise UsageError(f"{self.target} was made with other settings: {'; '.join(others)}; {ways}")

    def _open(self, *, append: bool) -> None:
        if not append:
            self._remove_run()
        self._state = RunState(self.folder / STATE)
        self._state.start(self._versions)
        if not append:
            self._state.set(SETTINGS, self._settings)
        self._state.set(COMPLETE, False)
        self._shards = Shards(self.folder, self._state, self.schema, self._size, self._suffix)

    def _remove_run(self) -> None:
        """The state is removed last: a folder without one is not a run."""
        self.spool.clear()
        (self.folder / REPORT).unlink(missing_ok=True)
        shutil.rmtree(self.folder / FOLDER, ignore_errors=True)
        for path in (*self.folder.glob(f"{SIDE}*.sqlite*"), *self.folder.glob(f"{STATE}*")):
            path.unlink(missing_ok=True)

    def _put(self, row: Row) -> None:
        if self._state.finish(row, self._columns_of(row)):
            self._shards.count()
        self.spool.drop(row["id"])

    def _end(self) -> None:
        try:
            self._state.stop()
        finally:
            self._state.close()


def _is_hidden(path: Path) -> bool:
    return path.name.startswith(".")


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The settings that differ, in words."""
    names = sorted(name for name in {*before, *now} if before.get(name) != now.get(name))
    return [f"{name} was {before.get(name)!r} and is {now.get(name)!r}" for name in names]
