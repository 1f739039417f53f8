"""Measures thresholds and readings of the influence-weighted DOM on WCXB dev.

    python -m bench influence_thresholds --wcxb PATH/wcxb-dev.tar.xz --every 6

Prints completeness (mean recall of the gold words, share of pages with a recall of at least 0.95 and of at least 0.9),
precision, word F1 and compression (of text and of pruned HTML) as a Markdown table. *choose* and *report* are two
halves of the sites: the default is the variant with the best F1 in the first among those whose completeness there is at
least 0.90, as in the paper; the second half measures it. ``--by-type NAME`` adds rows for each of the seven page types,
and for articles, lists, threads and products, to the variants whose name begins so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Annotated, Any
from zlib import crc32

import numpy as np
import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import open_document
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError
from iawce.data.labels import TYPE_OF, FineType, PageType
from iawce.evaluate.measures.texts import completeness, compression, word_scores
from iawce.extract.output.html import clean_html
from iawce.extract.papers.influence import InfluenceSettings, extract_influence

HEAD = ("variant", "pages", "part", "mean recall", ">= 0.95", ">= 0.9", "precision", "F1", "text", "HTML")
PRINTED = ("paper", "default")
"""Variants whose HTML is measured, too; of the others it is 0."""
HIGH_VISION = (1.0, 0.9, 0.9, 0.05, 0.02, 0.0)
"""Initial influences with which headings outside of text blocks reach the threshold."""
Row = tuple[float, float, float, float, float]
"""Recall, precision, F1, compression of text and of HTML."""
NOTHING: Row = (0.0, 0.0, 0.0, 0.0, 0.0)


def variants() -> Iterator[tuple[str, InfluenceSettings]]:
    """Every variant by name."""
    paper, default = InfluenceSettings.paper(), InfluenceSettings.default()
    yield "paper", paper
    yield "default", default
    yield "paper, scale 0 (nothing pruned)", replace(paper, scale=0.0)
    for low in ((0.1, 0.05), (0.02, 0.01)):
        yield f"paper, BLOCK and LINK {low}", replace(paper, initial=(1.0, 0.9, 0.5, *low, 0.0))
    changes: tuple[dict[str, Any], ...] = (
        {"over": "nodes"},
        {"emphasis": "added"},
        {"boilerplate": False},
        {"never_empty": True},
        *({"threshold": "mean", "scale": scale} for scale in (0.5, 0.7, 1.0)),
        *({"threshold": "number", "scale": scale} for scale in (0.8, 1.0, 1.2, 1.5, 2.0)),
        *({"scale": scale} for scale in (0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.5)),
    )
    for change in changes:
        yield f"paper, {_name(change)}", replace(paper, **change)
    for scale in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1):
        yield f"default, scale {scale}", replace(default, scale=scale)
        yield f"default, VISION 0.9, scale {scale}", replace(default, initial=HIGH_VISION, scale=scale)


def _name(change: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in change.items())


def wanted(only: str) -> list[tuple[str, InfluenceSettings]]:
    """Variants whose name begins as this regular expression says."""
    return [(name, settings) for name, settings in variants() if re.match(only, name)]


def score(page: GoldPage, only: str = "") -> list[Row]:
    """Every variant on one page."""
    try:
        document = open_document(page.page)
        analysis = PageAnalysis.of(document)
    except PageError:
        return [NOTHING for _ in wanted(only)]
    rows = []
    for name, settings in wanted(only):
        chosen = extract_influence(analysis, replace(settings, title=False))
        text = "\n".join(Texts(chosen.subset).lines(number) for number in chosen.elements)
        words = word_scores(text, page.text or "")
        html = clean_html(chosen, page.url) if name in PRINTED else ""
        sizes = compression(text, page.body), compression(html, page.body)
        rows.append((words.recall, words.precision, words.f1, *sizes))
    return rows


def describe(name: str, part: str, rows: Sequence[Row]) -> str:
    """A line of the table."""
    table = np.array(rows)
    if not len(table):
        return f"| {name} | 0 | {part} | " + " | ".join("-" * 7) + " |"
    complete = completeness(table[:, 0].tolist())
    means = (*complete, float((table[:, 0] >= 0.9).mean()), *table[:, 1:].mean(axis=0))
    return f"| {name} | {len(table)} | {part} | " + " | ".join(f"{value:.3f}" for value in means) + " |"


def main(
    wcxb: Annotated[Path, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")],
    every: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 1,
    only: Annotated[str, typer.Option(help="Only variants whose name begins so: paper, 'default$|paper$'.")] = "",
    by_type: Annotated[str, typer.Option(help="Begin of the names of variants shown by page type, too.")] = "",
    processes: Annotated[int, typer.Option(min=1)] = 2,
) -> None:
    pages = [page for page in read_gold("wcxb", wcxb)[::every] if page.text]
    with Pool(processes) as pool:
        scores = pool.map(partial(score, only=only), pages, chunksize=4)
    print("|", " | ".join(HEAD), "|\n" + "| --- " * len(HEAD) + "|")
    types = ("", *TYPE_OF, *(f"{of}s" for of in PageType)) if by_type else ("",)
    for place, (name, _) in enumerate(wanted(only)):
        for page_type in types if re.match(by_type, name) else ("",):
            for half, part in enumerate(("choose", "report")):
                found = [row[place] for row, page in zip(scores, pages, strict=True) if is_in(page, half, page_type)]
                print(describe(f"{name} {page_type}".strip(), part, found))


def is_in(page: GoldPage, half: int, page_type: str) -> bool:
    """Whether a page belongs to a half of the sites and to a type, finer or not; to any if the type is empty."""
    types = ("", page.type, f"{TYPE_OF[FineType(page.type)]}s")
    return crc32(page.site.encode()) % 2 == half and page_type in types
