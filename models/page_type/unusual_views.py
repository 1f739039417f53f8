"""Screenshots in views unlike those on which the models were trained.

Those are 1,366 px wide, show the whole page, and are nearly all light. The pixels of a screen for each CSS px are not
known; the height of the type distinguishes narrow windows from dense screens. ``python -m bench views`` measures the
loss in each view.
"""

from collections.abc import Mapping

NARROW, WIDE, DENSE, SHORT, DARK = "narrow", "wide", "dense", "short", "dark"
UNUSUAL = frozenset({NARROW, WIDE, DENSE, SHORT, DARK})
"""Flags of screenshots whose page types are less certain than measured."""
USUAL_WIDTHS = range(1200, 1501)
"""Widths of a picture, px: windows of desktops without loss."""
LARGE_TYPE, SMALL_TYPE = 9.7, 7.0
"""Heights of lines in px, at the width that screenshots are scaled to; in a usual window they are 8. Between these, a
picture of another width shows a page as a usual window does, in more pixels."""
HUGE_TYPE = 14.0
"""Height of lines beyond that on any desktop, for every width of the picture, px."""
ONE_SCREEN = 0.8
"""Ratio of height to width of a picture that shows only a window."""
DARK_PAPER = 0.4
"""Lightness, 0 to 1, below which the background of a page is dark."""
TYPE = ("most_height", "talk_height", "titles_height")
"""Features of repeated lines, the most frequent first; 0 where there are none."""


def unusual_views(size: tuple[int, int], features: Mapping[str, float], lightness: float) -> tuple[str, ...]:
    """Flags of a screenshot: ``narrow``, ``wide``, ``dense``, ``short``, ``dark``; none for a usual one.

    ``narrow`` is the view of a phone or tablet, ``short`` a first screen; ``dense`` is a usual window in more pixels.

    Args:
        size: its width and height, px.
        features: of its lines of text, by name.
        lightness: of the background, 0 (black) to 1 (white).
    """
    width, height = size
    type_height = next((features[name] for name in TYPE if features.get(name)), 0.0)
    views = {
        NARROW: _is_narrow(width, type_height),
        WIDE: width > USUAL_WIDTHS.stop and type_height < SMALL_TYPE,
        SHORT: height <= ONE_SCREEN * width,
        DARK: lightness < DARK_PAPER,
    }
    views[DENSE] = width > USUAL_WIDTHS.stop and not views[NARROW] and not views[WIDE]
    return tuple(view for view, is_seen in views.items() if is_seen)


def _is_narrow(width: int, type_height: float) -> bool:
    if width in USUAL_WIDTHS:
        return type_height >= HUGE_TYPE
    return width < USUAL_WIDTHS.start or type_height >= LARGE_TYPE
