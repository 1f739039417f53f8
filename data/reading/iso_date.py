"""Dates that a page writes in words or figures."""

import re
from functools import lru_cache

LONGEST = 40
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_ISO = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ][0-9:.+\-Z]*)?")


@lru_cache(maxsize=4096)
def iso_date(text: str) -> str | None:
    """The day as ISO 8601; None if the text is no date with day, month and year."""
    if found := _ISO.fullmatch(text):
        return found[1]
    if len(text) > LONGEST or not _YEAR.search(text) or len(re.findall("[0-9]+", text)) > 6:
        return None
    from dateparser import parse  # noqa: PLC0415 - it is slow to import, and few pages have dates

    try:
        day = parse(text, settings={"STRICT_PARSING": True, "RETURN_AS_TIMEZONE_AWARE": False})
    except (ValueError, OverflowError, RecursionError):
        return None
    return day.date().isoformat() if day else None
