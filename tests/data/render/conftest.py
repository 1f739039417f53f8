from collections.abc import Iterator

import pytest

from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings


@pytest.fixture(scope="module")
def renderer() -> Iterator[BackgroundRenderer]:
    """One browser for all tests of a module, which takes a picture only where it is asked for one."""
    with BackgroundRenderer(RenderSettings(screenshot_scale=0), workers=24) as started:
        yield started
