"""A browser is started, and once more where it dies while it starts."""

from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from playwright.sync_api import sync_playwright

from iawce.data.errors import EnvironmentMissing
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.render import chromium
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.chromium import ENVIRONMENT, NAMES, SHELLS, installed_browsers
from tests.conftest import PATIENT, Site


def browser() -> str:
    """The browser that would be started."""
    with sync_playwright() as playwright:
        return installed_browsers(cast(Any, playwright))[0]


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


@pytest.mark.browser
def test_one_death_is_made_good(starts: Path) -> None:
    starts.with_name("deaths").write_text("\n")
    with BackgroundRenderer(PATIENT) as renderer:
        assert "words" in renderer.submit(Page("x", body=b"<p>words")).result().html
    assert starts.read_text() == "\n" * 2


@pytest.mark.browser
def test_a_browser_that_dies_again_does_not_start(starts: Path) -> None:
    starts.with_name("deaths").write_text("\n" * 9)
    with pytest.raises(EnvironmentMissing, match="does not start"), BackgroundRenderer(PATIENT):
        pass
    assert starts.read_text() == "\n" * 2


@pytest.fixture
def browsers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Programs that stand for Playwright's two browsers, beside the licence of one, and for two of the system."""
    own, system = tmp_path / "ms-playwright", tmp_path / "bin"
    found = {
        "own": own / "chromium-12" / "chrome-linux" / "chrome",
        "own shell": own / "chromium_headless_shell-12" / "chrome-linux" / "headless_shell",
        "system": system / NAMES[0],
        "system shell": system / SHELLS[0],
    }
    for path in (*found.values(), found["own shell"].with_name("LICENSE.headless_shell")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o644 if path.name.startswith("LICENSE") else 0o755)
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setenv("PATH", str(system))
    monkeypatch.setattr(chromium, "MAC_PATHS", ())
    return found


def playwright_with(own: Path) -> Any:
    return SimpleNamespace(chromium=SimpleNamespace(executable_path=str(own)))


def test_a_build_without_windows_is_preferred_and_playwrights_to_the_systems(browsers: dict[str, Path]) -> None:
    playwright = playwright_with(browsers["own"])
    for expected in ("own shell", "own", "system shell", "system"):
        assert installed_browsers(playwright)[0] == str(browsers[expected])
        browsers[expected].unlink()
    with pytest.raises(EnvironmentMissing, match="no Chromium was found"):
        installed_browsers(playwright)[0]


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_what_is_named_must_be_a_program(mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = tmp_path / "named"
    if mode == 0o755:
        named.mkdir()
    else:
        named.touch(mode)
    monkeypatch.setenv(ENVIRONMENT, str(named))
    with pytest.raises(EnvironmentMissing, match="is no program"):
        installed_browsers(playwright_with(named))[0]


@pytest.mark.browser
def test_a_broken_browser_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    works, broken = browser(), tmp_path / SHELLS[0]
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    (tmp_path / NAMES[0]).symlink_to(works)
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with BackgroundRenderer(PATIENT) as renderer:
        assert "words" in renderer.submit(Page("x", body=b"<p>words")).result().html


@pytest.mark.browser
def test_pages_are_asked_for_in_a_language(site: Site) -> None:
    asked: list[str | None] = []

    def answer(request: BaseHTTPRequestHandler) -> None:
        asked.append(request.headers.get("Accept-Language"))
        request.send_response(200)
        request.end_headers()
        request.wfile.write(b"<p>words")

    site.answers["/"] = answer
    with BackgroundRenderer(PATIENT, network=NetworkSettings(allowed_hosts=frozenset({"127.0.0.1"}))) as renderer:
        renderer.submit(Page(site.url, site.url)).result()
    assert asked and all(language and language.startswith("en-US,en") for language in asked)
