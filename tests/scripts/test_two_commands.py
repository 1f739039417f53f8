"""Two commands on one output: the second is refused while the first runs, whatever that has written so far."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_schema
from tests.conftest import ROOT
from tests.scripts.commands import HERE, IAWCE, PLAIN, iawce

LIST = "<h1>Lamps</h1>" + "".join(f"<div class=lamp><h2>Lamp {n}</h2><p>{n}.50 EUR</p></div>" for n in range(9))


@contextmanager
def started(*arguments: object, folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A command that has its output, and waits for its standard input."""
    command = [*IAWCE, *map(str, arguments), "-"]
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        while not any(path.read_text() for path in folder.rglob(".*.lock")):  # it names the process once it is locked
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.05)
        yield process
        process.kill()


HOW = ["o.jsonl", "o.db", "o/", "pages/ --format md"]
MORE = ["o.csv", "o.parquet", "o.md", "o.json"]
"""Files that are written as ``o.jsonl`` is."""


@pytest.mark.parametrize("how", HOW + [pytest.param(how, marks=pytest.mark.slow) for how in MORE])
def test_a_second_command_is_refused_with_the_process_of_the_first(how: str, tmp_path: Path) -> None:
    name, *options = how.split()
    (tmp_path / "in").mkdir()
    (page := tmp_path / "in" / "a.html").write_text("<p>Some words.")
    out = f"{tmp_path}/{name}"
    to = ("-o", out, *options)
    with started(*PLAIN, *HERE, *to, folder=tmp_path) as first:
        for more in ((), ("--overwrite",)):
            second = iawce(*PLAIN, page, *to, *more)
            assert (second.returncode, f"(process {first.pid})" in second.stderr) == (2, True), second.stderr
        _, said = first.communicate("<p>From the first.")
        assert first.returncode == 0, said
    rows = f"{out}/index.jsonl" if options else out
    if name == "o.md":
        assert Path(out).read_text() == "From the first.\n"
    else:
        assert [row["text"] for row in read_rows(rows, row_schema())] == ["From the first."]
    assert not any(tmp_path.rglob(".*.lock"))


@pytest.mark.parametrize("name", ["o.csv", "o.db"])
def test_a_table_is_for_one_command_at_a_time(name: str, tmp_path: Path) -> None:
    table = ("records", "--render", "never", "-o", tmp_path / name)
    with started(*table, folder=tmp_path) as first:
        second = iawce(*table, tmp_path / "none.html", "-s", "records.most=2")
        assert (second.returncode, f"(process {first.pid})" in second.stderr) == (2, True), second.stderr
        _, said = first.communicate(LIST)
        assert (first.returncode, "9 rows, 9 of them new" in said) == (0, True), said
        beside = {".csv": [f"{name}.schema.json"]}.get(Path(name).suffix, [])
        assert sorted(path.name for path in tmp_path.iterdir()) == [name, *beside]


def test_a_file_that_is_learned_is_for_one_command_at_a_time(tmp_path: Path) -> None:
    learn = ("site", "learn", "--render", "never", "-o", tmp_path / "site.json")
    with started(*learn, folder=tmp_path) as first:
        second = iawce(*learn, tmp_path / "none.html", "--resume")
        assert (second.returncode, f"(process {first.pid})" in second.stderr) == (2, True), second.stderr
        _, said = first.communicate(LIST)
        assert (first.returncode, "no template was learned" in said) == (3, True), said  # of one page alone
    assert [path.name for path in tmp_path.iterdir()] == ["site.json"]
