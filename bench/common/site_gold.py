"""Pages of sites with weak gold for their articles, and scores by it.

Gold is the text of the single element that the first matching selector of ``BODIES`` finds; these are class names that
themes give to the body of an article. Numbers do not count as words, since themes number the lines of code.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from iawce.data.datasets.mirrored_site import SUFFIX, read_mirrored_site
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.evaluate.measures.texts import word_scores
from iawce.extract.content.content import Content
from iawce.models.common.intervals import site_mean

BODIES = """
[itemprop=articleBody], .entry-content, .post-content, .post-body, .article-entry, .markdown-body, .td-content,
.article-content, .article__body, .page__content, .post__content, .e-content
"""
"""Selectors of the body of an article; the first that finds a single element is taken."""
NUMBER = re.compile(r"\b[0-9]+\b")
FEWEST = 20
"""Least words of a body."""
Known = tuple[Document, str]
"""A page and the text of its body, empty where it is unknown."""
Scores = tuple[float, bool, bool]
"""Word F1, whether the page is right, and whether a template chose it."""
Sites = dict[str, list[Known]]


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
        return document if len(document.index) else None  # a page that cannot be parsed fails here
    except PageError:
        return None


def body_of(document: Document) -> str:
    """Text of the single element that is named as a body."""
    for selector in BODIES.split(","):
        found = document.topmost(document.select(selector))
        if len(found) == 1 and document.body.kept[found[0]]:
            text = Texts(document.body).lines(found[0])
            return text if len(text.split()) >= FEWEST else ""
    return ""


def score(content: Content, gold: str, *, by_template: bool) -> Scores:
    text = "\n".join(Texts(content.subset).lines(number) for number in content.elements)
    found = word_scores(NUMBER.sub("", text), NUMBER.sub("", gold))
    return found.f1, found.recall >= 0.95 and found.precision >= 0.9, by_template


def show(name: str, sites: list[str], scores: list[Scores]) -> None:
    f1, right, by_template = zip(*scores, strict=True)
    share = sum(by_template) / len(by_template)
    print(f"| {name} | {site_mean(f1, sites)} | {site_mean(right, sites)} | {share:.2f} |", flush=True)
