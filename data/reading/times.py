"""The times in a text: their places, and their values in ISO 8601 as far as known.

The only reader of times, in the texts of a page (``page_times.py``) and in other values. Only the beginning of a text
is read, with collapsed white space.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time
from functools import lru_cache

from iawce.data.reading.counted_back import counted_back
from iawce.data.reading.time_grammar import COMPACT, FILLING, TIME, WEEKDAY, fold
from iawce.data.reading.time_marks import is_marked
from iawce.data.reading.time_span import TimeSpan, iso_day

LONGEST = 300
"""Characters of a text that are read."""
LONGEST_STAMP = 80
"""Most characters of a text that may be a time with few other words; prose is longer."""
EARLIEST = "1990"
"""Earliest year of a day on pages."""
LONGEST_WEEKDAY = 16
_NAMED = frozenset({"day_named", "day_alone", "month_named"})


@dataclass(frozen=True, slots=True)
class TextTimes:
    """The times in a text with collapsed white space, in order."""

    text: str = ""
    spans: tuple[TimeSpan, ...] = ()

    @property
    def is_stamp(self) -> bool:
        """Whether the text is a time with few other words."""
        return bool(self.spans) and len(self.text) <= LONGEST_STAMP

    @property
    def written(self) -> str:
        """The text from its first time to its last."""
        return self.text[self.spans[0].start : self.spans[-1].end] if self.spans else ""

    @property
    def clock(self) -> time | None:
        """The first time of the day."""
        return next((clock for span in self.spans if (clock := span.clock)), None)

    @property
    def has_clock(self) -> bool:
        """Whether a time of the day is among them."""
        return any(span.clock or span.parts["time_iso"] for span in self.spans)

    @property
    def is_clock(self) -> bool:
        """Whether there are times of the day alone, without a day."""
        return bool(self.spans) and all(span.clock for span in self.spans)

    @property
    def number_pairs(self) -> list[tuple[int, int]]:
        """Day and month, in either order, of the days in numbers."""
        return [span.numbers for span in self.spans if span.numbers]

    def day(self, *, month_first: bool = False, short_years: bool = False, language: str = "") -> str:
        """The first day that may be one of a page, as ``TimeSpan.day``."""
        days = [span.day(month_first=month_first, short_years=short_years, language=language) for span in self.spans]
        compact = COMPACT.search(fold(self.text)) if not any(days) else None
        return next((day for day in (*days, iso_day(*compact.groups()) if compact else "") if day >= EARLIEST), "")

    def whole_day(self, *, month_first: bool | None = None) -> str:
        """The day, without its time, if the text is a date; empty if it says more, or two days.

        Args:
            month_first: whether ``4/5/2024`` is the fifth of April; if that is None, such a text is not a date.
        """
        days = [span for span in self.spans if not span.is_clock]
        if len(days) != 1 or not FILLING.fullmatch(fold(self._between())):
            return ""
        orders = (False, True) if month_first is None else (month_first,)
        first, *others = (days[0].day(month_first=order)[:10] for order in orders)
        return first if all(first == other for other in others) else ""

    def counted_back(self, fetched: str) -> str:
        """The first relative time, in ISO 8601; empty if there is none.

        Args:
            fetched: when the page was, ISO 8601.
        """
        with suppress(ValueError):
            now = datetime.fromisoformat(fetched).replace(tzinfo=None, microsecond=0)
            return next((found for span in self.spans if (found := counted_back(span.parts[0], now))), "")
        return ""

    def _between(self) -> str:
        """The parts of the text that are not a time."""
        begins = [0, *(span.end for span in self.spans)]
        ends = [*(span.start for span in self.spans), len(self.text)]
        return " ".join(self.text[begin:end] for begin, end in zip(begins, ends, strict=True))


def times_in(text: str) -> TextTimes:
    """The times in the beginning of a text."""
    return _read(text.strip()[:LONGEST])


def is_short(text: str) -> bool:
    """Whether a text may be a time with few other words."""
    plain = text.strip()
    return len(plain) <= LONGEST_STAMP or (len(plain) <= LONGEST and len(" ".join(plain.split())) <= LONGEST_STAMP)


@lru_cache(maxsize=1 << 12)
def _read(text: str) -> TextTimes:
    plain = " ".join(text.split())
    folded = fold(plain)
    return TextTimes(plain, _spans(folded) if is_marked(folded) else ())


def _spans(folded: str) -> tuple[TimeSpan, ...]:
    return tuple(TimeSpan(_start(folded, one), one.end(), one) for one in TIME.finditer(folded))


def _start(folded: str, one: re.Match[str]) -> int:
    """Start of a time, including the day of the week before it."""
    if one.lastgroup not in _NAMED:
        return one.start()
    weekday = WEEKDAY.search(folded, max(0, one.start() - LONGEST_WEEKDAY), one.start())
    return weekday.start() if weekday else one.start()


def read_date(text: str, *, month_first: bool = False) -> str:
    """The first date of a text in ISO 8601, with time and zone where the text is ISO itself; empty if there is none.

    Only dates with a day count; those of two-digit years do not.
    """
    return times_in(text).day(month_first=month_first)
