"""When a page was published and last changed: by its markup, by what stands near its title, by its address."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from iawce.data.document import Document
from iawce.data.html.element_index import Bools
from iawce.extract.metadata.date_text import YEAR, read_date
from iawce.extract.metadata.meta_tags import MetaTags
from iawce.extract.parts.embedded.annotations import Thing, texts_of

PUBLISHED_TAGS = (
    "article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date", "sailthru.date",
    "citation_publication_date", "citation_date", "citation_online_date", "dc.date.issued", "dcterms.issued",
    "dc.date.created",
    "dcterms.created", "article.published", "publish-date", "publish_date", "publishdate", "published-date", "pubdate",
    "cxenseparse:recs:publishtime", "og:published_time", "og:pubdate", "date", "dc.date", "dcterms.date", "datecreated",
    "uploaddate", "article_date_original", "created",
)  # fmt: skip
MODIFIED_TAGS = (
    "article:modified_time", "og:article:modified_time", "datemodified", "og:updated_time", "dcterms.modified",
    "dc.date.modified",
    "last-modified", "lastmod", "revised", "modified", "updated",
)  # fmt: skip
BESIDE = 1.0
"""Cost of a date that stands beside the title: twenty text nodes."""
DAY = 10
"""Characters of a date without its time."""
MOST_WORDS = 14
"""Words of a line with a date; a longer one is a part of the story."""
MOST_PIECES = 60
"""Text nodes of an element that is read."""
_MODIFIED = re.compile(
    r"updated?|modified|revised|edited|aktualisiert|geändert|actualizado|modificad[oa]|mise? à jour|modifié|aggiornat|"
    r"atualizado|bijgewerkt|oppdatert|uppdaterad|opdateret|päivitetty|zaktualizowan|aktualizov|обновлен|оновлен|güncelle|"
    r"diperbarui|更新|수정",
    re.I,
)
_IN_ADDRESS = re.compile(r"[/-]((?:19|20)\d{2})([/-]?)(\d{2})\2(\d{2})(?=\D)|/((?:19|20)\d{2})/(\d{1,2})/(\d{1,2})/")


class Dates(NamedTuple):
    """ISO 8601, each empty if unknown."""

    published: str = ""
    modified: str = ""


class ShownDate(NamedTuple):
    """A date on a page; ``cost`` grows with its distance from the title."""

    cost: float
    date: str
    is_change: bool
    is_beside: bool


def claimed_dates(works: Sequence[Thing], tags: MetaTags) -> Dates:
    """The dates that the markup gives."""
    given = _given(works, ("datePublished", "dateCreated", "uploadDate"))
    changed = (*_given(works, ("dateModified",)), *tags.texts(MODIFIED_TAGS))
    return Dates(_first((*given[:1], *tags.texts(PUBLISHED_TAGS), *given)), _first(changed))


def choose_dates(claimed: Dates, shown: Sequence[ShownDate], url: str) -> Dates:
    """The dates of a page: those that its markup gives, else those that it shows, else that of its address.

    A date beside the title that is earlier than what the markup calls the publication is that: many sites give the day
    on which they moved or changed the page.
    """
    starts = [one for one in shown if not one.is_change]
    changes = [one.date for one in shown if one.is_change]
    in_address = _IN_ADDRESS.search(url + "/")
    named = read_date("-".join(part for part in in_address.groups() if part and part.isdigit())) if in_address else ""
    beside = next((one.date for one in starts if one.is_beside), "")
    published = claimed.published or named or next((one.date for one in starts), "")
    if beside and beside[:DAY] < published[:DAY]:
        published = beside
    return Dates(published, claimed.modified or next(iter(changes), ""))


def shown_dates(document: Document, heading: int, apart: Bools, *, month_first: bool) -> list[ShownDate]:
    """The dates that stand on the page, those nearest to its title first.

    Args:
        document: the page.
        heading: number of the element that is its title, 0 if none is.
        apart: whether each element is a part of the page that tells of other things, bool (elements,).
        month_first: whether ``4/5/2024`` is the fifth of April.
    """
    return sorted(one for one in _shown(document, heading, apart, month_first=month_first) if one.date)


def _shown(document: Document, heading: int, apart: Bools, *, month_first: bool) -> Iterator[ShownDate]:
    index = document.index
    texts, owners, start = index.pieces.texts, index.pieces.owners, int(index.first_piece[heading])
    short = (document.body.words <= MOST_WORDS) & document.body.kept & ~apart
    short &= index.last_piece - index.first_piece <= MOST_PIECES
    for number in index.tagged("time"):
        if short[number]:
            given, place = index.attributes.given[number], int(index.first_piece[number])
            date = read_date(given.get("datetime", "")) or read_date(index.text_of(number), month_first=month_first)
            label = f"{given.get('class')} {given.get('itemprop')} {''.join(texts[max(0, place - 2) : place])[-40:]}"
            yield _date_at(place - start, date, label, bonus=2.0, heading=heading)
    short[heading : index.ends[heading] if heading else 0] = False  # a year in the title is no date of the page
    places = np.flatnonzero(short[owners] & ~index.blank)
    for before, piece in zip([0, *places.tolist()], places.tolist(), strict=False):
        if YEAR.search(texts[piece]):
            owner = int(owners[piece])
            wider = [number for number in (owner, int(index.parents[owner])) if number > 0 and short[number]]
            around = (texts[piece], *map(index.text_of, wider))
            date = next(filter(None, (read_date(text, month_first=month_first) for text in around)), "")
            yield _date_at(piece - start, date, f"{texts[before][-40:]} {texts[piece]}", bonus=0.0, heading=heading)


def _date_at(away: int, date: str, label: str, *, bonus: float, heading: int) -> ShownDate:
    cost = (away if away >= 0 else 10 - 2 * away) / 20
    return ShownDate(cost - bonus, date, bool(_MODIFIED.search(label)), bool(heading) and cost <= BESIDE)


def _given(works: Iterable[Thing], names: Iterable[str]) -> list[str]:
    return [text for thing in works for name in names for text in texts_of(thing.get(name))[:1]]


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, map(read_date, texts)), "")
