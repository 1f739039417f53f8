"""Texts at the same place on most pages of a site are its boilerplate.

Texts are counted by lossy counting, so that memory does not grow with the site: Manku and Motwani 2002, Approximate
Frequency Counts over Data Streams, section 4.2. The estimated share of pages with a text is at most ``ERROR`` too low.
"""

from collections.abc import Iterable
from hashlib import blake2b

from iawce.data.document import Document
from iawce.data.errors import UsageError
from iawce.data.reading.places import Places, Strictness, mask_digits

ERROR = 0.01
"""Largest error of the shares; its reciprocal is the number of pages between two clearings."""
LEAST_PAGES = 6
"""Least pages of a site with repeated texts."""


class RepeatedTexts:
    """Counts on how many pages of a site each text stands.

    Args:
        share: of the pages from which a text is boilerplate, more than ``ERROR``, up to 1.

    Attributes:
        pages: that were counted.

    Raises:
        UsageError: ``share`` is outside of that.
    """

    def __init__(self, share: float = 0.5) -> None:
        if not ERROR < share <= 1:
            raise UsageError(f"share is a number above {ERROR} and up to 1, not {share!r}")
        self.pages = 0
        self._share = share
        self._counts: dict[int, tuple[int, int]] = {}  # occurrences, and most that may have been missed

    def __len__(self) -> int:
        """Number of texts that are counted at the moment."""
        return len(self._counts)

    def add(self, keys: Iterable[int]) -> None:
        """Count the texts of a page, given by their ``text_keys``."""
        cleared = int(self.pages * ERROR)
        for key in set(keys):
            count, before = self._counts.get(key, (0, cleared))
            self._counts[key] = count + 1, before
        self.pages += 1
        if (now := int(self.pages * ERROR)) > cleared:
            self._counts = {key: each for key, each in self._counts.items() if sum(each) > now}

    def repeated(self) -> frozenset[int]:
        """Keys of the texts on most pages; none with fewer than ``LEAST_PAGES`` pages."""
        needed = max((self._share - ERROR) * self.pages, 2.0)
        if self.pages < LEAST_PAGES:
            return frozenset()
        return frozenset(key for key, (count, _) in self._counts.items() if count >= needed)


def text_keys(document: Document) -> list[int]:
    """A key of 64 bits for each of ``document.text_blocks``, the same on every machine.

    Texts at the same place that differ only in numbers and case (a page's number, a date) have the same key: under
    elements of the same names and classes. A title that a menu repeats is not a text of the menu.

    Raises:
        PageError: the page cannot be read.
    """
    blocks = document.text_blocks
    places = Places(document.index).keys(Strictness.NEAR_NAMES)[blocks.elements].tolist()
    return [_key(text, place) for text, place in zip(blocks.texts, places, strict=True)]


def _key(text: str, place: int) -> int:
    plain = mask_digits(text.casefold()).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(plain, digest_size=8, salt=place.to_bytes(8, "little")).digest(), "little")
