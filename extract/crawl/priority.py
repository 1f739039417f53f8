"""Priorities of addresses: first those most likely to be a page to extract, or to lead to new ones.

The page type decides. The role of a link on its page gives the first expectation; the results of pages with the same
shape of address improve it with each page: an extracted page counts 1, a list as much as the share of its links that
were unknown. The expectation is the mean of both, in which the link's role counts as three pages.
"""

from collections import defaultdict

from iawce.extract.crawl.page_links import LinkKind
from iawce.extract.crawl.traps import shape_of

EXPECTED = {LinkKind.NEXT: 0.95, LinkKind.RECORD: 0.8, LinkKind.CONTENT: 0.5, LinkKind.MENU: 0.3}
"""Expected value of a link by its role alone."""
WEIGHT = 3.0
FULL = 5
"""New records of a list that has the same value as an extracted page."""
STEP = 0.001
"""Reduction of the value for each link from a seed, so that the nearer of two equals is first."""


class Steering:
    """The values of pages of each shape so far."""

    def __init__(self) -> None:
        self._worth: dict[str, float] = defaultdict(float)
        self._seen: dict[str, int] = defaultdict(int)

    def see(self, url: str, *, is_taken: bool, new: int) -> None:
        """Record the value of a page.

        Args:
            url: of the page, in canonical form.
            is_taken: whether it was extracted for its content.
            new: links to next pages and records on it that were not known.
        """
        shape = shape_of(url)
        self._seen[shape] += 1
        self._worth[shape] += 1.0 if is_taken else min(1.0, new / FULL)

    def value(self, url: str, kind: LinkKind, depth: int) -> float:
        """The expected value of an address, about 0 to 1."""
        shape = shape_of(url)
        expected = (WEIGHT * EXPECTED[kind] + self._worth[shape]) / (WEIGHT + self._seen[shape])
        return expected - STEP * depth
