"""How well templates of a site extract pages that they were not learned from: articles, fields, page types.

    python -m bench sites articles --pagetype PATH/pagetype --mirrors PATH/sites
    python -m bench sites fields PATH/book-booksamillion        # and --examples N
    python -m bench sites types --mirrors PATH/sites --books PATH/book-booksamillion

``articles``: the gold is weak, the text of the single element that the first matching selector of ``BODIES`` finds;
pages without one are only learned from. Templates for a page come from the pages of other folds. A page is right by the
measure of the paper: word recall from 0.95, precision from 0.90. Numbers do not count, since themes number lines of
code.

``fields``: pages of one bookshop, with gold for five fields, are learned from at even places in the order of their
names, and scored at the others. With ``--examples``, the gold of the first N learned pages is given; else names are
those on the pages. A page is right if all values equal the gold, without the colon with which some of it begins.

``types``: each page by itself, and by the vote of its cluster; in small clusters, or without a template, by itself.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.labelled_page import read_pagetype
from iawce.data.document import Document, open_document
from iawce.data.dom.texts import Texts
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.data.page import Page
from iawce.evaluate.measures import word_scores
from iawce.extract.content.content import Content
from iawce.extract.content.method import METHODS
from iawce.extract.templates.fields.field_template import EDGES, FieldTemplate, field_values
from iawce.extract.templates.site.site_page import SitePage, SiteSettings
from iawce.extract.templates.site.site_templates import SiteTemplates, extract_by_template
from iawce.extract.templates.site_boilerplate import SiteCounter, leave_out_repeated, text_keys
from iawce.models.common.intervals import site_mean
from tests.known_sites.mirrored_site import SUFFIX, read_mirrored_site

FOLDS = 8
BODIES = """
[itemprop=articleBody], .entry-content, .post-content, .post-body, .article-entry, .markdown-body, .td-content,
.article-content, .article__body, .page__content, .post__content, .e-content
"""
"""Selectors of the body of an article; the first that finds a single element is taken."""
NUMBER = re.compile(r"\b[0-9]+\b")
MIN_WORDS = 20
"""Words of a body."""
NAMES = {"publication_date": "date"}
"""Names of fields on the pages of the bookshop where they differ from the gold."""
Labelled = tuple[Document, str]
"""A page and its page type, or the text of its body, empty where it is unknown."""
Scores = tuple[float, bool, bool]
"""Word F1, whether the page is right, and whether a template chose it."""
Mirrors = Annotated[Path, typer.Option(help="Folder of the mirrored sites.")]


def articles(pagetype: Annotated[Path, typer.Option(help="The page-type corpus.")], mirrors: Mirrors) -> None:
    """The text of articles, by templates and by methods that see each page alone."""
    known = dict(gold_sites(pagetype, mirrors))
    names = [name for name, pages in known.items() for _, gold in pages if gold]
    print(f"{len(names)} pages with gold of {len(set(names))} sites\n")
    print("| system | word F1 | right | by a template |\n| --- | --- | --- | --- |")
    for name, scored in SYSTEMS.items():
        f1, right, by_template = zip(*(score for pages in known.values() for score in scored(pages)), strict=True)
        share = sum(by_template) / len(by_template)
        print(f"| {name} | {site_mean(f1, names)} | {site_mean(right, names)} | {share:.2f} |", flush=True)


def alone(method: str, pages: list[Labelled]) -> list[Scores]:
    """Scores of the pages with gold by a method."""
    return [_score(_take(method, PageAnalysis(document)), gold) for document, gold in pages if gold]


def without_repeated(method: str, pages: list[Labelled]) -> list[Scores]:
    """The same without the texts that stand on half of the pages of the site."""
    counter = SiteCounter()
    for document, _ in pages:
        counter.add("", text_keys(document))
    site, scores = counter.settle(), list[Scores]()
    for document, gold in pages:
        if gold:
            analysis = PageAnalysis(document)
            content = leave_out_repeated(analysis, _take(method, analysis), site)
            scores.append(_score(content, gold))
    return scores


def by_templates(settings: SiteSettings, pages: list[Labelled]) -> list[Scores]:
    """Scores of the pages with gold, each by templates from the pages of other folds; else by the voting method."""
    opened = [SiteTemplates(settings).open(document) for document, _ in pages]
    scores: dict[int, Scores] = {}
    for fold in range(FOLDS):
        site = SiteTemplates(settings)
        for number, page in enumerate(opened):
            if number % FOLDS != fold:
                site.learn(page.analysis.document)
        site.settle()
        for number, page in enumerate(opened):
            if number % FOLDS == fold and (gold := pages[number][1]):
                scores[number] = _apply(page, site, gold)
    return [scores[number] for number in sorted(scores)]


def _apply(page: SitePage, site: SiteTemplates, gold: str) -> Scores:
    content = extract_by_template(page.analysis, site)
    if isinstance(content, Content):
        return _score(content, gold, by_template=True)
    if site.settings.voter == "density":
        return _score(METHODS["density"].extract(page.analysis, site.settings.density), gold)
    return _score(_take("segmentation", page.analysis), gold)


def _take(method: str, analysis: PageAnalysis) -> Content:
    return METHODS[method].extract(analysis, METHODS[method].settings())


def _score(content: Content, gold: str, *, by_template: bool = False) -> Scores:
    text = "\n".join(Texts(content.subset).lines(number) for number in content.elements)
    found = word_scores(NUMBER.sub("", text), NUMBER.sub("", gold))
    return found.f1, found.recall >= 0.95 and found.precision >= 0.9, by_template


SYSTEMS: Mapping[str, Callable[[list[Labelled]], list[Scores]]] = {
    "whole body": partial(alone, "body"),
    "density": partial(alone, "density"),
    "block model": partial(alone, "segmentation"),
    "block model, without what repeats": partial(without_repeated, "segmentation"),
    "templates, paper": partial(by_templates, SiteSettings.paper()),
    "templates, default": partial(by_templates, SiteSettings(page_types="classified", fields="none")),
}
"""Without page types and fields, which do not affect the text."""


def gold_sites(pagetype: Path, mirrors: Path) -> Iterator[tuple[str, list[Labelled]]]:
    """Sites with an article whose body is known."""
    sites: dict[str, list[Labelled]] = {}
    for page in read_pagetype(pagetype):
        if document := _opened(page.page):
            sites.setdefault(page.site, []).append((document, page.label))
    sites |= {f"mirror {name}": pages for name, pages in read_mirrors(mirrors)}
    for name, pages in sites.items():
        known = [(document, body_of(document) if label == PageType.ARTICLE else "") for document, label in pages]
        if any(gold for _, gold in known):
            yield name, known


def read_mirrors(mirrors: Path) -> Iterator[tuple[str, list[Labelled]]]:
    """The pages of each mirrored site, with their labels."""
    for archive in sorted(mirrors.glob(f"*{SUFFIX}")):
        pages = [(_opened(page.page), page.label) for page in read_mirrored_site(archive)]
        yield archive.name.removesuffix(SUFFIX), [(document, label) for document, label in pages if document]


def _opened(page: Page) -> Document | None:
    try:
        document = open_document(page)
        return document if len(document.index) else None  # a page that cannot be parsed fails here
    except PageError:
        return None


def body_of(document: Document) -> str:
    """Text of the single element that is named as a body; empty if there is none."""
    for selector in BODIES.split(","):
        found = document.index.topmost(document.select(selector))
        if len(found) == 1 and document.body.kept[found[0]]:
            text = Texts(document.body).lines(found[0])
            return text if len(text.split()) >= MIN_WORDS else ""
    return ""


def fields(
    folder: Annotated[Path, typer.Argument(help="Pages and gold of one bookshop.")],
    examples: Annotated[int, typer.Option(min=0, help="Pages whose gold is given.")] = 0,
) -> None:
    """Fields of pages of one shop."""
    gold: dict[str, dict[str, list[str]]] = json.loads((folder / "gold.json").read_text(encoding="utf-8"))
    names = sorted(gold)
    given = {name: {key: _plain(gold[name][key]) for key in gold[name]} for name in names[::2][:examples]}
    pages = {page.id: page.page for page in read_gold("books", folder)}
    site = SiteTemplates(SiteSettings(), examples=given)
    for name in names[::2]:
        site.learn(open_document(pages[name]))
    site.settle()
    (learned,) = [cluster.fields for cluster in site.clusters if cluster.fields]
    scored = names[1::2]
    print("| field | pages | right |\n| --- | --- | --- |")
    for key in next(iter(gold.values())):
        right = [_is_right(open_document(pages[name]), learned, key, gold[name][key]) for name in scored]
        print(f"| {key} | {len(right)} | {site_mean(right, scored)} |")


def _is_right(document: Document, learned: Sequence[FieldTemplate], key: str, gold: list[str]) -> bool:
    """Whether the value of a field agrees with the gold; if not, it is printed."""
    said = field_values(PageAnalysis(document), learned)
    found = said.get(key) or said.get(NAMES.get(key, key)) or []
    if sorted(found) != sorted(_plain(gold)):
        print(f"  {document.ref} {key}: {found} for {_plain(gold)}")
        return False
    return True


def _plain(values: list[str]) -> list[str]:
    return [value.strip(EDGES) for value in values]


def types(mirrors: Mirrors, books: Annotated[Path, typer.Option(help="Pages of the bookshop.")]) -> None:
    """Page types, of each page by itself and by the vote of its cluster."""
    shop = [(open_document(page.page), str(PageType.PRODUCT)) for page in read_gold("books", books)]
    print("| site | pages | each by itself | by its cluster |\n| --- | --- | --- | --- |")
    for name, pages in [("bookshop", shop), *read_mirrors(mirrors)]:
        site = SiteTemplates()
        for document, _ in pages:
            site.learn(document)
        site.settle()
        by_itself = [SitePage(PageAnalysis(document), site.settings).page_type for document, _ in pages]
        voted = [site.page_type(PageAnalysis(page)) or own for (page, _), own in zip(pages, by_itself, strict=True)]
        right = [[said == label for said, (_, label) in zip(found, pages, strict=True)] for found in (by_itself, voted)]
        refs = [document.ref for document, _ in pages]
        print(f"| {name} | {len(pages)} | {site_mean(right[0], refs)} | {site_mean(right[1], refs)} |", flush=True)


COMMANDS = {"articles": articles, "fields": fields, "types": types}
