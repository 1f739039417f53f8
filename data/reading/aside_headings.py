"""Headings that announce other pages: related, most read, trending, recommended, latest, more from the same author.

Any text below such a heading belongs to the site.
"""

import re
import unicodedata
from functools import lru_cache

from iawce.data.reading.aside_phrases import ALL, BEGINNINGS, QUALIFIED, READ_ALSO, WHOLE
from iawce.data.reading.unspaced_aside_phrases import UNSPACED

LONGEST = 80
"""Most characters of a text that is read as a heading."""
_COUNT = re.compile(r"\s*[(\[]?\s*\d{1,4}\s*[)\]]?(?:件|条|條|篇|개|건)?\s*$|^(?:top\s*)?\d{1,3}\s+", re.I)


def announces_others(text: str) -> bool:
    """Whether a heading announces other pages than its own: related, most read, latest, more from a section.

    Args:
        text: the heading as a reader sees it; case, width, punctuation around it and a number of entries
            make no difference.
    """
    if not 2 <= len(text.strip()) <= LONGEST:
        return False
    heading = _bare(unicodedata.normalize("NFKC", " ".join(text.replace("’", "'").split())))
    return bool(heading and (_pattern().fullmatch(heading) or _pattern().fullmatch(_bare(_COUNT.sub("", heading)))))


def _bare(heading: str) -> str:
    """The heading without the punctuation around it; combining marks stay."""
    first = next((place for place, character in enumerate(heading) if character.isalnum()), len(heading))
    last = len(heading)
    while last > first and unicodedata.category(heading[last - 1])[0] not in "LMN":
        last -= 1
    return heading[first:last]


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    whole = (*QUALIFIED.values(), *WHOLE.values(), *UNSPACED.values())
    phrases = unicodedata.normalize("NFKC", f"(?:{'|'.join(whole)}){ALL}|(?:{BEGINNINGS}).*|{READ_ALSO}.*")
    return re.compile(phrases, re.I)
