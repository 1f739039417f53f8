"""Commands whose output has no room left."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.scripts.commands import HERE, IAWCE, PLAIN, iawce, ids


def cramped(blocks: int, *arguments: object) -> "subprocess.CompletedProcess[bytes]":
    """A command that can write files of at most a number of blocks of 512 bytes."""
    command = ["sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh", *IAWCE, *map(str, arguments)]
    unchanged = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, capture_output=True, cwd=ROOT, check=False, env=unchanged)  # noqa: S603


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_a_message_and_exit_code_5(six: list[Path], tmp_path: Path) -> None:
    done = iawce(*PLAIN, *HERE, *six, "--format", "jsonl", "-o", "/dev/full")
    assert (done.returncode, done.stdout) == (5, "")
    assert "/dev/full cannot be written" in done.stderr
    with Path("/dev/full").open("wb") as full:
        command = [*IAWCE, *PLAIN, *HERE, str(six[0])]
        piped = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)  # noqa: S603
    assert piped.returncode == 5
    assert piped.stderr.decode().strip().splitlines()[1:] == [], "one line, and no traceback"


@pytest.mark.parametrize(
    ("name", "blocks"), [("o.jsonl", 80), pytest.param("o.jsonl.gz", 15, marks=pytest.mark.slow), ("o.csv", 80)]
)
def test_a_row_for_which_there_is_no_room_is_taken_back(
    name: str, blocks: int, six: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / name
    for page in six:  # what a row of each takes cannot be made small
        page.write_bytes(b"<p>" + os.urandom(1500).hex().encode())
    done = cramped(blocks, *PLAIN, *HERE, *six, "-o", out)
    assert done.returncode == 5, done.stderr
    assert b"--resume continues" in done.stderr
    rest = iawce(*PLAIN, *HERE, *six, "-o", out, "--resume")
    assert rest.returncode == 0, rest.stderr
    assert len(set(ids(out))) == len(ids(out)) == 6


def test_a_full_disk_leaves_pages_undone_that_no_database_has_committed(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "o.db"
    for page in six:
        page.write_bytes(b"<p>" + os.urandom(9000).hex().encode())
    done = cramped(80, *PLAIN, *HERE, *six, "-o", out)
    assert (done.returncode, b"nothing is done yet" in done.stderr) == (5, True), done.stderr
    rest = iawce(*PLAIN, *HERE, *six, "-o", out, "--resume")
    assert (rest.returncode, len(set(ids(out)))) == (0, 6), rest.stderr
