"""The dates of publication and last change of a page: by its markup, by the text near its title, by its address."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from itertools import chain
from typing import NamedTuple

import numpy as np

from iawce.data.analysis.markup_metadata import MetaTags, SchemaItem, texts_of
from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.dom.elements import Bools
from iawce.data.dom.words import letters, split_words
from iawce.data.text.lexicon.times import CHANGED, OF_ANOTHER_THING
from iawce.data.text.times import TextTimes, month_first_in, read_date
from iawce.extract.content.content import Product

BESIDE = 1.0
"""Cost up to which a date is beside the title: twenty text nodes."""
SAID = -100.0
"""Cost of a date that the page calls that of its first publication, at any place."""
MAX_WORDS = 14
"""Most words of a line with a date, links left out, or at the beginning of its element; a longer one is prose."""
MAX_AROUND = 30
"""Words of the element."""
MAX_PIECES = 60
"""Text nodes of an element that is read."""
NEAR = 40
"""Characters before a date that may describe it."""
_PUBLISHED = re.compile(
    r"original(?:ly)? (?:published|posted|appeared)|first (?:published|posted)|"
    r"ursprünglich (?:veröffentlicht|erschienen)|publié initialement|publicado originalmente|"
    r"pubblicato originariamente|först publicerad|oorspronkelijk gepubliceerd",
    re.I,
)
_GIVEN = ("datetime", "ts", "data-datetime", "data-date", "title")
"""Attributes of elements for times."""
_TIME_TAG = re.compile("time$|time-?ago$|date$|^abbr$")
DayReader = Callable[[TextTimes], str]
"""The day of the times in a text, as the page writes its days."""


class ShownDate(NamedTuple):
    """A date on a page; ``cost`` grows with its distance from the title."""

    cost: float
    date: str
    is_change: bool
    is_beside: bool


def shown_dates(analysis: PageAnalysis, heading: int, apart: Bools, language: str) -> list[ShownDate]:
    """The dates on the page, those nearest to its title first.

    Args:
        analysis: of the page.
        heading: number of the element that is its title, 0 if none is.
        apart: whether each element is a part of the page about other things, bool (elements,).
        language: of the page, in BCP 47; decides whether ``4/5/2024`` is in April; else other dates do.
    """
    day = partial(TextTimes.day, month_first=is_month_first(analysis, language), language=language)
    short = (analysis.document.body.words <= MAX_AROUND * analysis.word_scale) & analysis.document.body.kept & ~apart
    short &= analysis.index.last_text_node - analysis.index.first_text_node <= MAX_PIECES
    found = [*_times(analysis, heading, short, day)]
    if heading:  # a year in the title is not a date of the page
        short[heading : analysis.index.ends[heading]] = False
    found += _lines(analysis, heading, short, day)
    return sorted(one for one in found if one.date)


def is_month_first(analysis: PageAnalysis, language: str) -> bool:
    """Whether the month precedes the day on the page: by its other dates, else by its language."""
    texts = analysis.index.text_nodes.texts
    dated = (texts[text_node] for text_node in np.flatnonzero(analysis.times.with_year).tolist())
    found = month_first_in([text for text in dated if len(text) < NEAR], language)
    return language.lower() in ("", "en", "en-us") if found is None else found


def _times(analysis: PageAnalysis, heading: int, short: Bools, day: DayReader) -> Iterator[ShownDate]:
    """Times in elements for times: ``time``, ``abbr`` and custom elements such as ``relative-time``."""
    index = analysis.index
    start, texts = int(index.first_text_node[heading]), index.text_nodes.texts
    for number in index.tagged(*(tag for tag in set(index.tags) if _TIME_TAG.search(tag))):
        if short[number]:
            given, place = index.attributes.given[number], int(index.first_text_node[number])
            written = (read_date(given.get(name, "")) for name in _GIVEN)
            date = next(filter(None, written), "")
            date = date or day(analysis.times.in_element(number))
            before = "".join(texts[max(0, place - 2) : place])[-NEAR:]
            label = f"{given.get('class')} {given.get('itemprop')} {before}"
            said = "first published" if "pubdate" in given else ""
            yield _date_at(place - start, date, f"{label} {said}", bonus=2.0, heading=heading)


def _lines(analysis: PageAnalysis, heading: int, short: Bools, day: DayReader) -> Iterator[ShownDate]:
    """Times in short lines."""
    index, times, body = analysis.index, analysis.times, analysis.document.body
    texts, owners, start = index.text_nodes.texts, index.text_nodes.owners, int(index.first_text_node[heading])
    words = np.where(
        index.first_text_node[owners] == np.arange(len(owners)),
        index.text_node_words,
        (body.words - body.link_words)[owners],
    )
    places = np.flatnonzero(short[owners] & ~index.blank)
    dated, before = times.with_year[places], np.concatenate([[0], places[:-1]])
    for last, text_node in zip(before[dated].tolist(), places[dated].tolist(), strict=False):
        if words[text_node] <= MAX_WORDS * analysis.word_scale or _PUBLISHED.search(texts[text_node]):
            owner = int(owners[text_node])
            wider = [number for number in (owner, int(index.parents[owner])) if number > 0 and short[number]]
            around = (times.in_piece(text_node), *chain.from_iterable(map(times.in_lines, wider)))
            date = next(filter(None, map(day, around)), "")
            label = "" if times.with_year[last] else texts[last][-NEAR:]
            yield _date_at(text_node - start, date, f"{label} {texts[text_node]}", bonus=0.0, heading=heading)


def _date_at(away: int, date: str, label: str, *, bonus: float, heading: int) -> ShownDate:
    cost = (away if away >= 0 else 10 - 2 * away) / 20
    if OF_ANOTHER_THING.search(label):
        date = ""
    if heading and _PUBLISHED.search(label):
        return ShownDate(SAID, date, False, True)
    return ShownDate(cost - bonus, date, CHANGED.search(label) is not None, bool(heading) and cost <= BESIDE)


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


def claimed_dates(works: Sequence[SchemaItem], tags: MetaTags) -> Dates:
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


def _given(works: Iterable[SchemaItem], names: Iterable[str]) -> list[str]:
    return [text for thing in works for name in names for text in texts_of(thing.get(name))[:1]]


def _first(texts: Iterable[str]) -> str:
    return next(filter(None, map(read_date, texts)), "")


MAX_DAYS = 1
"""Most days between two versions of one date, because of time zones."""
MIN_WORDS = 3
"""Least words of a headline; a shorter one is a name."""


def disagreeing(
    text: str,
    *,
    headlines: Sequence[str],
    authors: Sequence[str],
    dates: Dates,
    shown: Sequence[ShownDate],
    product: Product | None,
) -> Iterator[str]:
    """Facts that the markup claims and the page does not show, or shows differently.

    Args:
        text: of the page, case-folded.
        headlines: names of the page in the markup; one of them on the page is enough.
        authors: those that the markup names; one of them on the page is enough.
        dates: those in the markup.
        shown: dates on the page; only one beside the title contradicts the markup.
        product: of the page, if any.
    """
    long = [headline for headline in headlines if len(split_words(headline)) >= MIN_WORDS]
    if long and not any(headline.casefold() in text for headline in long):
        plain = letters(text)
        if not any(letters(headline) in plain for headline in long):
            yield "headline"
    if authors and not any(author.casefold() in text for author in authors):
        yield "authors"
    beside = [one.date for one in shown if one.is_beside]
    known = [given for given in dates if given]
    if dates.published and beside and not any(_is_same_day(one, given) for one in beside for given in known):
        yield "date_published"
    if product and product.price and not _shows_price(product.price, text):
        yield "price"


def _is_same_day(one: str, other: str) -> bool:
    return abs((date.fromisoformat(one[:DAY]) - date.fromisoformat(other[:DAY])).days) <= MAX_DAYS


def _shows_price(price: str, text: str) -> bool:
    """Whether the integer part of a price is in the text, with or without separators of thousands."""
    whole = price.partition(".")[0]
    parts = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
    pattern = r"[.,\s’']?".join(parts)
    return bool(re.search(rf"(?<!\d){pattern}(?!\d)", text))
