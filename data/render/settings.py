"""How pages are rendered."""

from dataclasses import dataclass
from typing import Final

from iawce.data.errors import UsageError
from iawce.data.html.read import MAX_BODY

_MOST: Final = {"deadline": 86_400, "screenshot_scale": 2, "quality": 100, "scrolls": 100}
"""Of settings that have an upper bound."""


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Sizes in CSS px, times in seconds.

    Raises:
        UsageError: a number is out of range.
    """

    viewport: tuple[int, int] = (1366, 768)
    """Width and height of the window, CSS px."""
    max_height: int = 5464
    """The page is cut there, CSS px."""
    max_width: int = 5464
    """A wider page gets a warning, CSS px."""
    wait_for: str = ""
    """CSS selector of an element that must be there before the page is recorded."""
    scrolls: int = 1
    """The page is scrolled through, as long as it grows, down to this many times `max_height`; 0: not at all."""
    deadline: float = 30.0
    """Seconds for everything, after which the page fails; `--timeout`."""
    load_timeout: float = 15.0
    """Seconds until the document is there; half of `--timeout`."""
    settle_timeout: float = 6.0
    """Seconds until the layout has not changed for `quiet`."""
    quiet: float = 0.3
    """Seconds without a change of the layout after which it is taken as final."""
    bare_timeout: float = 10.0
    """Like `settle_timeout`, for a page with scripts that still shows next to no text, or placeholders; seconds."""
    screenshot_scale: float = 1.0
    """Pixels of the screenshot for each CSS px; 0: no screenshot."""
    quality: int = 80
    """WebP quality of the screenshot, 0 to 100."""
    max_body: int = MAX_BODY
    """Most bytes of the response."""
    max_html: int = MAX_BODY
    """Most characters of the rendered HTML."""
    max_elements: int = 500_000
    """Most elements of the rendered page."""
    dark: bool = False
    """Tell pages that dark colours are preferred (`prefers-color-scheme`)."""

    def __post_init__(self) -> None:
        values = {name: getattr(self, name) for name in self.__slots__ if name not in ("viewport", "wait_for")}
        for name, value in values.items():
            if not 0 <= value <= _MOST.get(name, 1 << 40):
                raise UsageError(f"{name} cannot be {value}: it is a number from 0 to {_MOST.get(name, 'any')}")
        if not all(1 <= side <= 1 << 14 for side in self.viewport):
            raise UsageError(f"viewport cannot be {self.viewport}: each side is 1 to {1 << 14} CSS px")
