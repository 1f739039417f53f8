"""Ranges of days: ``12–14 May 2025``, ``May 12-14, 2025``, ``28.04. - 02.05.2025``, ``3./4. Mai``."""

import re
from itertools import product

from iawce.data.text.lexicon.times import WEEKDAYS, any_of
from iawce.data.text.times import fold, times_in

MAX_LENGTH = 80
_BETWEEN = re.compile(
    r"[-–—~/]\s*+|(?<!\s)\s++(?:[-–—~/]\s*+|(?:to|until|till|bis|au|al|até|a|t/m|tot|и|по|до)\s++)", re.I
)
"""What may stand between the first and the last day."""
_BEFORE = frozenset({"from", "vom", "von", "du", "de", "del", "dal", "le", "van", "с", "от"})
"""Words before the first day."""
_PARTS = re.compile(r"\d+|[^\W\d_]+|[^\w\s]+")
_WEEKDAY = re.compile(rf"(?<![^\W\d_]){any_of(WEEKDAYS.split())}\.?,? ?(?=[0-9]{{1,2}}[./][0-9])")
"""The day of the week before a day in numbers."""
MAX_PARTS = 6  # Words, numbers and marks of a day


def date_range(text: str, *, month_first: bool | None = None) -> tuple[str, str]:
    """The first and the last day of a range in ISO 8601; both empty if the text is no range, or has no clear order.

    What is written once, month or year, belongs to both days; the days of the week and times of the day are left out.
    ``month_first``: whether ``4/5/2024`` is the fifth of April; None if unknown.
    """
    if len(text) > MAX_LENGTH:
        return "", ""
    text = " ".join(text.split())
    for span in reversed(times_in(text).spans):
        text = f"{text[: span.start]} {text[span.end :]}" if span.is_clock else text
    text = _WEEKDAY.sub("", fold(text))
    for cut in _BETWEEN.finditer(text):
        left, right = _parts(text[: cut.start()])[-MAX_PARTS:], _parts(text[cut.end() :])[:MAX_PARTS]
        left = left[1:] if left[:1] and left[0] in _BEFORE else left
        if not (any(map(str.isdigit, left)) and any(map(str.isdigit, right))):
            continue
        shared = (right[place:] for place in range(len(right), -1, -1))
        begins = [begin for more in shared if (begin := _day([*left, *more], month_first))]
        ends = (_day([*left[:taken], *right], month_first) for taken in range(len(left))) if begins else ()
        for end, begin in product(filter(None, ends), begins):
            if begin < end:
                return begin, end
    return "", ""


def _parts(text: str) -> list[str]:
    return [part for part in _PARTS.findall(text) if part not in {",", ";"}]


def _day(parts: list[str], month_first: bool | None) -> str:
    """The day that these parts write, and nothing else; empty if they do not."""
    text = re.sub(r"(?<!\s)\s++([./-])\s*+", r"\1", " ".join(parts))
    texts = (text, re.sub(r"\.(?=\D)", ". ", text))
    return next(filter(None, (times_in(one).whole_day(month_first=month_first) for one in texts)), "")
