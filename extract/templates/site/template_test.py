"""How good a template is on pages from which it was not learned.

Each page of a cluster that has a template already is first a test of it, and then votes: no page tests a template that
it voted on, and none is kept for it (prequential testing; Dawid 1984, Statistical theory: the prequential approach).
"""

from dataclasses import dataclass

from iawce.extract.templates.site.site_page import SitePage
from iawce.extract.templates.template import Template


@dataclass(slots=True)
class TemplateTest:
    """How a template did on pages that had not voted on it.

    ``pages``: how many. ``found``: those where it led to a block. ``density``: sum over them of the H of that block by
    the largest H of the page.
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
        """Take in the pages of another test."""
        self.pages += other.pages
        self.found += other.found
        self.density += other.density

    @property
    def found_share(self) -> float:
        """Share of the pages where there is a block, 1 without a page."""
        return self.found / self.pages if self.pages else 1.0

    @property
    def density_share(self) -> float:
        """Mean H of the blocks by the largest of their pages, 1 without a block."""
        return self.density / self.found if self.found else 1.0
