"""What is said to people: coloured on a terminal that can draw, silent where that is wanted, never in the way."""

import io
import logging
from contextlib import redirect_stderr

import pytest

from iawce.scripts.console import DIM, PLAIN, RED, be_quiet, complain, remark, set_up_logging
from tests.scripts.commands import own_log


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Gone(io.StringIO):
    def write(self, text: str, /) -> int:
        raise BrokenPipeError


def said(stream: io.StringIO, *, quiet: bool = False) -> list[str]:
    """The lines of an error and a remark, one of which holds what a page could."""
    with own_log(), redirect_stderr(stream):
        set_up_logging()
        if quiet:
            be_quiet()
        complain("not\x1b[2J found")
        remark("one page")
    return stream.getvalue().splitlines()


def test_only_a_terminal_that_can_draw_has_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    plain = ["not [2J found", "one page"]
    assert said(io.StringIO()) == plain
    assert said(Terminal()) == [f"{RED}{plain[0]}{PLAIN}", f"{DIM}{plain[1]}{PLAIN}"]
    monkeypatch.setenv("NO_COLOR", "1")
    assert said(Terminal()) == plain
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert said(Terminal()) == plain


def test_who_is_quiet_says_errors_only() -> None:
    assert said(io.StringIO(), quiet=True) == ["not [2J found"]


def test_a_command_goes_on_where_nobody_listens() -> None:
    assert said(Gone()) == []


def test_a_log_entry_of_a_page_stays_on_one_line() -> None:
    stream = io.StringIO()
    with own_log(), redirect_stderr(stream):
        set_up_logging()
        log = logging.getLogger("iawce.tests")
        log.warning("an address \r\n\x1b[2Jof a page")
        try:
            raise ValueError("of\x1b[2J a page")
        except ValueError:
            log.exception("failed")
    written = stream.getvalue()
    assert not {"\x1b", "\r"} & set(written)
    first, second, *traceback = written.splitlines()
    assert first.split(maxsplit=1)[1] == "an address    [2Jof a page"
    assert second.endswith("failed")
    assert len(traceback) > 1
