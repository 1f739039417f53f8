"""Texts that stand on most pages of a site are its boilerplate.

Texts are counted by lossy counting, so that memory does not grow with the site: Manku and Motwani 2002, Approximate
Frequency Counts over Data Streams, section 4.2. The share of pages that a text stands on is at most ``ERROR`` too low.
"""

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.extract.site.paths import DIGITS, MASK

ERROR = 0.01
"""Of the shares; its reciprocal is the number of pages between two clearings."""
LEAST_PAGES = 6
"""Of fewer pages nobody can say what repeats."""


class RepeatedTexts:
    """Counts on how many pages of a site each text block stands.

    Texts are the same that differ in numbers and in the case of letters alone: a page's number, a date.

    Args:
        share: of the pages from which a text is boilerplate, more than ``ERROR``, up to 1.

    Raises:
        UsageError: ``share`` is outside of that.
    """

    def __init__(self, share: float = 0.5) -> None:
        if not ERROR < share <= 1:
            raise UsageError(f"share is a number above {ERROR} and up to 1, not {share!r}")
        self._share = share
        self._pages = 0
        self._counts: dict[bytes, tuple[int, int]] = {}  # how often, and how often at most before that

    def __len__(self) -> int:
        """Number of texts that are counted at the moment."""
        return len(self._counts)

    def add(self, document: Document) -> None:
        """Count the texts of a page.

        Raises:
            PageError: it cannot be read.
        """
        cleared = int(self._pages * ERROR)
        for key in set(map(_key, document.text_blocks.texts)):
            count, before = self._counts.get(key, (0, cleared))
            self._counts[key] = count + 1, before
        self._pages += 1
        if (now := int(self._pages * ERROR)) > cleared:
            self._counts = {key: each for key, each in self._counts.items() if sum(each) > now}

    def mark(self, document: Document) -> NDArray[np.bool_]:
        """Whether each text block of a page stands on most pages, bool (``document.text_blocks``,).

        None does as long as fewer than ``LEAST_PAGES`` pages are known.

        Raises:
            PageError: the page cannot be read.
        """
        needed = max((self._share - ERROR) * self._pages, 2.0)
        texts = document.text_blocks.texts
        if self._pages < LEAST_PAGES:
            return np.zeros(len(texts), bool)
        return np.array([self._counts.get(_key(text), (0, 0))[0] >= needed for text in texts], bool)


def _key(text: str) -> bytes:
    """Of a text; the same for those that differ in numbers and case alone."""
    plain = DIGITS.sub(MASK, text.casefold())
    return blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8).digest()
