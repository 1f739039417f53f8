"""Numbers of things in texts: ``1.2k views``, ``(91)``, ``3 comments``, ``(3 replies)``."""

import re

_NUMBER = r"(\d{1,3}(?:[ ,.\u00a0]\d{3}){1,6}|\d+(?:[.,]\d{1,2}(?=\s?[kKmM万]))?)\s?([kKmM万]?)"
_COUNT = re.compile(rf"\(?{_NUMBER}\)?\+?(?![\w.,])")
_BRACKETED = re.compile(r"[(（]([^()（）]*)[)）]")
_WITH_WORD = re.compile(r"(.+) ([^\W\d_]+)|(\d[\d.,]*)([^\W\d_]+)")
_WITHIN = re.compile(rf"(?<![\w.,]){_NUMBER}\s*([^\W\d]{{1,20}})")
_TIMES = {"": 1, "k": 1_000, "m": 1_000_000, "万": 10_000}


def plain_count(text: str) -> str:
    """A text that is a number, in digits: ``1.2k`` is 1200; empty if it is not one."""
    found = _COUNT.fullmatch(text.strip())
    if found is None:
        return ""
    times = _TIMES[found[2].lower()]
    if times > 1:
        return str(round(float(found[1].replace(",", ".").replace(" ", "")) * times))
    return re.sub(r"\D", "", found[1])


def counted(text: str, *, glued: bool = True) -> tuple[str, str]:
    """Number and word of a text that counts something: ``12 views`` is 12 of views; the word is empty without one.

    ``glued``: whether there may be no space between the two.
    """
    if number := plain_count(text):
        return number, ""
    bracketed = _BRACKETED.fullmatch(text.strip())
    found = _WITH_WORD.fullmatch((bracketed[1] if bracketed else text).strip())
    number = found[1] or (found[3] if glued else "") if found else ""
    return (digits, (found[2] or found[4]).lower()) if found and (digits := plain_count(number)) else ("", "")


def count_within(text: str, word: re.Pattern[str]) -> str:
    """The number of the things with a name in a longer text: 3 of ``by mara · 3 replies``; empty without one."""
    found = (one for one in _WITHIN.finditer(text) if word.match(one[3]))
    return next((plain_count(one[1] + one[2]) for one in found), "")
