"""When a page was published and last changed: by its markup, by what stands near its title, by its address."""

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from iawce.data.document import Document
from iawce.data.html.element_index import Bools
from iawce.extract.metadata.date_text import read_date
from iawce.extract.metadata.meta_tags import MetaTags
from iawce.extract.parts.embedded.annotations import Thing, texts_of

PUBLISHED_TAGS = (
    "article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date", "sailthru.date",
    "citation_publication_date", "citation_date", "citation_online_date", "dc.date.issued", "dcterms.issued", "dc.date.created",
    "dcterms.created", "article.published", "publish-date", "publish_date", "publishdate", "published-date", "pubdate",
    "cxenseparse:recs:publishtime", "og:published_time", "og:pubdate", "date", "dc.date", "dcterms.date", "datecreated",
    "uploaddate", "article_date_original", "created",
)  # fmt: skip
MODIFIED_TAGS = (
    "article:modified_time", "og:article:modified_time", "datemodified", "og:updated_time", "dcterms.modified", "dc.date.modified",
    "last-modified", "lastmod", "revised", "modified", "updated",
)  # fmt: skip
BEFORE, AFTER = 25, 60
"""Text nodes before and after the title in which a date is the page's."""
MOST_WORDS = 14
"""Words of a line with a date; a longer one is a part of the story."""
_MODIFIED = re.compile(
    r"updated?|modified|revised|edited|aktualisiert|geändert|actualizado|modificad[oa]|mise? à jour|modifié|aggiornat|atualizado|"
    r"bijgewerkt|oppdatert|uppdaterad|opdateret|päivitetty|zaktualizowan|aktualizov|обновлен|оновлен|güncelle|diperbarui|更新|수정",
    re.I,
)
_DATE_NAME = re.compile(r"(?:^|[-_\s]|[a-z](?=D))(?:date|datum|fecha|data|time|timestamp|publi\w*|posted|pub-?date)(?:$|[-_\s]|(?=[A-Z]))", re.I)
_DIGITS = re.compile(r"\d")
_IN_ADDRESS = re.compile(r"/((?:19|20)\d{2})[/-]?(\d{1,2})[/-]?(\d{1,2})(?=\D)")


def published(document: Document, works: Sequence[Thing], tags: MetaTags) -> str:
    """The date of publication that the markup gives, ISO 8601; empty if it gives none."""
    month_first = False
    given = _given(works, ("datePublished", "dateCreated", "uploadDate"))
    return _first((*given[:1], *tags.texts(PUBLISHED_TAGS), *given), month_first)


def modified(works: Sequence[Thing], tags: MetaTags) -> str:
    """The date of the last change that the markup gives, ISO 8601; empty if it gives none."""
    return _first((*_given(works, ("dateModified",)), *tags.texts(MODIFIED_TAGS)), month_first=False)


def dates_shown(document: Document, heading: int, apart: Bools, *, month_first: bool) -> tuple[str, str]:
    """The dates of publication and of the last change that stand on the page, each empty if none does.

    Args:
        document: the page.
        heading: number of the element that is its title, 0 if none is.
        apart: whether each element is a part of the page that tells of other things, bool (elements,).
        month_first: whether ``4/5/2024`` is the fifth of April.
    """
    found = sorted(_shown(document, heading, apart, month_first=month_first), key=lambda one: one[0])
    of_change = [date for _, date, is_change in found if is_change]
    of_start = [date for _, date, is_change in found if not is_change]
    in_address = _IN_ADDRESS.search(document.url + "/")
    named = read_date("-".join(in_address.groups())) if in_address else ""
    return named or next(iter(of_start or of_change), ""), next(iter(of_change), "")


def _shown(document: Document, heading: int, apart: Bools, *, month_first: bool) -> Iterator[tuple[float, str, bool]]:
    """Cost, date and whether it is one of a change, of the elements that hold a date, near the title."""
    index, words = document.index, document.body.words
    start = int(index.first_piece[heading])
    texts, owners, before = index.pieces.texts, index.pieces.owners, ""
    for number in index.tagged("time"):
        given = index.attributes.given[number]
        date = read_date(given.get("datetime", ""), month_first=month_first) or read_date(
            index.text_of(number), month_first=month_first
        )
        if date and not apart[number]:
            place = int(index.first_piece[number])
            label = given.get("class", "") + given.get("itemprop", "") + "".join(texts[max(0, place - 2) : place])[-40:]
            yield _away(place - start) / 20 - 2, date, bool(_MODIFIED.search(label))
    for piece in range(len(texts)):
        owner, text = int(owners[piece]), texts[piece]
        if words[owner] <= MOST_WORDS and not apart[owner] and document.body.kept[owner] and _DIGITS.search(text):
            date = read_date(text, month_first=month_first) or read_date(index.text_of(owner), month_first=month_first)
            if date:
                yield _away(piece - start) / 20, date, bool(_MODIFIED.search(f"{before[-40:]} {text}"))
        before = text if not text.isspace() else before


def _away(pieces: int) -> float:
    return pieces if pieces >= 0 else 10 - 2 * pieces


def _given(works: Iterable[Thing], names: Iterable[str]) -> list[str]:
    return [text for thing in works for name in names for text in texts_of(thing.get(name))[:1]]


def _first(texts: Iterable[str], month_first: bool) -> str:
    return next((date for text in texts if (date := read_date(text, month_first=month_first))), "")
