"""The quality of a template on pages from which it was not learned.

If a cluster has a template, each new page first tests it and then votes, so that no page tests a template for which it
voted, and no page has to be set aside (prequential testing; Dawid 1984, Statistical theory: the prequential approach).
"""

from dataclasses import dataclass

from iawce.extract.templates.site.site_page import SitePage
from iawce.extract.templates.template import Template


@dataclass(slots=True)
class TemplateTest:
    """The results of a template on pages that had not voted for it.

    ``pages``: their number. ``found``: number of pages on which it found a block. ``density``: sum over these of the H
    of the block, divided by the largest H of the page.
    """

    pages: int = 0
    found: int = 0
    density: float = 0.0

    def add(self, page: SitePage, template: Template) -> None:
        """Test a template on a page."""
        self.pages += 1
        if found := page.find(template):
            highest = page.densities.highest
            self.found += 1
            self.density += page.densities.of(found.number) / highest if highest else 1.0

    def merge(self, other: "TemplateTest") -> None:
        """Add the results of another test."""
        self.pages += other.pages
        self.found += other.found
        self.density += other.density

    @property
    def found_share(self) -> float:
        """Share of the pages on which a block was found, 1 without pages."""
        return self.found / self.pages if self.pages else 1.0

    @property
    def density_share(self) -> float:
        """Mean H of the blocks, divided by the largest H of their pages; 1 without blocks."""
        return self.density / self.found if self.found else 1.0
