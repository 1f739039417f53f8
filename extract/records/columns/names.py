"""The names of columns without a role: their label, their property, a class name, or the unit of their values."""

import re
from collections import Counter

from iawce.extract.records.alignment.class_words import UTILITY, WORDS
from iawce.extract.records.alignment.column_names import plain_name
from iawce.extract.records.columns.column_facts import ColumnFacts
from iawce.extract.records.columns.vocabulary import ROLE_OF_WORD, words_of_class

USUAL = 0.7
LONGEST = 30
_VAGUE = frozenset({
    "text", "label", "item", "generic", "color", "colour", "icon", "count", "title", "name", "image", "status", "term",
    "definition", "url", "topic", "reading", "heading", "tag",
})  # fmt: skip
"""Words that are not names if they only occur in class names."""
_PAYMENTS = frozenset({"salary", "pay", "wage", "compensation", "budget", "shipping", "delivery", "discount", "fee"})
_SAME = {"onsale": "badge", "sale": "badge", "ribbon": "badge"}
_KINDS = {
    "email": re.compile(r"\s*[\w.+-]+@[\w-]+(?:\.[\w-]+)+\s*"),
    "time": re.compile(
        r"\s*\d{1,2}[:.h]\d{2}(?:\s*[ap]\.?m\.?)?(?:\s*[-–]\s*\d{1,2}[:.h]\d{2}(?:\s*[ap]\.?m\.?)?)?\s*", re.I
    ),
    "phone": re.compile(r"\s*(?:\+|\()?\d[\d\s()/.-]{6,18}\d\s*"),
}
_NAMES = (frozenset(WORDS) | _PAYMENTS) - _VAGUE - ROLE_OF_WORD.keys()
AMOUNT = re.compile(r"\s*(\d[\d.,]*)\s*([^\W\d_][^\W\d_]+(?: [^\W\d_]+)?)\s*")
"""A number and the word for the things counted."""


def name_of(column: ColumnFacts) -> str:
    """The name of a column from its own words; empty without one."""
    label = plain_name(column.label)[:LONGEST].strip("_")
    return label or unit_of(column) or _of_classes(column) or _of_values(column)


def _of_values(column: ColumnFacts) -> str:
    """A name for the kind of nearly all values."""
    return next((name for name, kind in _KINDS.items() if column.share_of_texts(kind.fullmatch) >= USUAL), "")


def unit_of(column: ColumnFacts) -> str:
    """The word that nearly all values count, as a name: ``3 beds`` and ``1 bed`` are ``beds``; empty if none is."""
    words = Counter(found[2].lower() for text in column.texts if (found := AMOUNT.fullmatch(text)))
    stems = Counter(words)
    for word, count in words.items():
        if f"{word}s" in stems:
            stems[f"{word}s"] += count
    if not stems or stems.most_common(1)[0][1] < USUAL * len(column.texts) or len(column.texts) == 1:
        return ""
    return plain_name(stems.most_common(1)[0][0])


def _of_classes(column: ColumnFacts) -> str:
    """A word that names values wherever it is in a class name."""
    for name in (name for names in column.classes for name in names if not UTILITY.fullmatch(name.lower())):
        words = [_SAME.get(word, word) for word in words_of_class(name)]
        if known := [word for word in words if word in _NAMES]:
            return known[-1]
    return ""
