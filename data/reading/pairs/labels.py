"""What can be a label, and what can be the value that it names; in any language."""

import re

COLONS = ":：︓﹕∶꞉׃៖፦᠄"
"""Of all scripts: Latin, Cyrillic, Greek, Arabic and Hebrew pages write the first, Chinese and Japanese ones the second
and its vertical and small forms; then the ratio, the modifier letter, Hebrew, Khmer, Ethiopic and Mongolian ones."""
EDGES = " \t\n\r\f\v\u00a0\u200b\u200e\u200f\ufeff|;,·•‣◦▪■●◆◇。，★☆►▶»›→✓✔*–—-=" + COLONS
"""What may stand between a label and its value, or before both as the mark of an item."""
LONGEST_LABEL, LONGEST_VALUE = 50, 300
"""Characters."""
MOST_WORDS = 6
"""Words of a label."""
LABEL_ELEMENTS = frozenset({"th", "dt", "label"})
"""Elements that are there to name the value after them."""
LABEL_TAGS = LABEL_ELEMENTS | {"b", "strong"}
"""Elements whose text may name the text after it without a colon."""
MOST_PLAIN_WORDS = 20
"""Words of a value whose label is no element of its own; more are prose."""
ASIDES = frozenset({
    "note", "tip", "hint", "warning", "caution", "update", "edit", "example", "share", "share this", "follow us",
    "we accept", "we ship", "we deliver", "payment methods", "zahlungsarten", "wir akzeptieren", "nous acceptons",
    "aceptamos", "accettiamo", "aceitamos", "akceptujemy", "hinweis", "achtung", "tipp", "teilen", "remarque",
    "attention", "partager", "astuce", "atención", "consejo", "compartir", "condividi", "attenzione", "atenção",
    "compartilhar", "uwaga", "udostępnij", "let op", "примечание", "внимание", "поделиться", "注意", "備考", "提示",
    "分享",
})  # fmt: skip
"""What looks like a label and names no fact, in lower case: remarks, buttons to share a page, ways to pay."""
_MARKS = re.compile(r"^[^\w(#№%$€£¥&]+")
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r"[!?。！？…“”„\"«]|\.\s+\S+\s|://|@")
_CLAUSE = re.compile(r"[,，、]")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]{13}")
"""More letters of a script without blanks between words than a label has."""
_UNSPACED_PROSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff][。！？；]|[，、].{10,}[，、].{10,}")
_PROSE = re.compile(r"[.!?。！？]\s+[^\W\d_]|[^\W\d_]{2}[.!?。！？]$")
_PROSE_WORDS = 7
"""Words from which a value that reads as a sentence is prose."""


def clean_value(text: str) -> str:
    """A text in one line without what parts labels from values."""
    return " ".join(text.split()).strip(EDGES)


def clean_label(text: str) -> str:
    """A label in one line without its colon, and without the bullet or picture that marks the item."""
    return _MARKS.sub("", clean_value(text))


def may_be_label(text: str) -> bool:
    """Whether a text without its colon may name a value: short, with a letter, and no sentence."""
    return (
        0 < len(text) <= LONGEST_LABEL
        and len(text.split()) <= MOST_WORDS
        and text.casefold() not in ASIDES
        and bool(_LETTER.search(text))
        and not _SENTENCE.search(text)
    )


def may_be_plain_label(text: str) -> bool:
    """Whether a text before a colon in the midst of a text node names a value; a clause of a sentence does not."""
    begins_so = bool(text) and (not text[0].islower() or len(text.split()) <= 2)
    return begins_so and may_be_label(text) and not (_CLAUSE.search(text) or _UNSPACED.search(text))


def is_value(text: str) -> bool:
    """Whether a text may be the value of a label."""
    return len(text) <= LONGEST_VALUE and any(map(str.isalnum, text))


def is_plain_value(text: str) -> bool:
    """Whether a text that follows a plain label is a value and no prose."""
    words = len(text.split())
    is_prose = (words >= _PROSE_WORDS and _PROSE.search(text)) or _UNSPACED_PROSE.search(text)
    return is_value(text) and words <= MOST_PLAIN_WORDS and not is_prose
