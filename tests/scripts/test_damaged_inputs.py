"""Damaged outputs, cookies, options and sources: a message or a whole run, never a traceback."""

import json
from pathlib import Path

import pytest

from tests.scripts.commands import PLAIN, iawce, rows

COMMAND = ("extract", "--render", "never", "--type", "article", "tests/pages/article-news/source.html", "-q")
TORN = b'{"schema_version": 4, "id": "x", "re'


def test_a_folder_of_pages_whose_index_is_torn_can_be_overwritten(tmp_path: Path) -> None:
    (tmp_path / "old-7.md").write_text("old")
    (tmp_path / "index.jsonl").write_bytes(b'{"schema_version": 4, "id": "7", "file": "old-7.md"}\nnull\n' + TORN)
    assert iawce(*COMMAND, "--format", "md", "-o", tmp_path, "--overwrite").returncode == 0
    (row,) = map(json.loads, (tmp_path / "index.jsonl").read_text().splitlines())
    assert {file.name for file in tmp_path.iterdir()} == {"index.jsonl", row["file"]}


@pytest.mark.parametrize(
    "line", [b'{"schema_version": 4, garbage', b'{"schema_version": 4}', b'{"schema_version": 4, "\xff": 1}']
)
def test_damaged_rows_are_not_continued(line: bytes, tmp_path: Path) -> None:
    output = tmp_path / "rows.jsonl"
    output.write_bytes(line + b"\n")
    done = iawce(*COMMAND, "-o", output, "--resume")
    assert (done.returncode, "damaged" in done.stderr) == (2, True)
    assert output.read_bytes() == line + b"\n"


def test_rows_that_a_killed_run_left_beside_a_parquet_file_do_not_keep_a_new_run_from_its_pages(tmp_path: Path) -> None:
    output, beside = tmp_path / "rows.parquet", tmp_path / "rows.parquet.after-0.jsonl"
    beside.write_text(iawce(*COMMAND).stdout)
    assert iawce(*COMMAND, "-o", output, "--overwrite").returncode == 0
    assert [file.name for file in tmp_path.iterdir()] == ["rows.parquet"]


@pytest.mark.parametrize(
    "line", ["a\tb", "127.0.0.1\tFALSE\t/\tFALSE\tsoon\tn\tv", "127.0.0.1\tFALSE\t/\tFALSE\t0\tn\tvé"]
)
def test_damaged_cookies_are_refused_in_words(line: str, tmp_path: Path) -> None:
    cookies = tmp_path / "cookies.txt"
    cookies.write_text(f"# Netscape HTTP Cookie File\n{line}\n")
    done = iawce(*COMMAND, "-s", f"network.cookies={cookies}")
    assert (done.returncode, done.stderr.count("\n"), rows(done)) == (2, 1, [])


@pytest.mark.parametrize(
    "given",
    [
        ("extract", "--base-url", "ftp://user:secret@host/"),
        ("extract", "-s", "run.base_url=ftp://user:secret@host/"),
        ("records", "-s", "run.base_url=ftp://user:secret@host/"),
    ],
)
def test_no_message_shows_the_password_of_a_base_address(given: tuple[str, ...]) -> None:
    done = iawce(*given, "absent.html")
    assert (done.returncode, "secret" in done.stderr, "//host/" in done.stderr) == (2, False, True)


@pytest.mark.parametrize("seconds", ["nan", "inf", "1e12"])
def test_time_is_limited(seconds: str) -> None:
    assert iawce(*COMMAND, "--timeout", seconds).returncode == 2


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


@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "--settings", "nosuch.toml", *COMMAND[1:]),
        ("extract", "--fields", "nosuch.toml", *COMMAND[1:]),
        ("site", "apply", "nosuch.json", COMMAND[-2]),
        ("classify", "--model", "nosuch.json", COMMAND[-2]),
        (*COMMAND, "-o", "README.md/run/"),
    ],
)
def test_files_that_cannot_be_used_are_named_in_plain_words(arguments: tuple[str, ...]) -> None:
    done = iawce(*arguments)
    assert done.returncode == 2, done.stderr
    assert "Errno" not in done.stderr
    assert any(one in done.stderr for one in arguments if "/" in one or "nosuch" in one)
