"""The times of posts in ISO 8601: absolute ones, and relative ones where it is known when the page was fetched.

Whether ``04/05/2020`` is in April or May is never guessed: another time of the same page has to say it (a number above
12), or a language that writes only one of the two, or the order of the posts. Where nothing does, there is no ISO time.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, time
from functools import lru_cache
from itertools import pairwise

from iawce.data.reading.date_text import read_date
from iawce.data.reading.time_expressions import DAY_SIGNS, DAY_WORDS

PIVOT = 70
"""Two digits from which a year is of the twentieth century."""
DAY_FIRST = frozenset({
    "bg", "ca", "cs", "da", "de", "el", "es", "fi", "fr", "hr", "id", "it", "nb", "nl", "no", "pl", "pt", "ro", "ru",
    "sk", "sl", "sr", "sv", "tr", "uk", "vi",
})  # fmt: skip
"""Languages in which no date begins with the month."""
RELATIVE_IN = ("en", "de", "fr", "es", "it", "pt", "ru", "zh", "ja")
"""Languages of relative times, those of ``time_expressions.py``; to try all that the library knows takes seconds."""
YEAR_FIRST = frozenset({"zh", "ja", "ko"})
"""Languages in which a year of two digits comes first."""
_NUMERIC = re.compile(r"(?<![\d./-])(\d{1,2})([./-])(\d{1,2})\2((?:19|20)?\d\d)(?!\d)")
_SHORT_YEAR = re.compile(r"['’](\d\d)\b")
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s?([ap])\.?m\b)?", re.I)
_BY_DAY = re.compile(
    rf"\b(?:{DAY_WORDS})\b|day|天|日|week|month|year|tag|woche|"
    r"\A\d{1,3} ?(?:[dwy]|mo|yr)\Z|monat|jahr|jour|semaine|mois|\bans?\b|día|semana|mes|año|дн|день|недел|месяц|год|"
    r"лет|周|月|年",
    re.I,
)
"""Relative times that name no time of the day."""
_RELATIVE = re.compile(
    rf"\bago\b|\bvor\b|il y a|\bhace\b|назад|前|刚刚|剛剛|たった今|\b(?:{DAY_WORDS})\b|{DAY_SIGNS}|"
    r"\A\d{1,3} ?(?:[smhdwy]|mo|yr)\Z",
    re.I,
)


def iso_times(written: Sequence[Sequence[str]], language: str = "", fetched: str = "") -> list[str]:
    """The time of each post: a day, or a day and a time, with a zone where the page says it; empty if unknown.

    Args:
        written: of each post what the page writes of its time, that for machines first; none if it has none.
        language: of the page, BCP 47, empty if unknown.
        fetched: when the page was fetched, ISO 8601, empty if unknown.
    """
    known = [text for texts in written for text in texts]
    orders = [is_first] if (is_first := _order_by_numbers(known, language)) is not None else [False, True]
    readings = [[_first_read(texts, language, fetched, order) for texts in written] for order in orders]
    if len(readings) == 1 or readings[0] == readings[1]:
        return readings[0]
    sorted_ones = [reading for reading in readings if _is_sorted(reading)]
    if len(sorted_ones) == 1:
        return sorted_ones[0]
    return [one if one == other else "" for one, other in zip(*readings, strict=True)]


def _order_by_numbers(texts: Sequence[str], language: str) -> bool | None:
    """Whether the month comes first in dates of numbers; None if nothing says so."""
    pairs = [(int(one[1]), int(one[3])) for text in texts for one in _NUMERIC.finditer(text) if one[2] != "."]
    if any(second > 12 for _, second in pairs):
        return True
    if any(first > 12 for first, _ in pairs) or language.partition("-")[0].lower() in DAY_FIRST:
        return False
    return None


def _is_sorted(times: Sequence[str]) -> bool:
    """Whether at least three days follow each other, the earliest or the latest first."""
    days = [one[:10] for one in times if one]
    ups = [later >= day for day, later in pairwise(days)]
    downs = [later <= day for day, later in pairwise(days)]
    return len(set(days)) > 2 and (all(ups) or all(downs))


def _first_read(texts: Sequence[str], language: str, fetched: str, is_month_first: bool) -> str:
    return next(filter(None, (_read(text, language, fetched, is_month_first) for text in texts)), "")


def _read(text: str, language: str, fetched: str, is_month_first: bool) -> str:
    short = language.partition("-")[0].lower()
    if _RELATIVE.search(text):
        return _relative(text, short, fetched) if fetched else ""
    day = read_date(text if short in YEAR_FIRST else _with_century(text), month_first=is_month_first)
    clock = _clock(text) if len(day) == len("2020-04-05") else None
    return f"{day}T{clock.isoformat()}" if clock else day


def _with_century(text: str) -> str:
    """The text with years of four digits."""
    full = _NUMERIC.sub(lambda one: f"{one[1]}{one[2]}{one[3]}{one[2]}{_full(one[4])}", text)
    return _SHORT_YEAR.sub(lambda one: _full(one[1]), full)


def _full(year: str) -> str:
    return year if len(year) > 2 else f"{19 if int(year) >= PIVOT else 20}{year}"


def _clock(text: str) -> time | None:
    found = _CLOCK.search(text)
    if not found:
        return None
    hour, half = int(found[1]), (found[4] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + 12 * (half == "p")
    with suppress(ValueError):
        return time(hour, int(found[2]), int(found[3] or 0))
    return None


@lru_cache(maxsize=1 << 12)
def _relative(text: str, language: str, fetched: str) -> str:
    """A time counted back from when the page was fetched; a day where no time of the day is meant."""
    from dateparser import parse  # noqa: PLC0415 - it is slow to import, and few pages need it

    languages = [language] if language in RELATIVE_IN else list(RELATIVE_IN)
    with suppress(ValueError, OverflowError):
        settings = {"RELATIVE_BASE": datetime.fromisoformat(fetched).replace(tzinfo=None), "PREFER_DATES_FROM": "past"}
        if found := parse(text, languages=languages, settings=settings):
            has_time = _CLOCK.search(text) or not _BY_DAY.search(text)
            return str(found.replace(microsecond=0).isoformat() if has_time else found.date().isoformat())
    return ""
