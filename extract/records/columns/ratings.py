"""The ratings of records and their counts: in texts, and in the descriptions of pictures of stars."""

import re
import unicodedata
from collections.abc import Sequence
from functools import partial

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.text.counts import plain_count
from iawce.extract.content.content import FieldValue
from iawce.extract.records.columns.column_facts import USUAL, ColumnFacts, Values

MAX_LENGTH = 12  # Most mean words of texts that consist of ratings
ATTRIBUTES = ("aria-label", "title", "alt", "data-rating", "data-score")
_NUMBER = r"(?P<value>\d{1,2}(?:[.,]\d{1,2})?)"
_OF = r"(?:/|out of|of|von|sur|de|su|из|av|van|の)"
_RATING = re.compile(
    rf"(?<![\d/]){_NUMBER}\s*+(?:{_OF}\s*+(?:5|10)(?:[.,]0)?(?![\d/]|[.,]\d|(?!stars?|sterne)[a-z])|(?:-\s*+)?(?:stars?|sterne|★|⭐|étoiles))"
    rf"|(?<![\d/]){_NUMBER.replace('value', 'mean')}\s*(?:average|avg\.?)(?: rating)?\b"
    rf"|(?:★|⭐|rat(?:ed|ing):?|stars?:?|bewertung:?)\s*{_NUMBER.replace('value', 'after')}(?!\d)",
    re.I,
)
_ALONE = re.compile(rf"\s*+[★⭐]*+\s*+{_NUMBER}\s*+[★⭐]*+\s*+")
_PERCENT = re.compile(r"\s*(\d{1,2}|100)\s?%\s*")
_FRACTION = re.compile(r"\d(?:[.,]\d)?|10")
_WITH_COUNT = re.compile(
    r"\s*+[★⭐]*+\s*+(?P<value>[0-5](?:[.,]\d{1,2})?|\d[.,]\d(?=\s*+\())\D{0,12}\((?P<count>\d[\d.,\s]*[kKmM]?)\)\s*"
)
_COUNT = re.compile(
    r"(?<!\d)(?<!\d[.,])(?P<count>\d[\d.,]{0,20}\s?[kKmM]?)\+?\s*\(?(?:(?!avg|average)[^\W\d_]+ )?"
    r"(?:reviews?|ratings?|votes?|bewertung(?:en)?|avis|opiniones|reseñas|recensioni|valoraciones|avaliações|отзыв\w*|оцен\w*|评价|评论|レビュー|beoordelingen|recensies)\b",
    re.I,
)
_BRACKETS = re.compile(r"\(\s*(\d[\d.,]*\s?[kKmM]?)\s*\)")
_NUMBER_ALONE = re.compile(r"[-+−]?\d[\d.,]*")
_YEAR = re.compile(r"\(\s*(?:19|20)\d\d\s*\)")


def read_rating(text: str, *, is_called: bool = False) -> str:
    """The rating in a text such as ``4.5 out of 5 stars``, with a decimal point; empty if there is none.

    ``is_called``: whether it is named a rating, so that a number alone, or one in per cent, is one.
    """
    if is_called and (share := _PERCENT.fullmatch(text)):
        return share[1]
    found = _RATING.search(text[:200]) or _WITH_COUNT.fullmatch(text[:60]) or (is_called and _ALONE.fullmatch(text))
    value = next(filter(None, map(found.groupdict().get, ("value", "mean", "after"))), "") if found else ""
    value = value.replace(",", ".")
    return value if value and float(value) <= 10 else ""


def read_rating_count(text: str, *, is_called: bool = False) -> str:
    """The number of ratings in a text, in digits; empty if there is none."""
    found = _COUNT.search(text[:200]) or _WITH_COUNT.fullmatch(text[:60])
    if found:
        return plain_count(found["count"])
    alone = _BRACKETS.fullmatch(text.strip())
    return plain_count(alone[1] if alone else text.strip() if is_called else "")


def read_ratings(
    columns: Sequence[ColumnFacts], *, are_rated: bool = True
) -> tuple[dict[str, Values], list[ColumnFacts]]:
    """``rating`` and ``rating_count`` of the records that have any, and their columns.

    ``are_rated``: whether they may have ratings that are not texts; without any, numbers in brackets and under a header
    such as *Votes* count other things.
    """
    found, used = dict[str, Values](), list[ColumnFacts]()
    for name, read in (("rating", read_rating), ("rating_count", read_rating_count)):
        for column in sorted(columns, key=lambda one: one.mean_words > MAX_LENGTH):
            follows = bool(used) and column.place == used[0].place + 1  # Right after the ratings, numbers in brackets
            is_count = follows and name == "rating_count" and column.share_of_texts(_BRACKETS.fullmatch) >= USUAL
            is_called = column.called == name or is_count
            is_read = column.share_of_texts(partial(read, is_called=is_called)) >= USUAL
            if not is_read or (not is_called and _are_other_numbers(column)):
                continue
            said = ((one, read(one.text, is_called=is_called) if one else "") for one in column.values)
            found[name] = [FieldValue(text, elements=one.elements) if one and text else None for one, text in said]
            used += [column] if column.mean_words <= MAX_LENGTH else []
            break
    if "rating" not in found and used:
        before = next((column for column in columns if column.place == used[0].place - 1), None)
        if before is not None and before.share_of_texts(_FRACTION.fullmatch) >= USUAL:
            found["rating"] = [
                value and FieldValue(value.text.replace(",", "."), elements=value.elements) for value in before.values
            ]
            used.append(before)
    counts = [column for column in used if column.named != "rating_count" and not column.share_of_texts(_COUNT.search)]
    return (found, used) if are_rated or "rating" in found or not counts else ({}, [])


def _are_other_numbers(column: ColumnFacts) -> bool:
    """Whether the numbers in brackets are years, as of films, those of footnotes, or negative amounts, as in accounts.

    Among negative amounts are others, without brackets.
    """
    if column.share_of_texts((_BRACKETS if "sup" in column.tags else _YEAR).fullmatch) >= USUAL:
        return True
    return column.share_of_texts(_NUMBER_ALONE.fullmatch) >= 0.2


def without_unrated(ratings: Values, counts: Values) -> Values:
    """The ratings without those of 0 that nobody gave: the number of ratings is 0, or not said."""
    pairs = zip(ratings, counts or [None] * len(ratings), strict=True)
    said = ("".join(value.text for value in pair if value) for pair in pairs)
    rated = (any(unicodedata.digit(letter, 0) for letter in text) for text in said)
    return [rating if is_rated else None for rating, is_rated in zip(ratings, rated, strict=True)]


def attribute_ratings(analysis: PageAnalysis, units: Sequence[Sequence[int]]) -> tuple[Values, Values]:
    """The ratings in attributes within the records, which describe the stars for screen readers, and their counts.

    Few ratings are none. ``units``: elements of each record.
    """
    index = analysis.index
    inside = index.inside(one for unit in units for one in unit)
    numbers = (number for number in index.attributes.having(*ATTRIBUTES) if inside[number])
    said = {number: found for number in numbers if (found := _rating_of(index.attributes.given[number]))[0]}
    known = [*said]
    rated = [index.first_within(known, unit) or 0 for unit in units]
    rated = rated if sum(map(bool, rated)) >= 0.1 * len(rated) else [0] * len(rated)
    pairs = [[FieldValue(text, elements=(one,)) if text else None for text in said.get(one, ("", ""))] for one in rated]
    return [rating for rating, _ in pairs], [count for _, count in pairs]


def _rating_of(given: dict[str, str]) -> tuple[str, str]:
    """The rating in an attribute of an element, and how many gave one, if that is said beside it."""
    said = [(name, given.get(name, "")[:100]) for name in ATTRIBUTES]
    found = ((read_rating(text, is_called=name.startswith("data-")), text) for name, text in said if text)
    rating, text = next((pair for pair in found if pair[0]), ("", ""))
    return rating, read_rating_count(text)
