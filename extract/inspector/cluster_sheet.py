"""The clusters of a site as one picture: for each, a page with the framed block of its template, and test results.

Pages that cannot be rendered as their readers saw them, saved without style sheets or without a browser, are shown as
outlines: the text of each block in one line, its depth, and whether it is kept.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import groupby
from typing import NamedTuple, TypeVar

import numpy as np
from PIL import Image, ImageDraw

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document, open_document
from iawce.data.dom.tags import HEADINGS
from iawce.data.errors import PageError, quantity
from iawce.data.picture import open_picture
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.page_view import LEVELS
from iawce.extract.inspector.picture import OTHER, Area, mark_areas
from iawce.extract.inspector.write_html import write_template
from iawce.extract.templates.site.drift import describe_template
from iawce.extract.templates.site.site_templates import SiteCluster, SiteTemplates

Item = TypeVar("Item")
COLUMNS, WIDTH, HEIGHT, GAP = 4, 360, 480, 24
"""Cards in a row; width and height of a picture, and the margin of a card, in pixels."""
FONT, LINE, CHARACTERS, LINES = 15, 19, 48, 9
"""Font size and height of a line, in pixels; most characters and lines of the text below a picture."""
ABOVE = 60
"""CSS px of the page that are shown above a block that begins below the visible part."""
PAPER, INK, EMPTY = (255, 255, 255), (30, 30, 30), (235, 235, 235)
NO_PAGE = "(no page of it is at hand)"
MAX_COUNT, MAX_LENGTH = 400, 120
"""Blocks of an outline, and characters of each."""


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
    chosen = index.inside([] if kept is None else [kept])[blocks.owners[blocks.starts]]
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


SMALL_FONT, ROW, INDENT, EDGE = 11, 15, 8, 6
"""Font size, height of a line, width of a level and of the margin in an outline, in pixels."""
BEFORE = 6
"""Blocks before the first kept one that are shown."""
PALE = (120, 120, 120)


def draw_outline(outline: Sequence[OutlinedBlock], size: tuple[int, int]) -> Image.Image:
    """The blocks that fit into the picture, in RGB, from a few before the first kept one."""
    width, height = size
    picture = Image.new("RGB", size, EMPTY)
    pen = ImageDraw.Draw(picture)
    first = max(0, next((place for place, block in enumerate(outline) if block.is_kept), 0) - BEFORE)
    shown = outline[first : first + height // ROW]
    for place, block in enumerate(shown):
        top, left = place * ROW, EDGE + block.level * INDENT
        if block.is_kept:
            pen.rectangle((0, top, width, top + ROW - 1), fill=PAPER)
        pen.text((left, top + 1), block.text, fill=INK if block.is_kept else PALE, font_size=SMALL_FONT)
    kept = [place for place, block in enumerate(shown) if block.is_kept]
    if kept:
        pen.rectangle((0, kept[0] * ROW, width - 1, (kept[-1] + 1) * ROW - 1), outline=OTHER, width=2)
    return picture


def largest_clusters(site: SiteTemplates, most: int) -> list[int]:
    """Numbers, from 0, of the clusters with the most pages, of those with enough for a template, in order."""
    large = [number for number, cluster in enumerate(site.clusters) if site.is_large(cluster)]
    return sorted(sorted(large, key=lambda number: -site.clusters[number].pages)[:most])


def choose_pages(site: SiteTemplates, wanted: Set[int], pages: Iterable[tuple[Item, Document]]) -> dict[int, Item]:
    """The first page of each requested cluster, by the number of the cluster; no further pages are read."""
    chosen: dict[int, Item] = {}
    for page, document in pages:
        assigned = site.assign(site.open(document))
        if assigned and assigned[0] in wanted:
            chosen.setdefault(assigned[0], page)
        if len(chosen) == len(wanted):
            break
    return chosen


def outline_clusters(site: SiteTemplates, numbers: list[int], pages: Mapping[int, Document]) -> str:
    """An HTML page with a card for each of these clusters, and the outline of a page of it."""
    cards = []
    for number in numbers:
        lines, outline = list(_describe_card(number, site.clusters[number])), list[OutlinedBlock]()
        if number in pages:
            outline = outline_of(pages[number], _block(site, site.clusters[number], pages[number]))
        else:
            lines.append(NO_PAGE)
        cards.append((lines, [(kept, list(run)) for kept, run in groupby(outline, lambda block: block.is_kept)]))
    return write_template("clusters", cards=cards)


def _block(site: SiteTemplates, cluster: SiteCluster, document: Document) -> int | None:
    found = site.open(document).find(cluster.template) if cluster.template else None
    return found.number if found else None


def draw_clusters(site: SiteTemplates, numbers: list[int], pages: Mapping[int, Snapshot | Document]) -> Image.Image:
    """A card for each of these clusters, in RGB, with a page as rendered, or else as an outline of its blocks."""
    rows = -(-len(numbers) // COLUMNS)
    wide, high = WIDTH + GAP, HEIGHT + LINES * LINE + 2 * GAP
    sheet = Image.new("RGB", (min(COLUMNS, len(numbers)) * wide + GAP, max(1, rows) * high + GAP), PAPER)
    pen = ImageDraw.Draw(sheet)
    for place, number in enumerate(numbers):
        left, top, cluster = GAP + place % COLUMNS * wide, GAP + place // COLUMNS * high, site.clusters[number]
        picture, problem = _draw_card(site, cluster, pages.get(number))
        sheet.paste(picture, (left, top))
        pen.rectangle((left - 1, top - 1, left + WIDTH, top + HEIGHT), outline=(170, 170, 170))
        text = "\n".join([*_write_card(number, cluster), *([problem] if problem else [])][:LINES])
        pen.multiline_text((left, top + HEIGHT + 8), text, fill=INK, font_size=FONT, spacing=4)
    return sheet


def _draw_card(site: SiteTemplates, cluster: SiteCluster, page: Snapshot | Document | None) -> tuple[Image.Image, str]:
    """A page of the cluster with its block, and its faults."""
    empty = Image.new("RGB", (WIDTH, HEIGHT), EMPTY)
    if page is None:
        return empty, NO_PAGE
    try:
        document = page if isinstance(page, Document) else open_document(page)
        block = _block(site, cluster, document)
        if isinstance(page, Document):
            return draw_outline(outline_of(document, block), (WIDTH, HEIGHT)), ""
        area = None if block is None else document.drawn_area(block, document.body)
        return _thumbnail(page, area), "" if area or not cluster.template else "(the block is not drawn here)"
    except PageError as error:
        return empty, f"({error.reason})"


def _thumbnail(snapshot: Snapshot, area: Area | None) -> Image.Image:
    """The part of the page that fits a card, from its top, or from the block if that begins further down."""
    page = open_picture(snapshot.screenshot).convert("RGB") if snapshot.screenshot else _draw_boxes(snapshot)
    scale = snapshot.scale if snapshot.screenshot else WIDTH / max(1, snapshot.viewport[0])
    shown = HEIGHT * page.width / (WIDTH * scale)
    top = area[1] - ABOVE if area and area[1] > 0.6 * shown else 0
    part = page.crop((0, round(top * scale), page.width, min(page.height, round((top + shown) * scale))))
    small = part.resize((WIDTH, max(1, round(part.height * WIDTH / page.width))), Image.Resampling.LANCZOS)
    shifted = [(area[0], area[1] - top, *area[2:])] if area else []
    card = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    card.paste(mark_areas(small, shifted, scale * WIDTH / page.width))
    return card


def _draw_boxes(snapshot: Snapshot) -> Image.Image:
    """The layout boxes of a page without a screenshot: text dark, pictures light."""
    scale = WIDTH / max(1, snapshot.viewport[0])
    page = Image.new("RGB", (WIDTH, max(1, min(round(snapshot.height * scale), 20 * HEIGHT))), PAPER)
    pen = ImageDraw.Draw(page)
    for box in snapshot.boxes:
        left, top = box.x * scale, box.y * scale
        right, bottom = left + max(0, box.width) * scale, top + max(0, box.height) * scale
        pen.rectangle((left, top, right, bottom), fill=(120, 120, 120) if box.kind == "t" else (200, 215, 230))
    return page


def _write_card(number: int, cluster: SiteCluster) -> Iterator[str]:
    *texts, page = _describe_card(number, cluster)
    for text in texts:
        yield from textwrap.wrap(text, CHARACTERS, max_lines=4, placeholder=" ...")
    yield page if len(page) <= CHARACTERS else f"... {page[4 - CHARACTERS :]}"


def _describe_card(number: int, cluster: SiteCluster) -> Iterator[str]:
    """Size of a cluster, the place of its content, its fields, and an example page."""
    test = cluster.test
    score = f"; density {test.density_share:.2f} of the densest" if test.found else ""
    yield f"cluster {number + 1}: {quantity(cluster.pages, 'page')} {cluster.page_type and f'({cluster.page_type})'}"
    yield f"{describe_template(cluster)}{score}"
    if cluster.fields:
        yield f"fields: {', '.join(dict.fromkeys(each.name for each in cluster.fields))}"
    yield cluster.seed.page
