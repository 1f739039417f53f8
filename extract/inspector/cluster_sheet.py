"""The clusters of a site on one page: test results, and an outline (text and depth of blocks) with the kept block."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import groupby
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.tags import HEADINGS
from iawce.data.errors import quantity
from iawce.extract.inspector.view_page import LEVELS
from iawce.extract.inspector.write_html import write_template
from iawce.extract.templates.site.site_templates import SiteCluster, SiteTemplates, describe_template

NO_PAGE = "(no page of it is at hand)"
MAX_COUNT, MAX_LENGTH = 400, 120  # Blocks of an outline, and characters of each


class OutlinedBlock(NamedTuple):
    """A text block: ``level`` from 0 is its depth among the blocks of its page."""

    text: str
    level: int
    is_kept: bool
    is_heading: bool
    is_linked: bool


def outline_of(document: Document, kept: int | None) -> list[OutlinedBlock]:
    """The visible blocks of a page, in order; those around the kept ones, if they are too many.

    ``kept``: number of the element whose blocks are kept; None keeps none.
    """
    blocks, index = PageAnalysis.of(document).blocks, document.index
    chosen = index.inside([] if kept is None else [kept])[blocks.firsts]
    first = max(0, int(np.argmax(chosen)) - MAX_COUNT // 4) if len(blocks) > MAX_COUNT and chosen.any() else 0
    linked, levels, headings = blocks.is_linked, blocks.levels(LEVELS), index.inside(index.tagged(*HEADINGS))
    return [
        OutlinedBlock(
            textwrap.shorten(blocks.texts[place], MAX_LENGTH, placeholder=" …"),
            int(levels[place]),
            bool(chosen[place]),
            bool(headings[blocks.elements[place]]),
            bool(linked[place]),
        )
        for place in range(first, min(first + MAX_COUNT, len(blocks)))
    ]


def largest_clusters(site: SiteTemplates, most: int) -> list[int]:
    """Numbers, from 0, of the clusters with the most pages, of those with enough for a template, in order."""
    large = [number for number, cluster in enumerate(site.clusters) if site.is_large(cluster)]
    return sorted(sorted(large, key=lambda number: -site.clusters[number].pages)[:most])


def choose_pages(site: SiteTemplates, wanted: Set[int], pages: Iterable[Document]) -> dict[int, Document]:
    """The first page of each requested cluster, by the number of the cluster; no further pages are read."""
    chosen: dict[int, Document] = {}
    for document in pages:
        assigned = site.assign(site.open(document))
        if assigned and assigned[0] in wanted:
            chosen.setdefault(assigned[0], document)
        if len(chosen) == len(wanted):
            break
    return chosen


def outline_clusters(site: SiteTemplates, numbers: list[int], pages: Mapping[int, Document]) -> str:
    """An HTML page with a card for each of these clusters, and the outline of a page of it."""
    cards = []
    for number in numbers:
        lines, outline = list(_describe_card(number, site.clusters[number])), list[OutlinedBlock]()
        if number in pages:
            template = site.clusters[number].template
            found = site.open(pages[number]).find(template) if template else None
            outline = outline_of(pages[number], found.number if found else None)
        else:
            lines.append(NO_PAGE)
        cards.append((lines, [(kept, list(run)) for kept, run in groupby(outline, lambda block: block.is_kept)]))
    return write_template("clusters", cards=cards)


def _describe_card(number: int, cluster: SiteCluster) -> Iterator[str]:
    """Size of a cluster, the place of its content, its fields, and an example page."""
    test = cluster.test
    score = f"; density {test.density_share:.2f} of the densest" if test.found else ""
    yield f"cluster {number + 1}: {quantity(cluster.pages, 'page')} {cluster.page_type and f'({cluster.page_type})'}"
    yield f"{describe_template(cluster)}{score}"
    if cluster.fields:
        yield f"fields: {', '.join(dict.fromkeys(each.name for each in cluster.fields))}"
    yield cluster.seed.page
