"""The settings of page clustering and templates, and one page for them; each part is computed at its first use.

Source: Wang, Chen and Dai 2018, definition 4, and rules by id, class, path. Of several blocks with an id or a class,
which the paper leaves open, the one at the path counts, else, and in the mode ``paper``, that with the largest H.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec, StepKey, mask_digits
from iawce.data.arrays import Ints
from iawce.data.limits import Positive, Range
from iawce.extract.content.boilerplate import elsewhere, find_cards
from iawce.extract.content.content import Content
from iawce.extract.content.method import METHODS, MethodSettings
from iawce.extract.metadata.shown_product import ShownProduct
from iawce.extract.metadata.title import find_title
from iawce.extract.papers.density import BLOCK_TAGS, BlockDensities, DensitySettings, block_densities, counted_subset
from iawce.extract.papers.leader_clusters import PageFeature, page_feature
from iawce.extract.templates.template import Place, Template, ToldBy, find
from iawce.models.page_type.ensemble import PageTypeEnsemble

NEARLY = 0.9  # Least share of the words of the content in the block; a title or a date is often outside


@dataclass(frozen=True, slots=True)
class SiteSettings(MethodSettings):
    """Settings of the clusters and templates of a site.

    ``threshold``: pages are similar above this value, 0 to 1. ``fewest``: least pages of a cluster with a template.
    ``compares``: the compared features, ``paths`` of blocks, or also the kinds (name and classes) of all elements.
    ``density``: settings of H. ``voter``: chooses the block for which a page votes, by the largest H or by the block
    model. ``identity``: when blocks of two pages are the same one. ``key``: if the first of id, class and path is
    equal, with runs of digits masked; of several blocks with the id or the class, the one at the path. ``triple``, as
    printed: if class, id and path are equal; of several, the one with the largest H. ``visible_only``: hidden elements
    get no votes. ``page_types``: whether the page type of each cluster is ``voted`` on, or each new page is
    ``classified``. ``fields``: whether the fields of each cluster are ``learned``. Raises UsageError: a value is not
    allowed in its field.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "threshold": 0.82, "fewest": 6, "compares": "paths", "voter": "density", "density": DensitySettings.paper(),
        "identity": "triple", "visible_only": False, "page_types": "classified", "fields": "none",
    }  # fmt: skip

    threshold: Annotated[float, Range(0, 0.999)] = 0.88
    fewest: Positive = 3
    compares: Literal["paths", "paths_and_kinds"] = "paths_and_kinds"
    density: DensitySettings = DensitySettings()  # noqa: RUF009 - frozen
    voter: Literal["density", "segmentation"] = "segmentation"
    identity: Literal["key", "triple"] = "key"
    visible_only: bool = True
    page_types: Literal["voted", "classified"] = "voted"
    fields: Literal["learned", "none"] = "learned"


def read_product_page(analysis: PageAnalysis) -> ShownProduct | None:
    """The product of a page; None if neither its markup nor a button to buy it indicates one."""
    title = analysis.keep(find_title)
    shown = ShownProduct(analysis, title, elsewhere(analysis) | find_cards(analysis, title.heading))
    return None if shown.button is None and analysis.markup_metadata.product(title.text) is None else shown


def content_block(analysis: PageAnalysis, method: str, tags: tuple[str, ...]) -> int | None:
    """Number of the smallest element with one of these ``tags`` that holds nearly all of the content of a page.

    On the page of a product, reviews and other products are not content, whatever the method; if nothing else remains,
    the block is the element with the title and the button to buy. If there are several, the innermost; None if there is
    none, or if the method finds nothing.
    """
    content = METHODS[method].extract(analysis, METHODS[method].settings())
    if content.origins or not content.elements:
        return None
    words, blocks = _words(analysis, content), content.subset.tagged(*tags)
    nearly, sizes = blocks[words[blocks] >= max(1, NEARLY * words[0])], analysis.shown.words
    if not len(nearly):
        return None
    smallest = nearly[sizes[nearly] == sizes[nearly].min()]
    return int(max(smallest, key=lambda number: analysis.index.depths[number]))


def _words(analysis: PageAnalysis, content: Content) -> Ints:
    """Words of the content in the subtree of each element; for a product without a text, its title and button count."""
    index, kept = content.subset.index, content.text_nodes
    product = read_product_page(analysis)
    if product is None:
        return index.words_of(kept)
    own = kept & ~product.beside[index.text_nodes.owners]
    heading, button = product.title.heading, product.button
    if heading and button and not own.any():
        return content.subset.subtree_sums(np.bincount((heading, button), minlength=len(index)))
    return index.words_of(own if own.any() else kept)


class FoundBlock(NamedTuple):
    """Number of an element, and the key by which it was found."""

    number: int
    by: ToldBy


class SitePage:
    """A page of a site; hidden elements are never found."""

    def __init__(self, analysis: PageAnalysis, settings: SiteSettings) -> None:
        self.analysis, self.settings = analysis, settings
        self._tags = BLOCK_TAGS[settings.density.blocks]

    @cached_property
    def feature(self) -> PageFeature:
        """The paths of all block nodes and, depending on the settings, the kinds of all elements, hidden ones too."""
        seen = self.analysis.index.without(("head",))
        places = self.analysis.path_keys
        keys = [places.keys(PathSpec.ORDINALS)[seen.tagged(*BLOCK_TAGS["printed"])]]
        if self.settings.compares == "paths_and_kinds":
            keys.append(places.looks(StepKey.NAMES)[seen.numbers])
        return page_feature(self.analysis.document.ref, np.concatenate(keys))

    @cached_property
    def densities(self) -> BlockDensities:
        """H of the possible content blocks."""
        settings = self.settings.density
        return block_densities(counted_subset(self.analysis, settings), settings)

    @property
    def page_type(self) -> str:
        """The page type by the ensemble, empty if unknown."""
        return PageTypeEnsemble().classify(self.analysis.document).as_page_type().type

    @cached_property
    def vote(self) -> tuple[Place, float] | None:
        """The place of the block for which the page votes, and the weight of the vote; None if no block has text.

        The weight of a vote for the block with the largest H is this H; that of a vote by the block model is 1.
        """
        if self.settings.voter == "density":
            number, weight = self.densities.best, self.densities.highest
        else:
            number, weight = content_block(self.analysis, self.settings.voter, self._tags), 1.0
        return None if number is None else (self._place(number), weight)

    def find(self, template: Template) -> FoundBlock | None:
        """The block that a template finds; None if there is none."""
        shown_blocks = self.analysis.shown.kept & self.analysis.index.has_tag(self._tags)
        if not (found := find(self.analysis, template, shown_blocks)):
            return None
        numbers, at = found.numbers, list[int]()
        if len(numbers) > 1 and self.settings.identity == "key":  # the one at the path, else that with the largest H
            path = self.analysis.path_keys.at(template.place.steps, PathSpec[template.place.strictness])
            at = [number for number in numbers if number in path][:1]
        best = at or numbers
        return FoundBlock(best[0] if len(best) == 1 else max(best, key=self.densities.of), found.by)

    def _place(self, number: int) -> Place:
        """The place of a block; depending on the settings, runs of digits in names are masked."""
        index, steps = self.analysis.index, self.analysis.path_keys.steps(number, PathSpec.ORDINALS)
        names = index.attributes.given[number].get("id", ""), index.classes[number]
        identity, classes = map(mask_digits, names) if self.settings.identity == "key" else names
        return Place(identity, classes, steps)
