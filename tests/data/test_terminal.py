"""Results on a terminal: what it would obey is shown; elsewhere the same text is written as it is."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout

import pytest

from iawce.data.sinks import open_sink
from iawce.data.sinks.page_text import TEXT_FORMATS, TextFile
from iawce.data.sinks.schema import TEXT
from iawce.data.terminal import shown, write_out
from iawce.scripts.console import say

OBEYED = "\x1b]0;title\x07 \x1b[2J \x9b31m \x90 \x9d \x7f \r \u202e \u2066 \u200f"


class Stream(io.TextIOWrapper):
    """Standard output, on a terminal or not."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__(io.BytesIO(), "utf-8", newline="\n")
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def written(self) -> str:
        self.seek(0)
        return self.read()


def test_what_a_terminal_obeys_is_shown_and_all_else_is_written() -> None:
    assert shown("a\tb\nné 中 👩‍👧") == "a\tb\nné 中 👩‍👧"
    assert shown("\x1b[1m\x9b\u202e\r") == "\\u001b[1m\\u009b\\u202e\\u000d"


def text_of_pages(text: str) -> None:
    with TextFile("-", {"text": TEXT}, TEXT_FORMATS["text"]) as sink:
        sink.prepare().write({"ref": "a", "status": "success", "text": text})


def rows(text: str) -> None:
    with open_sink("-", {"text": TEXT}) as sink:
        sink.write({"text": text})


@pytest.mark.parametrize("write", [write_out, say, rows, text_of_pages])
def test_results_reach_a_terminal_without_control_characters(write: Callable[[str], None]) -> None:
    with redirect_stdout(Stream(is_terminal=True)) as stream:
        write(OBEYED)
    assert all(character.isprintable() for character in stream.written().rstrip("\n"))
    with redirect_stdout(Stream(is_terminal=False)) as stream:
        write(OBEYED)
    assert "\u202e" in stream.written()
