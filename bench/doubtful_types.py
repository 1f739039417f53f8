"""Pages whose page type is doubtful: their number, and the loss of extraction on them by method and type.

    python -m bench doubtful_types --wcxb PATH/wcxb-dev.tar.xz --predictions runs/html/predictions-html.jsonl

``predictions-html.jsonl`` is written by a training of the ensemble: each page was classified by members that were
trained on other sites. Prints the mean word F1 of the pages in each band of confidence, with 95 % intervals by site.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.wcxb import read_wcxb
from iawce.data.document import open_document
from iawce.data.errors import PageError
from iawce.data.labels import TYPE_OF, FineType
from iawce.evaluate.measures.texts import word_scores
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import RULES, ExtractSettings
from iawce.models.common.intervals import site_mean
from iawce.scripts.console import say

BANDS = ((0.0, 0.5), (0.5, 0.6), (0.6, 0.7), (0.7, 0.9))
"""Bands of confidence, lower bound included, upper bound excluded."""
Extract = Callable[[GoldPage, str, str], str]
"""Text of a page, given its likeliest and its true type."""


def by(settings: ExtractSettings, *, true_type: bool = False) -> Extract:
    """Extraction with these settings, as the likeliest type or as the true one."""

    def extract(page: GoldPage, guess: str, truth: str) -> str:
        try:
            analysis = PageAnalysis.of(open_document(page.page))
            return extract_content(analysis, truth if true_type else guess, settings).text
        except PageError:
            return ""

    return extract


WAYS = {
    "block model, type as classified": by(ExtractSettings(html=False)),
    "block model, true type": by(ExtractSettings(html=False), true_type=True),
    "block model, comments kept": by(ExtractSettings(html=False, comments="keep")),
    "rules, type as classified": by(ExtractSettings(method=RULES, html=False)),
    "rules, true type": by(ExtractSettings(method=RULES, html=False), true_type=True),
    "article": by(ExtractSettings(method="article", html=False)),
    "list": by(ExtractSettings(method="list", html=False)),
    "influence": by(ExtractSettings(method="influence", html=False)),
}


def main(
    wcxb: Annotated[Path, typer.Option(help="WCXB.")],
    predictions: Annotated[Path, typer.Option(help="predictions-html.jsonl of a training of the ensemble.")],
) -> None:
    """Print a table: a row for each band of confidence, a column for each way to extract."""
    rows = (json.loads(line) for line in predictions.read_text(encoding="utf-8").splitlines())
    by_page = {row["id"]: row["probabilities"] for row in rows}
    pages = [page for page in read_wcxb(wcxb) if page.text and f"wcxb-{page.id}" in by_page]
    say(f"| confidence | pages | type right | {' | '.join(WAYS)} |\n|{' --- |' * (3 + len(WAYS))}")
    for low, high in BANDS:
        inside = [page for page in pages if low <= max(by_page[f"wcxb-{page.id}"].values()) < high]
        if inside:
            say(f"| {low:.1f}–{high:.1f} | {len(inside)} | {' | '.join(_cells(inside, by_page))} |")


def _cells(pages: list[GoldPage], by_page: dict[str, dict[str, float]]) -> Iterator[str]:
    """Share of pages whose type is right, then the mean F1 of each way."""
    guesses = [max(shares, key=shares.__getitem__) for shares in (by_page[f"wcxb-{page.id}"] for page in pages)]
    truths = [str(TYPE_OF[FineType(page.type)]) for page in pages]
    sites = [page.site for page in pages]
    yield f"{sum(map(str.__eq__, guesses, truths)) / len(pages):.2f}"
    for extract in WAYS.values():
        texts = (extract(page, guess, truth) for page, guess, truth in zip(pages, guesses, truths, strict=True))
        scores = [word_scores(text, page.text or "").f1 for text, page in zip(texts, pages, strict=True)]
        yield "{:.3f} ({:.3f}–{:.3f})".format(*site_mean(scores, sites))
