"""Recognises columns of authors: by their names, by *by*, by the addresses of people, by place and form."""

import re

from iawce.data.html.words import split_words
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.times import times_in
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.boards.board_columns import BY, LAST, person
from iawce.extract.records.columns.column_facts import ColumnFacts
from iawce.extract.records.columns.counts import plain_count
from iawce.extract.records.columns.role_reader import RoleReader, has_few_words
from iawce.extract.records.columns.silent import is_button
from iawce.extract.records.columns.vocabulary import role_of_label
from iawce.extract.records.posts.field_candidates import USER

USUAL = 0.6
_AUTHOR = re.compile(
    r"/(?:authors?|autor(?:es)?|auteurs?|by|writers?|contributors?|people|staff|reporters?|u|user|users|profile)/", re.I
)
_NAME = re.compile(
    r"\s*[^\W\d_a-z][\w.'’-]*(?: (?:[^\W\d_a-z][\w.'’-]*|de|del|van|von|der|den|da|di|la|le|al|bin)){1,4}\s*"
)
"""Two or more words that begin with capitals or have none."""
_BETWEEN_NAMES = re.compile(r"\s*[,;]\s*(?:and |& )?|\s+(?:and|und|et|y|e|&)\s+")
_OFFICE = re.compile(
    r"\b(?:editor|writer|reporter|correspondent|contributor|columnist|staff|manager|director|ceo)\b", re.I
)
_NO_NAMES = frozenset({"and", "&", "with", "und", "et", "y", "e", "by"})
LONGEST_NAMES = 2_000
NEARLY_ALL = 0.8
MOST = 4.0
"""Score of names that lead to accounts: the first of several columns is who began a thread, the last who answered."""
LEAST_DIFFERENT = 0.4


def of_people(_: PageReading) -> RoleReader:
    """The reader of authors."""
    return _score, _read, _is_whole


def _score(column: ColumnFacts) -> float:
    if _are_lists_of_people(column):
        return 1.0
    if not has_few_words(column) or column.share_of_texts(plain_count) > 0.3:
        return 0.0
    if _stands_beside_a_date(column):
        return USUAL
    by, leads, users = column.share_of_texts(BY.match), 0.0, 0.0
    if not is_button(column):
        leads = column.share(lambda value: _AUTHOR.search(value.link))
        users = column.share(lambda value: USER.search(value.link))
    is_called = column.is_called("author")
    is_other = (column.labelled or column.named) not in ("", "author", "text", "title", "date")
    found = 2.0 * is_called + by + max(leads, 0.7 * users)
    if found < USUAL or is_other or column.share_of_texts(person) < USUAL:
        return 0.0
    is_likely = (is_called or column.filled >= USUAL) and not LAST.search(column.label)
    return MOST if users >= NEARLY_ALL and is_likely else found


def _read(value: FoundField) -> str:
    name = _list_of_people(value.text) or person(value.text).strip(" ,;|·•⋅∙-–—:")
    is_name = name and name not in _NO_NAMES and not times_in(name).is_stamp and role_of_label(name) != "author"
    return name if is_name else ""


def _is_whole(text: str) -> bool:
    return bool(_list_of_people(text)) or len(split_words(text)) <= len(split_words(person(text))) + 2


def _are_lists_of_people(column: ColumnFacts) -> bool:
    """Whether a column named after authors has names with commas, such as those of a paper."""
    return column.is_called("author") and column.share_of_texts(_list_of_people) >= USUAL


def _list_of_people(text: str) -> str:
    """The names in a text that consists of several names; else empty."""
    names = BY.sub("", text, count=1) if BY.match(text) else text
    parts = _BETWEEN_NAMES.split(names[:LONGEST_NAMES])
    are_names = all(_NAME.fullmatch(part) and not _OFFICE.search(part) for part in parts)
    return names if len(parts) > 1 and are_names else ""


def _stands_beside_a_date(column: ColumnFacts) -> bool:
    """Whether only place and form suggest names: values beside the date that differ from each other."""
    if column.linked or column.label or column.named or column.heading or column.distinct < LEAST_DIFFERENT:
        return False
    dates = (other for other in column.beside if "time" in other.tags)
    is_beside = any(
        other.path.split("/")[:-3] == column.path.split("/")[: len(other.path.split("/")) - 3] for other in dates
    )
    return is_beside and column.share_of_texts(_NAME.fullmatch) >= NEARLY_ALL
