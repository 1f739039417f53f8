"""What commands leave on disk, print and exit with, however they end."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_schema
from iawce.scripts.console import say
from iawce.scripts.interrupted import Interrupted
from tests.conftest import ROOT
from tests.scripts.commands import iawce, rows

PLAIN = ("extract", "--render", "never", "--type", "article")
HERE = ("--jobs", "0")
"""In the command's own process: to start others takes longer than all that a test asks of it."""
FILES = ("--format", "md", "-o")
IAWCE = [sys.executable, "-m", "iawce.scripts"]


@pytest.fixture
def six(tmp_path: Path) -> list[Path]:
    """Six pages."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.html").write_text(f"<p>This is page number {number}.")
    return sorted(folder.iterdir())


def ids(path: Path) -> list[str]:
    return [row["id"] for row in read_rows(path, row_schema())]


@contextmanager
def waiting(*arguments: object, rows_at: Path, count: int) -> Iterator[subprocess.Popen[bytes]]:
    """A command that has written ``count`` rows and now waits for its standard input."""
    command = [*IAWCE, *map(str, arguments), "-"]
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        while not (rows_at.exists() and rows_at.read_bytes().count(b"\n") >= count):
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.02)
        yield process
        process.kill()


ENDS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}
TOGETHER = [("o.jsonl", signal.SIGINT), ("o.csv", signal.SIGTERM), ("o.parquet", signal.SIGKILL)]
"""Each kind of output and each signal once."""


@pytest.mark.parametrize(
    ("name", "number"),
    TOGETHER
    + [
        pytest.param(name, number, marks=pytest.mark.slow)
        for name in ("o.jsonl", "o.csv", "o.parquet")
        for number in ENDS
        if (name, number) not in TOGETHER
    ],
)
def test_whatever_ends_a_command_its_rows_are_whole_and_resume_does_the_rest(
    name: str, number: signal.Signals, six: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / name
    beside = tmp_path / "o.parquet.after-0.jsonl" if name == "o.parquet" else out
    lines = 3 if name == "o.csv" else 2  # four of the six pages are read ahead; a CSV file has a line of names
    alone = ("--jobs", 1)
    with waiting(*PLAIN, *alone, *six, "-o", out, rows_at=beside, count=lines) as process:
        process.send_signal(number)
        _, said = process.communicate()
        assert process.returncode == ENDS[number], said
    if number != signal.SIGKILL:
        assert f"2 pages are done, and in {out}; the same command with --resume continues" in said.decode()
        assert b"Traceback" not in said
        assert len(ids(out)) == 2
    again = iawce(*PLAIN, *six, "-", "-o", out)
    assert (again.returncode, "--resume" in again.stderr) == (2, True)
    rest = iawce(*PLAIN, *HERE, *six, "-", "-o", out, "--resume", text=b"<p>piped")
    assert rest.returncode == 0, rest.stderr
    assert "2 pages are done already" in rest.stderr
    found = list(read_rows(out, row_schema()))
    assert [row["ref"] for row in found] == [*map(str, six), "-"]
    assert len({row["id"] for row in found}) == 7
    assert len(list(tmp_path.iterdir())) == 2
    done = iawce(*PLAIN, *six, "-", "-o", out, "--resume")
    assert (done.returncode, len(ids(out))) == (0, 7), "nothing is left to do"


def test_nothing_is_lost_before_work_begins(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "o.jsonl"
    out.write_text("precious")
    for arguments in (
        (*PLAIN, six[0], "-o", out),
        (*PLAIN, six[0], "-o", out, "--resume"),
        (*PLAIN, six[0], "-o", out, "--resume", "--overwrite"),
        (*PLAIN, tmp_path / "pages" / "none", "-o", out),
        ("extract", "--render", "never", "--type", "poem", six[0], "-o", out, "--overwrite"),
        (*PLAIN, "", "-o", out, "--overwrite"),
        ("classify", six[0], "-o", out),
        ("render", six[0], "--rows", out, "-o", tmp_path / "snapshots"),
    ):
        done = iawce(*arguments)
        assert (done.returncode, out.read_text()) == (2, "precious"), (arguments, done.stderr)
    replaced = iawce(*PLAIN, six[0], "-o", out, "--overwrite")
    assert (replaced.returncode, len(ids(out))) == (0, 1)


def test_an_output_is_never_one_of_the_sources(six: list[Path]) -> None:
    done = iawce(*PLAIN, *six, "--format", "html", "-o", six[3], "--overwrite")
    assert (done.returncode, "is one of the sources" in done.stderr) == (2, True)
    assert six[3].read_text() == "<p>This is page number 3."


def test_without_an_output_there_is_nothing_to_resume(six: list[Path]) -> None:
    done = iawce(*PLAIN, *six, "--resume")
    assert (done.returncode, done.stdout) == (2, "")
    assert "-o" in done.stderr


def test_classify_resumes_with_a_row_of_failure_counted(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "o.db"
    assert iawce("classify", tmp_path / "none.html", "-o", out).returncode == 3
    done = iawce("classify", tmp_path / "none.html", *six, "-o", out, "--resume")
    assert done.returncode == 1, done.stderr
    assert len(ids(out)) == 7


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_a_message_and_exit_code_5(six: list[Path], tmp_path: Path) -> None:
    done = iawce(*PLAIN, *HERE, *six, "--format", "jsonl", "-o", "/dev/full")
    assert (done.returncode, done.stdout) == (5, "")
    assert "/dev/full cannot be written" in done.stderr
    with Path("/dev/full").open("wb") as full:
        command = [*IAWCE, *PLAIN, str(six[0])]
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
    command = [
        "sh",
        "-c",
        f'ulimit -f {blocks}; exec "$@"',
        "sh",
        *IAWCE,
        *PLAIN,
        *HERE,
        *map(str, six),
        "-o",
        str(out),
    ]
    cramped = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False, env=cramped)  # noqa: S603
    assert done.returncode == 5, done.stderr
    assert b"--resume continues" in done.stderr
    rest = iawce(*PLAIN, *HERE, *six, "-o", out, "--resume")
    assert rest.returncode == 0, rest.stderr
    assert len(set(ids(out))) == len(ids(out)) == 6


def test_a_full_disk_leaves_pages_undone_that_no_database_has_committed(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "o.db"
    for page in six:
        page.write_bytes(b"<p>" + os.urandom(9000).hex().encode())
    command = ["sh", "-c", 'ulimit -f 80; exec "$@"', "sh", *IAWCE, *PLAIN, *HERE, *map(str, six), "-o", str(out)]
    cramped = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False, env=cramped)  # noqa: S603
    assert (done.returncode, b"nothing is done yet" in done.stderr) == (5, True), done.stderr
    rest = iawce(*PLAIN, *HERE, *six, "-o", out, "--resume")
    assert (rest.returncode, len(set(ids(out)))) == (0, 6), rest.stderr


def test_a_reader_that_stops_reading_gets_no_traceback(six: list[Path]) -> None:
    long = six[0].parent / "long.html"
    long.write_text("<p>word " * 30_000)
    command = [*IAWCE, *PLAIN, *HERE, *map(str, six), str(long), *map(str, six)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:  # noqa: S603
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_result_that_nobody_reads_ends_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Closed())
    with pytest.raises(Interrupted) as stop:
        say("one more row")
    assert (stop.value.exit_code, stop.value.message) == (141, "")


def test_text_formats_are_told_by_the_suffix(six: list[Path], tmp_path: Path) -> None:
    for name, expected in (
        ("o.txt", "===== {0} =====\n\nThis is page number 0.\n\n===== {1} =====\n\nThis is page number 1.\n"),
        ("o.md", "<!-- {0} -->\n\nThis is page number 0.\n\n<!-- {1} -->\n\nThis is page number 1.\n"),
    ):
        done = iawce(*PLAIN, *HERE, six[0], tmp_path / "none.html", six[1], "-o", tmp_path / name)
        assert done.returncode == 1
        assert (tmp_path / name).read_text() == expected.format(*six)
        assert f"{tmp_path / 'none.html'}: there is no such file or folder (input/not_found)" in done.stderr
        assert iawce(*PLAIN, six[0], "-o", tmp_path / name).returncode == 2
    assert iawce(*PLAIN, six[0], "-o", tmp_path / "o.html").returncode == 0
    assert "<p>This is page number 0.</p>" in (tmp_path / "o.html").read_text()


def test_front_matter_is_yaml(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text('<title>He said: "no"\x85 # --- ünd</title><p>Text of the page.')
    done = iawce(
        *PLAIN, page, "--format", "markdown", "-s", "output.front_matter=true", "--base-url", "https://example.org/a"
    )
    first, *fields, last, empty, text = done.stdout.splitlines()
    assert (first, last, empty, text) == ("---", "---", "", "Text of the page.")
    read = {name: json.loads(value) for name, _, value in (line.partition(": ") for line in fields)}
    assert list(read) == ["url", "title", "type", "rendered"]
    assert (read["url"], read["type"]) == ("https://example.org/a", "article")
    assert read["title"].startswith('He said: "no"')
    assert iawce(*PLAIN, page, "-s", "output.front_matter=true").returncode == 2


def test_text_begins_with_the_title_where_it_is_wanted(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    page.write_text("<title>A wall</title><p>Text of the page.")
    assert iawce(*PLAIN, page, "--format", "text", "-s", "output.title=true").stdout == "A wall\n\nText of the page.\n"
    page.write_text("<title>A wall</title><h1>A wall</h1>")
    assert iawce(*PLAIN, page, "--method", "body", "--format", "text", "-s", "output.title=true").stdout == "A wall\n"
    assert iawce(*PLAIN, page, "--format", "markdown", "-s", "output.title=true").returncode == 2


def test_a_file_a_page_and_an_index(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = iawce(*PLAIN, *HERE, *six[:3], tmp_path / "../none.html", *FILES, f"{out}/")
    assert done.returncode == 1
    index = [json.loads(line) for line in (out / "index.jsonl").read_text().splitlines()]
    assert [row["status"] for row in index] == ["success"] * 3 + ["failure"]
    assert [(out / row["file"]).read_text() for row in index[:3]] == [f"This is page number {n}.\n" for n in range(3)]
    assert [row["file"] for row in index] == [f"{n}-{index[n]['id']}.md" for n in range(3)] + [""]
    assert iawce(*PLAIN, *six, *FILES, out).returncode == 2
    assert iawce(*PLAIN, *HERE, *six, *FILES, out, "--resume").returncode == 1
    assert len(ids(out / "index.jsonl")) == 7
    assert len(list(out.iterdir())) == 7
    assert iawce(*PLAIN, six[5], "-o", out, "--overwrite", "--format", "text").returncode == 0
    assert sorted(path.suffix for path in out.iterdir()) == [".jsonl", ".txt"]
    assert iawce(*PLAIN, six[5], *FILES, f"{six[0]}/").returncode == 2


def test_a_summary_says_in_words_what_failed_and_nothing_of_no_pages(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    failed = iawce(*PLAIN, six[0], "example.org", "-o", out)
    assert failed.stderr.startswith("2 pages in")
    assert failed.stderr.count("example.org: no such file; did you mean https://example.org ? (input/no_scheme)") == 1
    again = iawce(*PLAIN, six[0], "-o", out, "--resume").stderr.splitlines()
    assert again == [f"2 pages are done already: {out}", f"nothing was left to do, 1 failed: 1 input/no_scheme, {out}"]
    (empty := tmp_path / "empty").mkdir()
    assert iawce(*PLAIN, empty).stderr.splitlines() == ["error: the sources hold nothing to work on"]
    assert "--format md" in iawce(*PLAIN, six[0], "-o", empty).stderr


def test_quiet_prints_errors_only(six: list[Path], tmp_path: Path) -> None:
    assert iawce(*PLAIN, six[0], "-o", tmp_path / "a.jsonl").stderr.startswith("1 page in")
    assert iawce(*PLAIN, six[0], "-o", tmp_path / "b.jsonl", "--quiet").stderr == ""
    assert iawce(*PLAIN, six[0], "--format", "text", "-q").stderr == ""
    assert "input/not_found" in iawce(*PLAIN, tmp_path / "none", "--format", "text", "-q").stderr


@pytest.mark.parametrize("address", ["javascript:alert(1)", "example.org", "http://[bad/", "file:///etc/"])
def test_a_base_url_is_an_address_of_the_web(address: str, six: list[Path]) -> None:
    done = iawce(*PLAIN, six[0], "--base-url", address)
    assert (done.returncode, done.stdout, "http://" in done.stderr) == (2, "", True)


def test_sources_that_are_none_are_rows_that_say_what_was_meant(tmp_path: Path) -> None:
    long = "https://x.example/" + "a" * 5000
    given = [
        "example.org",
        "<p>markup</p>",
        "zero\0byte",
        long,
        "data:text/html,<p>hi",
        "<p>" + "x" * 9000,
        "none.html",
    ]
    found = rows(iawce(*PLAIN, *given))
    assert [row["reason"] for row in found] == [
        "input/no_scheme",
        "input/markup",
        "input/unreadable",
        "fetch_error/dns",
        "blocked/scheme",
        "input/markup",
        "input/not_found",
    ]
    assert "did you mean https://example.org ?" in str(found[0]["message"])
    assert "name -" in str(found[1]["message"])
    assert all(row["message"] and row["message"] != row["reason"] for row in found)


def test_a_shell_can_complete_the_verbs(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"_IAWCE_COMPLETE": "complete_bash", "COMP_WORDS": "iawce ren", "COMP_CWORD": "1"}.items():
        monkeypatch.setenv(name, value)
    assert iawce().stdout.split() == ["render"]
