"""Words: each CJK character is one, and so is each other run of letters and digits."""

import re

_CJK = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")


def count_words(text: str) -> int:
    """Number of words."""
    return len(_WORD.findall(text)) if text and not text.isspace() else 0


def split_words(text: str) -> list[str]:
    """The words in order."""
    return _WORD.findall(text)
