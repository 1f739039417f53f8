"""How well templates of a site do on pages that they were not learned from, beside each page by itself.

    python bench/site_templates.py --pagetype PATH/pagetype --sites PATH/sites

Gold is weak: the text of the one element of the page that the first fitting selector of ``BODIES`` finds, classes by
which themes name the body of an article. Pages without such an element are left out of the scores, and not out of
learning. Sites are dealt into folds by page, so that the templates for a page come from other pages of its site. Prints
a row for each system: mean word F1 with an interval over sites, and the share of pages that are right by the paper's
measure (word recall from 0.95 and precision from 0.90). Numbers are no words: themes number the lines of code.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from iawce.data.datasets.mirrored_site import SUFFIX, read_mirrored_site
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.data.open_document import open_document
from iawce.data.page import Page
from iawce.data.reading.block_text import block_text
from iawce.data.reading.page_reading import PageReading
from iawce.evaluate.measures.word_overlap import word_scores
from iawce.extract.content.content import Content
from iawce.extract.content.density import DensitySettings
from iawce.extract.content.methods import METHODS
from iawce.extract.templates.site.apply import extract_by_template
from iawce.extract.templates.site.leave_out_repeated import leave_out_repeated
from iawce.extract.templates.site.repeated_texts import text_keys
from iawce.extract.templates.site.settings import SiteSettings
from iawce.extract.templates.site.site_boilerplate import SiteCounter
from iawce.extract.templates.site.site_page import SitePage
from iawce.extract.templates.site.site_templates import SiteTemplates
from iawce.models.common.intervals import site_mean

BODIES = """
[itemprop=articleBody], .entry-content, .post-content, .post-body, .article-entry, .markdown-body, .td-content,
.article-content, .article__body, .page__content, .post__content, .e-content
"""
"""Selectors of the body of an article; the first that finds a single element is taken."""
FOLDS = 8
NUMBER = re.compile(r"\b[0-9]+\b")
FEWEST = 20
"""Words of a body."""
PAPER, DEFAULT = SiteSettings.paper(), SiteSettings(page_types="classified", fields="none")
"""Page types and fields change nothing in the text."""
INVERTED = replace(PAPER, density=replace(DensitySettings.paper(), link_term="inverted"))
VARIANTS = {
    "templates, paper": PAPER,
    "templates, paper, link density turned round": INVERTED,
    "the same, default densities": replace(INVERTED, density=DensitySettings()),
    "the same, kinds compared": replace(INVERTED, compares="paths_and_kinds", threshold=0.88),
    "the same, blocks told by id, class or path": replace(INVERTED, identity="key"),
    "the same, block model votes": replace(INVERTED, voter="segmentation"),
    "templates, default": DEFAULT,
    "default, from 6 pages": replace(DEFAULT, fewest=6),
    "default, paths compared": replace(DEFAULT, compares="paths", threshold=0.82),
    "default, densities vote": replace(DEFAULT, voter="density"),
    "default, blocks told by whole triples": replace(DEFAULT, identity="triple"),
    "default, div and table only": replace(DEFAULT, density=DensitySettings(blocks="printed")),
}
ALONE = {"whole body": "body", "density": "density", "block model": "segmentation"}
Known = tuple[Document, str]
"""A page and the text of its body, empty where it is unknown."""
Scores = tuple[float, bool, bool]
"""Word F1, whether the page is right, and whether a template chose it."""
Sites = dict[str, list[Known]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pagetype", type=Path, required=True)
    parser.add_argument("--sites", type=Path, required=True)
    arguments = parser.parse_args()
    sites = dict(gold_sites(arguments.pagetype, arguments.sites))
    names = [name for name, pages in sites.items() for _, gold in pages if gold]
    print(f"{len(names)} pages with gold of {len(set(names))} sites\n")
    print("| system | word F1 | right | by a template |\n| --- | --- | --- | --- |")
    for system in ("density, paper", *ALONE):
        show(system, names, [alone(page, system) for pages in sites.values() for page in pages if page[1]])
    for system in ALONE:
        scores = [found for pages in sites.values() for found in without_repeated(pages, system)]
        show(f"{system}, without what repeats", names, scores)
    for name, settings in VARIANTS.items():
        show(name, names, [score for pages in sites.values() for score in by_templates(pages, settings)])


def gold_sites(pagetype: Path, mirrors: Path) -> Iterator[tuple[str, list[Known]]]:
    """Sites with an article whose body is known."""
    sites: Sites = {}
    for page in read_pagetype(pagetype):
        if document := opened(page.page):
            sites.setdefault(page.site, []).append((document, body_of(document) if page.label == "article" else ""))
    for archive in sorted(mirrors.glob(f"*{SUFFIX}")):
        sites[f"mirror {archive.name.partition('.')[0]}"] = list(read_mirror(archive))
    return ((name, pages) for name, pages in sites.items() if any(gold for _, gold in pages))


def read_mirror(archive: Path) -> Iterator[Known]:
    """Pages with a label."""
    for document, label in read_labelled(archive):
        yield document, body_of(document) if label == "article" else ""


def read_labelled(archive: Path) -> Iterator[tuple[Document, str]]:
    """Pages and their labels."""
    for page in read_mirrored_site(archive):
        if document := opened(page.page):
            yield document, page.label


def opened(page: Page) -> Document | None:
    try:
        document = open_document(page)
        return document if len(document.index) else None  # what cannot be parsed fails here
    except PageError:
        return None


def body_of(document: Document) -> str:
    """Text of the one element that is named as a body."""
    for selector in BODIES.split(","):
        found = document.topmost(document.select(selector))
        if len(found) == 1 and document.body.kept[found[0]]:
            text = block_text(document.body, found[0])
            return text if len(text.split()) >= FEWEST else ""
    return ""


def alone(page: Known, system: str) -> Scores:
    return score(content_of(page[0], system), page[1], by_template=False)


def content_of(document: Document, system: str) -> Content:
    method = METHODS[ALONE.get(system, "density")]
    settings = DensitySettings.paper() if system == "density, paper" else method.settings.default()
    return method.extract(PageReading(document), settings)


def without_repeated(pages: list[Known], system: str) -> Iterator[Scores]:
    """Scores of what a system finds without the texts that stand on half of the pages of the site."""
    counter = SiteCounter()
    for document, _ in pages:
        counter.add("", text_keys(document))
    site = counter.settle()
    for document, gold in pages:
        if gold:
            content = content_of(document, system)
            yield score(
                leave_out_repeated(PageReading(document), PageType.ARTICLE, content, site), gold, by_template=False
            )


def by_templates(pages: list[Known], settings: SiteSettings) -> list[Scores]:
    """Scores of the pages with gold, each by templates from the pages of other folds."""
    opened = [SiteTemplates(settings).open(document) for document, _ in pages]
    scores: dict[int, Scores] = {}
    for fold in range(FOLDS):
        site = SiteTemplates(settings)
        for number, page in enumerate(opened):
            if number % FOLDS != fold:
                site.add(page)
        site.settle()
        for number, page in enumerate(opened):
            if number % FOLDS == fold and pages[number][1]:
                scores[number] = apply(page, site, pages[number][1])
    return [scores[number] for number in sorted(scores)]


def apply(page: SitePage, site: SiteTemplates, gold: str) -> Scores:
    content = extract_by_template(page.reading, site)
    if isinstance(content, Content):
        return score(content, gold, by_template=True)
    method = METHODS["density" if site.settings.voter == "density" else "segmentation"]
    settings = site.settings.density if site.settings.voter == "density" else method.settings.default()
    return score(method.extract(page.reading, settings), gold, by_template=False)


def score(content: Content, gold: str, *, by_template: bool) -> Scores:
    text = "\n".join(block_text(content.subset, number) for number in content.elements)
    found = word_scores(NUMBER.sub("", text), NUMBER.sub("", gold))
    return found.f1, found.recall >= 0.95 and found.precision >= 0.9, by_template


def show(name: str, sites: list[str], scores: list[Scores]) -> None:
    f1, right, by_template = zip(*scores, strict=True)
    share = sum(by_template) / len(by_template)
    print(f"| {name} | {site_mean(f1, sites)} | {site_mean(right, sites)} | {share:.2f} |", flush=True)


if __name__ == "__main__":
    main()
