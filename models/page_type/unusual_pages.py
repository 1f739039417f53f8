"""Flags pages that are not the wanted content, and screenshots unlike those of the training.

Flags are found by simple rules: such pages are rare and varied, and no labelled set has them.

Those are 1,366 px wide, show the whole page, and are nearly all light. The pixels of a screen for each CSS px are not
known; the height of the type distinguishes narrow windows from dense screens. The loss in each view:
``docs/lab/page-types.md``.
"""

import re
from collections.abc import Mapping, Sequence

from iawce.data.boxes import Box
from iawce.models.features.geometry import DEFAULT_MARGINS

UNSTYLED, BLANK, ERROR, CONSENT = "unstyled", "blank", "error_page", "consent_page"
NOT_A_PAGE = frozenset({BLANK, ERROR, CONSENT})
"""Flags of pages that are certainly not the wanted content; ``classify`` gives them no type."""
AT_MARGIN = 0.1
"""Share of texts at the margins of a browser's default style sheet; 0.8 % of 1,910 designed pages have more."""
FEWEST_TEXTS = 3
FEWEST_CHARS = 20
"""Least characters of a page that is not blank, unless it has a picture."""
MAX_MESSAGE = 1500
"""Most characters of a page that may be classified as an error or a wall."""
MESSAGE = 500
"""Most characters of content that may be the message of an error or a wall."""
_ERROR = re.compile(
    r"\b(?:404|403|410|500|502|503)\b.{0,40}\b(?:error|not found|forbidden|gone|unavailable|bad gateway)"
    r"|\b(?:page|file|url|site) (?:was |is |could |can)?not (?:be )?found\b|\bnot found\b.{0,20}\b404\b"
    r"|\b(?:page|url) (?:can[’']t be found|doesn[’']t exist|does not exist|no longer exists|isn[’']t available)\b"
    r"|\baccess (?:to this page has been )?denied\b|\byou have been blocked\b|\bblocked by network security\b"
    r"|\bjust a moment\b|\bverify(?:ing)? (?:that )?you are (?:a )?human\b|\bchecking your browser\b"
    r"|\benable (?:javascript|js)\b|\breview the security of your connection\b|\battention required\b"
    r"|\bpress (?:&|and) hold\b|\bpardon our interruption\b|\bincapsula incident\b"
    r"|\bunusual (?:activity|traffic) from your\b|\b(?:are you a|you[’']re not a|not a) robot\b|\brobot check\b"
    r"|\bservice unavailable\b|\binternal server error\b|页面不存在|找不到(?:该|此)?(?:页|網頁)|seite nicht gefunden"
    r"|page introuvable|página no encontrada|страница не найдена|ページが見つかりません",
    re.S,
)
_CONSENT = re.compile(
    r"\b(?:we|our partners|wir|nous|utilizamos|usiamo)\b.{0,120}\b(?:cookies?|personal data|personenbezogene)", re.S
)
_ACCEPT = re.compile(r"\b(?:accept|agree|consent|reject|akzeptieren|zustimmen|accepter|refuser|aceptar|accetta)\b")


def flags_of(boxes: Sequence[Box] | None, text: str | None) -> tuple[str, ...]:
    """Flags of a page.

    Args:
        boxes: its layout, None if it was never rendered.
        text: all its text in lower case, None if only a picture is known.
    """
    found: list[str] = []
    if boxes is not None and is_unstyled(boxes):
        found.append(UNSTYLED)
    if text is None:
        return tuple(found)
    short = _collapsed(text, MAX_MESSAGE)
    if (boxes is not None and _shows_nothing(boxes)) or (boxes is None and len(short) < FEWEST_CHARS):
        found.append(BLANK)
    elif len(short) <= MAX_MESSAGE and (message := _message(short)):
        found.append(message)
    return tuple(found)


def message_of(content: str) -> str:
    """The flag of content that consists of the message of an error or a wall; empty for other content.

    On a longer page, it may also be a short post about an error: see ``flags_of``.

    Args:
        content: title and main content of a page.
    """
    short = _collapsed(content, MESSAGE).lower()
    return _message(short) if len(short) <= MESSAGE else ""


def _collapsed(text: str, longest: int) -> str:
    """A text with spaces collapsed; if it is longer than ``longest``, perhaps only a part that is longer, too."""
    begin = " ".join(text[: 4 * longest].split())
    return begin if len(begin) > longest else " ".join(text.split())


def _message(short: str) -> str:
    if _ERROR.search(short):
        return ERROR
    return CONSENT if _CONSENT.search(short) and _ACCEPT.search(short) else ""


def is_unstyled(boxes: Sequence[Box]) -> bool:
    """Whether a page is laid out by the browser's default style sheet, as when its own are missing."""
    lefts = [box.x for box in boxes if box.kind == "t"]
    return len(lefts) >= FEWEST_TEXTS and sum(x in DEFAULT_MARGINS for x in lefts) >= AT_MARGIN * len(lefts)


def _shows_nothing(boxes: Sequence[Box]) -> bool:
    return sum(box.chars for box in boxes) < FEWEST_CHARS and not any(box.kind in "iv" for box in boxes)


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
