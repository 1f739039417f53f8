"""A browser is started, and once more where it dies while it starts."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from iawce.data.errors import EnvironmentMissing
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import ENVIRONMENT, NAMES
from tests.conftest import PATIENT

pytestmark = pytest.mark.browser


def browser() -> str:
    """The browser that would be started."""
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).is_file() else next(path for name in NAMES if (path := shutil.which(name)))


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
