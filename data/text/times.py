"""The times in a text: their places, and their values in ISO 8601 as far as known.

The only reader of times, in the texts of a page (``page_times.py``) and in other values. Only the beginning of a text
is read, with collapsed white space.

Whether ``04/05/2020`` is in April or May is never guessed: it follows from another time of the same page (a number
above 12), a language that uses only one of the two, or the order of the posts. Otherwise there is no ISO time.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache
from itertools import pairwise

import numpy as np
from ahocorasick_rs import AhoCorasick
from numpy.typing import NDArray

from iawce.data.text.lexicon.times import (
    BUDDHIST,
    DAY_SIGNS,
    DAY_WORDS,
    ERAS,
    FIRST_OF_ERA,
    HALVES,
    MONTHS,
    MONTHS_OF,
    NOW,
    NOW_ALONE,
    UNSPACED_MONTHS,
)
from iawce.data.text.time_grammar import COMPACT, FILLING, TIME, WEEKDAY, counted_back, fold

PIVOT = 70
"""Least two-digit year of the twentieth century."""
_ZONES = {"z": "+00:00", "utc": "+00:00", "gmt": "+00:00", None: ""}
_CLOCKS = {
    "clock": ("hour", "minute", "half"),
    "clock_cjk": ("hour_cjk", "minute_cjk", ""),
    "half_clock": ("hour_half", "minute_half", "half_before"),
}
"""The groups of hour, minute and half of the day, by notation."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time expression: characters ``start`` to ``end`` of a text, and the match of the grammar with it."""

    start: int
    end: int
    parts: re.Match[str]

    @property
    def notation(self) -> str:
        """Name of its notation in the grammar."""
        return self.parts.lastgroup or ""

    @property
    def numbers(self) -> tuple[int, int] | None:
        """Day and month, in either order, of a day in numbers; None for other forms."""
        return (int(self.parts["first"]), int(self.parts["second"])) if self.notation == "numeric" else None

    @property
    def is_dotted(self) -> bool:
        """Whether dots separate the numbers of a day, which then precedes its month."""
        return self.parts["stroke"] == "."

    def day(self, *, month_first: bool = False, short_years: bool = False, language: str = "") -> str:
        """The day in ISO 8601, with the time and its zone if the page uses ISO 8601, too; empty if there is none.

        Args:
            month_first: whether ``4/5/2024`` is the fifth of April.
            short_years: whether ``4/5/24`` is a day.
            language: of the text, BCP 47, empty if unknown; decides which month an ambiguous name means.
        """
        if self.notation == "numeric":
            return self._numeric(month_first=month_first, short_years=short_years)
        given = self.parts.groupdict()
        year, month, day = (given.get(f"{part}_{self.notation}") for part in ("year", "month", "day"))
        if short_years and (short := given.get(f"short_{self.notation}")):
            year = _full(short)
        if not (year and month and day):
            return ""
        found = iso_day(self._western(year), _month(month, language), day)
        return self._with_time(found) if found and given["time_iso"] else found

    def _western(self, year: str) -> str:
        """The year of the common calendar: from one of an era or of the Buddhist calendar, in full or abbreviated."""
        if self.notation == "era":
            return str(ERAS[self.parts["name_of_era"]] + (1 if year == FIRST_OF_ERA else int(year)))
        whole = int(year) + 2500 * (len(year) == 2)
        return str(whole - BUDDHIST * (whole >= 2400))

    @property
    def is_clock(self) -> bool:
        """Whether it is a time of the day alone."""
        return self.notation in _CLOCKS

    @property
    def clock(self) -> time | None:
        """The time of the day, if it is that alone."""
        if not self.is_clock:
            return None
        hour_name, minute_name, half_name = _CLOCKS[self.notation]
        hour, half = int(self.parts[hour_name]), self.parts[half_name] if half_name else None
        half = HALVES.get(half or "", half)
        if half and 1 <= hour <= 12:
            hour = hour % 12 + 12 * (half == "p")
        with suppress(ValueError):
            return time(hour, int(self.parts[minute_name]), int(self.parts["seconds"] or 0))
        return None

    def _numeric(self, *, month_first: bool, short_years: bool) -> str:
        first, second, year = self.parts["first"], self.parts["second"], self.parts["year_numeric"]
        if len(year) == 2 and not short_years:
            return ""
        day, month = (second, first) if month_first and not self.is_dotted else (first, second)
        return iso_day(_full(year), month, day) or iso_day(_full(year), day, month)

    def _with_time(self, day: str) -> str:
        zone = self.parts["zone_iso"]
        with suppress(ValueError):
            return datetime.fromisoformat(f"{day}T{self.parts['time_iso']}{_ZONES.get(zone, zone)}").isoformat()
        return day


def iso_day(year: str, month: str, day: str) -> str:
    """A day in ISO 8601; empty if there is no such day."""
    with suppress(ValueError):
        return date(int(year), int(month), int(day)).isoformat()
    return ""


def _month(name: str, language: str) -> str:
    """The number of the month that a name means, or that is given as a number."""
    of_language = MONTHS_OF.get(language.partition("-")[0].lower(), {})
    return str((MONTHS | UNSPACED_MONTHS | of_language).get(name, name))


def _full(year: str) -> str:
    return year if len(year) > 2 else f"{19 if int(year) >= PIVOT else 20}{year}"


_DIGITS = [chr(ord(zero) + number) for zero in "0０٠۰०০๐" for number in range(10)]
"""Digits of the scripts in which pages have dates."""
_WORDS = ["ago", "vor ", "il y a", "hace ", "前", *NOW, *NOW_ALONE, *DAY_WORDS, *DAY_SIGNS]
_MARKS = AhoCorasick([*_DIGITS, *_WORDS])


def is_marked(folded: str) -> bool:
    """Whether there may be a time in a text in lower case."""
    return bool(_MARKS.find_matches_as_indexes(folded))


def marked(texts: Sequence[str]) -> NDArray[np.bool_]:
    """Whether there may be a time in each text, bool (len(texts),)."""
    found = np.zeros(len(texts), bool)
    joined = "\n".join(texts).replace("İ", "i").lower()  # this letter alone becomes two in lower case
    ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.int64)
    places = [begin for _, begin, _ in _MARKS.find_matches_as_indexes(joined)]
    found[np.searchsorted(ends, places, side="right")] = True
    return found


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


DAY_FIRST = frozenset({
    "bg", "ca", "cs", "da", "de", "el", "es", "fi", "fr", "hr", "id", "it", "nb", "nl", "no", "pl", "pt", "ro", "ru",
    "sk", "sl", "sr", "sv", "tr", "uk", "vi",
})  # fmt: skip
"""Languages in which no date begins with the month."""
YEAR_FIRST = frozenset({"zh", "ja", "ko"})
"""Languages in which a year of two digits comes first."""
DAY, MONTHS_OF_YEAR = len("2020-04-05"), 12


def iso_times(written: Sequence[Sequence[str]], language: str = "", fetched: str = "") -> list[str]:
    """The time of each post: a day, or a day and a time, with a zone if the page states it; empty if unknown.

    Args:
        written: for each post, its times on the page, machine-readable ones first.
        language: of the page, BCP 47, empty if unknown.
        fetched: when the page was fetched, ISO 8601, empty if unknown.
    """
    known = [text for texts in written for text in texts]
    orders = [is_first] if (is_first := month_first_in(known, language)) is not None else [False, True]
    readings = [[_first_read(texts, language, fetched, order) for texts in written] for order in orders]
    if len(readings) == 1 or readings[0] == readings[1]:
        return readings[0]
    sorted_ones = [reading for reading in readings if _is_sorted(reading)]
    if len(sorted_ones) == 1:
        return sorted_ones[0]
    return [one if one == other else "" for one, other in zip(*readings, strict=True)]


def month_first_in(texts: Sequence[str], language: str = "") -> bool | None:
    """Whether the month comes first in the days of numbers in these texts; None if unknown."""
    spans = (span for text in texts for span in times_in(text).spans if not span.is_dotted)
    pairs = [span.numbers for span in spans if span.numbers]
    if any(second > MONTHS_OF_YEAR for _, second in pairs):
        return True
    if any(first > MONTHS_OF_YEAR for first, _ in pairs) or language.partition("-")[0].lower() in DAY_FIRST:
        return False
    return None


def _is_sorted(times: Sequence[str]) -> bool:
    """Whether at least three days follow each other, the earliest or the latest first."""
    days = [one[:10] for one in times if one]
    ups = [later >= day for day, later in pairwise(days)]
    downs = [later <= day for day, later in pairwise(days)]
    return len(set(days)) > 2 and (all(ups) or all(downs))


def _first_read(texts: Sequence[str], language: str, fetched: str, is_month_first: bool) -> str:
    return next(filter(None, (_read_one(text, language, fetched, is_month_first) for text in texts)), "")


def _read_one(text: str, language: str, fetched: str, is_month_first: bool) -> str:
    times = times_in(text)
    is_year_last = language.partition("-")[0].lower() not in YEAR_FIRST
    day = times.day(month_first=is_month_first, short_years=is_year_last, language=language)
    day = day or (times.counted_back(fetched) if fetched else "")
    clock = times.clock if len(day) == DAY else None
    return f"{day}T{clock.isoformat()}" if clock else day
