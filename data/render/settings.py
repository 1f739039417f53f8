"""Settings of rendering."""

from dataclasses import dataclass
from typing import Annotated

from iawce.data.dom.read import MAX_BODY
from iawce.data.limits import Checked, Count, Range, Seconds, TimeLimit

Side = Annotated[int, Range(1, 1 << 14)]


@dataclass(frozen=True, slots=True)
class RenderSettings(Checked):
    """Sizes in CSS px, times in seconds. Raises UsageError: a number is out of range."""

    viewport: tuple[Side, Side] = (1366, 768)
    """Width and height of the window, CSS px."""
    max_height: Count = 5464
    """Height at which the page is cut, CSS px."""
    max_width: Count = 5464
    """Width above which a page gets a warning, CSS px."""
    wait_for: str = ""
    """CSS selector of an element that must be there before the page is recorded."""
    scrolls: Annotated[int, Range(0, 100)] = 1
    """Scroll through the page, while it grows, down to this many times `max_height`; 0: do not scroll."""
    deadline: TimeLimit = 30.0
    """Seconds for the whole rendering, after which the page fails; `extract --timeout`."""
    load_timeout: Seconds = 15.0
    """Seconds until the document is loaded; commands take half of `deadline`."""
    settle_timeout: Seconds = 6.0
    """Seconds until the layout has not changed for `quiet`."""
    quiet: Seconds = 0.3
    """Seconds without a change of the layout after which it is taken as final; none on a page without scripts, which
    nothing can change."""
    bare_timeout: Seconds = 10.0
    """Like `settle_timeout`, for a page with scripts that still shows almost no text, or placeholders; seconds."""
    screenshot_scale: Annotated[float, Range(0, 2)] = 1.0
    """Pixels of the screenshot for each CSS px; 0: no screenshot."""
    quality: Annotated[int, Range(0, 100)] = 80
    """WebP quality of the screenshot, 0 to 100."""
    max_body: Count = MAX_BODY
    """Maximum bytes of the response."""
    max_html: Count = MAX_BODY
    """Maximum characters of the rendered HTML."""
    max_elements: Count = 500_000
    """Maximum elements of the rendered page."""
    dark: bool = False
    """Tell pages that dark colours are preferred (`prefers-color-scheme`)."""
