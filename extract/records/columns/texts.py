"""The text of each record: the columns with several words, without excerpts of each other."""

from collections.abc import Sequence

from iawce.data.html.words import split_words
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.columns.column_facts import ColumnFacts, Values
from iawce.extract.records.columns.names import name_of

PROSE = 6
"""Least mean words of a column of texts without a name."""
ELLIPSES = ("..", "…")


def text_columns(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The columns with the text of the records."""
    return [column for column in columns if _is_text(column)] or _wordiest(columns)


def _is_text(column: ColumnFacts) -> bool:
    """Whether a column has the text of the record."""
    called = column.labelled or column.named
    return not column.is_picture and not column.label and (
        column.mean_words >= PROSE or (called == "text" and column.mean_words > PROSE / 2)
    )  # fmt: skip


def _wordiest(columns: Sequence[ColumnFacts]) -> list[ColumnFacts]:
    """The column without a name with the longest texts, if these have more than a few words."""
    nameless = [column for column in columns if not column.is_picture and not name_of(column)]
    most = max(nameless, key=lambda column: column.mean_words, default=None)
    return [most] if most is not None and most.mean_words >= PROSE / 2 and most.distinct > PROSE / 10 else []


def join_texts(columns: Sequence[ColumnFacts]) -> Values:
    """The texts of each record in these columns as one."""
    if not columns:
        return []
    found: Values = []
    for row in zip(*(column.values for column in columns), strict=True):
        said = [value for value in row if value]
        text = "\n".join(_without_excerpts([value.text for value in said if value.text]))
        found.append(
            FoundField(text, elements=tuple(number for value in said for number in value.elements)) if said else None
        )
    return found


def _without_excerpts(texts: Sequence[str]) -> list[str]:
    """The texts, each once, without those that the beginning of another one repeats."""
    unlike = list(dict.fromkeys(texts))
    return [text for text in unlike if not any(other is not text and _is_excerpt(text, other) for other in unlike)]


def _is_excerpt(text: str, whole: str) -> bool:
    """Whether a text begins with another one, which is cut off, ``HTC Touch - in High Defin...``, or has many words."""
    is_cut = text.endswith(ELLIPSES)
    begins = whole.startswith(text.rstrip(" .…") if is_cut else text)
    return begins and (is_cut or len(split_words(text)) >= PROSE)
