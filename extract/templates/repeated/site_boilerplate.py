"""Counts the texts that repeat on the pages of each of many sites, for a run over pages of any sites.

A run reads the pages of large sites twice: first they are counted, then each is extracted with the repeated texts of
its site, so that the rows do not depend on the order of the pages, nor on where an earlier run was interrupted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iawce.data.document import Document
from iawce.extract.templates.repeated.repeated_texts import LEAST_PAGES, RepeatedTexts, text_keys
from iawce.extract.templates.repeated.site_host import site_host

MOST_TEXTS = 500_000
"""Most texts that are counted at the same time, about 100 MB; beyond, the sites with the fewest pages are dropped."""


@dataclass(frozen=True, slots=True)
class SitePages:
    """Counts of a site: the number of ``pages``, and the keys of the texts that ``repeated`` on most of them."""

    pages: int
    repeated: frozenset[int]


@dataclass(frozen=True, slots=True)
class SiteBoilerplate:
    """The repeated texts of each site with enough pages, by the name of the site."""

    sites: Mapping[str, SitePages]

    def pages(self, document: Document) -> int:
        """Number of pages that were counted of the site of a page, 0 if they were too few."""
        site = self.sites.get(site_host(document))
        return site.pages if site else 0

    def mark(self, document: Document) -> NDArray[np.bool_]:
        """Whether each text block is on most pages of its site, bool (``document.text_blocks``,).

        Raises:
            PageError: the page cannot be read.
        """
        site = self.sites.get(site_host(document))
        if site is None:
            return np.zeros(len(document.text_blocks), bool)
        return np.array([key in site.repeated for key in text_keys(document)], bool)


class SiteCounter:
    """Counts the texts of pages, each under the name of its site.

    Args:
        share: of the pages of a site from which a text is boilerplate.
        most: texts that are counted at the same time.
    """

    def __init__(self, share: float = 0.5, most: int = MOST_TEXTS) -> None:
        self._share, self._most = share, most
        self._sites: dict[str, RepeatedTexts] = {}
        self._size = 0

    def __len__(self) -> int:
        """Number of texts that are counted at the moment."""
        return self._size

    def add(self, site: str, keys: Iterable[int]) -> None:
        """Count a page."""
        texts = self._sites.setdefault(site, RepeatedTexts(self._share))
        before = len(texts)
        texts.add(keys)
        self._size += len(texts) - before
        if self._size > self._most:
            self._forget()

    def settle(self) -> SiteBoilerplate:
        """The repeated texts after all pages are counted."""
        large = {name: texts for name, texts in self._sites.items() if texts.pages >= LEAST_PAGES}
        return SiteBoilerplate({name: SitePages(texts.pages, texts.repeated()) for name, texts in large.items()})

    def _forget(self) -> None:
        """Drop sites with the fewest pages until half of the texts are left; their later pages are counted anew."""
        for name in sorted(self._sites, key=lambda name: self._sites[name].pages):
            if 2 * self._size <= self._most:
                break
            self._size -= len(self._sites.pop(name))
