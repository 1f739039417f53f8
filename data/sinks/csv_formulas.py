"""Cells of comma-separated values that a spreadsheet program would run as formulas, made inert.

Source: OWASP, CSV Injection: a cell that begins with ``=``, ``+``, ``-``, ``@`` (of full width, too), a tab or a line
break gets an apostrophe before it. Deviations: plain numbers stay as they are, and text that begins with apostrophes
before such a character gets one more, so that reading restores the original.
"""

import re

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n]")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?", re.I | re.A)


def inert(text: str) -> str:
    """A text as a cell that no program runs as a formula."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def as_written(cell: str) -> str:
    """The original of a cell by ``inert``."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
