"""How far a command is, where there is no terminal, and what it says at its end."""

import io
from contextlib import redirect_stderr
from pathlib import Path

from iawce.scripts.console import EVERY, Progress, Tally, set_up_logging
from tests.scripts.commands import PLAIN, iawce, own_log


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def lines_of(total: int | None, *, before: int = 0) -> list[str]:
    """What is said while four pages take six seconds each."""
    clock, said = Clock(), io.StringIO()
    with own_log(), redirect_stderr(said):
        set_up_logging()
        with Progress("page", total=total, before=before, clock=clock) as progress:
            for _ in range(4):
                clock.now += 0.6 * EVERY
                progress.advance("1 failed: 1 http_error/404")
    return said.getvalue().splitlines()


def test_progress_lines_report_rate_and_failures() -> None:
    assert lines_of(9) == [f"{n} of 9 pages, 0.17 pages/s, 1 failed: 1 http_error/404" for n in (2, 4)]
    assert lines_of(None)[0].startswith("2 pages, ")
    assert lines_of(1)[0].startswith("2 pages, "), "the total was too low an estimate"
    assert lines_of(9, before=3)[0].startswith("5 of 9 pages, 0.17 pages/s")


def test_failures_are_counted_by_reason() -> None:
    tally = Tally()
    tally.add("success", "")
    assert tally.summary() == ""
    for reason in ["http_error/404"] * 3 + ["timeout/load"]:
        tally.add("failure", reason)
    assert (tally.total, tally.failed, tally.summary()) == (5, 4, "4 failed: 3 http_error/404, 1 timeout/load")
    for number in range(9):
        tally.add("failure", f"http_error/50{number}")
    assert tally.summary().endswith(", ...")


def test_a_summary_says_in_words_what_failed_and_nothing_of_no_pages(six: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    failed = iawce(*PLAIN, six[0], "example.org", "-o", out)
    assert failed.stderr.startswith("2 pages in")
    assert failed.stderr.count("example.org: no such file; did you mean https://example.org ? (input/no_scheme)") == 1
    again = iawce(*PLAIN, six[0], "-o", out, "--resume").stderr.splitlines()
    assert again == [f"2 pages are done already: {out}", f"nothing was left to do, 1 failed: 1 input/no_scheme, {out}"]
    (empty := tmp_path / "empty").mkdir()
    assert iawce(*PLAIN, empty).stderr.splitlines() == ["error: the sources hold nothing to work on"]
    picture = tmp_path / "pictures" / "page.png"
    picture.parent.mkdir()
    picture.write_bytes(b"PNG")
    assert "iawce classify" in iawce(*PLAIN, picture.parent).stderr
    assert "--format md" in iawce(*PLAIN, six[0], "-o", empty).stderr


def test_quiet_prints_errors_only(six: list[Path], tmp_path: Path) -> None:
    assert iawce(*PLAIN, six[0], "-o", tmp_path / "a.jsonl").stderr.startswith("1 page in")
    assert iawce(*PLAIN, six[0], "-o", tmp_path / "b.jsonl", "--quiet").stderr == ""
    assert iawce(*PLAIN, six[0], "--format", "text", "-q").stderr == ""
    assert "input/not_found" in iawce(*PLAIN, tmp_path / "none", "--format", "text", "-q").stderr
