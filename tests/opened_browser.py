"""A browser for what people look at."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from playwright.sync_api import Browser, sync_playwright

from iawce.data.render.chromium import installed_browsers


@contextmanager
def opened_browser() -> Iterator[Browser]:
    """Chromium, as installed."""
    with sync_playwright() as playwright:
        path = installed_browsers(cast(Any, playwright))[0]
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"], timeout=200_000)
        yield browser
        browser.close()
