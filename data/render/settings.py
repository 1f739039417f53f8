"""How pages are rendered."""

from dataclasses import dataclass

from iawce.data.html.read import MAX_BODY


@dataclass(frozen=True, slots=True)
class RenderSettings:
    """Sizes in CSS px, times in seconds.

    ``max_height``: the page is cut there. ``load_timeout``: until the document is there. ``settle_timeout``: until its
    layout has not changed for ``quiet``. ``bare_timeout``: the same for a page with scripts that still shows next to no
    text, or placeholders. ``deadline``: for everything, after which the page is given up. ``screenshot_scale``: pixels
    for each CSS px; 0 takes no picture. ``quality``: of WebP, 0 to 100. ``max_body``, ``max_html``, ``max_elements``:
    bytes of the response, characters and elements of the rendered DOM. ``max_width``: a wider page is remarked on.
    ``wait_for``: CSS selector of an element that must be there before the page is recorded. ``scrolls``: the page is
    scrolled through, as long as it grows, down to this multiple of ``max_height``.
    """

    viewport: tuple[int, int] = (1366, 768)
    max_height: int = 5464
    load_timeout: float = 15.0
    settle_timeout: float = 6.0
    quiet: float = 0.3
    deadline: float = 30.0
    screenshot_scale: float = 1.0
    quality: int = 80
    max_body: int = MAX_BODY
    max_html: int = MAX_BODY
    bare_timeout: float = 10.0
    max_elements: int = 500_000
    max_width: int = 5464
    wait_for: str = ""
    scrolls: int = 1
