"""Features of a block's own text, in any language."""

import re
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from iawce.data.dom.tags import HEADINGS
from iawce.data.dom.words import CJK, SOUTHEAST
from iawce.models.blocks.page_blocks import ENDS, SHORT, Columns, PageBlocks, logs, places_in_groups, shares
from iawce.models.features.repeats import MONEY

LONGEST_TITLE = 10_000
"""Characters of a title that are compared with each block."""
_UNSPACED = re.compile(f"[{CJK}{SOUTHEAST}]")
_ADDRESS = ("@", "http:", "https:", "www.")


def text_features(page: PageBlocks) -> Columns:
    """Lengths, links, kinds of characters, copies of the same text, similarity to the title."""
    lower = [text.lower() for text in page.blocks.texts]
    columns = _length_features(page) | _character_features(page) | _edge_features(page.blocks.texts)
    return columns | _pattern_features(page, lower) | _copy_features(page) | _title_features(page, lower)


def _length_features(page: PageBlocks) -> Columns:
    words, lengths = page.words, page.characters.lengths
    return {
        "words": logs(words),
        "length": logs(lengths),
        "word_length": lengths / np.maximum(words, 1),
        "link_share": shares(page.link_words, words),
        "link_words": logs(page.link_words),
    }


def _character_features(page: PageBlocks) -> Columns:
    characters, whole = page.characters, np.maximum(page.words, 1)
    return {
        "upper": characters.upper / characters.lengths,
        "upper_per_word": characters.upper / whole,
        "digits": characters.digits / characters.lengths,
        "commas": characters.commas / whole,
        "stops": characters.stops / whole,
        "stop_count": logs(characters.stops),
        "marks": characters.marks / characters.lengths,
    }


def _edge_features(texts: list[str]) -> Columns:
    return {
        "ends_sentence": np.array([text[-1] in ENDS for text in texts]),
        "starts_upper": np.array([text[0].isupper() for text in texts]),
        "starts_digit": np.array([text[0].isdigit() for text in texts]),
        "starts_mark": np.array([not text[0].isalnum() for text in texts]),
    }


def _pattern_features(page: PageBlocks, lower: list[str]) -> Columns:
    tested = [text if len(text) <= SHORT else "" for text in lower]
    numbers = [text if digits else "" for text, digits in zip(tested, page.characters.digits.tolist(), strict=True)]
    return {
        "date": page.is_dated,
        "price": _with(MONEY, numbers),
        "copyright": np.array(["©" in text for text in page.blocks.texts]),
        "address": _holds(_ADDRESS, tested),
        "bars": np.where(list(map(bool, tested)), page.characters.bars, 0),
    }


def _copy_features(page: PageBlocks) -> Columns:
    return {"copies": logs(page.copies), "copy_number": np.minimum(places_in_groups(page.copy_groups), 5)}


def _pairs(text: str) -> list[str]:
    """Pairs of adjacent characters, which are compared where no spaces separate words."""
    return [f"{first}{second}" for first, second in pairwise(text)]


def _with(pattern: re.Pattern[str], texts: list[str]) -> NDArray[np.bool_]:
    return np.array([bool(text) and pattern.search(text) is not None for text in texts])


def _holds(words: tuple[str, ...], texts: list[str]) -> NDArray[np.bool_]:
    """Whether each text has one of these words."""
    whole = "\0".join(texts)
    said = [word for word in words if word in whole]
    return np.array([any(map(text.__contains__, said)) for text in texts]) if said else np.zeros(len(texts), bool)


def _title_features(page: PageBlocks, lower: list[str]) -> Columns:
    index = page.index
    title = " ".join(index.text_of(number).lower()[:LONGEST_TITLE] for number in index.tagged("title")[:1])
    headings = {index.text_of(number).lower() for number in index.tagged(HEADINGS[0])[:3]}
    terms = _pairs if _UNSPACED.search(title) else str.split
    wanted = set(terms(title))
    found = [len(wanted.intersection(terms(text))) if len(text) < SHORT else 0 for text in lower]
    return {
        "in_title": np.array([3 < len(text) <= len(title) and text in title for text in lower]),
        "is_main_heading": np.array([text in headings for text in lower]),
        "title_share": np.array(found) / max(len(wanted), 1),
    }
