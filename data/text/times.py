"""The times in a text: their places, and their values in ISO 8601 as far as known.

The only reader of times, in the texts of a page (``PageTimes``) and in other values. Only the beginning of a text
is read, with collapsed white space.

Whether ``04/05/2020`` is in April or May is never guessed: it follows from another time of the same page (a number
above 12), a language that uses only one of the two, or the order of the posts. Otherwise there is no ISO time.

It reads folded texts (``fold``). Each notation is a group of the pattern, and the names of its inner groups end with
its name. A pattern takes microseconds for a text where a library that reads dates takes milliseconds.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from functools import lru_cache
from itertools import product

import numpy as np
from ahocorasick_rs import AhoCorasick

from iawce.data.arrays import Bools
from iawce.data.text.lexicon import times as words

_YEAR = "(?:19|20)[0-9]{2}"
_MONTH = rf"{words.any_of(words.MONTHS)}(?![^\W\d_]|[\u0900-\u0dff])"  # nor a sign of a vowel, as in Hindi
_IS_MONTH = "".join(rf"(?<![\W\d_]{word})(?<!\A{word})" for word in words.OTHER_WORDS)
"""After a month: it is none of these words, with which others may end, as ``januara`` does with ``ara``."""
_UNIT = f"(?:{'|'.join(words.UNITS.values())})"
_BEFORE_UNIT = r"(?=[0-9]{1,3}+\+? ?[^\W0-9_])"  # So that the many units are not tried behind each number
_LETTER, _SHORT = words.any_of(words.LETTERS), words.any_of(words.SHORT_UNITS)
_AGO = f"(?:{'|'.join(words.AGO)})"
_AGO_AFTER = rf"(?:{words.any_of(words.AGO_AFTER.split())}(?!\w)|yang lalu\b)"
_HALF = words.any_of(words.HALVES)
_UNSPACED_MONTH = words.any_of(words.UNSPACED_MONTHS)
_ANY_YEAR = f"(?:{_YEAR}|2[45][0-9]{{2}})"
_ORDINAL = "(?:st|nd|rd|th|er|º|\\.)?"
_OF_YEAR = rf"[ .\-]{{1,2}}{words.any_of(words.OF_YEAR)}\.?,?"
_NO_WEEKDAY = r"(?![0-9]{1,2}(?: [^\W\d_]{3,10}\.?,? |[-/.][0-9]{1,2}[-/.])(?:19|20)[0-9]{2})"
"""No number after "mar", as "mar 3 juin 2025" and "mar 14/03/2023" are Tuesdays."""
_CLOCK_AHEAD = "(?=.{0,8}?[0-9]{1,2}:[0-9]{2})"
_CLOCK_INSIDE = (
    r"(?:(?P<time_inside>[0-9]{2}:[0-9]{2}:[0-9]{2}) (?:(?:(?P<zone_inside>utc|gmt|[+-][0-9]{4})|[a-z]{3,4}) )?)?"
)
"""The time of the day between day and year: ``Wed Mar 31 07:24:32 CDT 2010``."""
_APART = "(?![0-9a-z_])"
_FROM_SIGN = {
    "era": rf"(?P<name_of_era>{words.any_of(words.ERAS)}) ?(?P<year_era>{words.FIRST_OF_ERA}|[0-9]{{1,3}}) ?年 ?"
    rf"(?:[(（]{_YEAR}年[)）] ?)?"
    r"(?P<month_era>[0-9]{1,2}) ?月 ?(?P<day_era>[0-9]{1,2}) ?日",
    "half_clock": rf"(?P<half_before>{_HALF}) ?(?P<hour_half>[0-9]{{1,2}}) ?[:時时點点시] ?"
    rf"(?P<minute_half>[0-9]{{2}}|[0-9](?= ?[分분]))(?: ?[分분]|{_APART})",
    "month_sign": rf"(?P<month_month_sign>{words.any_of(words.NUMBERED_MONTHS)}) ?(?P<day_month_sign>[0-9]{{1,2}}),? "
    rf"(?P<year_month_sign>{_YEAR})(?![0-9]|[-/年])",
    "cjk_ago": rf"[半几数] ?[个個]?{_UNIT}前|{'|'.join(words.NOW)}",
    "day_sign": rf"{words.any_of(words.DAY_SIGNS)}{_CLOCK_AHEAD}",
}
"""Times that may begin within a text without spaces, with a sign that is not ASCII."""
_WHOLE = {"whole": rf"\A(?:{words.any_of({*words.DAY_WORDS, *words.DAY_SIGNS, *words.NOW_ALONE})})\Z"}
"""Days that are a whole text."""
COMPACT = re.compile(rf"(?<![0-9])({_YEAR})([0-9]{{2}})([0-9]{{2}})(?:t[0-9]{{4,6}}z?)?(?![0-9])")
"""A form of days in attributes alone: ``20240503``; in a text it is a number."""
IN_NUMBERS = re.compile("[0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}")
"""A quick test for days in numbers, valid or not, for the many values of records."""
_DAY_OF_WEEK = rf"(?<![^\W\d_]){words.any_of(words.WEEKDAYS.split())}\.?,?"
WEEKDAY = re.compile(rf"{_DAY_OF_WEEK} (?:(?:at|um|om|à|alle|kl\.?|в) )?\Z")
"""The day of the week before a time expression."""
_NUMBERED_WEEKDAY = re.compile(rf"{_DAY_OF_WEEK} ?(?=[0-9]{{1,2}}[./][0-9])")
"""The day of the week before a day in numbers."""
_WEEKDAY_SIGNS = "[月火水木金土日](?:曜日?)?|(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[월화수목금토일](?:요일)?"
FILLING = re.compile(
    rf"[\W_]*(?:(?:on|at|the|of|um|am|den|uhr|le|à|el|las|il|alle|ore|kl|в|г|года|[pmce][sde]t|utc|gmt|{_WEEKDAY_SIGNS})\b[\W_]*)*"
)
"""Other words in a text that is a date, folded."""
YEAR = re.compile(
    f"{_ANY_YEAR}|{words.any_of(words.ERAS)}|{_UNSPACED_MONTH}|{words.any_of(words.JALALI_MONTHS)}|1[34][0-9]{{2}}[-/]"
)
"""A necessary part of every date."""
_DIGIT = re.compile(r"(?![0-9])\d")
_PLAIN = str.maketrans("’：／İ၊،", "':/i,,")
_AMOUNTS = {"half an": 0.5, "半": 0.5} | dict.fromkeys(("a", "an", "one", "einer", "einem"), 1.0)
_SHORT_UNITS = words.LETTERS | words.SHORT_UNITS
_AMOUNT = re.compile(
    rf"(?<![^\W\d_])([0-9]{{1,3}}|{words.any_of(_AMOUNTS)}) ?[个個]?"
    rf"(?:(?:{'|'.join(f'(?P<{unit}>{pattern})' for unit, pattern in words.UNITS.items())})(?={'|'.join(words.AGO)}|\b)"
    rf"|({words.any_of(_SHORT_UNITS)})\b)"
)
_OF_A_DAY = frozenset({"seconds", "minutes", "hours"})
_MONTHS = words.MONTHS | words.UNSPACED_MONTHS | words.NUMBERED_MONTHS | words.JALALI_MONTHS
_IN_MONTHS = {"months": 1, "years": 12}
PIVOT = 70  # Least two-digit year of the twentieth century
_ZONE = re.compile(
    r" ?\(?(?:utc|gmt)(?: ?(?P<hours>[+-](?:0?[0-9]|1[0-4]))(?::?(?P<minutes>[0-5][0-9]))?)?(?![\w:+-])"
    r"| (?P<bare_hours>[+-](?:0[0-9]|1[0-4]))(?:(?<=\+[0-9]{2}):)?(?P<bare_minutes>[0-5][0-9])(?![\w:])"
)
"""A zone behind a time of the day: ``UTC+3``, ``+0100``."""
_ZONES = {"z": "+00:00", "utc": "+00:00", "gmt": "+00:00", None: ""}
_CLOCKS = {
    "clock": ("hour", "minute", "half"),
    "clock_cjk": ("hour_cjk", "minute_cjk", ""),
    "half_clock": ("hour_half", "minute_half", "half_before"),
}
"""The groups of hour, minute and half of the day, by notation."""
_DIGITS = [chr(ord(zero) + number) for zero in "0０٠۰०০๐" for number in range(10)]
"""Digits of the scripts in which pages have dates."""
_WORDS = ["ago", "前", *words.AGO_BEFORE, *words.NOW, *words.NOW_ALONE, *words.DAY_WORDS, *words.DAY_SIGNS]
_MARKS = AhoCorasick([*_DIGITS, *_WORDS])
MAX_LENGTH = 300  # Characters of a text that are read
MAX_STAMP = 80  # Most characters of a text that may be a time with few other words; prose is longer
EARLIEST = "1990"  # Earliest year of a day on pages
MAX_WEEKDAY = 16
_NAMED = frozenset({"day_named", "day_dashed", "day_alone", "month_named", "clock"})
DAY_FIRST = frozenset({
    "bg", "ca", "cs", "da", "de", "el", "es", "fi", "fr", "hr", "id", "it", "nb", "nl", "no", "pl", "pt", "ro", "ru",
    "sk", "sl", "sr", "sv", "tr", "uk", "vi",
})  # fmt: skip
"""Languages in which no date begins with the month."""
DAY_FIRST_COUNTRIES = frozenset({
    "uk", "gb", "au", "nz", "ie", "za", "in", "sg", "my", "hk", "ke", "ng", "gh", "pk", "lk",
})  # fmt: skip
"""Countries whose English begins a date with the day."""
YEAR_FIRST = frozenset({"zh", "ja", "ko"})  # Languages in which a year of two digits comes first
DAY, MONTHS_OF_YEAR = len("2020-04-05"), 12
MAX_RANGE = 80  # Most characters of a text that is a range of days
_TO = r"(?:to|until|till|bis|au|al|até|a|t/m|tot|и|по|до)"
_BETWEEN = re.compile(rf"[-–—~/]\s*+|(?<!\s)\s++(?:[-–—~/]\s*+|{_TO}\s++)", re.I)
"""What may stand between the first and the last day."""
_MAY_BE_BETWEEN = re.compile(rf"[-–—~/]|(?<![^\W\d_]){_TO}(?![^\W\d_])", re.I)  # Also beside a time of the day
_BEFORE_RANGE = frozenset({"from", "vom", "von", "du", "de", "del", "dal", "le", "van", "с", "от"})
_PARTS = re.compile(r"\d+|[^\W\d_]+|[^\w\s]+")
MAX_PARTS = 6  # Words, numbers and marks of a day


def _year_after(notation: str) -> str:
    """A year after a day and a month: of four digits, or of two and an apostrophe."""
    return rf"(?:'?(?P<year_{notation}>{_YEAR})|'(?P<short_{notation}>[0-9]{{2}}))(?![0-9])"


_FROM_DIGIT = {
    "iso": rf"(?<![0-9]\.)(?P<year_iso>{_YEAR})-(?P<month_iso>[0-9]{{1,2}})-(?P<day_iso>[0-9]{{1,2}})(?![0-9])"
    r"(?:[t ](?P<time_iso>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?![0-9:])(?:[.,][0-9]{1,9})?(?! ?[ap]\.?m\b)"
    r"(?: ?(?P<zone_iso>z|utc|gmt|[+-][0-9]{2}:?[0-9]{2})(?![0-9a-z]))?)?",
    "cjk": rf"(?P<year_cjk>{_YEAR}) ?[年년] ?(?P<month_cjk>[0-9]{{1,2}}) ?[月월] ?"
    "(?P<day_cjk>[0-9]{1,2}) ?[日일]",
    "southeast": rf"(?P<day_southeast>[0-9]{{1,2}}+) ?(?:ខែ ?)?(?P<month_southeast>{_UNSPACED_MONTH})\.?,? ?"
    rf"(?:[พค]\.?ศ\.? ?|ឆ្នាំ ?|ປີ ?)?(?P<year_southeast>{_ANY_YEAR}|[0-9]{{2}})(?![0-9])",
    "burmese": rf"(?P<year_burmese>{_YEAR}) ?ခုနှစ်[, ]{{1,3}}(?P<month_burmese>{_UNSPACED_MONTH})(?:လ)? ?"
    "(?P<day_burmese>[0-9]{1,2})(?![0-9])",
    "jalali": rf"(?P<day_jalali>[0-9]{{1,2}}) (?P<month_jalali>{words.any_of(words.JALALI_MONTHS)}),? (?:ماه )?"
    "(?P<year_jalali>1[34][0-9]{2})(?![0-9])",
    "jalali_numeric": r"(?P<year_jalali_numeric>1[34][0-9]{2})(?P<mark>[-/])(?P<month_jalali_numeric>0?[1-9]|1[0-2])"
    r"(?P=mark)(?P<day_jalali_numeric>[0-9]{1,2})(?![-0-9/])",
    "buddhist": r"(?<![./\w])(?P<day_buddhist>[0-9]{1,2})(?P<slash>[-/.])(?P<month_buddhist>[0-9]{1,2})(?P=slash)"
    r"(?P<year_buddhist>2[45][0-9]{2})(?![0-9])",
    "year_first": rf"(?<![0-9]\.)(?P<year_year_first>{_YEAR})(?P<dash>/|\. |\.(?=[0-9]{{2}}))"
    r"(?P<month_year_first>[0-9]{1,2})(?P=dash)(?P<day_year_first>[0-9]{1,2})(?![0-9])",
    "year_named": rf"(?P<year_year_named>{_YEAR})(?:{_OF_YEAR})?[ \-/.]{{1,3}}(?P<month_year_named>{_MONTH})"
    r"[ \-/.]{1,3}(?P<day_year_named>[0-9]{1,2})(?![0-9]|,? (?:19|20)[0-9]{2})",
    "year_word": rf"(?P<year_year_word>{_YEAR}){_OF_YEAR} (?P<day_year_word>[0-9]{{1,2}})[ \-.]{{1,2}}"
    rf"(?P<month_year_word>{_MONTH})",
    "vietnamese": r"(?P<day_vietnamese>[0-9]{1,2}) th(?:áng|g) (?P<month_vietnamese>[0-9]{1,2}),? (?:năm )?"
    rf"(?P<year_vietnamese>{_YEAR})(?![0-9])",
    "cjk_year_last": r"(?P<month_cjk_year_last>[0-9]{1,2}) ?[月월] ?(?P<day_cjk_year_last>[0-9]{1,2}),? "
    rf"(?P<year_cjk_year_last>{_YEAR})(?![0-9]|[-/年년])",
    "ambiguous": rf"{_YEAR} ?[-/.年] ?[0-9]{{1,2}} ?[-/.月] ?[0-9]{{1,2}}|[0-9]{{1,2}} ?[月월] ?[0-9]{{1,2}} ?[日일]",
    "clock_cjk": r"(?P<hour_cjk>[0-9]{1,2}) ?[時时點点시] ?(?P<minute_cjk>[0-9]{1,2}) ?[分분]",
    "numeric": r"(?<![./\w])(?P<first>[0-9]{1,2})(?P<stroke>[-/.])(?:(?<=\.) (?=[0-9]{1,2}\. ?(?:19|20)[0-9]{2}))?"
    r"(?P<second>[0-9]{1,2})(?P=stroke)(?:(?<=\.) (?=19|20))?(?P<year_numeric>(?:19|20)?[0-9]{2})(?![0-9])",
    "clock": r"(?<![a-z_:])(?P<hour>[0-9]{1,2})(?::|(?<=[às] [0-9]{2})h|(?<=[às] [0-9])h)(?P<minute>[0-9]{2})"
    rf"(?::(?P<seconds>[0-9]{{2}}))?(?: ?(?P<half>[ap])(?:\.m\.|\.?m\b)|{_APART})",
    "day_named": rf"(?P<day_day_named>[0-9]{{1,2}}+){_ORDINAL}(?: (?:de|of|del|ta'))?[ \-/.,]{{1,3}}"
    rf"(?:d')?(?P<month_day_named>{_MONTH})\.?,?(?: (?:de|del|at))?[ \-/.,]{{1,3}}{_year_after('day_named')}",
    "day_dashed": rf"(?P<day_day_dashed>[0-9]{{1,2}})(?P<tie>[-/])(?P<month_day_dashed>{_MONTH})(?P=tie)"
    r"(?P<short_day_dashed>[0-9]{2})(?![0-9])",
    "numeric_alone": r"(?<![./\w])(?:[0-3][0-9][-/.](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])[-/.][0-3][0-9])"
    r"\.?,? (?=[0-2]?[0-9]:[0-5][0-9])",
    "day_alone": rf"(?<!\w)[0-9]{{1,2}}+{_ORDINAL}[- ]?(?:de |d'|of )?{_MONTH}{_IS_MONTH}",
    "ago": rf"{_BEFORE_UNIT}(?:(?:[0-9]{{1,3}} ?(?:{_UNIT}|{_SHORT}\.?),? (?:and )?){{0,3}}"
    rf"[0-9]{{1,3}}\+? ?(?:{_UNIT}|{_LETTER}|{_SHORT})\.? {_AGO_AFTER}|[0-9]{{1,3}} ?[个個]?{_UNIT}{_AGO}|"
    rf"\A[0-9]{{1,3}} ?(?:{_LETTER}|{words.any_of(words.AGO_WITHIN.split())})\Z)",
}
"""Times that begin with a digit, the most certain first; an ``ambiguous`` one may be the version of a program."""
_FROM_LETTER = {
    "month_named": rf"(?P<month_month_named>{_MONTH})(?:[.,]?[ \-]{{0,3}}(?P<day_month_named>[0-9]{{1,2}})"
    rf"(?:st|nd|rd|th)?(?:\.?, ?|\.? |-)(?:(?:de|at) )?{_CLOCK_INSIDE}{_year_after('month_named')}|"
    rf"{_IS_MONTH}(?:[.,] ?| ){_NO_WEEKDAY}(?:[0-9]{{1,2}}(?:st|nd|rd|th)?|'?(?:19|20)?[0-9]{{2}}){_APART})",
    "words_ago": rf"(?:a|an|one|half an) {_UNIT} ago\b|{words.any_of(words.AGO_BEFORE)}"
    rf"(?:(?:etwa|einer|einem|einigen|environ|unos?|cerca de) )?"
    rf"(?:(?:[0-9]{{1,3}} ?)?{_UNIT}\b|[0-9]{{1,3}} ?{_SHORT}(?!\w)\.?)",
    "day_word": rf"{words.any_of(words.DAY_WORDS)}\b{_CLOCK_AHEAD}",
}
"""Times that begin with a word."""


def _notations(patterns: dict[str, str]) -> str:
    return "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items())


TIME = re.compile(
    rf"(?=[0-9])(?<![0-9])(?:{_notations(_FROM_DIGIT)})"
    rf"|(?=[^\W\d_])(?<![^\W\d_])(?:{_notations(_FROM_LETTER)})"
    rf"|(?=[^\x00-\x7f])(?:{_notations(_FROM_SIGN)})|{_notations(_WHOLE)}"
)
"""A time expression in a folded text; ``lastgroup`` of a match is its notation."""


def fold(text: str) -> str:
    """The text in lower case with plain digits, as long as it was."""
    if text.isascii():
        return text.lower()
    return _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text.translate(_PLAIN).lower())


def counted_back(said: str, now: datetime) -> str:
    """A relative time in ISO 8601, a day if no time of the day is meant; empty if unknown.

    ``said``: the expression, folded as the grammar reads it; ``now``: without a zone.
    """
    if said in (*words.NOW, *words.NOW_ALONE):
        return now.isoformat()
    days = (words.DAY_WORDS | words.DAY_SIGNS).get(said)
    amounts = {"days": float(days)} if days is not None else _amounts(said)
    if not amounts:
        return ""
    with suppress(ValueError, OverflowError):
        found = _earlier(now, amounts)
        return (found if _OF_A_DAY & amounts.keys() else found.date()).isoformat()
    return ""


def _amounts(said: str) -> dict[str, float]:
    found = dict[str, float]()
    for one in _AMOUNT.finditer(said):
        unit = one.lastgroup or _SHORT_UNITS[one[one.lastindex or 0]]
        found[unit] = _AMOUNTS[one[1]] if one[1] in _AMOUNTS else int(one[1])
    return found


def _earlier(now: datetime, amounts: dict[str, float]) -> datetime:
    months = int(sum(number * amounts.get(unit, 0) for unit, number in _IN_MONTHS.items()))
    year, month = divmod(now.year * 12 + now.month - 1 - months, 12)
    day = min(now.day, monthrange(year, month + 1)[1])
    parts = {unit: amount for unit, amount in amounts.items() if unit not in _IN_MONTHS}
    return now.replace(year=year, month=month + 1, day=day) - timedelta(**parts)


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
        """Day and month, in either order, of a day in numbers; None for other forms, and after dots: day and month."""
        is_open = self.notation == "numeric" and self.parts["stroke"] != "."
        return (int(self.parts["first"]), int(self.parts["second"])) if is_open else None

    def day(self, *, month_first: bool = False, short_years: bool = False, language: str = "") -> str:
        """The day in ISO 8601, with the time and its zone if they are written in it; empty if there is none.

        ``month_first``: whether ``4/5/2024`` is the fifth of April; ``short_years``: whether ``4/5/24`` is a day;
        ``language``: of the text, BCP 47, empty if unknown; decides which month an ambiguous name means.
        """
        if self.notation == "numeric":
            return self._numeric(month_first=month_first, short_years=short_years)
        given = self.parts.groupdict()
        year, month, day = (given.get(f"{part}_{self.notation}") for part in ("year", "month", "day"))
        short = given.get(f"short_{self.notation}")
        if short and (short_years or self.notation == "day_dashed"):
            year = _full(short)
        if not (year and month and day):
            return ""
        language = language.partition("-")[0].lower()
        number = words.MONTHS_OF.get(language, {}).get(month, _MONTHS.get(month, month))
        if self.notation.startswith("jalali"):
            is_known = self.notation == "jalali" or language == "fa"  # else ``1404/02/28`` may be another number
            return jalali_day(int(year), int(number), int(day)) if is_known else ""
        found = iso_day(self._western(year), str(number), day)
        return self._with_time(found) if found and self.has_time else found

    def _western(self, year: str) -> str:
        """The year of the common calendar: from one of an era or of the Buddhist calendar, in full or abbreviated."""
        if self.notation == "era":
            return str(words.ERAS[self.parts["name_of_era"]] + (1 if year == words.FIRST_OF_ERA else int(year)))
        whole = int(year) + 2500 * (len(year) == 2)
        return str(whole - words.BUDDHIST * (whole >= 2400))

    @property
    def has_time(self) -> bool:
        """Whether it is a day with the time of the day in it."""
        return bool(self.parts["time_iso"] or self.parts["time_inside"])

    @property
    def is_clock(self) -> bool:
        """Whether it is a time of the day alone, or a length of time written like one."""
        return self.notation in _CLOCKS

    @property
    def clock(self) -> time | None:
        """The time of the day, if it is that alone, with its zone if that stands behind it in numbers or as UTC."""
        if not (names := _CLOCKS.get(self.notation)):
            return None
        hour_name, minute_name, half_name = names
        hour, half = int(self.parts[hour_name]), self.parts[half_name] if half_name else None
        half = words.HALVES.get(half or "", half)
        if half and 1 <= hour <= 12:
            hour = hour % 12 + 12 * (half == "p")
        with suppress(ValueError):
            return time(hour, int(self.parts[minute_name]), int(self.parts["seconds"] or 0), tzinfo=self._zone())
        return None

    def _zone(self) -> timezone | None:
        if not (found := _ZONE.match(self.parts.string, self.parts.end())):
            return None
        hours, minutes = found["hours"] or found["bare_hours"] or "+0", found["minutes"] or found["bare_minutes"] or "0"
        return timezone(timedelta(hours=int(hours), minutes=int(hours[0] + minutes)))

    def _numeric(self, *, month_first: bool, short_years: bool) -> str:
        first, second, year = self.parts["first"], self.parts["second"], self.parts["year_numeric"]
        if len(year) == 2 and not short_years:
            return ""
        day, month = (second, first) if month_first and self.numbers else (first, second)
        return iso_day(_full(year), month, day) or iso_day(_full(year), day, month)

    def _with_time(self, day: str) -> str:
        written = self.parts["time_iso"] or self.parts["time_inside"]
        zone = self.parts["zone_iso"] or self.parts["zone_inside"]
        with suppress(ValueError):
            return datetime.fromisoformat(f"{day}T{written}{_ZONES.get(zone, zone)}").isoformat()
        return day


def iso_day(year: str, month: str, day: str) -> str:
    """A day in ISO 8601; empty if there is no such day."""
    with suppress(ValueError):
        return date(int(year), int(month), int(day)).isoformat()
    return ""


def jalali_day(year: int, month: int, day: int) -> str:
    """The day of the common calendar for one of the calendar of Iran, whose leap years recur after 33 years."""
    if not 1 <= day <= 31:
        return ""
    years, before = year - 979, 31 * min(month - 1, 6) + 30 * max(month - 7, 0)
    leaps = years // 33 * 8 + (years % 33 + 3) // 4
    return (date(1600, 3, 20) + timedelta(365 * years + leaps + before + day - 1)).isoformat()


def _full(year: str) -> str:
    return year if len(year) > 2 else f"{19 if int(year) >= PIVOT else 20}{year}"


def marked(texts: Sequence[str]) -> Bools:
    """Whether there may be a time in each text, bool (len(texts),)."""
    found = np.zeros(len(texts), bool)
    joined = "\n".join(texts).replace("İ", "i").lower()  # this letter alone becomes two in lower case
    ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.int64)
    places = [begin for _, begin, _ in _MARKS.find_matches_as_indexes(joined)]
    found[np.searchsorted(ends, places, side="right")] = True
    return found


@dataclass(frozen=True, slots=True)
class TextTimes:
    """The times in a text with collapsed white space, in order."""

    text: str = ""
    spans: tuple[TimeSpan, ...] = ()

    @property
    def is_stamp(self) -> bool:
        """Whether the text is a time with few other words."""
        return bool(self.spans) and len(self.text) <= MAX_STAMP

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
        return any(span.clock or span.has_time for span in self.spans)

    @property
    def is_clock(self) -> bool:
        """Whether there are times of the day, or of a length such as ``24:31``, without a day."""
        return bool(self.spans) and all(span.is_clock for span in self.spans)

    def day(self, *, month_first: bool = False, short_years: bool = False, language: str = "") -> str:
        """The first day that may be one of a page, as ``TimeSpan.day``."""
        days = self.dated(month_first=month_first, short_years=short_years, language=language)
        compact = COMPACT.search(fold(self.text)) if not days else None
        day = iso_day(*compact.groups()) if compact else days[0][1] if days else ""
        return day if day >= EARLIEST else ""

    def dated(
        self, *, month_first: bool = False, short_years: bool = False, language: str = ""
    ) -> list[tuple[TimeSpan, str]]:
        """The times that are days which may be those of a page, each with its day, as ``TimeSpan.day``."""
        days = (
            (span, span.day(month_first=month_first, short_years=short_years, language=language)) for span in self.spans
        )
        return [(span, day) for span, day in days if day >= EARLIEST]

    def whole_day(self, *, month_first: bool | None = None) -> str:
        """The day, without its time, if the text is a date; empty if it says more, or two days.

        ``month_first``: whether ``4/5/2024`` is the fifth of April; if that is None, such a text is not a date.
        """
        days = [span for span in self.spans if not span.is_clock]
        if len(days) != 1 or not FILLING.fullmatch(fold(self.rest)):
            return ""
        orders = (False, True) if month_first is None else (month_first,)
        first, *others = (days[0].day(month_first=order)[:DAY] for order in orders)
        return first if all(first == other for other in others) else ""

    def counted_back(self, fetched: str) -> str:
        """The first relative time, in ISO 8601; empty if there is none. ``fetched``: when the page was, ISO 8601."""
        with suppress(ValueError):
            now = datetime.fromisoformat(fetched).replace(tzinfo=None, microsecond=0)
            return next((found for span in self.spans if (found := counted_back(span.parts[0], now))), "")
        return ""

    @property
    def rest(self) -> str:
        """The parts of the text that are not a time."""
        begins = [0, *(span.end for span in self.spans)]
        ends = [*(span.start for span in self.spans), len(self.text)]
        return " ".join(self.text[begin:end] for begin, end in zip(begins, ends, strict=True))


def times_in(text: str) -> TextTimes:
    """The times in the beginning of a text."""
    return _read(text.strip()[:MAX_LENGTH])


def is_short(text: str) -> bool:
    """Whether a text may be a time with few other words."""
    plain = text.strip()
    return len(plain) <= MAX_STAMP or (len(plain) <= MAX_LENGTH and len(" ".join(plain.split())) <= MAX_STAMP)


@lru_cache(maxsize=1 << 12)
def _read(text: str) -> TextTimes:
    plain = " ".join(text.split())
    folded = fold(plain)
    found = TIME.finditer(folded) if _MARKS.find_matches_as_indexes(folded) else ()
    return TextTimes(plain, tuple(TimeSpan(_start(folded, one), one.end(), one) for one in found))


def _start(folded: str, one: re.Match[str]) -> int:
    """Start of a time, including the day of the week before it."""
    if one.lastgroup not in _NAMED:
        return one.start()
    weekday = WEEKDAY.search(folded, max(0, one.start() - MAX_WEEKDAY), one.start())
    return weekday.start() if weekday else one.start()


def read_date(text: str, *, month_first: bool = False) -> str:
    """The first date of a text in ISO 8601, with time and zone where the text is ISO itself; empty if there is none.

    Only dates with a day count; those of two-digit years do not.
    """
    return times_in(text).day(month_first=month_first)


def iso_times(written: Sequence[Sequence[str]], language: str = "", fetched: str = "") -> list[str]:
    """The time of each post: a day, or a day and a time, with a zone if the page states it; empty if unknown.

    ``written``: for each post, its times on the page, machine-readable ones first; ``language``: of the page, BCP 47;
    ``fetched``: when the page was, ISO 8601; both empty if unknown.
    """
    known = [text for texts in written for text in texts]
    orders = [is_first] if (is_first := month_first_in(known, language)) is not None else [False, True]
    readings = [
        [next(filter(None, (_read_one(text, language, fetched, order) for text in texts)), "") for texts in written]
        for order in orders
    ]
    if len(readings) == 1 or readings[0] == readings[1]:
        return readings[0]
    if len(in_order := [reading for reading in readings if _is_sorted(reading)]) == 1:
        return in_order[0]
    return [one if one == other else "" for one, other in zip(*readings, strict=True)]


def month_first_in(texts: Sequence[str], language: str = "", country: str = "") -> bool | None:
    """Whether the month comes first in the days of numbers in these texts; None if unknown.

    ``language`` and ``country``: of the page, for texts that do not say it.
    """
    pairs = [numbers for text in texts for span in times_in(text).spans if (numbers := span.numbers)]
    if any(second > MONTHS_OF_YEAR for _, second in pairs):
        return True
    if any(first > MONTHS_OF_YEAR for first, _ in pairs) or language.partition("-")[0].lower() in DAY_FIRST:
        return False
    return False if country in DAY_FIRST_COUNTRIES else None


def _is_sorted(times: Sequence[str]) -> bool:
    """Whether at least three days follow each other, the earliest or the latest first."""
    days = [one[:DAY] for one in times if one]
    return len(set(days)) > 2 and days in (sorted(days), sorted(days, reverse=True))


def _read_one(text: str, language: str, fetched: str, is_month_first: bool) -> str:
    times = times_in(text)
    is_year_last = language.partition("-")[0].lower() not in YEAR_FIRST
    day = times.day(month_first=is_month_first, short_years=is_year_last, language=language)
    day = day or (times.counted_back(fetched) if fetched else "")
    clock = times.clock if len(day) == DAY else None
    return f"{day}T{clock.isoformat()}" if clock else day


def date_range(text: str, *, month_first: bool | None = None) -> tuple[str, str]:
    """The first and the last day of a range: ``12–14 May 2025``, ``28.04. - 02.05.2025``, ``3./4. Mai 2025``.

    Both are empty if the text is no range, or has no clear order. What is written once, month or year, belongs to both
    days; the days of the week and times of the day are left out. ``month_first``: as of ``TextTimes.whole_day``.
    """
    if len(text) > MAX_RANGE:
        return "", ""
    if not _MAY_BE_BETWEEN.search(fold(text)):
        return "", ""
    text, times = " ".join(text.split()), times_in(text)
    if sum(not span.is_clock for span in times.spans) == 1 and not any(map(str.isdigit, times.rest)):
        return "", ""  # a day, and no number of another one
    for span in reversed(times.spans):
        text = f"{text[: span.start]} {text[span.end :]}" if span.is_clock else text
    text = _NUMBERED_WEEKDAY.sub("", fold(text))
    for cut in _BETWEEN.finditer(text):
        left, right = _parts(text[: cut.start()])[-MAX_PARTS:], _parts(text[cut.end() :])[:MAX_PARTS]
        left = left[1:] if left[:1] and left[0] in _BEFORE_RANGE else left
        if not (any(map(str.isdigit, left)) and any(map(str.isdigit, right))):
            continue
        shared = (right[place:] for place in range(len(right), -1, -1))
        begins = [begin for more in shared if (begin := _day_of([*left, *more], month_first))]
        ends = (_day_of([*left[:taken], *right], month_first) for taken in range(len(left))) if begins else ()
        for end, begin in product(filter(None, ends), begins):
            if begin < end:
                return begin, end
    return "", ""


def _parts(text: str) -> list[str]:
    return [part for part in _PARTS.findall(text) if part not in {",", ";"}]


def _day_of(parts: list[str], month_first: bool | None) -> str:
    """The day that these parts write, and nothing else; empty if they do not."""
    text = re.sub(r"(?<!\s)\s++([./-])\s*+", r"\1", " ".join(parts))
    texts = (text, re.sub(r"\.(?=\D)", ". ", text))
    return next(filter(None, (times_in(one).whole_day(month_first=month_first) for one in texts)), "")
