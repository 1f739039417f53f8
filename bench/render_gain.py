"""The gain from rendering saved HTML: word F1 from the HTML as it is, and through the browser, by kind of page.

    python -m bench render_gain PATH/wcxb-dev.tar.xz --every 6

These pages have no files beside them, so only style sheets within the HTML are known. `--render auto` is based on this
table.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.dom.words import count_words
from iawce.evaluate.measures.texts import word_scores
from iawce.extract import Extractor
from iawce.models.common.intervals import site_difference

_STYLE = re.compile(r"<style[^>]*>(.*?)</style", re.I | re.S)
_TAGS = re.compile(r"<(script|style|noscript)\b.*?(?:</\1\s*>|\Z)|<[^>]*+(?:>|\Z)", re.I | re.S)


def style_length(page: GoldPage) -> int:
    """Characters of its own style sheets."""
    return sum(map(len, _STYLE.findall(page.html)))


def words(page: GoldPage) -> int:
    """Words in its HTML."""
    return count_words(_TAGS.sub(" ", page.html))


GROUPS: dict[str, Callable[[GoldPage], bool]] = {
    "all": lambda _: True,
    "no style sheet inside": lambda page: style_length(page) == 0,
    "up to 2,000 characters of style": lambda page: 0 < style_length(page) <= 2_000,
    "up to 20,000": lambda page: 2_000 < style_length(page) <= 20_000,
    "up to 100,000": lambda page: 20_000 < style_length(page) <= 100_000,
    "more": lambda page: style_length(page) > 100_000,
    "fewer than 100 words": lambda page: words(page) < 100,
    "100 to 300 words": lambda page: 100 <= words(page) < 300,
}


def main(
    path: Annotated[Path, typer.Argument(help="wcxb-dev.tar.xz or its unpacked folder.")],
    every: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 6,
) -> None:
    known = read_gold("wcxb", path)
    pages = [page for number, page in enumerate(known) if number % every == 0 or words(page) < 300]
    scores: dict[str, list[float]] = {}
    for render in ("never", "always"):
        with Extractor(render=render) as extractor:
            rows = extractor.extract_many(page.page for page in pages)
            scores[render] = [word_scores(row.text, page.text or "").f1 for row, page in zip(rows, pages, strict=True)]
    print("| pages | number | as it is | rendered | rendered, less as it is |\n| --- | --- | --- | --- | --- |")
    for name, belongs in GROUPS.items():
        chosen = [place for place, page in enumerate(pages) if belongs(page)]
        before, after = ([scores[render][place] for place in chosen] for render in ("never", "always"))
        gain = site_difference(after, before, [pages[place].site for place in chosen])
        print(f"| {name} | {len(chosen)} | {np.mean(before):.3f} | {np.mean(after):.3f} | {gain.signed()} |")
