"""The title of a page, the facts about it, and whether its markup agrees with the visible page."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Self

import numpy as np

from iawce.data.analysis.markup_metadata import MarkupMetadata, SchemaItem, headlines_of, texts_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.element_index import ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.errors import PageWarning, WarningKind
from iawce.data.labels import PageType
from iawce.data.network.address import join
from iawce.extract.content.content import Breadcrumb, FoundRecord, Metadata, Product
from iawce.extract.metadata import page_metadata as site_facts
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
from iawce.extract.metadata.product import complete_product, find_product
from iawce.extract.metadata.title import Title, find_title


class OpeningPost(NamedTuple):
    """The first post of a page.

    ``element`` is where it begins; ``date`` is as on the page, ``date_iso`` in ISO 8601. Each text is empty if unknown.
    """

    element: int
    author: str
    date: str
    date_iso: str

    @classmethod
    def of(cls, posts: Sequence[FoundRecord]) -> Self | None:
        """The first of these records if it is a post of which author and place are known."""
        if not posts or not posts[0].elements:
            return None
        texts = posts[0].texts
        author = texts.get("author", "")
        if not is_name(author):
            return None
        return cls(posts[0].elements[0], author, texts.get("date", ""), texts.get("date_iso", ""))

    def with_apart(self, apart: Bools) -> Bools:
        """The elements that are apart, and all from this post on; bool (elements,)."""
        return apart | (np.arange(len(apart)) >= self.element)


class PageMetadata(NamedTuple):
    """The title of a page, the facts about it, warnings where markup and page disagree, the element of the title."""

    title: str
    metadata: Metadata = Metadata()
    warnings: tuple[PageWarning, ...] = ()
    heading: int = 0


class _Page(NamedTuple):
    """Data for finding several facts."""

    analysis: PageAnalysis
    claims: MarkupMetadata
    title: Title
    works: list[SchemaItem]
    product: Product | None
    picture: str
    language: str
    apart: Bools


def page_metadata(analysis: PageAnalysis, page_type: str = "", records: Sequence[FoundRecord] = ()) -> PageMetadata:
    """Title and metadata of a page; linear in its size, never raises for the content of a page.

    Args:
        analysis: of the page.
        page_type: for a ``product``, visible facts count if the markup has none.
        records: of the page; the first post of a ``thread`` gives author and date if the markup gives none.
    """
    page = _read(analysis, page_type)
    named, claimed = claimed_authors(page.works, page.claims.tags), claimed_dates(page.works, page.claims.tags)
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
        lines = [[post.author]]
        dates = dates if claimed.published or not post.date else _thread_dates(page, dates, post)
    authors = tuple(_authors(page, named, lines, text))
    return PageMetadata(page.title.text, _metadata(page, authors, dates), warnings, page.title.heading)


def page_title(analysis: PageAnalysis) -> PageMetadata:
    """The title of a page alone."""
    title = _title(analysis)
    return PageMetadata(title.text, heading=title.heading)


def _title(analysis: PageAnalysis) -> Title:
    claims = analysis.markup_metadata
    return find_title(analysis, claims.tags, claims.headlines, claims.sites)


def _read(analysis: PageAnalysis, page_type: str) -> _Page:
    index, claims, title = analysis.index, analysis.markup_metadata, _title(analysis)
    works = claims.works(title.text)
    product, picture = find_product(claims.product(title.text), claims.tags, title.text), ""
    language, apart = site_facts.in_language(index, claims, works), elsewhere(analysis)
    if page_type == PageType.PRODUCT:
        product, picture = complete_product(analysis, title, apart, product)
    return _Page(analysis, claims, title, works, product, picture, language, apart)


def _opening_post(
    page: _Page, named: list[str], lines: list[list[str]], records: Sequence[FoundRecord]
) -> OpeningPost | None:
    """The first post, unless the markup or the byline nearest to the title, before the post, names another author."""
    post = None if _is_later_page(page.analysis.index) else OpeningPost.of(records)
    if post is None or named:
        return post if post and post.author in named else None
    before = bylines(page.analysis, page.title.heading, post.with_apart(page.apart)) if lines else []
    return None if lines and lines[0] in before and post.author not in lines[0] else post


def _is_later_page(index: ElementIndex) -> bool:
    """Whether a page names one before it."""
    given = index.attributes.given
    return any("prev" in given[number]["rel"].lower().split() for number in index.attributes.having("rel"))


def _thread_dates(page: _Page, dates: Dates, post: OpeningPost) -> Dates:
    """The dates of a thread: published is when its first post was written, else a date before this post."""
    if post.date_iso:
        return dates._replace(published=post.date_iso)
    before = shown_dates(page.analysis, page.title.heading, post.with_apart(page.apart), page.language)
    return dates._replace(published=choose_dates(Dates(), before, page.analysis.document.base_url).published)


def _authors(page: _Page, named: list[str], lines: list[list[str]], text: str) -> list[str]:
    """The authors, from markup and page; for a product, only those of the markup.

    An unmarked line counts only if nothing else names an author: on news, it named the wrong ones beside agencies in
    the markup.
    """
    analysis, heading = page.analysis, page.title.heading
    groups = organisations(page.works, page.claims.tags, analysis.document.base_url)
    if not (page.product or lines or named):
        lines = unmarked_bylines(analysis, heading, page.apart, page.language)
    return choose_authors(named, lines, groups, text)


def _metadata(page: _Page, authors: tuple[str, ...], dates: Dates) -> Metadata:
    analysis, claims, works, base = page.analysis, page.claims, page.works, page.analysis.document.base_url
    return Metadata(
        authors=authors,
        date_published=dates.published,
        date_modified=dates.modified,
        description=site_facts.description(claims, works),
        site_name=site_facts.site_name(claims),
        in_language=page.language,
        canonical_url=site_facts.canonical_url(claims, base),
        next_page=next_page(analysis.index, base, analysis.document.url),
        main_image=site_facts.main_image(claims, works, base) or page.picture,
        breadcrumbs=site_facts.breadcrumbs(claims, base),
        article_section=site_facts.article_section(claims, works),
        keywords=site_facts.keywords(claims, works),
        license=site_facts.license_of(analysis.index, claims, works, base),
        product=page.product,
    )


def _text(index: ElementIndex) -> str:
    """The text of the page without its head, case-folded."""
    start = next((int(index.first_text_node[number]) for number in index.tagged("body")), 0)
    return " ".join(index.text_nodes.texts[start:]).casefold()


MOST_KEYWORDS = 50
MOST_BREADCRUMBS = 20
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
_LICENCE = re.compile("creativecommons.org/(?:licenses|publicdomain)/")


def site_name(claims: MarkupMetadata) -> str:
    """The name of the site."""
    named = claims.tags.first("og:site_name")
    return named or next(iter(claims.sites), "") or claims.tags.first("application-name", "apple-mobile-web-app-title")


def in_language(index: ElementIndex, claims: MarkupMetadata, works: Sequence[SchemaItem]) -> str:
    """The declared language, BCP 47; empty if there is none."""
    roots = [index.attributes.given[number].get("lang", "") for number in index.tagged("html")[:1]]
    tags = [claims.tags.first(name) for name in ("content-language", "language", "dc.language", "og:locale")]
    given = [*roots, *_texts(works, "inLanguage"), *tags]
    found = (text.strip().replace("_", "-") for text in given if _LANGUAGE.fullmatch(text.strip()))
    return next((f"{text[:2].lower()}{text[2:]}" for text in found), "")


def canonical_url(claims: MarkupMetadata, base: str) -> str:
    """The address that the page declares as its own, absolute."""
    return next(_addresses([claims.tags.first("canonical"), claims.tags.first("og:url")], base), "")


def main_image(claims: MarkupMetadata, works: Sequence[SchemaItem], base: str) -> str:
    """The address of the main picture, absolute."""
    tags = claims.tags.texts(
        ("og:image:secure_url", "og:image:url", "og:image", "twitter:image", "twitter:image:src", "image_src")
    )
    given = [text for thing in works for text in _image(thing.get("image"))]
    return next(_addresses([*tags[:1], *given, *tags[1:]], base), "")


def description(claims: MarkupMetadata, works: Sequence[SchemaItem]) -> str:
    """The summary."""
    named = claims.tags.first("og:description", "description", "twitter:description", "dc.description")
    return named or next(iter(_texts(works, "description")), "")


def license_of(index: ElementIndex, claims: MarkupMetadata, works: Sequence[SchemaItem], base: str) -> str:
    """The address, or else the name, of the licence."""
    given = index.attributes.given
    related = [given[number] for number in index.attributes.having("rel") if index.tags[number] in ("a", "link")]
    marked = [link["href"] for link in related if "license" in link["rel"] and "href" in link]
    found = [*_texts(works, "license"), *marked, *claims.tags.texts(("dc.rights.license", "dcterms.license"))]
    addresses = [given[number].get("href", "") for number in index.tagged("a", "link")]
    common = [address for address in addresses if "creativecommons.org/" in address[:60] and _LICENCE.search(address)]
    return next(_addresses([*found, *common], base), "") or next(iter(found), "")


def article_section(claims: MarkupMetadata, works: Sequence[SchemaItem]) -> str:
    """The section of the site."""
    return claims.tags.first("article:section", "parsely-section") or next(iter(_texts(works, "articleSection")), "")


def keywords(claims: MarkupMetadata, works: Sequence[SchemaItem]) -> tuple[str, ...]:
    """Keywords, each once."""
    given = [*_texts(works, "keywords"), *claims.tags.all("article:tag"), *claims.tags.all("keywords")[:1]]
    words = (word.strip() for text in given for word in re.split("[,;、，]", text))
    return tuple(dict.fromkeys(filter(None, words)))[:MOST_KEYWORDS]


def breadcrumbs(claims: MarkupMetadata, base: str) -> tuple[Breadcrumb, ...]:
    """The way to the page from the home of its site."""
    lists = claims.of_type("BreadcrumbList")
    steps = lists[0].get("itemListElement") if lists else None
    listed = [step for step in (steps if isinstance(steps, list) else [steps]) if isinstance(step, dict)]
    found = (_breadcrumb(step, base) for step in sorted(listed, key=_position)[:MOST_BREADCRUMBS])
    return tuple(step for step in found if step.name)


def _breadcrumb(step: SchemaItem, base: str) -> Breadcrumb:
    item = step.get("item")
    leads = item.get("url") or item.get("@id") if isinstance(item, dict) else item
    names = texts_of(step.get("name")) or (texts_of(item.get("name")) if isinstance(item, dict) else [])
    return Breadcrumb(next(iter(names), ""), next(_addresses(texts_of(leads), base), ""))


def _position(step: SchemaItem) -> int:
    text = next(iter(texts_of(step.get("position"))), "")
    return int(text) if re.fullmatch(r"\d{1,4}", text) else 0


def _texts(things: Iterable[SchemaItem], name: str) -> list[str]:
    return [text for thing in things for text in texts_of(thing.get(name))]


def _image(value: Any) -> list[str]:
    """Addresses in a property that is an address, a picture, or a list of these."""
    one = value[0] if isinstance(value, list) and value else value
    return texts_of([one.get("url") or one.get("contentUrl") or one.get("@id")] if isinstance(one, dict) else one)


def _addresses(texts: Iterable[str], base: str) -> Iterator[str]:
    """The addresses of the web, absolute."""
    for text in texts:
        if len(text.split()) == 1 and (address := join(base, text)).startswith(("http:", "https:")):
            yield address
