"""Ratings and their counts: in texts, and in the descriptions of pictures of stars, of records and of a product."""

import re
import unicodedata
from collections.abc import Sequence
from functools import partial
from itertools import islice

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools
from iawce.data.dom.element_index import ElementIndex
from iawce.data.text.counts import plain_count
from iawce.data.text.lexicon.columns import RATINGS, words_of_classes
from iawce.data.text.lexicon.part_names import SCREEN_READER
from iawce.extract.content.content import FieldValue
from iawce.extract.records.columns.column_facts import USUAL, ColumnFacts, Values

MAX_LENGTH = 12  # Most mean words of texts that consist of ratings
RATED = frozenset({"rating", "ratings", "stars"})
"""Words of class names of ratings."""
NAMED = 3  # Most elements around a rating for screen readers whose names are read
_SAYS_RATED = re.compile(rf"\d[.,]\d|stars?\b|stern|étoile|★|rat(?:ed|ing)|bewert|{RATINGS}", re.I)
"""What tells a rating from a place in a row, such as ``Picture 1 of 5``."""
ATTRIBUTES = ("aria-label", "title", "alt", "data-rating", "data-score")
_NUMBER = r"(?P<value>\d{1,2}(?:[.,]\d{1,2})?)"
_OF = r"(?:/|out of|of|von|sur|de|su|из|av|van|z|na|od|の)"
_RATING = re.compile(
    rf"(?<![\d/]){_NUMBER}\s*+(?:{_OF}\s*+(?:5|10)(?:[.,]0)?(?![\d/]|[.,]\d|(?!stars?|sterne)[a-z])|(?:-\s*+)?(?:stars?|sterne|★|⭐|étoiles))"
    rf"|(?<![\d/]){_NUMBER.replace('value', 'mean')}\s*(?:average|avg\.?)(?: rating)?\b"
    r"|(?:★|⭐|rat(?:ed|ing):?|stars?:?|bewertung:?|[5五](?:つ星のうち|点満点中))"
    rf"\s*{_NUMBER.replace('value', 'after')}(?!\d)",
    re.I,
)
_ALONE = re.compile(rf"\s*+[★⭐]*+\s*+{_NUMBER}\s*+[★⭐]*+\s*+")
_PERCENT = re.compile(r"\s*(\d{1,2}|100)\s?%\s*")
_FRACTION = re.compile(r"\d(?:[.,]\d)?|10")
_TIMES = r"(?:\s?[kKmM](?![^\W\d_]))?"
_WITH_COUNT = re.compile(
    r"\s*+[★⭐]*+\s*+(?P<value>[0-5](?:[.,]\d{1,2})?|\d[.,]\d(?=\s*+\())\D{0,12}"
    rf"\((?P<count>\d[\d.,\s]*[kKmM]?)(?:(?<!\s)\s*+{RATINGS})?\)\s*",
    re.I,
)
_COUNT = re.compile(
    rf"(?<!\d)(?<!\d[.,])(?P<count>\d[\d.,]{{0,20}}{_TIMES})\+?\s*\(?(?:(?!avg|average)[^\W\d_]+ )?"
    rf"{RATINGS}\b",
    re.I,
)
_BESIDE = re.compile(
    rf"[^\d(（]{{0,40}}+[(（](?!(?:19|20)\d\d[)）])(?P<count>\d[\d.,]*+{_TIMES})(?:\s?[^\W\d_]{{1,30}}+){{0,2}}[)）]"
)
"""The number in brackets behind a rating, with words for what it counts; no year."""
_COUNTED = re.compile(rf"\s*+[(（]?(?P<count>\d[\d.,]*+{_TIMES})\+?\s?(?:[^\W\d_]{{1,30}}+\s?){{0,2}}[)）]?(?:\.|\s)*+")
"""A number and any words for what it counts, in a text that is called that of ratings."""
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
    """The number of ratings in a text, in digits; empty if there is none.

    That beside a rating is not of its scale: the 5 of ``4.5 out of 5 star rating``.
    """
    rated = _RATING.search(text[:200])
    beside = text[rated.end() : 200] if rated else ""
    is_of_scale = rated is not None and rated[0][-1:].isdigit()  # else a hotel may have so many rooms: "4 stars (120"
    found = _COUNT.search(f"{text[: rated.start()]} {beside}" if rated and rated["value"] else text[:200])
    found = found or _WITH_COUNT.fullmatch(text[:60]) or (_BESIDE.match(beside) if is_of_scale else None)
    if found := found or (_COUNTED.fullmatch(text[:100]) if is_called and not rated else None):
        return plain_count(found["count"])
    alone = _BRACKETS.fullmatch(text.strip())
    return plain_count(alone[1]) if alone else ""


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
            is_count = follows and name == "rating_count" and column.share_of_texts(_in_brackets) >= USUAL
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


def _in_brackets(text: str) -> bool:
    return text[:1] in ("(", "（") and _COUNTED.fullmatch(text) is not None


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


def unseen_ratings(index: ElementIndex, inside: Bools) -> dict[int, tuple[str, str]]:
    """The ratings that elements say to screen readers, in attributes and texts, and how many gave one.

    ``inside``: whether each element is read, bool (elements,).
    """
    read = {*index.attributes.having(*ATTRIBUTES), *index.attributes.called(SCREEN_READER)}
    return {one: found for one in sorted(read) if inside[one] and (found := _rating_of(index, one))[0]}


def attribute_ratings(analysis: PageAnalysis, units: Sequence[Sequence[int]]) -> tuple[Values, Values]:
    """The ratings of the records that only describe the stars for screen readers, and their counts.

    Few ratings are none. ``units``: elements of each record.
    """
    index = analysis.index
    said = unseen_ratings(index, index.inside(one for unit in units for one in unit))
    known = [*said]
    rated = [index.first_within(known, unit) or 0 for unit in units]
    rated = rated if sum(map(bool, rated)) >= 0.1 * len(rated) else [0] * len(rated)
    pairs = [[FieldValue(text, elements=(one,)) if text else None for text in said.get(one, ("", ""))] for one in rated]
    return [rating for rating, _ in pairs], [count for _, count in pairs]


def _rating_of(index: ElementIndex, number: int) -> tuple[str, str]:
    """The rating in what an element says to screen readers, and how many gave one, if that is said beside it."""
    given = index.attributes.given[number]
    said = [(name, given.get(name, "")[:100]) for name in ATTRIBUTES]
    if not SCREEN_READER.isdisjoint(index.classes[number].lower().split()):
        said.append(("text", index.text_of(number)[:100]))
    is_named = is_named_rating(index, number)
    known = ((name, text) for name, text in said if is_named or name.startswith("data-") or _SAYS_RATED.search(text))
    found = ((read_rating(text, is_called=is_named or name.startswith("data-")), text) for name, text in known if text)
    rating, text = next((pair for pair in found if pair[0]), ("", ""))
    return rating, read_rating_count(text)


def is_named_rating(index: ElementIndex, number: int) -> bool:
    """Whether the names of an element, or of one close around it, say that it is a rating."""
    around = (number, *islice(index.ancestors(number), NAMED))
    return any(not RATED.isdisjoint(words_of_classes(index.classes[one])) for one in around)
