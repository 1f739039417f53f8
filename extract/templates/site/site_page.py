"""One page as clustering and templates see it; each part is made when it is first asked for.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, definition 4 and the order in
which a rule is looked for: id, class, path. The paper leaves open which of several blocks with the class is taken: by
default the one at the path, and where none is, or in the mode ``paper``, the one with the largest H. So it is for ids,
which should be unique and are not always.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Keys, Look, Strictness, key_of
from iawce.extract.content.density import BLOCK_TAGS, BlockDensities, block_densities, counted_subset
from iawce.extract.templates.page_feature import PageFeature, page_feature
from iawce.extract.templates.site.content_block import content_block
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.template import Key, Template, masked
from iawce.models.page_type.ensemble import PageTypeEnsemble


class Found(NamedTuple):
    """Number of an element, and by which key it was found."""

    number: int
    by: Key


class SitePage:
    """A page of a site.

    Args:
        document: what is hidden of it is never found.
        settings: of the site.
    """

    def __init__(self, reading: PageReading, settings: SiteSettings) -> None:
        self.reading, self.settings = reading, settings
        self._tags = BLOCK_TAGS[settings.density.blocks]

    @property
    def keys(self) -> Keys:
        """Key of the path of each element, uint64 (elements,)."""
        return self.reading.places.keys(Strictness.ORDINALS)

    @cached_property
    def feature(self) -> PageFeature:
        """The paths of all block nodes, and the kinds of all elements if they count, hidden or not."""
        seen = self.reading.index.without(("head",))
        keys = [self.keys[seen.tagged(*BLOCK_TAGS["printed"])]]
        if self.settings.compares == "paths_and_kinds":
            keys.append(self.reading.places.looks(Look.NAMES)[seen.numbers])
        return page_feature(self.reading.document.ref, np.concatenate(keys))

    @cached_property
    def subset(self) -> Subset:
        """What of the page counts."""
        return counted_subset(self.reading, self.settings.density)

    @cached_property
    def densities(self) -> BlockDensities:
        """H of the blocks that may be content."""
        return block_densities(self.subset, self.settings.density)

    @property
    def page_type(self) -> str:
        """The page type by the ensemble, empty where it gives none."""
        return PageTypeEnsemble().classify(self.reading.document).as_page_type().type

    @cached_property
    def vote(self) -> tuple[Template, float] | None:
        """The template of the block that the page votes for, and how much that counts; None if no block has text.

        The vote for the block with the largest H counts as much as that is, one of the block model 1.
        """
        if self.settings.voter == "density":
            number, weight = self.densities.best, self.densities.highest
        else:
            number, weight = content_block(self.reading, self.settings.voter, self._tags), 1.0
        return None if number is None else (Template.of(self.reading.places, number, self.settings), weight)

    def find(self, template: Template) -> Found | None:
        """Where a template leads: by id, else by class, else by path; None if nothing is there."""
        for by, numbers in self._by_each_key(template):
            if numbers:
                return Found(numbers[0] if len(numbers) == 1 else self._best(numbers, template), by)
        return None

    def _best(self, numbers: list[int], template: Template) -> int:
        """Of several blocks the one at the template's path, unless H alone decides; else the one with the largest H."""
        at = np.intersect1d(self._at(template.path), numbers).tolist()
        return at[0] if at and self.settings.identity == "key" else max(numbers, key=self.densities.of)

    def _by_each_key(self, template: Template) -> Iterator[tuple[Key, list[int]]]:
        index, settings = self.reading.index, self.settings
        blocks = self.reading.shown.tagged(*self._tags).tolist()
        given, classes = index.attributes.given, index.classes
        if template.id:
            yield "id", [n for n in blocks if masked(given[n].get("id", ""), settings) == template.id]
        if template.classes:
            yield "class", [n for n in blocks if masked(classes[n], settings) == template.classes]
        yield "path", np.intersect1d(self._at(template.path), blocks).tolist()

    def _at(self, path: str) -> list[int]:
        """Numbers of the elements with this path, at most one unless keys fall together."""
        return np.flatnonzero(self.keys == np.uint64(key_of(path.split("/")))).tolist()
