"""The title of a page, the facts about it, and whether its markup agrees with the visible page."""

from collections.abc import Sequence
from typing import NamedTuple

from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.labels import PageType
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.reading.annotations import Thing
from iawce.data.reading.claims import Claims, headlines_of
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Metadata, Product
from iawce.extract.content.found_records import FoundRecord
from iawce.extract.facts import site_facts
from iawce.extract.facts.agreement import disagreeing
from iawce.extract.facts.authors import choose_authors, claimed_authors, organisations
from iawce.extract.facts.bylines import bylines
from iawce.extract.facts.dates import Dates, choose_dates, claimed_dates
from iawce.extract.facts.elsewhere import elsewhere
from iawce.extract.facts.headings import Title
from iawce.extract.facts.opening_post import OpeningPost
from iawce.extract.facts.pagination import next_page
from iawce.extract.facts.product import find_product
from iawce.extract.facts.shown_dates import shown_dates
from iawce.extract.facts.shown_product import complete_product
from iawce.extract.facts.title import find_title
from iawce.extract.facts.unmarked_bylines import unmarked_bylines


class PageMetadata(NamedTuple):
    """The title of a page, the facts about it, warnings where markup and page disagree, the element of the title."""

    title: str
    metadata: Metadata = Metadata()
    warnings: tuple[PageWarning, ...] = ()
    heading: int = 0


class _Page(NamedTuple):
    """Data for finding several facts."""

    reading: PageReading
    claims: Claims
    title: Title
    works: list[Thing]
    product: Product | None
    picture: str
    language: str
    apart: Bools


def page_metadata(reading: PageReading, page_type: str = "", records: Sequence[FoundRecord] = ()) -> PageMetadata:
    """Title and metadata of a page; linear in its size, never raises for the content of a page.

    Args:
        reading: of the page.
        page_type: for a ``product``, visible facts count if the markup has none.
        records: of the page; the first post of a ``thread`` gives author and date if the markup gives none.
    """
    page = _read(reading, page_type)
    named, claimed = claimed_authors(page.works, page.claims.tags), claimed_dates(page.works, page.claims.tags)
    shown = shown_dates(reading, page.title.heading, page.apart, page.language)
    text = _text(reading.index) if page.works or page.product or named else ""  # nothing else is searched in it
    facts = disagreeing(
        text,
        headlines=headlines_of(page.works),
        authors=named,
        dates=claimed,
        shown=shown,
        product=page.product,
    )
    warnings = tuple(PageWarning(WarningKind.DISAGREES, fact) for fact in facts)
    dates = choose_dates(claimed, shown, reading.document.base_url)
    lines = [] if page.product else bylines(reading, page.title.heading, page.apart)
    if post := _opening_post(page, named, lines, records) if page_type == PageType.THREAD else None:
        lines = [[post.author]]
        dates = dates if claimed.published or not post.date else _thread_dates(page, dates, post)
    authors = tuple(_authors(page, named, lines, text))
    return PageMetadata(page.title.text, _metadata(page, authors, dates), warnings, page.title.heading)


def page_title(reading: PageReading) -> PageMetadata:
    """The title of a page alone."""
    title = _title(reading)
    return PageMetadata(title.text, heading=title.heading)


def _title(reading: PageReading) -> Title:
    claims = reading.claims
    return find_title(reading, claims.tags, claims.headlines, claims.sites)


def _read(reading: PageReading, page_type: str) -> _Page:
    index, claims, title = reading.index, reading.claims, _title(reading)
    works = claims.works(title.text)
    product, picture = find_product(claims.product(title.text), claims.tags, title.text), ""
    language, apart = site_facts.in_language(index, claims, works), elsewhere(reading)
    if page_type == PageType.PRODUCT:
        product, picture = complete_product(reading, title, apart, product, language)
    return _Page(reading, claims, title, works, product, picture, language, apart)


def _opening_post(
    page: _Page, named: list[str], lines: list[list[str]], records: Sequence[FoundRecord]
) -> OpeningPost | None:
    """The first post, unless the markup or the byline nearest to the title, before the post, names another author."""
    post = None if _is_later_page(page.reading.index) else OpeningPost.of(records)
    if post is None or named:
        return post if post and post.author in named else None
    before = bylines(page.reading, page.title.heading, post.with_apart(page.apart)) if lines else []
    return None if lines and lines[0] in before and post.author not in lines[0] else post


def _is_later_page(index: ElementIndex) -> bool:
    """Whether a page names one before it."""
    given = index.attributes.given
    return any("prev" in given[number]["rel"].lower().split() for number in index.attributes.having("rel"))


def _thread_dates(page: _Page, dates: Dates, post: OpeningPost) -> Dates:
    """The dates of a thread: published is when its first post was written, else a date before this post."""
    if post.date_iso:
        return dates._replace(published=post.date_iso)
    before = shown_dates(page.reading, page.title.heading, post.with_apart(page.apart), page.language)
    return dates._replace(published=choose_dates(Dates(), before, page.reading.document.base_url).published)


def _authors(page: _Page, named: list[str], lines: list[list[str]], text: str) -> list[str]:
    """The authors, from markup and page; for a product, only those of the markup.

    An unmarked line counts only if nothing else names an author: on news, it named the wrong ones beside agencies in
    the markup.
    """
    reading, heading = page.reading, page.title.heading
    groups = organisations(page.works, page.claims.tags, reading.document.base_url)
    if not (page.product or lines or named):
        lines = unmarked_bylines(reading, heading, page.apart, page.language)
    return choose_authors(named, lines, groups, text)


def _metadata(page: _Page, authors: tuple[str, ...], dates: Dates) -> Metadata:
    reading, claims, works, base = page.reading, page.claims, page.works, page.reading.document.base_url
    return Metadata(
        authors=authors,
        date_published=dates.published,
        date_modified=dates.modified,
        description=site_facts.description(claims, works),
        site_name=site_facts.site_name(claims),
        in_language=page.language,
        canonical_url=site_facts.canonical_url(claims, base),
        next_page=next_page(reading.index, base, reading.document.url),
        main_image=site_facts.main_image(claims, works, base) or page.picture,
        breadcrumbs=site_facts.breadcrumbs(claims, base),
        article_section=site_facts.article_section(claims, works),
        keywords=site_facts.keywords(claims, works),
        license=site_facts.license_of(reading.index, claims, works, base),
        product=page.product,
    )


def _text(index: ElementIndex) -> str:
    """The text of the page without its head, case-folded."""
    start = next((int(index.first_piece[number]) for number in index.tagged("body")), 0)
    return " ".join(index.pieces.texts[start:]).casefold()
