"""The dates of publication and last change of a page: by its markup, by the text near its title, by its address."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from iawce.data.reading.annotations import Thing, texts_of
from iawce.data.reading.meta_tags import MetaTags
from iawce.data.reading.times import read_date
from iawce.extract.facts.shown_dates import ShownDate

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
DAY = 10
"""Characters of a date without its time."""
_IN_ADDRESS = re.compile(
    r"[/-]((?:19|20)\d{2})([/-]?)(\d{2})\2(\d{2})(?=\D)|/((?:19|20)\d{2})/(\d{1,2}|[a-z]{3,9})/(\d{1,2})/", re.I
)


class Dates(NamedTuple):
    """ISO 8601, each empty if unknown."""

    published: str = ""
    modified: str = ""


def claimed_dates(works: Sequence[Thing], tags: MetaTags) -> Dates:
    """The dates in the markup."""
    given = _given(works, ("datePublished", "dateCreated", "uploadDate"))
    changed = (*_given(works, ("dateModified",)), *tags.texts(MODIFIED_TAGS))
    return Dates(_first((*given[:1], *tags.texts(PUBLISHED_TAGS), *given)), _first(changed))


def choose_dates(claimed: Dates, shown: Sequence[ShownDate], url: str) -> Dates:
    """The dates of a page: those in its markup, else visible ones, else that in its address.

    A date beside the title that is earlier than the markup's date of publication replaces it: many sites give the day
    on which they moved or changed the page. This does not hold if it is the date in the address with day and month
    exchanged.
    """
    starts = [one for one in shown if not one.is_change]
    changes = [one.date for one in shown if one.is_change]
    in_address = _IN_ADDRESS.search(url + "/")
    named = read_date("-".join(part for part in in_address.groups() if part and part.isalnum())) if in_address else ""
    beside = next((one.date for one in starts if one.is_beside), "")
    published = claimed.published or named or next((one.date for one in starts), "")
    if beside and beside[:DAY] < published[:DAY] and _swapped(beside) != named:
        published = beside
    return Dates(published, claimed.modified or next(iter(changes), ""))


def _swapped(date: str) -> str:
    """A date with day and month exchanged."""
    return f"{date[:5]}{date[8:DAY]}-{date[5:7]}"


def _given(works: Iterable[Thing], names: Iterable[str]) -> list[str]:
    return [text for thing in works for name in names for text in texts_of(thing.get(name))[:1]]


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, map(read_date, texts)), "")
