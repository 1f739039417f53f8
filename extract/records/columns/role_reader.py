"""The reader of the columns of one role."""

from collections.abc import Callable

from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.columns.column_facts import ColumnFacts

MOST_WORDS = 8
"""Most mean words of a value that is not a text."""
Read = Callable[[FoundField], str]
RoleReader = tuple[Callable[[ColumnFacts], float], Read, Callable[[str], bool]]
"""Functions: the score of a column, the value in a text, and whether a text consists of it."""
Reader = Callable[[PageReading], RoleReader]


def has_few_words(column: ColumnFacts) -> bool:
    """Whether a column holds texts of few words."""
    return bool(column.texts) and not column.is_picture and column.mean_words <= MOST_WORDS
