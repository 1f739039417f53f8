"""A label and its value on a page, and the tests of both."""

import re
from typing import NamedTuple

import numpy as np

from iawce.data.dom.element_index import DomMask
from iawce.data.dom.texts import Extent, Spot, Texts

COLONS = ":：︓﹕∶꞉׃៖፦᠄"
"""Colons of all scripts: Latin, Cyrillic, Greek, Arabic and Hebrew pages write the first, Chinese and Japanese ones the
second and its vertical and small forms; then the ratio, the modifier letter, Hebrew, Khmer, Ethiopic and Mongolian
ones."""
EDGES = " \t\n\r\f\v\u00a0\u200b\u200e\u200f\ufeff|;,·•‣◦▪■●◆◇。，★☆►▶»›→✓✔*–—-=" + COLONS
"""Characters between a label and its value, or before both as the mark of an item."""
MAX_LABEL, MAX_VALUE = 50, 300  # Characters
MAX_WORDS = 6  # Most words of a label
LABEL_ELEMENTS = frozenset({"th", "dt", "label"})  # Elements whose purpose is to name the value after them
LABEL_TAGS = LABEL_ELEMENTS | {"b", "strong"}  # Elements whose text may name the text after it without a colon
MAX_PLAIN_WORDS = 20  # Most words of a value whose label has no element of its own; more are prose
ASIDES = frozenset({
    "note", "tip", "hint", "warning", "caution", "update", "edit", "example", "share", "share this", "follow us",
    "we accept", "we ship", "we deliver", "payment methods", "zahlungsarten", "wir akzeptieren", "nous acceptons",
    "aceptamos", "accettiamo", "aceitamos", "akceptujemy", "hinweis", "achtung", "tipp", "teilen", "remarque",
    "attention", "partager", "astuce", "atención", "consejo", "compartir", "condividi", "attenzione", "atenção",
    "compartilhar", "uwaga", "udostępnij", "let op", "примечание", "внимание", "поделиться", "注意", "備考", "提示",
    "分享",
})  # fmt: skip
"""Texts that look like labels but name no fact, in lower case: remarks, buttons to share a page, payment methods."""
_MARKS = re.compile(r"^[^\w(#№%$€£¥&]+")
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r"[!?。！？…“”„\"«]|\.\s+\S+\s|://|@")
_CLAUSE = re.compile(r"[,，、]")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]{13}")
"""Least letters, in scripts without spaces, that are too many for a label."""
_UNSPACED_PROSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff][。！？；]|[，、].{10,}[，、].{10,}")
_PROSE = re.compile(r"[.!?。！？]\s+[^\W\d_]|[^\W\d_]{2}[.!?。！？]$")
_PROSE_WORDS = 7  # Least words of a value that is prose if it reads as a sentence
_ASKING = frozenset({"input", "select", "textarea"})


class Pair(NamedTuple):
    """A label and its value, both in one line, with the place of each."""

    label: str
    value: str
    label_at: Extent
    value_at: Extent


def extent_of(subset: DomMask, element: int) -> Extent:
    """All text of an element, which has some."""
    index = subset.index
    first, last = int(index.first_text_node[element]), int(index.last_text_node[element])
    read = first + np.flatnonzero(subset.text_nodes[first:last] & ~index.blank[first:last])
    begin, end = int(read[0]), int(read[-1])
    return Extent(element, Spot(begin, 0), Spot(end, len(index.text_nodes.texts[end])))


def clean_value(text: str) -> str:
    """A text in one line without separators of labels and values."""
    return " ".join(text.split()).strip(EDGES)


def clean_label(text: str) -> str:
    """A label in one line without its colon, and without the bullet or picture that marks the item."""
    return _MARKS.sub("", clean_value(text))


def may_be_label(text: str) -> bool:
    """Whether a text without its colon may name a value: short, with a letter, and not a sentence."""
    if not 0 < len(text) <= MAX_LABEL or len(text.split()) > MAX_WORDS or text.casefold() in ASIDES:
        return False
    return bool(_LETTER.search(text)) and not _SENTENCE.search(text)


def may_be_plain_label(text: str) -> bool:
    """Whether a text before a colon in the midst of a text node names a value; a clause of a sentence does not."""
    begins_so = bool(text) and (not text[0].islower() or len(text.split()) <= 2)
    return begins_so and may_be_label(text) and not (_CLAUSE.search(text) or _UNSPACED.search(text))


def is_value(text: str) -> bool:
    """Whether a text may be the value of a label."""
    return len(text) <= MAX_VALUE and any(map(str.isalnum, text))


def is_plain_value(text: str) -> bool:
    """Whether a text after a plain label is a value, not prose."""
    words = len(text.split())
    is_prose = (words >= _PROSE_WORDS and _PROSE.search(text)) or _UNSPACED_PROSE.search(text)
    return is_value(text) and words <= MAX_PLAIN_WORDS and not is_prose


def pair_of(texts: Texts, label: int, value: int) -> Pair | None:
    """The pair of two elements; None if one is not a label, or the other not a value.

    An element with more words than a value has characters is not read, since nested lists may contain the whole page.
    """
    if max(texts.subset.words[label], texts.subset.words[value]) > MAX_VALUE:
        return None
    named, said = clean_label(texts.line(label)), clean_value(texts.line(value))
    if not (may_be_label(named) and is_value(said)) or _is_asked(texts.subset, value):
        return None
    return Pair(named, said, extent_of(texts.subset, label), extent_of(texts.subset, value))


def _is_asked(subset: DomMask, number: int) -> bool:
    """Whether a value is an input of the reader."""
    index = subset.index
    inside = range(number, int(index.ends[number]))
    asking = (one for one in inside if index.tags[one] in _ASKING)
    return any(index.attributes.given[one].get("type", "").lower() != "hidden" for one in asking)
