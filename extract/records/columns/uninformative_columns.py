"""Columns without information: single characters, *by* alone, buttons, values that all records or others have."""

import re
from collections.abc import Sequence

from iawce.data.dom.words import split_words
from iawce.extract.content.content import FieldValue
from iawce.extract.records.boards import BY
from iawce.extract.records.columns.column_facts import ColumnFacts, Values

USUAL = 0.9
COVERED = 0.6
"""Least share of the characters of a text that other columns repeat."""
MANY = 4
"""Least other columns whose values are in one text."""
ALWAYS = 0.9
"""Least share of the records with a text that is not informative."""
SAMPLE = 30
MOST_LETTERS = 4
"""Most single letters and digits; more are an obfuscated word."""
_WORD = re.compile(r"[^\W_]+")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
_LETTER = re.compile(r"[a-zA-Z\u0370-\u052f]")
"""A letter of an alphabet, which alone is not informative."""
_ACTION = re.compile(
    r"(?:read|see|show|view|learn|find out|continue|load|discover)\b.{0,20}\b(?:more|reading|details?|all|product"
    r"|item|now|post"
    r"|article)\b.{0,30}|continue reading.*|add to .{0,20}|(?:quick )?(?:view|shop|look)|buy(?: (?:it )?now)?"
    r"|shop now|compare"
    r"|share|save|reply|report|sponsored|advertisement|ad|leave (?:a )?(?:feedback|comment|reply)|apply(?: now)?"
    r"|book now"
    r"|select options|choose options|details?|more|menu|close|next|previous|permalink|favou?rite|wish ?list|edit"
    r"|hide|follow"
    r"|(?:en savoir|lire la suite|lire|voir) ?(?:plus)?|(?:weiter|mehr)(?:lesen| lesen| erfahren| dazu)?"
    r"|in den warenkorb"
    r"|zum (?:artikel|produkt)|leer más|ver más|seguir leyendo|añadir al carrito|leggi(?: tutto)?"
    r"|continua a leggere|ler mais"
    r"|lees (?:meer|verder)|czytaj (?:więcej|dalej)|читать (?:далее|дальше|полностью)|подробнее"
    r"|阅读(?:全文|更多)|查看(?:更多|详情)"
    r"|続きを読む|もっと見る|자세히|更多|全文|read more.*",
    re.I,
)


def without_silent(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns without those that are not informative, and without texts of overlays on a whole record."""
    kept = [column for column in columns if not is_silent(column)]
    return [column for column in kept if not is_overlay(column, kept)]


def is_silent(column: ColumnFacts) -> bool:
    """Whether its values are punctuation, single letters, *by*, buttons or empty."""
    if column.is_picture:
        return False
    return (
        not column.texts or (says_always(column) and is_button(column)) or column.share_of_texts(_says_nothing) >= USUAL
    )


def is_button(column: ColumnFacts) -> bool:
    """Whether all values have the same text and link to different pages, such as ``Cached``."""
    links = {value.link for value in column.said}
    return column.is_constant and not column.is_picture and len(links) > len(column.said) / 2


def _says_nothing(text: str) -> bool:
    words = _WORD.findall(_INVISIBLE.sub("", text))
    return (
        (
            all(len(word) == 1 for word in words)
            and (len(words) > MOST_LETTERS or all(_LETTER.match(word) for word in words))
        )
        or (BY.fullmatch(text) and len(words) == 1)
        or _ACTION.fullmatch(text.strip(" .…»›→>")) is not None
    )


def says_always(column: ColumnFacts) -> bool:
    """Whether nearly all records have the same value, which then is a label or a button."""
    return column.is_constant and column.filled >= ALWAYS and not column.is_picture


def is_overlay(column: ColumnFacts, columns: Sequence[ColumnFacts]) -> bool:
    """Whether its texts repeat several others: a link over a card, for screen readers."""
    if column.mean_words < 4 or column.is_picture:
        return False
    others = [other for other in columns if other is not column and not other.is_picture]
    rows = [row for row, value in enumerate(column.values) if value and value.text][:SAMPLE]
    return sum(_is_covered(column, others, row) for row in rows) >= USUAL * max(len(rows), 1)


def _is_covered(column: ColumnFacts, others: Sequence[ColumnFacts], row: int) -> bool:
    own = column.values[row]
    text = " ".join(own.text.casefold().split()) if own else ""
    said = {
        value.text.casefold()
        for other in others
        if (value := other.values[row]) and len(value.text) > 2 and value.text.casefold() in text
    } - {text}
    inner = [one for one in said if not any(one != other and one in other for other in said)]
    return len(inner) >= MANY or (len(inner) > 1 and sum(map(len, inner)) >= COVERED * len(text))


def says_again(column: ColumnFacts, others: Sequence[Values]) -> bool:
    """Whether nearly each of its values is part of one in another column of its record."""
    rows = [row for row, value in enumerate(column.values) if value and (value.text or value.image)]
    return bool(rows) and any(
        sum(_stands_in(column.values[row], other[row]) for row in rows) >= USUAL * len(rows)
        for other in others
        if other and other is not column.values
    )


def _stands_in(own: FieldValue | None, around: FieldValue | None) -> bool:
    if own is None or around is None or bool(own.image) != bool(around.image):
        return False
    if own.image:
        return own.image == around.image
    words = f" {' '.join(split_words(around.text.casefold()))} "
    return f" {' '.join(split_words(own.text.casefold()))} " in words
