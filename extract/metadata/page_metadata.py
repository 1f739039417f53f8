"""The title of a page, the facts about it, and whether its markup agrees with the visible page."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from iawce.data.analysis.markup_metadata import MarkupMetadata, SchemaItem, headlines_of, texts_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.errors import PageWarning, WarningKind
from iawce.data.labels import PageType
from iawce.data.network.address import join
from iawce.extract.content.content import Breadcrumb, FoundRecord, Metadata, Product
from iawce.extract.metadata.authors import (
    bylines,
    choose_authors,
    claimed_authors,
    is_name,
    organisations,
    unmarked_bylines,
)
from iawce.extract.metadata.dates import Dates, choose_dates, claimed_dates, disagreeing, shown_dates
from iawce.extract.metadata.off_topic import elsewhere
from iawce.extract.metadata.pagination import next_page
from iawce.extract.metadata.product import ProductFacts, find_product
from iawce.extract.metadata.title import Title, find_title

MAX_KEYWORDS, MAX_BREADCRUMBS = 50, 20
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_LICENCE = re.compile("creativecommons.org/(?:licenses|publicdomain)/")


class PageMetadata(NamedTuple):
    """The title of a page, the facts about it, warnings where markup and page disagree, the element of the title."""

    title: str
    metadata: Metadata = Metadata()
    warnings: tuple[PageWarning, ...] = ()
    heading: int = 0


class _Page(NamedTuple):
    """Data for finding several facts; ``apart``: whether each element is about other things, bool (elements,)."""

    analysis: PageAnalysis
    title: Title
    works: list[SchemaItem]
    sold: ProductFacts | None
    language: str
    apart: Bools

    @property
    def product(self) -> Product | None:
        """The product that it is about."""
        return self.sold.product if self.sold else None


def page_metadata(analysis: PageAnalysis, page_type: str = "", records: Sequence[FoundRecord] = ()) -> PageMetadata:
    """Title and metadata of a page; linear in its size, never raises for the content of a page.

    ``page_type``: for a ``product``, visible facts count if the markup has none; ``records``: of the page; the first
    post of a ``thread`` gives author and date if the markup gives none.
    """
    page, tags = _read(analysis, page_type), analysis.document.meta_tags
    named, claimed = claimed_authors(page.works, tags), claimed_dates(page.works, tags)
    shown = shown_dates(analysis, page.title.heading, page.apart, page.language)
    text = _text(analysis.index) if page.works or page.product or named else ""  # nothing else is searched in it
    facts = disagreeing(
        text,
        headlines=headlines_of(page.works),
        authors=named,
        dates=claimed,
        shown=shown,
        product=page.product,
    )
    warnings = tuple(PageWarning(WarningKind.DISAGREES, fact) for fact in facts)
    dates = choose_dates(claimed, shown, analysis.document.base_url)
    lines = [] if page.product else bylines(analysis, page.title.heading, page.apart)
    if post := _opening_post(page, named, lines, records) if page_type == PageType.THREAD else None:
        lines = [[post.texts["author"]]]
        dates = dates if claimed.published or not post.texts.get("date") else _thread_dates(page, dates, post)
    authors = tuple(_authors(page, named, lines, text))
    return PageMetadata(page.title.text, _metadata(page, authors, dates), warnings, page.title.heading)


def page_title(analysis: PageAnalysis) -> PageMetadata:
    """The title of a page alone."""
    title = find_title(analysis)
    return PageMetadata(title.text, heading=title.heading)


def _read(analysis: PageAnalysis, page_type: str) -> _Page:
    claims, title = analysis.markup_metadata, find_title(analysis)
    works = claims.works(title.text)
    language, apart = in_language(analysis.index, claims, works), elsewhere(analysis)
    return _Page(analysis, title, works, find_product(analysis, title, apart, page_type), language, apart)


def _opening_post(
    page: _Page, named: list[str], lines: list[list[str]], records: Sequence[FoundRecord]
) -> FoundRecord | None:
    """The first post if its author and place are known, and nobody else is the author.

    That is, neither the markup nor the byline nearest to the title, before the post, names another one.
    """
    post = records[0] if records and not _is_later_page(page.analysis.index) else None
    author = post.texts.get("author", "") if post and post.elements else ""
    if post is None or not is_name(author):
        return None
    if named:
        return post if author in named else None
    before = bylines(page.analysis, page.title.heading, _apart_with(page, post)) if lines else []
    return None if lines and lines[0] in before and author not in lines[0] else post


def _apart_with(page: _Page, post: FoundRecord) -> Bools:
    """The elements that are apart, and all from a post on; bool (elements,)."""
    return page.apart | (np.arange(len(page.apart)) >= post.elements[0])


def _is_later_page(index: ElementIndex) -> bool:
    """Whether a page names one before it."""
    given = index.attributes.given
    return any("prev" in given[number]["rel"].lower().split() for number in index.attributes.having("rel"))


def _thread_dates(page: _Page, dates: Dates, post: FoundRecord) -> Dates:
    """The dates of a thread: published is when its first post was written, else a date before this post."""
    if post.texts.get("date_iso"):
        return dates._replace(published=post.texts["date_iso"])
    before = shown_dates(page.analysis, page.title.heading, _apart_with(page, post), page.language)
    return dates._replace(published=choose_dates(Dates(), before, page.analysis.document.base_url).published)


def _authors(page: _Page, named: list[str], lines: list[list[str]], text: str) -> list[str]:
    """The authors, from markup and page; for a product, only those of the markup.

    An unmarked line counts only if nothing else names an author: on news, it named the wrong ones beside agencies in
    the markup.
    """
    document = page.analysis.document
    groups = organisations(page.works, document.meta_tags, document.base_url)
    if not (page.product or lines or named):
        lines = unmarked_bylines(page.analysis, page.title.heading, page.apart, page.language)
    return choose_authors(named, lines, groups, text)


def _metadata(page: _Page, authors: tuple[str, ...], dates: Dates) -> Metadata:
    analysis, works, document = page.analysis, page.works, page.analysis.document
    claims, tags, base = analysis.markup_metadata, document.meta_tags, document.base_url
    pictures = tags.texts(
        ("og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src", "image_src")
    )
    in_works = [text for thing in works for text in _image(thing.get("image"))]
    return Metadata(
        authors=authors,
        date_published=dates.published,
        date_modified=dates.modified,
        description=tags.first("og:description", "description", "twitter:description", "dc.description")
        or _first(_texts(works, "description")),
        site_name=tags.first("og:site_name")
        or _first(claims.sites)
        or tags.first("application-name", "apple-mobile-web-app-title"),
        in_language=page.language,
        canonical_url=_first(_addresses([tags.first("canonical"), tags.first("og:url")], base)),
        next_page=next_page(analysis.index, base, document.url),
        main_image=_first(_addresses([*pictures[:1], *in_works, *pictures[1:]], base))
        or (page.sold.picture if page.sold else ""),
        breadcrumbs=_breadcrumbs(claims, base),
        article_section=tags.first("article:section", "parsely-section") or _first(_texts(works, "articleSection")),
        keywords=_keywords(claims, works),
        license=_license(analysis.index, claims, works, base),
        product=page.product,
    )


def _text(index: ElementIndex) -> str:
    """The text of the page without its head, case-folded."""
    start = next((int(index.first_text_node[number]) for number in index.tagged("body")), 0)
    return " ".join(index.text_nodes.texts[start:]).casefold()


def in_language(index: ElementIndex, claims: MarkupMetadata, works: Sequence[SchemaItem]) -> str:
    """The declared language, BCP 47; empty if there is none."""
    roots = [index.attributes.given[number].get("lang", "") for number in index.tagged("html")[:1]]
    tags = [claims.tags.first(name) for name in ("content-language", "language", "dc.language", "og:locale")]
    given = [*roots, *_texts(works, "inLanguage"), *tags]
    found = (text.strip().replace("_", "-") for text in given if _LANGUAGE.fullmatch(text.strip()))
    return next((f"{text[:2].lower()}{text[2:]}" for text in found), "")


def _license(index: ElementIndex, claims: MarkupMetadata, works: Sequence[SchemaItem], base: str) -> str:
    """The address, or else the name, of the licence."""
    given = index.attributes.given
    related = [given[number] for number in index.attributes.having("rel") if index.tags[number] in ("a", "link")]
    marked = [link["href"] for link in related if "license" in link["rel"] and "href" in link]
    found = [*_texts(works, "license"), *marked, *claims.tags.texts(("dc.rights.license", "dcterms.license"))]
    addresses = [given[number].get("href", "") for number in index.tagged("a", "link")]
    common = [address for address in addresses if "creativecommons.org/" in address[:60] and _LICENCE.search(address)]
    return _first(_addresses([*found, *common], base)) or _first(found)


def _keywords(claims: MarkupMetadata, works: Sequence[SchemaItem]) -> tuple[str, ...]:
    """Keywords, each once."""
    given = [*_texts(works, "keywords"), *claims.tags.all("article:tag"), *claims.tags.all("keywords")[:1]]
    words = (word.strip() for text in given for word in re.split("[,;、，]", text))
    return tuple(dict.fromkeys(filter(None, words)))[:MAX_KEYWORDS]


def _breadcrumbs(claims: MarkupMetadata, base: str) -> tuple[Breadcrumb, ...]:
    """The way to the page from the home of its site."""
    lists = claims.of_type("BreadcrumbList")
    steps = lists[0].get("itemListElement") if lists else None
    listed = [step for step in (steps if isinstance(steps, list) else [steps]) if isinstance(step, dict)]
    found = (_breadcrumb(step, base) for step in sorted(listed, key=_position)[:MAX_BREADCRUMBS])
    return tuple(step for step in found if step.name)


def _breadcrumb(step: SchemaItem, base: str) -> Breadcrumb:
    item = step.get("item")
    leads = item.get("url") or item.get("@id") if isinstance(item, dict) else item
    names = texts_of(step.get("name")) or (texts_of(item.get("name")) if isinstance(item, dict) else [])
    return Breadcrumb(_first(names), _first(_addresses(texts_of(leads), base)))


def _position(step: SchemaItem) -> int:
    text = _first(texts_of(step.get("position")))
    return int(text) if re.fullmatch(r"\d{1,4}", text) else 0


def _texts(things: Iterable[SchemaItem], name: str) -> list[str]:
    return [text for thing in things for text in texts_of(thing.get(name))]


def _first(texts: Iterable[str]) -> str:
    return next(iter(texts), "")


def _image(value: Any) -> list[str]:
    """Addresses in a property that is an address, a picture, or a list of these."""
    one = value[0] if isinstance(value, list) and value else value
    return texts_of([one.get("url") or one.get("contentUrl") or one.get("@id")] if isinstance(one, dict) else one)


def _addresses(texts: Iterable[str], base: str) -> Iterator[str]:
    """The addresses of the web, absolute."""
    for text in texts:
        if len(text.split()) == 1 and (address := join(base, text)).startswith(("http:", "https:")):
            yield address
