"""One time expression of a text, and its meaning, which is read when it is first needed."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time

from iawce.data.reading.time_words import BUDDHIST, ERAS, FIRST_OF_ERA, HALVES, MONTHS, MONTHS_OF, UNSPACED_MONTHS

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
