"""Whether the claims of the markup agree with the visible page."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from iawce.data.html.words import split_words
from iawce.extract.content.content import Product
from iawce.extract.facts.dates import DAY, Dates
from iawce.extract.facts.shown_dates import ShownDate

MOST_DAYS = 1
"""Most days between two versions of one date, because of time zones."""
LEAST_WORDS = 3
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
    long = [headline for headline in headlines if len(split_words(headline)) >= LEAST_WORDS]
    if long and not any(headline.casefold() in text for headline in long):
        letters = _letters(text)
        if not any(_letters(headline.casefold()) in letters for headline in long):
            yield "headline"
    if authors and not any(author.casefold() in text for author in authors):
        yield "authors"
    beside = [one.date for one in shown if one.is_beside]
    known = [given for given in dates if given]
    if dates.published and beside and not any(_is_same_day(one, given) for one in beside for given in known):
        yield "date_published"
    if product and product.price and not _shows_price(product.price, text):
        yield "price"


def _letters(text: str) -> str:
    return "".join(split_words(text))


def _is_same_day(one: str, other: str) -> bool:
    return abs((date.fromisoformat(one[:DAY]) - date.fromisoformat(other[:DAY])).days) <= MOST_DAYS


def _shows_price(price: str, text: str) -> bool:
    """Whether the integer part of a price is in the text, with or without separators of thousands."""
    whole = price.partition(".")[0]
    parts = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
    pattern = r"[.,\s’']?".join(parts)
    return bool(re.search(rf"(?<!\d){pattern}(?!\d)", text))
