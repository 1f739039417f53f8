"""Measures every variant of the article, the list and the density algorithm on WCXB dev.

    python -m bench readings --wcxb PATH/wcxb-dev.tar.xz

Prints mean word F1 by page type with 95 % intervals (bootstrap over sites), as a Markdown table. The columns *choose*
and *report* are two halves of the sites, on pages of the method's own type (articles; listings and collections; all for
densities): the default is the best variant in the first; the second measures it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from multiprocessing import Pool
from pathlib import Path
from typing import Annotated, Any, Literal
from zlib import crc32

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.wcxb import read_wcxb
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError
from iawce.evaluate.measures.texts import word_scores
from iawce.extract.content.body import extract_body
from iawce.extract.content.content import Content
from iawce.extract.content.method import MethodSettings
from iawce.extract.papers.article import ArticleSettings, extract_article
from iawce.extract.papers.class_names import ListSettings, extract_list
from iawce.extract.papers.density import DensitySettings, LinkTerm, extract_density
from iawce.models.common.intervals import site_mean

TYPES = ("article", "documentation", "service", "product", "forum", "listing", "collection")
OWN = {"list": ("listing", "collection"), "density": TYPES}
"""Page types of a method, if not articles."""
_TERMS: tuple[LinkTerm, ...] = ("inverted", "reciprocal_of_sum", "none")
_BLOCKS: tuple[Literal["printed", "wide"], ...] = ("printed", "wide")
Choose = Callable[[Document], Content]


def settings() -> Iterator[tuple[str, Choose]]:
    """Every variant by name."""
    yield "whole body", lambda document: extract_body(PageAnalysis.of(document), MethodSettings())
    for variant in ("printed", "printed_m1", "inverted", "dominant"):
        for links in ("none", "all", "sentence"):
            base = ArticleSettings(variant=variant, links=links)
            for boilerplate in (True, False):
                name = f"article {variant}, {links.replace('none', 'no')} links{', no boilerplate' * (not boilerplate)}"
                yield name, _article(replace(base, boilerplate=boilerplate))
    for rank in ("O*L", "O*log L", "log O*log L", "L", "L/O"):
        yield f"list {rank}", _list(rank=rank)
    for first in (5, 10, 20):
        yield f"list O*L n={first}", _list(first=first)
    yield "list O*L own text", _list(text="own")
    yield "list O*L min 2", _list(min_occurrences=2)
    for first in (5, 10, 15):
        for least in (1, 2):
            chosen: dict[str, Any] = {"first": first, "min_occurrences": least, "boilerplate": False}
            yield f"list O*L no boilerplate n={first} min {least}", _list(**chosen)
            if least == 2:
                yield f"list O*L no boilerplate n={first} min 2 share 0.3", _list(**chosen, least_share=0.3)
    yield from _densities()


def _densities() -> Iterator[tuple[str, Choose]]:
    """Every variant of eq. 5 with the paper's blocks, then the sensible variants with other sizes and blocks."""
    paper = DensitySettings.paper()
    yield "density printed", _density(paper)
    yield "density reciprocal", _density(replace(paper, link_term="reciprocal"))
    inverted = replace(paper, link_term="inverted")
    for alpha in (0.0005, 0.001):
        yield f"density inverted, elements, alpha {alpha}", _density(replace(inverted, size="elements", alpha=alpha))
    variants = product(_TERMS, _BLOCKS, (True, False), (0.0, 0.002, 0.005, 0.01, 0.02))
    for term, blocks, boilerplate, alpha in variants:
        name = f"density {term}{', wide' * (blocks == 'wide')}{', no boilerplate' * (not boilerplate)}, alpha {alpha}"
        chosen = replace(paper, link_term=term, blocks=blocks, boilerplate=boilerplate, alpha=alpha)
        yield name, _density(chosen)


def _density(chosen: DensitySettings) -> Choose:
    return lambda document: extract_density(PageAnalysis.of(document), chosen)


def _article(chosen: ArticleSettings) -> Choose:
    return lambda document: extract_article(PageAnalysis.of(document), chosen)


def _list(**changes: Any) -> Choose:
    """The paper's settings with some changed."""
    chosen = replace(ListSettings.paper(), **changes)
    return lambda document: extract_list(PageAnalysis.of(document), chosen)


def wanted(only: str) -> list[tuple[str, Choose]]:
    """Variants whose name begins with ``only``."""
    return [(name, choose) for name, choose in settings() if name.startswith(only)]


def score(page: GoldPage, only: str = "") -> dict[str, float]:
    """Word F1 of every variant on one page."""
    try:
        document = open_document(page.page)
    except PageError:
        return {name: float(not page.text) for name, _ in wanted(only)}
    scores = {}
    for name, choose in wanted(only):
        chosen = choose(document)
        text = "\n".join(Texts(chosen.subset).lines(number) for number in chosen.elements)
        scores[name] = word_scores(text, page.text or "").f1
    return scores


def main(
    wcxb: Annotated[Path, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")],
    every: Annotated[int, typer.Option(min=1, help="Take each Nth page only.")] = 1,
    only: Annotated[str, typer.Option(help="Only variants whose name begins with this: article, list, density.")] = "",
    processes: Annotated[int, typer.Option(min=1)] = 2,
) -> None:
    pages = list(read_wcxb(wcxb))[::every]
    with Pool(processes) as pool:
        rows = pool.map(partial(score, only=only), pages, chunksize=8)
    print("| variant | choose | report | all |", " | ".join(f"{kind}" for kind in TYPES), "|")
    print("| --- " * (len(TYPES) + 4) + "|")
    for name, _ in wanted(only):
        own = next((kinds for method, kinds in OWN.items() if name.startswith(method)), ("article",))
        parts = [(own, 0), (own, 1), (TYPES, None), *(((kind,), None) for kind in TYPES)]
        print(f"| {name} |", " | ".join(_cell(pages, rows, name, kinds, half) for kinds, half in parts), "|")


def _cell(
    pages: list[GoldPage], rows: list[dict[str, float]], name: str, kinds: tuple[str, ...], half: int | None
) -> str:
    """Mean and interval over the pages of some types, of all sites or of one half of them."""
    chosen = [
        (row[name], page.site)
        for row, page in zip(rows, pages, strict=True)
        if page.type in kinds and half in (None, crc32(page.site.encode()) % 2)
    ]
    if not chosen:
        return "-"
    mean = site_mean([value for value, _ in chosen], [site for _, site in chosen])
    return f"{mean.value:.3f} ({mean.low:.2f}-{mean.high:.2f})"
