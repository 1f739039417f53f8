"""The times of posts in ISO 8601: absolute ones, and relative ones if the time of fetching is known.

Whether ``04/05/2020`` is in April or May is never guessed: it follows from another time of the same page (a number
above 12), a language that uses only one of the two, or the order of the posts. Otherwise there is no ISO time.
"""

from collections.abc import Sequence
from itertools import pairwise

from iawce.data.reading.times import times_in

DAY_FIRST = frozenset({
    "bg", "ca", "cs", "da", "de", "el", "es", "fi", "fr", "hr", "id", "it", "nb", "nl", "no", "pl", "pt", "ro", "ru",
    "sk", "sl", "sr", "sv", "tr", "uk", "vi",
})  # fmt: skip
"""Languages in which no date begins with the month."""
YEAR_FIRST = frozenset({"zh", "ja", "ko"})
"""Languages in which a year of two digits comes first."""
DAY, MONTHS = len("2020-04-05"), 12


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
    if any(second > MONTHS for _, second in pairs):
        return True
    if any(first > MONTHS for first, _ in pairs) or language.partition("-")[0].lower() in DAY_FIRST:
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
    times = times_in(text)
    is_year_last = language.partition("-")[0].lower() not in YEAR_FIRST
    day = times.day(month_first=is_month_first, short_years=is_year_last, language=language)
    day = day or (times.counted_back(fetched) if fetched else "")
    clock = times.clock if len(day) == DAY else None
    return f"{day}T{clock.isoformat()}" if clock else day
