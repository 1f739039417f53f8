"""The clusters of a site as one HTML page: for each, the outline of the blocks of a page, kept ones framed."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from iawce.extract.output.block_outline import OutlinedBlock

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
