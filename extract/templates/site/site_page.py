"""One page for clustering and templates; each part is computed at its first use.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, definition 4 and the order in
which a rule is applied: id, class, path. The paper does not specify which of several blocks with the class is chosen:
by default the one at the path, otherwise, and in the mode ``paper``, the one with the largest H. The same holds for
ids, which should be unique, but are not always.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from iawce.data.html.element_index import Bools
from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Keys, Look, Strictness, mask_digits
from iawce.extract.content.density import BLOCK_TAGS, BlockDensities, block_densities, counted_subset
from iawce.extract.templates.page_feature import PageFeature, page_feature
from iawce.extract.templates.site.content_block import content_block
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.template import Place, Template, ToldBy, find
from iawce.models.page_type.ensemble import PageTypeEnsemble


class FoundBlock(NamedTuple):
    """Number of an element, and the key by which it was found."""

    number: int
    by: ToldBy


class SitePage:
    """A page of a site.

    Args:
        document: of the page; hidden elements are never found.
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
        """The paths of all block nodes and, depending on the settings, the kinds of all elements, hidden ones too."""
        seen = self.reading.index.without(("head",))
        keys = [self.keys[seen.tagged(*BLOCK_TAGS["printed"])]]
        if self.settings.compares == "paths_and_kinds":
            keys.append(self.reading.places.looks(Look.NAMES)[seen.numbers])
        return page_feature(self.reading.document.ref, np.concatenate(keys))

    @cached_property
    def subset(self) -> Subset:
        """The part of the page that counts."""
        return counted_subset(self.reading, self.settings.density)

    @cached_property
    def densities(self) -> BlockDensities:
        """H of the possible content blocks."""
        return block_densities(self.subset, self.settings.density)

    @property
    def page_type(self) -> str:
        """The page type by the ensemble, empty if unknown."""
        return PageTypeEnsemble().classify(self.reading.document).as_page_type().type

    @cached_property
    def vote(self) -> tuple[Place, float] | None:
        """The place of the block for which the page votes, and the weight of the vote; None if no block has text.

        The weight of a vote for the block with the largest H is this H; that of a vote by the block model is 1.
        """
        if self.settings.voter == "density":
            number, weight = self.densities.best, self.densities.highest
        else:
            number, weight = content_block(self.reading, self.settings.voter, self._tags), 1.0
        return None if number is None else (self._place(number), weight)

    def find(self, template: Template) -> FoundBlock | None:
        """The block that a template finds; None if there is none."""
        if not (found := find(self.reading, template, self._blocks)):
            return None
        numbers = found.numbers
        return FoundBlock(numbers[0] if len(numbers) == 1 else self._best(numbers, template.place), found.by)

    def _best(self, numbers: list[int], place: Place) -> int:
        """Of several blocks, the one at the template's path, unless H alone decides; else that with the largest H."""
        at = self.reading.places.at(place.steps, Strictness[place.strictness])
        here = next((number for number in numbers if number in at), None) if self.settings.identity == "key" else None
        return max(numbers, key=self.densities.of) if here is None else here

    @cached_property
    def _blocks(self) -> Bools:
        """Whether each element is a block that a reader sees."""
        return self.reading.shown.kept & self.reading.index.has_tag(self._tags)

    def _place(self, number: int) -> Place:
        """The place of a block; depending on the settings, runs of digits in names are masked."""
        index, steps = self.reading.index, self.reading.places.steps(number, Strictness.ORDINALS)
        names = index.attributes.given[number].get("id", ""), index.classes[number]
        identity, classes = map(mask_digits, names) if self.settings.identity == "key" else names
        return Place(identity, classes, steps)
