"""Any page: the block with the largest density H of text outside of links.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, eqs 2 to 5, as in its first
experiment: without clusters, the best block of the page. H is the product of the block's share of the page's text, a
term of its links and the share of its text outside of links, divided by 1 + alpha times its size.

Deviations: the printed paper lacks the three densities that are multiplied, the size and alpha. A larger share of the
page's links means noise, yet as printed it raises H, and makes that of a block without links 0. Inverted (1 minus that
share, 1 divided by it, or by 1 more than it), it still depends on how many links the page has beside its content, so by
default it is left out, as the share of text outside links gives the same information (``link_term``; ``printed`` in the
mode ``paper``). The size is the number of blocks, or elements, in the block (``size``); alpha is 0.002, in the mode
``paper`` 0.01. Blocks are ``div`` and ``table`` in the mode ``paper``, by default also the newer elements for them
(``blocks``). Site headers, footers, asides, forms and menus count only in the mode ``paper`` (``boilerplate``). A page
without blocks, or all of whose blocks have an H of 0, gives its body.
"""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Floats, Ints
from iawce.data.dom.element_index import DomMask
from iawce.data.limits import NonNegative
from iawce.extract.content.boilerplate import find_boilerplate
from iawce.extract.content.content import Content, Scores
from iawce.extract.content.method import MethodSettings, register_method

LinkTerm = Literal["printed", "inverted", "reciprocal", "reciprocal_of_sum", "none"]
BLOCK_TAGS = {
    "printed": ("div", "table"),
    "wide": ("div", "table", "article", "section", "main", "td", "ul", "ol", "dl"),
}
SCORES = {"density": "text density of the chosen block", "blocks": "blocks that were compared"}


class TextDensity(NamedTuple):
    """Densities of some elements, float64 (blocks,)."""

    text: Floats  # Characters outside of links, divided by those of the page (eq. 2)
    links: Floats  # Number of links, divided by that of the page (eq. 3)
    node_text: Floats  # Characters outside of links, divided by all characters of the block (eq. 4)
    link_count: Ints  # Number of links
    page_links: int  # That of the page


def text_density(subset: DomMask, blocks: Ints) -> TextDensity:
    """Densities of these elements; spaces do not count, and every divisor is one larger than its count."""
    index = subset.index
    lengths = np.array([len("".join(text.split())) for text in index.text_nodes.texts], np.int64)
    own = np.bincount(index.text_nodes.owners, np.where(subset.text_nodes, lengths, 0), len(index)).astype(np.int64)
    is_link = index.has_tag(("a",))
    in_link = index.inside(index.tagged("a"))
    plain, every = subset.subtree_sums(np.where(in_link, 0, own)), subset.subtree_sums(own)
    links = subset.subtree_sums(is_link)
    return TextDensity(
        plain[blocks] / (1 + plain[0]),
        links[blocks] / (1 + links[0]),
        plain[blocks] / (1 + every[blocks]),
        links[blocks],
        int(links[0]),
    )


def combined_density(density: TextDensity, sizes: Ints, *, link_term: LinkTerm = "inverted", alpha: float) -> Floats:
    """H of each block, float64 (blocks,): the product of three densities by 1 + ``alpha`` times its size (eq. 5).

    ``link_term``: the density of links as ``printed``; 1 minus it (``inverted``); 1 divided by it (``reciprocal``; a
    block without links counts as one with a single link), or by 1 more than it; or ``none``.
    """
    terms = {
        "printed": density.links,
        "inverted": 1 - density.links,
        "reciprocal": (1 + density.page_links) / np.maximum(density.link_count, 1),
        "reciprocal_of_sum": 1 / (1 + density.links),
        "none": np.ones(len(sizes)),
    }
    return np.asarray(density.text * terms[link_term] * density.node_text / (1 + alpha * sizes))


def nested_counts(subset: DomMask, blocks: Ints) -> Ints:
    """Number of these elements inside each of them, int64 (blocks,)."""
    is_block = np.zeros(len(subset.index), bool)
    is_block[blocks] = True
    return np.asarray(subset.subtree_sums(is_block)[blocks] - 1)


@dataclass(frozen=True, slots=True)
class DensitySettings(MethodSettings):
    """Named constants of the method.

    ``link_term``: how the links of a block count. ``size``: the items that are counted in a block. ``alpha``: its
    weight. ``blocks``: ``div`` and ``table``, or more. ``boilerplate``: whether site headers, footers, asides, forms
    and menus count and are printed. Raises UsageError: ``alpha`` is not a number from 0.
    """

    PAPER: ClassVar[dict[str, Any]] = {"link_term": "printed", "alpha": 0.01, "blocks": "printed", "boilerplate": True}

    link_term: LinkTerm = "none"
    size: Literal["blocks", "elements"] = "blocks"
    alpha: NonNegative = 0.002
    blocks: Literal["printed", "wide"] = "wide"
    boilerplate: bool = False


class BlockDensities(NamedTuple):
    """The blocks of a page in document order, int64 (blocks,), and H of each, float64 (blocks,), 0 to 1."""

    blocks: Ints
    density: Floats

    @property
    def best(self) -> int | None:
        """Number of the block with the largest H, the first of several; None if no block has any."""
        place = int(np.argmax(self.density)) if len(self.blocks) else 0
        return int(self.blocks[place]) if len(self.blocks) and self.density[place] > 0 else None

    @property
    def highest(self) -> float:
        """The largest H, 0 without a block."""
        return float(self.density.max(initial=0.0))

    def of(self, number: int) -> float:
        """H of an element, 0 if it is not a block."""
        place = int(np.searchsorted(self.blocks, number))
        is_block = place < len(self.blocks) and self.blocks[place] == number
        return float(self.density[place]) if is_block else 0.0


def counted_subset(analysis: PageAnalysis, settings: DensitySettings) -> DomMask:
    """The part of a page that counts: everything visible, by default without boilerplate."""
    subset = analysis.shown
    return subset if settings.boilerplate else analysis.without(("head",), find_boilerplate(subset))


def block_densities(subset: DomMask, settings: DensitySettings) -> BlockDensities:
    """H of all blocks in the part of a page that counts."""
    index, blocks = subset.index, subset.tagged(*BLOCK_TAGS[settings.blocks])
    sizes = nested_counts(subset, blocks) if settings.size == "blocks" else index.ends[blocks] - blocks - 1
    density = combined_density(text_density(subset, blocks), sizes, link_term=settings.link_term, alpha=settings.alpha)
    return BlockDensities(blocks, density)


@register_method("density", DensitySettings, SCORES)
def extract_density(analysis: PageAnalysis, settings: DensitySettings) -> Content:
    """Text density: the block with most text for its links and size."""
    subset = counted_subset(analysis, settings)
    found = block_densities(subset, settings)
    best = found.best
    bodies = subset.tagged("body").tolist() or [0]
    scores: Scores = {"density": round(found.highest, 6), "blocks": len(found.blocks)}
    return Content((bodies[0] if best is None else best,), subset, scores=scores)
