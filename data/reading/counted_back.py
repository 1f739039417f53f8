"""Relative times, as an interval before now: ``3 hours ago``, ``gestern``, 半小时前."""

import re
from calendar import monthrange
from contextlib import suppress
from datetime import datetime, timedelta

from iawce.data.reading.time_words import AGO, DAY_SIGNS, DAY_WORDS, LETTERS, NOW, NOW_ALONE, UNITS, any_of

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
