"""The text blocks of a page as an outline: the text of each in one line, its depth, and whether it is kept.

It shows the content that a template finds on pages that cannot be rendered as their readers saw them: pages saved
without style sheets, or without a browser.
"""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.texts import Blocks
from iawce.extract.inspector.picture import OTHER

MOST, CHARACTERS, LEVELS = 400, 120, 8
"""Blocks of an outline, characters of each, and levels of indentation."""


@dataclass(frozen=True, slots=True)
class OutlinedBlock:
    """A text block: ``level`` from 0 is its depth among the blocks of its page."""

    text: str
    level: int
    is_kept: bool
    is_heading: bool
    is_linked: bool


def outline_of(document: Document, kept: int | None) -> list[OutlinedBlock]:
    """The visible blocks of a page, in order; those around the kept ones, if they are too many.

    Args:
        document: the page.
        kept: number of the element whose blocks are kept; None keeps none.
    """
    blocks, index = PageAnalysis.of(document).blocks, document.index
    inside = np.zeros(len(index), bool)
    if kept is not None:
        inside[kept : index.ends[kept]] = True
    chosen = inside[blocks.owners[blocks.starts]]
    first = max(0, int(np.argmax(chosen)) - MOST // 4) if len(blocks) > MOST and chosen.any() else 0
    linked, levels, headings = (
        blocks.is_linked,
        block_levels(blocks),
        index.inside(np.flatnonzero(index.has_tag(HEADINGS))),
    )
    return [
        OutlinedBlock(
            textwrap.shorten(blocks.texts[place], CHARACTERS, placeholder=" …"),
            int(levels[place]),
            bool(chosen[place]),
            bool(headings[blocks.elements[place]]),
            bool(linked[place]),
        )
        for place in range(first, min(first + MOST, len(blocks)))
    ]


def block_levels(blocks: Blocks) -> NDArray[np.int64]:
    """Depth of each block among those of its page, 0 to ``LEVELS`` - 1, int64 (blocks,)."""
    depths = blocks.subset.index.depths[blocks.elements]
    ranks = np.unique(depths)
    return np.asarray(np.searchsorted(ranks, depths) * LEVELS // max(LEVELS, len(ranks)))


FONT, LINE, INDENT, EDGE = 11, 15, 8, 6
"""Font size, height of a line, width of a level and of the margin, in pixels."""
BEFORE = 6
"""Blocks before the first kept one that are shown."""
PAPER, INK, PALE, GROUND = (255, 255, 255), (30, 30, 30), (120, 120, 120), (235, 235, 235)


def draw_outline(outline: Sequence[OutlinedBlock], size: tuple[int, int]) -> Image.Image:
    """The blocks that fit into the picture, in RGB, from a few before the first kept one."""
    width, height = size
    picture = Image.new("RGB", size, GROUND)
    pen = ImageDraw.Draw(picture)
    first = max(0, next((place for place, block in enumerate(outline) if block.is_kept), 0) - BEFORE)
    shown = outline[first : first + height // LINE]
    for place, block in enumerate(shown):
        top, left = place * LINE, EDGE + block.level * INDENT
        if block.is_kept:
            pen.rectangle((0, top, width, top + LINE - 1), fill=PAPER)
        pen.text((left, top + 1), block.text, fill=INK if block.is_kept else PALE, font_size=FONT)
    kept = [place for place, block in enumerate(shown) if block.is_kept]
    if kept:
        pen.rectangle((0, kept[0] * LINE, width - 1, (kept[-1] + 1) * LINE - 1), outline=OTHER, width=2)
    return picture


HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Clusters of a site</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<style>
body { font: 14px/1.35 sans-serif; color: #1e1e1e; background: #fff; margin: 24px; overflow-wrap: anywhere }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(28em, 100%), 1fr)); gap: 24px }
section { border: 1px solid #aaa; padding: 12px; min-width: 0 }
h2 { font-size: 16px; margin: 0 0 4px } p { margin: 0 0 4px }
ol { list-style: none; padding: 0 }
li { margin-left: calc(var(--level) * 12px) }
ol.dropped { color: #767676; background: #f2f2f2; margin: 0 }
ol.kept { border: 3px solid #148246; padding: 4px; margin: 2px 0 }
.heading { font-weight: bold } .linked { text-decoration: underline }
div { max-height: 40em; overflow-y: auto }
</style></head><body><main>
"""


class Card(NamedTuple):
    """The card of a cluster: its description, and the outline of one of its pages."""

    lines: Sequence[str]
    outline: Sequence[OutlinedBlock]


def write_outlines(cards: Iterable[Card]) -> str:
    """An HTML page with a card for each cluster. It has no script, and sends no requests."""
    return f"{HEAD}{''.join(map(_card, cards))}</main></body></html>\n"


def _card(card: Card) -> str:
    title, *about = card.lines or ("",)
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in about)
    runs = groupby(card.outline, lambda block: block.is_kept)
    lists = "".join(
        f'<ol class="{"kept" if kept else "dropped"}">{"".join(map(_item, run))}</ol>' for kept, run in runs
    )
    return f"<section><h2>{escape(title)}</h2>{paragraphs}<div tabindex=0>{lists}</div></section>\n"


def _item(block: OutlinedBlock) -> str:
    names = " ".join(name for name, is_so in (("heading", block.is_heading), ("linked", block.is_linked)) if is_so)
    return f'<li class="{names}" style="--level:{block.level}">{escape(block.text)}</li>'
