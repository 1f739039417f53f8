"""Texts that repeat on the pages of a site: counted over a run, and left out of articles.

A run reads the pages of large sites twice, first to count them, so that rows depend neither on the order of the pages
nor on interruptions. Texts are counted by lossy counting (Manku and Motwani 2002, section 4.2) in bounded memory; the
share of pages with a text is at most ``ERROR`` too low. Lists, threads and products keep these texts, since names of
fields count as their content (docs/lab/sites.md).
"""

import re
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathKeys, PathSpec, mask_digits
from iawce.data.arrays import Bools, Ints
from iawce.data.document import Document
from iawce.data.dom.read import load_body
from iawce.data.dom.tags import HEADINGS
from iawce.data.errors import PageError
from iawce.data.network.address import host_of
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.snapshot import Snapshot
from iawce.extract.content.content import BlockRule, Content, Scores, keep_text_nodes

SHARE = 0.5  # Of the pages from which a text is boilerplate
ERROR = 0.01  # Largest error of the shares; its reciprocal is the number of pages between two clearings
MIN_PAGES = 6  # Least pages of a site with repeated texts
HEAD = 1 << 16  # Bytes of markup in which a page claims its address
_CLAIM = re.compile(rb"<link\b[^<>]{0,1000}?\brel\s*=\s*[\"']?canonical\b[^>]{0,2000}", re.I)
_ADDRESS = re.compile(rb"\bhref\s*+=\s*+[\"']?\s*+(https?://[^\"'\s>]{1,500})", re.I)
MAX_TEXTS = 500_000
"""Most texts that are counted at the same time, about 100 MB; beyond, the sites with the fewest pages are dropped."""
MAX_COUNT = 0.5
"""Share of the words of the content beyond which nothing is left out, since then the pages are copies of each other."""


class RepeatedTexts:
    """Counts on how many ``pages`` of a site each text stands."""

    def __init__(self) -> None:
        self.pages = 0
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
        """Keys of the texts on most pages; none with fewer than ``MIN_PAGES`` pages."""
        if self.pages < MIN_PAGES:
            return frozenset()
        needed = (SHARE - ERROR) * self.pages
        return frozenset(key for key, (count, _) in self._counts.items() if count >= needed)


def text_keys(document: Document) -> list[int]:
    """A key of 64 bits for each of ``document.text_blocks``, the same on every machine.

    Texts at the same place that differ only in numbers and case (a page's number, a date) have the same key: under
    elements of the same names and classes. A title that a menu repeats is not a text of the menu. Raises PageError: the
    page cannot be read.
    """
    blocks = document.text_blocks
    places = PathKeys(document.index).keys(PathSpec.NEAR_NAMES)[blocks.elements].tolist()
    plain = (mask_digits(text.casefold()).encode("utf-8", "surrogatepass") for text in blocks.texts)
    hashes = (
        blake2b(text, digest_size=8, salt=place.to_bytes(8, "little"))
        for text, place in zip(plain, places, strict=True)
    )
    return [int.from_bytes(one.digest(), "little") for one in hashes]


def site_host(page: Page | Snapshot | Document) -> str:
    """Host without ``www.``; empty for all pages of which no address is known: they count as one site."""
    url = page.url if isinstance(page, Document) else page.final_url or page.url
    if url and not url.startswith(SAVED_ORIGIN):
        return host_of(url)
    claim = _CLAIM.search(_head(page))
    address = _ADDRESS.search(claim.group()) if claim else None
    return host_of(address[1].decode("ascii", "replace")) if address else ""


def _head(page: Page | Snapshot | Document) -> bytes:
    if not isinstance(page, Page):
        return (page.html or "")[:HEAD].encode("utf-8", "replace")
    try:
        return b"" if page.body is None else load_body(page.body)[:HEAD]
    except PageError:
        return b""


class SitePages(NamedTuple):
    """Counts of a site: the number of ``pages``, and the keys of the texts that ``repeated`` on most of them."""

    pages: int
    repeated: frozenset[int]


SiteBoilerplate = Mapping[str, SitePages]
"""The repeated texts of each site with enough pages, by its name (``site_host``)."""


class SiteCounter:
    """Counts the texts of pages, each under the name of its site; ``most`` texts at the same time."""

    def __init__(self, most: int = MAX_TEXTS) -> None:
        self._most, self._size = most, 0
        self._sites: dict[str, RepeatedTexts] = {}

    def __len__(self) -> int:
        """Number of texts that are counted at the moment."""
        return self._size

    def add(self, site: str, keys: Iterable[int]) -> None:
        """Count a page; with too many texts, drop the sites with the fewest pages until half of the texts are left."""
        texts = self._sites.setdefault(site, RepeatedTexts())
        before = len(texts)
        texts.add(keys)
        self._size += len(texts) - before
        if self._size > self._most:
            for name in sorted(self._sites, key=lambda name: self._sites[name].pages):
                if 2 * self._size <= self._most:
                    break
                self._size -= len(self._sites.pop(name))

    def settle(self) -> SiteBoilerplate:
        """The repeated texts after all pages are counted."""
        large = {name: texts for name, texts in self._sites.items() if texts.pages >= MIN_PAGES}
        return {name: SitePages(texts.pages, texts.repeated()) for name, texts in large.items()}


def leave_out_repeated(analysis: PageAnalysis, content: Content, known: SiteBoilerplate) -> Content:
    """The content without these texts; its scores are the numbers of counted pages of the site and of omitted texts.

    Content from data is unchanged.
    """
    site = known.get(site_host(analysis.document))
    if site is None or content.origins or not content.elements:
        return content
    left, blocks = _repeated(analysis, content, site.repeated), analysis.document.text_blocks
    texts = int(np.count_nonzero(blocks.sums(left[blocks.text_nodes])))
    scores: Scores = {**content.scores, "site_pages": site.pages, "repeated_texts": texts}
    if not texts:
        return replace(content, scores=scores)
    pruned = keep_text_nodes(content.subset, content.subset.text_nodes & ~left)
    elements = tuple(number for number in content.elements if pruned.kept[number])
    is_left = left[analysis.blocks.text_nodes[analysis.blocks.starts]]
    rule = BlockRule("it repeats on the pages of its site", False, is_left)
    return replace(content, elements=elements, subset=pruned, scores=scores, rules=(*content.rules, rule))


def _repeated(analysis: PageAnalysis, content: Content, keys: Set[int]) -> Bools:
    """Whether each text node is one of the content that repeats, bool (text nodes,); none if too many do."""
    index, blocks = analysis.index, analysis.document.text_blocks
    taken = content.text_nodes
    inside = taken[blocks.text_nodes[blocks.starts]]
    repeated = np.array([key in keys for key in text_keys(analysis.document)], bool)
    repeated = _without_headings(analysis, np.flatnonzero(inside), repeated)
    left = taken & blocks.text_nodes_in(repeated)
    is_boilerplate = index.text_node_words[left].sum() <= MAX_COUNT * index.text_node_words[taken].sum()
    return left if is_boilerplate else np.zeros_like(left)


def _without_headings(analysis: PageAnalysis, inside: Ints, repeated: Bools) -> Bools:
    """The repeated blocks without headings of content that stays: all recipes of a site have "Ingredients"."""
    index, owners = analysis.index, analysis.document.text_blocks.elements
    is_heading = index.inside(index.tagged(*HEADINGS))
    kept = repeated.copy()
    for block, following in zip(inside[-2::-1].tolist(), inside[:0:-1].tolist(), strict=True):
        kept[block] &= not is_heading[owners[block]] or kept[following]
    return kept
