"""An output that has rows already is kept, replaced or continued."""

from pathlib import Path

from tests.scripts.commands import PLAIN, iawce, ids


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
