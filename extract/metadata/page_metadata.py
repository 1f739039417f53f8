"""What a page is: its title and the facts about it, and whether its markup and what stands on it agree."""

from typing import NamedTuple

from iawce.data.document import Document
from iawce.data.html.element_index import ElementIndex
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.extract.content import Metadata
from iawce.extract.metadata import site_facts
from iawce.extract.metadata.agreement import disagreeing
from iawce.extract.metadata.authors import choose_authors, claimed_authors, organisations
from iawce.extract.metadata.bylines import bylines
from iawce.extract.metadata.claims import Claims, headlines_of
from iawce.extract.metadata.dates import choose_dates, claimed_dates, shown_dates
from iawce.extract.metadata.elsewhere import elsewhere
from iawce.extract.metadata.pagination import next_page
from iawce.extract.metadata.product import find_product
from iawce.extract.metadata.title import find_title


class PageMetadata(NamedTuple):
    """The title of a page, the facts about it, and warnings where markup and page disagree."""

    title: str
    metadata: Metadata
    warnings: tuple[PageWarning, ...] = ()


def page_metadata(document: Document) -> PageMetadata:
    """Title and metadata of a page; linear in its size, never raises for what a page holds."""
    index, base, claims = document.index, document.base_url, Claims(document.index)
    title = find_title(document, claims.tags, claims.headlines, claims.sites)
    works, product = claims.works(title.text), find_product(claims.product(title.text), claims.tags, title.text)
    language = site_facts.in_language(index, claims, works)
    apart = elsewhere(document)
    named, claimed = claimed_authors(works, claims.tags), claimed_dates(works, claims.tags)
    lines = [] if product else bylines(document, title.heading, apart)
    shown = shown_dates(document, title.heading, apart, month_first=_is_month_first(language))
    dates = choose_dates(claimed, shown, base)
    text = _text(index)
    facts = disagreeing(text, headlines=headlines_of(works), authors=named, dates=claimed, shown=shown, product=product)
    metadata = Metadata(
        authors=tuple(choose_authors(named, lines, organisations(works, claims.tags, base), text)),
        date_published=dates.published,
        date_modified=dates.modified,
        description=site_facts.description(claims, works),
        site_name=site_facts.site_name(claims),
        in_language=language,
        canonical_url=site_facts.canonical_url(claims, base),
        next_page=next_page(index, base, document.url),
        main_image=site_facts.main_image(claims, works, base),
        breadcrumbs=site_facts.breadcrumbs(claims, base),
        article_section=site_facts.article_section(claims, works),
        keywords=site_facts.keywords(claims, works),
        license=site_facts.license_of(index, claims, works, base),
        product=product,
    )
    return PageMetadata(title.text, metadata, tuple(PageWarning(WarningKind.DISAGREES, fact) for fact in facts))


def _text(index: ElementIndex) -> str:
    """The text of the page without its head, case-folded."""
    start = next((int(index.first_piece[number]) for number in index.tagged("body")), 0)
    return " ".join(index.pieces.texts[start:]).casefold()


def _is_month_first(language: str) -> bool:
    return language.lower() in ("en", "en-us", "")
