"""The clusters of a site as one picture: for each, a page with the framed block of its template, and test results."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TypeVar

from PIL import Image, ImageDraw

from iawce.data.document import Document, open_document
from iawce.data.errors import PageError, quantity
from iawce.data.picture import open_picture
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.outline import Card, OutlinedBlock, draw_outline, outline_of, write_outlines
from iawce.extract.inspector.picture import Area, mark_areas
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


def largest_clusters(site: SiteTemplates, most: int) -> list[int]:
    """Numbers, from 0, of the clusters with the most pages, of those with enough for a template, in order."""
    large = [number for number, cluster in enumerate(site.clusters) if cluster.pages >= site.settings.fewest]
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
    """An HTML page with a card for each of these clusters, and the outline of a page of it.

    Args:
        site: what was learned.
        numbers: of the clusters, from 0.
        pages: a page of each that has one.
    """
    return write_outlines(
        Card(list(_describe_card(number, site.clusters[number])), _outline(site, site.clusters[number], pages[number]))
        if number in pages
        else Card([*_describe_card(number, site.clusters[number]), "(no page of it is at hand)"], ())
        for number in numbers
    )


def _outline(site: SiteTemplates, cluster: SiteCluster, document: Document) -> list[OutlinedBlock]:
    found = site.open(document).find(cluster.template) if cluster.template else None
    return outline_of(document, found.number if found else None)


def draw_clusters(site: SiteTemplates, numbers: list[int], pages: Mapping[int, Snapshot | Document]) -> Image.Image:
    """A card for each of these clusters, in RGB; without a page, its picture is empty.

    Args:
        site: what was learned.
        numbers: of the clusters, from 0.
        pages: a page of each: rendered, or shown as an outline of its blocks.
    """
    rows = -(-len(numbers) // COLUMNS)
    wide, high = WIDTH + GAP, HEIGHT + LINES * LINE + 2 * GAP
    sheet = Image.new("RGB", (min(COLUMNS, len(numbers)) * wide + GAP, max(1, rows) * high + GAP), PAPER)
    pen = ImageDraw.Draw(sheet)
    for place, number in enumerate(numbers):
        left, top = GAP + place % COLUMNS * wide, GAP + place // COLUMNS * high
        cluster = site.clusters[number]
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
        return empty, "(no page of it is at hand)"
    try:
        if isinstance(page, Document):
            return draw_outline(_outline(site, cluster, page), (WIDTH, HEIGHT)), ""
        area = _content_area(site, cluster, open_document(page))
        return _thumbnail(page, area), "" if area or not cluster.template else "(the block is not drawn here)"
    except PageError as error:
        return empty, f"({error.reason})"


def _content_area(site: SiteTemplates, cluster: SiteCluster, document: Document) -> Area | None:
    """The rectangle of the block of a cluster's template; None if it is not rendered."""
    found = site.open(document).find(cluster.template) if cluster.template else None
    return document.drawn_area(found.number, document.body) if found else None


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
