"""Commands that are started without a standard stream, or whose reader stops."""

import io
import subprocess
from pathlib import Path

import pytest

from iawce.scripts.console import Interrupted, say
from tests.conftest import ROOT
from tests.scripts.commands import HERE, IAWCE, PLAIN


@pytest.mark.parametrize(
    ("arguments", "closed", "code", "said"),
    [
        (("PAGE",), ">&-", 5, "standard output cannot be written"),
        (("PAGE", "--format", "text"), ">&-", 5, "standard output cannot be written"),
        (("PAGE", "-o", "OUT"), ">&-", 0, "1 page in"),
        (("PAGE", "-o", "OUT"), "<&- >&- 2>&-", 0, ""),
        (("PAGE", "-o", "OUT"), "<&-", 0, "1 page in"),
        (("-",), "<&-", 3, "input/unreadable"),
        (("--help",), ">&-", 5, "error: "),
    ],
)
def test_a_needed_stream_that_is_closed_gives_a_message(
    arguments: tuple[str, ...], closed: str, code: int, said: str, tmp_path: Path
) -> None:
    (tmp_path / "a.html").write_text("<p>Some words.")
    named = {"PAGE": str(tmp_path / "a.html"), "OUT": str(tmp_path / "o.jsonl")}
    where = () if "2>" in closed else HERE  # another process starts without any stream, too
    words = [named.get(word, word) for word in arguments]
    command = ["sh", "-c", f'"$@" {closed}', "sh", *IAWCE, *PLAIN, *where, *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)  # noqa: S603
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (code, True, False), done.stderr
    assert ("OUT" in arguments) == (tmp_path / "o.jsonl").exists()
    if "OUT" in arguments:
        assert (tmp_path / "o.jsonl").read_text().count("\n") == 1, "nothing else is written there"


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
