"""Class names and ids whose numbers differ from record to record and from page to page."""

import re

_DIGITS = re.compile(r"\d+")


def mask_digits(name: str) -> str:
    """A name whose runs of digits are ``d+`` (Liu et al. 2017): ``post d+``."""
    return _DIGITS.sub("d+", name)
