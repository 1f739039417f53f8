"""One command at a time works on an output, from its start to its end."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.data.sinks import open_sink, read_rows
from iawce.data.sinks.growing_table import open_table
from iawce.data.sinks.page_text import TEXT_FORMATS, PageFolder, TextFile
from iawce.data.sinks.sink import SINKS, Existing, Sink
from iawce.extract.output.row_schema import row_schema
from tests.conftest import ROOT
from tests.data.sinks.plain import ROWS, SCHEMA, write

TABLES = ["o.jsonl", "o.jsonl.gz", "o.csv", "o.parquet", "o.db"]
HOLDER = """
import sys
from iawce.data.sinks import open_sink
from tests.data.sinks.plain import SCHEMA
with open_sink(sys.argv[1], SCHEMA):
    print("has it", flush=True)
    sys.stdin.read()
"""


def open_any(name: str, folder: Path, existing: Existing) -> Sink:
    """A sink by the name of its file; without a suffix, a folder of pages."""
    if name in TABLES:
        return open_sink(folder / name, SCHEMA, existing)
    kind = partial(TextFile if "." in name else PageFolder, text_format=TEXT_FORMATS["text"])
    return open_sink(folder / name, row_schema(), existing, kind)


@pytest.mark.parametrize("name", [*TABLES, "o.txt", "o"])
def test_a_second_command_is_refused_before_the_first_has_written_a_row(name: str, tmp_path: Path) -> None:
    ways = [Existing.REFUSE, Existing.OVERWRITE, *([Existing.RESUME] if name != "o.txt" else [])]
    for first in ways:
        with open_any(name, tmp_path, first):
            for second in ways:
                with pytest.raises(UsageError, match=rf"another command is writing to .* \(process {os.getpid()}\)"):
                    open_any(name, tmp_path, second)
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", TABLES)
def test_two_commands_never_go_on_with_one_output(name: str, tmp_path: Path) -> None:
    write(tmp_path / name, ROWS[:1])
    with open_sink(tmp_path / name, SCHEMA, Existing.RESUME) as first:
        with pytest.raises(UsageError, match="another command"):
            open_sink(tmp_path / name, SCHEMA, Existing.RESUME)
        first.write(ROWS[1])
    with open_sink(tmp_path / name, SCHEMA, Existing.RESUME) as second:
        assert list(second.rows_so_far()) == ROWS
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", TABLES)
def test_two_commands_never_add_to_one_table(name: str, tmp_path: Path) -> None:
    with open_table(str(tmp_path / name), "items"), pytest.raises(UsageError, match="another command"):
        open_table(str(tmp_path / name), "items")
    with open_table(str(tmp_path / name), "items"):
        pass


def holding(target: Path) -> "subprocess.Popen[str]":
    """Another process that has opened a sink."""
    command = [sys.executable, "-c", HOLDER, str(target)]
    process = subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout
    assert process.stdout.readline() == "has it\n"
    return process


def test_the_lock_of_a_killed_command_does_not_block_others(tmp_path: Path) -> None:
    with holding(tmp_path / "o.jsonl") as process:
        with pytest.raises(UsageError, match=rf"\(process {process.pid}\)"):
            open_sink(tmp_path / "o.jsonl", SCHEMA)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert [path.name for path in tmp_path.iterdir()] == [".o.jsonl.lock"]
        with open_sink(tmp_path / "o.jsonl", SCHEMA), pytest.raises(UsageError, match=rf"\(process {os.getpid()}\)"):
            open_sink(tmp_path / "o.jsonl", SCHEMA)
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_was_removed_under_its_holder_is_not_taken_for_ours(tmp_path: Path) -> None:
    lock = tmp_path / ".o.jsonl.lock"
    with open_sink(tmp_path / "o.jsonl", SCHEMA):
        lock.unlink()
        with open_sink(tmp_path / "o.jsonl", SCHEMA) as second:
            second.write(ROWS[0])
            assert lock.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["o.jsonl"]


def test_a_link_and_its_target_are_one_output(tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to(tmp_path / "o.csv")
    with open_sink(tmp_path / "o.csv", SCHEMA), pytest.raises(UsageError, match="another command"):
        open_sink(tmp_path / "link.csv", SCHEMA)


def test_a_folder_of_pages_and_its_index_are_one_output(tmp_path: Path) -> None:
    with open_any("o", tmp_path, Existing.REFUSE), pytest.raises(UsageError, match="another command"):
        open_sink(tmp_path / "o" / "index.jsonl", SCHEMA)


def test_tables_of_one_database_are_several_outputs(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path}/o.db?table="
    with (
        open_sink(f"{address}a/b", SCHEMA),
        open_sink(f"{address}c", SCHEMA),
        pytest.raises(UsageError, match="another command"),
    ):
        open_sink(f"{address}A/B", SCHEMA)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("spoil", [lambda path: path.write_bytes(b"a letter"), lambda path: path.mkdir()])
def test_a_refused_command_does_not_block_others(spoil: Callable[[Path], object], tmp_path: Path) -> None:
    spoil(tmp_path / "o.jsonl")
    for _ in range(2):
        with pytest.raises(UsageError, match=r"exists|is a folder"):
            open_sink(tmp_path / "o.jsonl", SCHEMA)
    assert [path.name for path in tmp_path.iterdir()] == ["o.jsonl"]


def test_devices_are_for_any_number_of_commands() -> None:
    null = partial(open_sink, schema=SCHEMA, kind=SINKS[".csv"])
    with null("/dev/null"), null("/dev/null"):
        assert not Path("/dev/.null.lock").exists()
    with open_sink("-", SCHEMA), open_sink("-", SCHEMA):
        pass


def test_where_a_folder_takes_no_new_file_the_output_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "o.jsonl", ROWS[:1])
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path and access(path, mode))
    with open_sink(tmp_path / "o.jsonl", SCHEMA, Existing.RESUME) as first:
        with pytest.raises(UsageError, match=r"another command is writing to .*o\.jsonl: wait"):
            open_sink(tmp_path / "o.jsonl", SCHEMA, Existing.RESUME)
        first.write(ROWS[1])
    assert list(read_rows(tmp_path / "o.jsonl", SCHEMA)) == ROWS


def test_a_name_may_be_as_long_as_a_name_can_be(tmp_path: Path) -> None:
    name = "ä" * 124 + ".jsonl"
    with open_sink(tmp_path / name, SCHEMA) as sink:
        sink.write(ROWS[0])
        assert len(list(tmp_path.iterdir())) == 2
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("said", ["a note of mine\n", "123456789012345678901234567890"])
def test_a_file_that_is_no_lock_is_left_alone(said: str, tmp_path: Path) -> None:
    (tmp_path / ".o.jsonl.lock").write_text(said)
    with pytest.raises(UsageError, match="is in the way"):
        open_sink(tmp_path / "o.jsonl", SCHEMA)
    assert (tmp_path / ".o.jsonl.lock").read_text() == said


def test_a_file_with_another_name_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("1")
    (tmp_path / ".o.jsonl.lock").hardlink_to(tmp_path / "precious")
    with pytest.raises(UsageError, match="is in the way"):
        open_sink(tmp_path / "o.jsonl", SCHEMA)
    assert (tmp_path / "precious").read_text() == "1"
