"""A grammar of times as one regular expression: ``2014-12-26 12:14``, ``3. Mai``, ``vor 3 Stunden``, 昨天 14:24.

It reads folded texts (``fold``). Each notation is a group; names of the groups in it end with its own. A pattern takes
microseconds for a text where a library that reads dates takes milliseconds.
"""

import re
import unicodedata
from calendar import monthrange
from contextlib import suppress
from datetime import datetime, timedelta

from iawce.data.text.lexicon.times import (
    AGO,
    DAY_SIGNS,
    DAY_WORDS,
    ERAS,
    FIRST_OF_ERA,
    HALVES,
    LETTERS,
    MONTHS,
    NOW,
    NOW_ALONE,
    OTHER_WORDS,
    UNITS,
    UNSPACED_MONTHS,
    WEEKDAYS,
    any_of,
)

_YEAR = "(?:19|20)[0-9]{2}"
_MONTH = rf"{any_of(MONTHS)}(?![^\W\d_])"
_IS_MONTH = "".join(rf"(?<![\W\d_]{word})(?<!\A{word})" for word in OTHER_WORDS)
"""After a month: it is none of these words, with which others may end, as ``januara`` does with ``ara``."""
_UNIT = f"(?:{'|'.join(UNITS.values())})"
_LETTER = any_of(LETTERS)
_AGO = f"(?:{'|'.join(AGO)})"
_HALF = any_of(HALVES)
_UNSPACED_MONTH = any_of(UNSPACED_MONTHS)
_ANY_YEAR = f"(?:{_YEAR}|2[45][0-9]{{2}})"
_ORDINAL = "(?:st|nd|rd|th|er|º|\\.)?"
_NO_WEEKDAY = r"(?![0-9]{1,2} [^\W\d_]{3,10}\.?,? (?:19|20)[0-9]{2})"  # "mar 3 juin 2025" is a Tuesday in June
_CLOCK_AHEAD = "(?=.{0,8}?[0-9]{1,2}:[0-9]{2})"
_APART = "(?![0-9a-z_])"


def _year_after(notation: str) -> str:
    """A year after a day and a month: of four digits, or of two and an apostrophe."""
    return rf"(?:'?(?P<year_{notation}>{_YEAR})|'(?P<short_{notation}>[0-9]{{2}}))(?![0-9])"


_FROM_DIGIT = {
    "iso": rf"(?<![0-9]\.)(?P<year_iso>{_YEAR})-(?P<month_iso>[0-9]{{1,2}})-(?P<day_iso>[0-9]{{1,2}})(?![0-9])"
    r"(?:[t ](?P<time_iso>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(?![0-9:])(?:[.,][0-9]{1,9})?(?! ?[ap]\.?m\b)"
    r"(?: ?(?P<zone_iso>z|utc|gmt|[+-][0-9]{2}:?[0-9]{2})(?![0-9a-z]))?)?",
    "cjk": rf"(?P<year_cjk>{_YEAR}) ?[年년] ?(?P<month_cjk>[0-9]{{1,2}}) ?[月월] ?"
    "(?P<day_cjk>[0-9]{1,2}) ?[日일]",
    "southeast": rf"(?P<day_southeast>[0-9]{{1,2}}) ?(?:ខែ ?)?(?P<month_southeast>{_UNSPACED_MONTH})\.?,? ?"
    rf"(?:[พค]\.?ศ\.? ?|ឆ្នាំ ?|ປີ ?)?(?P<year_southeast>{_ANY_YEAR}|[0-9]{{2}})(?![0-9])",
    "burmese": rf"(?P<year_burmese>{_YEAR}) ?ခုနှစ်[, ]{{1,3}}(?P<month_burmese>{_UNSPACED_MONTH})(?:လ)? ?"
    "(?P<day_burmese>[0-9]{1,2})(?![0-9])",
    "buddhist": r"(?<![./\w])(?P<day_buddhist>[0-9]{1,2})(?P<slash>[-/.])(?P<month_buddhist>[0-9]{1,2})(?P=slash)"
    r"(?P<year_buddhist>2[45][0-9]{2})(?![0-9])",
    "year_first": rf"(?<![0-9]\.)(?P<year_year_first>{_YEAR})(?P<dash>/|\. |\.(?=[0-9]{{2}}))"
    r"(?P<month_year_first>[0-9]{1,2})(?P=dash)(?P<day_year_first>[0-9]{1,2})(?![0-9])",
    "year_named": rf"(?P<year_year_named>{_YEAR})[ \-/.]{{1,3}}(?P<month_year_named>{_MONTH})"
    r"[ \-/.]{1,3}(?P<day_year_named>[0-9]{1,2})(?![0-9]|,? (?:19|20)[0-9]{2})",
    "ambiguous": rf"{_YEAR} ?[-/.年] ?[0-9]{{1,2}} ?[-/.月] ?[0-9]{{1,2}}|[0-9]{{1,2}} ?[月월] ?[0-9]{{1,2}} ?[日일]",
    "clock_cjk": r"(?P<hour_cjk>[0-9]{1,2}) ?[時时點点시] ?(?P<minute_cjk>[0-9]{1,2}) ?[分분]",
    "numeric": r"(?<![./\w])(?P<first>[0-9]{1,2})(?P<stroke>[-/.])(?P<second>[0-9]{1,2})(?P=stroke)"
    r"(?P<year_numeric>(?:19|20)?[0-9]{2})(?![0-9])",
    "clock": r"(?<![a-z_:])(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<seconds>[0-9]{2}))?"
    rf"(?: ?(?P<half>[ap])\.?m\b|{_APART})",
    "day_named": rf"(?P<day_day_named>[0-9]{{1,2}}){_ORDINAL}(?: (?:de|of|del|ta'))?[ \-/.,]{{1,3}}"
    rf"(?:d')?(?P<month_day_named>{_MONTH})\.?,?(?: (?:de|del|at))?[ \-/.,]{{1,3}}{_year_after('day_named')}",
    "day_alone": rf"(?<!\w)[0-9]{{1,2}}{_ORDINAL}[- ]?(?:de |d'|of )?{_MONTH}{_IS_MONTH}",
    "ago": rf"(?:[0-9]{{1,3}} ?{_UNIT},? (?:and )?){{0,3}}[0-9]{{1,3}} ?(?:{_UNIT}|{_LETTER}) ago\b|"
    rf"[0-9]{{1,3}} ?(?:{_UNIT} назад|[个個]?{_UNIT}{_AGO})|\A[0-9]{{1,3}} ?{_LETTER}\Z",
}
"""Times that begin with a digit, the most certain first; an ``ambiguous`` one may be the version of a program."""
_FROM_LETTER = {
    "month_named": rf"(?P<month_month_named>{_MONTH})(?:[.,]?[ \-]{{0,3}}(?P<day_month_named>[0-9]{{1,2}})"
    rf"(?:st|nd|rd|th)?(?:\.?, ?|\.? |-)(?:(?:de|at) )?{_year_after('month_named')}|"
    rf"{_IS_MONTH}(?:[.,] ?| ){_NO_WEEKDAY}(?:[0-9]{{1,2}}(?:st|nd|rd|th)?|'?(?:19|20)?[0-9]{{2}}){_APART})",
    "words_ago": rf"(?:a|an|one|half an) {_UNIT} ago\b|(?:vor (?:etwa |einer |einem |einigen )?|"
    rf"il y a (?:environ )?|hace (?:unos? )?)(?:[0-9]{{1,3}} ?)?{_UNIT}\b",
    "day_word": rf"{any_of(DAY_WORDS)}\b{_CLOCK_AHEAD}",
}
"""Times that begin with a word."""
_FROM_SIGN = {
    "era": rf"(?P<name_of_era>{any_of(ERAS)}) ?(?P<year_era>{FIRST_OF_ERA}|[0-9]{{1,3}}) ?年 ?"
    rf"(?:[(（]{_YEAR}年[)）] ?)?"
    r"(?P<month_era>[0-9]{1,2}) ?月 ?(?P<day_era>[0-9]{1,2}) ?日",
    "half_clock": rf"(?P<half_before>{_HALF}) ?(?P<hour_half>[0-9]{{1,2}}) ?[:時时點点시] ?"
    rf"(?P<minute_half>[0-9]{{2}}|[0-9](?= ?[分분]))(?: ?[分분]|{_APART})",
    "cjk_ago": rf"[半几数] ?[个個]?{_UNIT}前|{'|'.join(NOW)}",
    "day_sign": rf"{any_of(DAY_SIGNS)}{_CLOCK_AHEAD}",
    "whole": rf"\A(?:{any_of({*DAY_WORDS, *DAY_SIGNS, *NOW_ALONE})})\Z",
}
"""Times that may begin within a text without spaces, and days that are a whole text."""


def _notations(patterns: dict[str, str]) -> str:
    return "|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items())


TIME = re.compile(
    rf"(?=[0-9])(?<![0-9])(?:{_notations(_FROM_DIGIT)})"
    rf"|(?=[^\W\d_])(?<![^\W\d_])(?:{_notations(_FROM_LETTER)})|{_notations(_FROM_SIGN)}"
)
"""A time expression in a folded text; ``lastgroup`` of a match is its notation."""
COMPACT = re.compile(rf"(?<![0-9])({_YEAR})([0-9]{{2}})([0-9]{{2}})(?:t[0-9]{{4,6}}z?)?(?![0-9])")
"""A form of days in attributes alone: ``20240503``; in a text it is a number."""
IN_NUMBERS = re.compile("[0-9]{4}[-/.年][0-9]{1,2}[-/.月][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{2,4}")
"""A quick test for days in numbers, valid or not, for the many values of records."""
WEEKDAY = re.compile(rf"(?<![^\W\d_]){any_of(WEEKDAYS.split())}\.?,? \Z")
"""The day of the week before a time expression."""
_WEEKDAY_SIGNS = "[月火水木金土日](?:曜日?)?|(?:星期|周|週|礼拜|禮拜)[一二三四五六日天]|[월화수목금토일](?:요일)?"
FILLING = re.compile(
    rf"[\W_]*(?:(?:on|at|the|of|um|am|den|uhr|le|à|el|las|il|alle|ore|kl|в|г|года|[pmce][sde]t|utc|gmt|{_WEEKDAY_SIGNS})\b[\W_]*)*"
)
"""Other words in a text that is a date, folded."""
YEAR = re.compile(f"{_ANY_YEAR}|{any_of(ERAS)}|{_UNSPACED_MONTH}")
"""A necessary part of every date."""
_DIGIT = re.compile(r"(?![0-9])\d")
_PLAIN = str.maketrans("’：／İ၊", "':/i,")


def fold(text: str) -> str:
    """The text in lower case with plain digits, as long as it was."""
    if text.isascii():
        return text.lower()
    return _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text.translate(_PLAIN).lower())


_AMOUNTS = {"half an": 0.5, "半": 0.5} | dict.fromkeys(("a", "an", "one", "einer", "einem"), 1.0)
_AMOUNT = re.compile(
    rf"(?<![^\W\d_])([0-9]{{1,3}}|{any_of(_AMOUNTS)}) ?[个個]?"
    rf"(?:(?:{'|'.join(f'(?P<{unit}>{pattern})' for unit, pattern in UNITS.items())})(?={'|'.join(AGO)}|\b)"
    rf"|({any_of(LETTERS)})\b)"
)
_OF_A_DAY = frozenset({"seconds", "minutes", "hours"})
_IN_MONTHS = {"months": 1, "years": 12}


def counted_back(said: str, now: datetime) -> str:
    """A relative time in ISO 8601, a day if no time of the day is meant; empty if unknown.

    Args:
        said: the expression, folded as the grammar reads it.
        now: without a zone.
    """
    if said in (*NOW, *NOW_ALONE):
        return now.isoformat()
    days = (DAY_WORDS | DAY_SIGNS).get(said)
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
        unit = LETTERS[one[one.lastindex or 0]] if one.lastgroup is None else one.lastgroup
        found[unit] = _AMOUNTS[one[1]] if one[1] in _AMOUNTS else int(one[1])
    return found


def _earlier(now: datetime, amounts: dict[str, float]) -> datetime:
    months = int(sum(number * amounts.get(unit, 0) for unit, number in _IN_MONTHS.items()))
    year, month = divmod(now.year * 12 + now.month - 1 - months, 12)
    day = min(now.day, monthrange(year, month + 1)[1])
    parts = {unit: amount for unit, amount in amounts.items() if unit not in _IN_MONTHS}
    return now.replace(year=year, month=month + 1, day=day) - timedelta(**parts)
