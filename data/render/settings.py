"""Settings of rendering."""

from dataclasses import dataclass
from typing import Final

from iawce.data.dom.read import MAX_BODY
from iawce.data.errors import UsageError
from iawce.data.limits import MAX_SECONDS

_MAX_COUNT: Final = {"deadline": MAX_SECONDS, "screenshot_scale": 2, "quality": 100, "scrolls": 100}
"""Upper bounds of settings."""


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Sizes in CSS px, times in seconds. Raises UsageError: a number is out of range."""

    viewport: tuple[int, int] = (1366, 768)
    """Width and height of the window, CSS px."""
    max_height: int = 5464
    """Height at which the page is cut, CSS px."""
    max_width: int = 5464
    """Width above which a page gets a warning, CSS px."""
    wait_for: str = ""
    """CSS selector of an element that must be there before the page is recorded."""
    scrolls: int = 1
    """Scroll through the page, while it grows, down to this many times `max_height`; 0: do not scroll."""
    deadline: float = 30.0
    """Seconds for the whole rendering, after which the page fails; `extract --timeout`."""
    load_timeout: float = 15.0
    """Seconds until the document is loaded; commands take half of `deadline`."""
    settle_timeout: float = 6.0
    """Seconds until the layout has not changed for `quiet`."""
    quiet: float = 0.3
    """Seconds without a change of the layout after which it is taken as final; none on a page without scripts, which
    nothing can change."""
    bare_timeout: float = 10.0
    """Like `settle_timeout`, for a page with scripts that still shows almost no text, or placeholders; seconds."""
    screenshot_scale: float = 1.0
    """Pixels of the screenshot for each CSS px; 0: no screenshot."""
    quality: int = 80
    """WebP quality of the screenshot, 0 to 100."""
    max_body: int = MAX_BODY
    """Maximum bytes of the response."""
    max_html: int = MAX_BODY
    """Maximum characters of the rendered HTML."""
    max_elements: int = 500_000
    """Maximum elements of the rendered page."""
    dark: bool = False
    """Tell pages that dark colours are preferred (`prefers-color-scheme`)."""

    def __post_init__(self) -> None:
        values = {name: getattr(self, name) for name in self.__slots__ if name not in ("viewport", "wait_for")}
        for name, value in values.items():
            if not 0 <= value <= _MAX_COUNT.get(name, 1 << 40):
                raise UsageError(f"{name} cannot be {value}: it is a number from 0 to {_MAX_COUNT.get(name, 'any')}")
        if not self.deadline:
            raise UsageError("deadline cannot be 0: no page is rendered in no time")
        if not all(1 <= side <= 1 << 14 for side in self.viewport):
            raise UsageError(f"viewport cannot be {self.viewport}: each side is 1 to {1 << 14} CSS px")
