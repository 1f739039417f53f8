"""A browser is started, and once more where it dies while it starts."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.sync_api import sync_playwright

from iawce.data.errors import EnvironmentMissing
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import ENVIRONMENT, NAMES, SHELLS, find_chromium
from tests.conftest import PATIENT

pytestmark = pytest.mark.browser


def browser() -> str:
    """The browser that would be started."""
    with sync_playwright() as playwright:
        return find_chromium(cast(Any, playwright))


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a line for each start of a browser; it dies while the file ``deaths`` has as many lines."""
    starts, dying = tmp_path / "starts", tmp_path / "dying"
    starts.touch()
    dies = f"echo >> {starts}; [ $(wc -l < {starts}) -le $(wc -l < {tmp_path}/deaths) ] && exit 1"
    dying.write_text(f'#!/bin/sh\n{dies}\nexec {browser()} "$@"\n')
    dying.chmod(0o755)
    monkeypatch.setenv(ENVIRONMENT, str(dying))
    return starts


def test_one_death_is_made_good(starts: Path) -> None:
    starts.with_name("deaths").write_text("\n")
    with BackgroundRenderer(PATIENT) as renderer:
        assert "words" in renderer.submit(Page("x", body=b"<p>words")).result().html
    assert starts.read_text() == "\n" * 2


def test_a_browser_that_dies_again_does_not_start(starts: Path) -> None:
    starts.with_name("deaths").write_text("\n" * 9)
    with pytest.raises(EnvironmentMissing, match="does not start"), BackgroundRenderer(PATIENT):
        pass
    assert starts.read_text() == "\n" * 2


def test_a_build_without_windows_is_preferred_where_no_window_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "chromium-12" / "chrome-linux64" / "chrome"
    shell = tmp_path / "chromium_headless_shell-12" / "chrome-headless-shell-linux64" / "chrome-headless-shell"
    commands = [tmp_path / "bin" / name for name in (SHELLS[0], NAMES[0])]
    for path in (own, shell, *commands):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o755)
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    def found(*, headless: bool) -> Path:
        chromium = SimpleNamespace(executable_path=str(own))
        return Path(find_chromium(cast(Any, SimpleNamespace(chromium=chromium)), headless=headless))

    for with_window, without in ((own, shell), (own, own), (commands[1], commands[0]), (commands[1], commands[1])):
        assert (found(headless=False), found(headless=True)) == (with_window, without)
        without.unlink()
    with pytest.raises(EnvironmentMissing, match="no Chromium was found"):
        found(headless=True)
