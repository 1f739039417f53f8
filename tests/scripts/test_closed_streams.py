"""Commands that are started without a standard stream."""

import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.scripts.test_outputs import IAWCE, PLAIN


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
def test_what_is_closed_is_a_message_where_it_is_needed(
    arguments: tuple[str, ...], closed: str, code: int, said: str, tmp_path: Path
) -> None:
    (tmp_path / "a.html").write_text("<p>Some words.")
    named = {"PAGE": str(tmp_path / "a.html"), "OUT": str(tmp_path / "o.jsonl")}
    command = ["sh", "-c", f'"$@" {closed}', "sh", *IAWCE, *PLAIN, *(named.get(word, word) for word in arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)  # noqa: S603
    assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (code, True, False), done.stderr
    assert ("OUT" in arguments) == (tmp_path / "o.jsonl").exists()
    if "OUT" in arguments:
        assert (tmp_path / "o.jsonl").read_text().count("\n") == 1, "nothing else is written there"
