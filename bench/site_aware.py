"""The gain from leaving out texts that repeat on a site, by page type.

    python -m bench site_aware --pagetype PATH/pagetype --sites PATH/sites --wcxb PATH/wcxb-dev.tar.xz

Three sets, each with the block model alone and without what repeats on the page's site: articles with weak gold
(``common/site_gold.py``); the pages of WCXB of sites with enough pages, by its page types; and lists of the page-type
corpus, where the score is the kept share of the titles of the site's own articles on the list. Here every page is
treated as if it were an article; ``extract`` leaves out nothing of other types. Prints a row for each set and type.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bench.common.site_gold import gold_sites, opened, score
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.document import Document
from iawce.data.dom.texts import Texts
from iawce.data.dom.web_address import host_of
from iawce.data.labels import PageType
from iawce.evaluate.measures.texts import word_scores
from iawce.extract.content.content import Content
from iawce.extract.content.method import METHODS
from iawce.extract.metadata.page_metadata import page_metadata
from iawce.extract.templates.site_boilerplate import (
    LEAST_PAGES,
    SiteBoilerplate,
    SiteCounter,
    SitePages,
    leave_out_repeated,
    site_host,
    text_keys,
)
from iawce.models.common.intervals import site_mean

SAME = 0.005
"""Difference of word F1 within which a page counts as equal."""
FEWEST = 3
"""Least titles on a list that is measured."""


@dataclass(frozen=True)
class Judged:
    """Scores of a page, 0 to 1, alone and without what repeats."""

    group: str
    site: str
    alone: float
    aware: float


def main(
    pagetype: Annotated[Path, typer.Option(help="The page-type corpus.")],
    sites: Annotated[Path, typer.Option(help="Folder of the mirrored sites.")],
    wcxb: Annotated[Path, typer.Option(help="wcxb-dev.tar.xz or its unpacked folder.")],
) -> None:
    print("| pages | how many | alone | without what repeats | better | worse |\n| --- | --- | --- | --- | --- | --- |")
    show([*articles(pagetype, sites)])
    show([*of_wcxb(wcxb)])
    show([*lists(pagetype)])


def articles(pagetype: Path, mirrors: Path) -> Iterator[Judged]:
    for site, pages in gold_sites(pagetype, mirrors):
        known = boilerplate_of(document for document, _ in pages)
        for document, gold in pages:
            if gold:
                alone, aware = both(document, known)
                f1, aware_f1 = score(alone, gold, by_template=False), score(aware, gold, by_template=False)
                yield Judged("articles, word F1", site, f1[0], aware_f1[0])
                yield Judged("articles, right", site, f1[1], aware_f1[1])


def of_wcxb(archive: Path) -> Iterator[Judged]:
    sites: dict[str, list[tuple[Document, str, str]]] = {}
    for gold in read_gold("wcxb", archive):
        host = host_of(gold.url)
        if host and gold.text and (document := opened(gold.page)):
            sites.setdefault(host, []).append((document, gold.type, gold.text))
    for site, pages in sites.items():
        if len(pages) >= LEAST_PAGES:
            known = boilerplate_of(document for document, _, _ in pages)
            for document, kind, text in pages:
                scores = [word_scores(text_of(content), text).f1 for content in both(document, known)]
                yield Judged(f"WCXB, {kind}, word F1", site, *scores)


def lists(pagetype: Path) -> Iterator[Judged]:
    sites: dict[str, list[tuple[Document, str]]] = {}
    for page in read_pagetype(pagetype):
        if document := opened(page.page):
            sites.setdefault(page.site, []).append((document, page.label))
    for site, pages in sites.items():
        known = boilerplate_of(document for document, _ in pages)
        titles = {page_metadata(PageAnalysis(document)).title for document, label in pages if label == PageType.ARTICLE}
        for document in (document for document, label in pages if label == PageType.LIST):
            kept_titles = titles.intersection(document.text_blocks.texts)
            if len(kept_titles) >= FEWEST:
                yield Judged(
                    "lists, titles kept", site, *(kept(content, kept_titles) for content in both(document, known))
                )


def boilerplate_of(pages: Iterable[Document]) -> SiteBoilerplate:
    """Texts that repeat on the pages of one site, whatever their addresses."""
    counter = SiteCounter()
    for document in pages:
        counter.add("", text_keys(document))
    return counter.settle()


def both(document: Document, known: SiteBoilerplate) -> tuple[Content, Content]:
    """Content of a page by the block model, alone and without what repeats."""
    method = METHODS["segmentation"]
    content = method.extract(PageAnalysis(document), method.settings.default())
    here = SiteBoilerplate({site_host(document): known.sites.get("", SitePages(0, frozenset()))})
    return content, leave_out_repeated(PageAnalysis(document), content, here)


def text_of(content: Content) -> str:
    return "\n".join(map(Texts(content.subset).lines, content.elements))


def kept(content: Content, titles: set[str]) -> float:
    """Share of the titles that are lines of the content."""
    lines = text_of(content)
    return sum(title in lines for title in titles) / len(titles)


def show(pages: list[Judged]) -> None:
    for group in dict.fromkeys(page.group for page in pages):
        found = [page for page in pages if page.group == group]
        sites = [page.site for page in found]
        alone, aware = [page.alone for page in found], [page.aware for page in found]
        change = [after - before for before, after in zip(alone, aware, strict=True)]
        better, worse = sum(each > SAME for each in change), sum(each < -SAME for each in change)
        means = f"{site_mean(alone, sites)} | {site_mean(aware, sites)}"
        print(f"| {group} | {len(found)} of {len(set(sites))} sites | {means} | {better} | {worse} |", flush=True)
