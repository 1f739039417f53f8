"""Numbers of things in texts: ``1.2k views``, ``(91)``, ``3 comments``, ``(3 replies)``."""

import re

_COUNT = re.compile(
    r"\(?(\d{1,3}(?:[ ,.\u00a0]\d{3})+|\d+(?:[.,]\d{1,2}(?=\s?[kKmM万]))?)\s?([kKmM万]?)\)?\+?(?![\w.,])"
)
_BRACKETED = re.compile(r"[(（]([^()（）]*)[)）]")
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


def counted(text: str) -> tuple[str, str]:
    """Number and word of a text that counts something: ``12 views`` is 12 of views; both empty if it does not."""
    bracketed = _BRACKETED.fullmatch(text.strip())
    text = (bracketed[1] if bracketed else text).strip()
    number, _, word = text.rpartition(" ")
    if number and re.fullmatch(r"[^\W\d_]+", word) and (digits := plain_count(number)):
        return digits, word.lower()
    glued = re.fullmatch(r"(\d[\d.,]*)([^\W\d_]+)", text)
    return (plain_count(glued[1]), glued[2].lower()) if glued else ("", "")
