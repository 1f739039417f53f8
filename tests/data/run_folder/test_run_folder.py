"""A run folder holds exactly one row for each input, whatever happens to the process that fills it."""

import gzip
import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.data.run_folder import run_folder
from iawce.data.run_folder.input import Input, input_id
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks.jsonl import JsonLines
from iawce.data.sinks.sink import Existing
from iawce.extract.output.row_schema import row_schema
from tests.conftest import ROOT
from tests.data.run_folder.rows import make_row, make_rows, open_run, read_run, write_run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "rows").iterdir())


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".parquet"])
def test_rows_are_in_whole_shards(suffix: str, folder: Path) -> None:
    rows = make_rows(23)
    write_run(folder, rows, shard_rows=10, shard_format=suffix)
    assert names(folder) == [f"0000{number}{suffix}" for number in range(3)]
    assert read_run(folder) == json.loads(json.dumps(rows))
    assert [len(list(read_rows(path, row_schema()))) for path in sorted((folder / "rows").iterdir())] == [10, 10, 3]
    assert sorted(path.name for path in folder.iterdir()) == ["report.html", "rows", "run.sqlite"]


def test_a_slash_at_the_end_makes_a_run_folder(folder: Path) -> None:
    with open_sink(f"{folder}/", row_schema()) as sink:
        sink.write(make_row(1))
    assert read_run(folder) == json.loads(json.dumps([make_row(1)])), "also before it is complete"


def test_an_interrupted_run_is_continued(folder: Path) -> None:
    with open_run(folder, shard_rows=4) as run:
        for row in make_rows(6):
            run.write(row)
    with open_run(folder, Existing.RESUME, shard_rows=4) as run:
        assert run.outcomes() == {("success", ""): 5, ("failure", "timeout/render"): 1}
        assert not run.begin(Input(input_id("page 2", ""), "page 2"))
        assert run.begin(Input(input_id("page 7", ""), "page 7"))
        for row in make_rows(9):
            run.write(row)
        run.complete()
    assert names(folder) == ["00000.jsonl.gz", "00001.jsonl.gz", "00002.jsonl.gz"]
    assert read_run(folder) == json.loads(json.dumps(make_rows(9)))


def test_a_kill_between_a_shard_and_its_transaction_writes_the_same_shard_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(path: Path) -> None:
        if path.is_dir():
            raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt), open_run(folder, shard_rows=3) as run:
        patched.setattr(run_folder, "_to_disk", killed)
        for row in make_rows(5):
            run.write(row)
    before = (folder / "rows" / "00000.jsonl.gz").read_bytes()
    assert read_run(folder) == json.loads(json.dumps(make_rows(3))), "they are read once"
    write_run(folder, make_rows(5), Existing.RESUME, shard_rows=3)
    assert (folder / "rows" / "00000.jsonl.gz").read_bytes() == before
    assert read_run(folder) == json.loads(json.dumps(make_rows(5)))


KILLED = """
import os, signal, sys
from contextlib import closing
from pathlib import Path
from tests.data.run_folder.rows import make_row, open_run
from iawce.data.sinks.sink import Existing
with open_run(Path(sys.argv[1]), Existing.RESUME, shard_rows=7) as run:
    for number in range(int(sys.argv[2])):
        run.write(make_row(number))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_rows_written_before_a_kill_are_kept(folder: Path) -> None:
    for count in (5, 12, 20):
        killed = subprocess.run([sys.executable, "-c", KILLED, folder, str(count)], cwd=ROOT, check=False)  # noqa: S603
        assert killed.returncode == -signal.SIGKILL
        assert read_run(folder) == json.loads(json.dumps(make_rows(count)))
    write_run(folder, make_rows(21), Existing.RESUME, shard_rows=7)
    assert read_run(folder) == json.loads(json.dumps(make_rows(21)))
    assert not list(folder.glob("rows/.new*"))


def test_a_second_command_is_refused_with_the_process_of_the_first(folder: Path) -> None:
    with open_run(folder) as run:
        run.write(make_row(0))
        with pytest.raises(UsageError, match=rf"another command is writing to .*\(process {os.getpid()}\)"):
            open_run(folder, Existing.RESUME)


def test_a_run_that_exists_is_refused_or_replaced(folder: Path) -> None:
    write_run(folder, make_rows(3))
    with pytest.raises(UsageError, match="--overwrite to replace it, --resume to continue"):
        open_run(folder)
    with open_run(folder, Existing.OVERWRITE):
        assert len(read_run(folder)) == 3, "it is replaced with the first row"
    write_run(folder, make_rows(1), Existing.OVERWRITE, shard_format=".parquet")
    assert names(folder) == ["00000.parquet"]
    assert len(read_run(folder)) == 1


def test_other_settings_are_refused_by_name(folder: Path) -> None:
    write_run(folder, make_rows(1), settings={"method": "auto", "links": True, "shown": (1, 2)})
    with pytest.raises(UsageError, match=r"method was 'auto' and is 'rules'; run.shard_rows was 10000 and is 5;"):
        open_run(folder, Existing.RESUME, shard_rows=5, settings={"method": "rules", "links": True, "shown": (1, 2)})
    write_run(folder, make_rows(2), Existing.RESUME, settings={"method": "auto", "links": True, "shown": (1, 2)})


def test_a_damaged_state_is_refused_and_left_as_it_is(folder: Path) -> None:
    write_run(folder, make_rows(50), shard_rows=10)
    state = folder / "run.sqlite"
    for damaged in (b"x" * 100, state.read_bytes()[:2000] + b"\xff" * 9000 + state.read_bytes()[11000:]):
        state.write_bytes(damaged)
        with pytest.raises(UsageError, match="cannot be resumed"):
            open_run(folder, Existing.RESUME)
        assert state.read_bytes() == damaged


def test_a_shard_that_was_taken_away_is_missed(folder: Path) -> None:
    write_run(folder, make_rows(5), shard_rows=2)
    (folder / "rows" / "00001.jsonl.gz").unlink()
    with pytest.raises(UsageError, match=r"00001\.jsonl\.gz is missing"):
        open_run(folder, Existing.RESUME, shard_rows=2)
    with pytest.raises(UsageError, match="cannot be read"):
        read_run(folder)


@pytest.mark.parametrize("suffix", [".jsonl.gz", ".parquet"])
def test_a_damaged_shard_is_refused_and_left_as_it_is(suffix: str, folder: Path) -> None:
    write_run(folder, make_rows(60), shard_rows=30, shard_format=suffix)
    shard = folder / "rows" / f"00001{suffix}"
    whole, other = shard.read_bytes(), shard.with_name(f"00000{suffix}").read_bytes()
    short = b"".join(gzip.compress(b"{}\n") for _ in range(29)) if suffix == ".jsonl.gz" else whole[: len(whole) // 2]
    for damaged in (b"", b"x" * 100, whole[:-50], whole[:500] + b"\xff" * 90 + whole[590:], short):
        shard.write_bytes(damaged)
        with pytest.raises(UsageError, match=r"cannot be resumed: rows/00001\.\S+ is damaged"):
            open_run(folder, Existing.RESUME, shard_rows=30, shard_format=suffix)
        assert shard.read_bytes() == damaged
    shard.write_bytes(whole)
    write_run(folder, make_rows(61), Existing.RESUME, shard_rows=30, shard_format=suffix)
    assert shard.with_name(f"00000{suffix}").read_bytes() == other


def test_a_shard_in_the_place_of_another_is_refused(folder: Path) -> None:
    write_run(folder, make_rows(4), shard_rows=2)
    first, second = (folder / "rows" / f"0000{number}.jsonl.gz" for number in (0, 1))
    kept = first.read_bytes()
    first.write_bytes(second.read_bytes())
    with pytest.raises(UsageError, match=r"rows/00000\.jsonl\.gz is damaged: it is not the file that was written"):
        open_run(folder, Existing.RESUME, shard_rows=2)
    first.write_bytes(kept)
    open_run(folder, Existing.RESUME, shard_rows=2).close()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM shards WHERE number = 1",
        "DELETE FROM shards WHERE number = 0",
        "DELETE FROM inputs WHERE number = 1",
        "DELETE FROM inputs WHERE shard = 0",
        "DELETE FROM inputs WHERE number = (SELECT input FROM waiting)",
        "DELETE FROM shards",
    ],
)
def test_a_state_that_lost_lines_is_refused(damage: str, folder: Path) -> None:
    with open_run(folder, shard_rows=2) as run:
        for row in make_rows(5):
            run.write(row)
    with closing(sqlite3.connect(folder / "run.sqlite")) as state, state:
        assert state.execute(damage).rowcount > 0
    with pytest.raises(UsageError, match=r"cannot be resumed: rows/"):
        open_run(folder, Existing.RESUME, shard_rows=2)


def test_a_file_that_is_none_of_the_run_is_refused(folder: Path) -> None:
    write_run(folder, make_rows(4), shard_rows=2)
    (folder / "rows" / "more.jsonl.gz").write_bytes((folder / "rows" / "00000.jsonl.gz").read_bytes())
    with pytest.raises(UsageError, match=r"rows/more\.jsonl\.gz is no file of this run"):
        open_run(folder, Existing.RESUME, shard_rows=2)


def test_a_folder_with_other_things_is_left_alone(folder: Path) -> None:
    folder.mkdir()
    (folder / "letter.txt").write_text("Dear")
    for existing in Existing.REFUSE, Existing.OVERWRITE, Existing.RESUME:
        with pytest.raises(UsageError, match="holds other things than a run"):
            open_sink(f"{folder}/", row_schema(), existing)
    assert [path.name for path in folder.iterdir()] == ["letter.txt"]


def test_nothing_is_left_where_nothing_was_written(folder: Path) -> None:
    open_run(folder).close()
    assert not folder.exists()
    with pytest.raises(UsageError, match="no folder"):
        open_run(folder / "deeper" / "run")


def test_a_full_disk_leaves_what_is_whole(folder: Path) -> None:
    with open_run(folder, shard_rows=1000) as run:
        for row in make_rows(20):
            run.write(row)
        with run.state.reading() as file:
            most = file.execute("PRAGMA page_count").fetchone()[0]
            file.execute(f"PRAGMA max_page_count = {most + 1}")
        with pytest.raises(OSError, match="full"):
            for number in range(20, 2000):
                run.write(make_row(number))
        count = 20 + run.written - 20
    assert read_run(folder) == json.loads(json.dumps(make_rows(count)))
    write_run(folder, make_rows(count + 1), Existing.RESUME, shard_rows=1000)
    assert len(read_run(folder)) == count + 1


def test_a_full_disk_leaves_no_part_of_a_shard(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: JsonLines, row: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched, open_run(folder, shard_rows=4, shard_format=".parquet") as run:
        patched.setattr(JsonLines, "_put", full)
        for row in make_rows(3):
            run.write(row)
        with pytest.raises(OSError, match="No space left"):
            run.write(make_row(3))
    assert not list((folder / "rows").iterdir())
    write_run(folder, make_rows(5), Existing.RESUME, shard_rows=4, shard_format=".parquet")
    assert read_run(folder) == json.loads(json.dumps(make_rows(5)))


def test_every_input_says_in_which_shard_its_row_is(folder: Path) -> None:
    write_run(folder, make_rows(5), shard_rows=2)
    with sqlite3.connect(folder / "run.sqlite") as file:
        assert file.execute("SELECT ref, shard FROM inputs ORDER BY number").fetchall() == [
            (f"page {number}", number // 2) for number in range(5)
        ]
        assert file.execute("SELECT count(*) FROM waiting").fetchone() == (0,)
    file.close()
