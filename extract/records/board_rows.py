"""The rows of a board as threads: title, link, author, replies, views, the times of the first and of the last post.

The rows are those of the page's list (``extract/records``); here its columns get the names of their content. Lists of
other things give no rows.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.text.times import times_in
from iawce.extract.content.content import FoundField, FoundRecord
from iawce.extract.papers.simhtree.find_tables import find_tables
from iawce.extract.papers.simhtree.settings import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.records.board_columns import (
    MOST,
    REPLIES,
    BoardColumn,
    assign_fields,
    is_count,
    is_time,
    number,
    person,
    replies_said,
)
from iawce.extract.records.list_records import table_records
from iawce.extract.records.posts.field_candidates import USER

THREAD = re.compile(r"thread|topic|discussion|[?&;/]t(?:id)?[=/]|/d/\d|beitrag|\btema", re.I)
"""Parts of the address of a thread."""
BOARD = re.compile(r"forumdisplay|viewforum|/(?:forums?|boards?)/[\w-]+/?\Z", re.I)
"""Parts of the address of a board."""
LEAST_TITLES = 2
"""Least addresses of threads in a list of them."""
UNIT_FORMS = 2
"""Most texts of a column with a unit: its singular and its plural."""
LEAST_LINKS = 5
"""Least links to threads on a page of unknown software for examining all of its lists."""
LISTS = 8
"""Most lists of a page that are examined."""


def board_rows(analysis: PageAnalysis, records: Sequence[FoundRecord]) -> tuple[FoundRecord, ...]:
    """The threads of a board, in the order of the page; none if these records are not threads.

    A thread has ``title`` and ``link`` and, if the board has them, ``author`` and ``date`` of its first post,
    ``replies``, ``views``, ``last_author`` and ``last_date``; other values keep their names.

    Args:
        analysis: of the page.
        records: of one of its lists.
    """
    columns = _columns(analysis, records)
    title = _title(columns)
    if title is None or not _is_board(analysis, title, columns):
        return ()
    named = assign_fields(columns, title)
    if not {"replies", "date", "last_date", "author", "last_author"} & named.keys():
        return ()
    used = {id(column) for group in named.values() for column in group}
    rest = [
        one for one in columns if id(one) not in used and one.texts and not one.is_said_always and not _is_unit(one)
    ]
    named["title"] = [replace(title, values=[one and _whole(analysis, one) for one in title.values])]
    rows = [place for place, value in enumerate(title.values) if value and value.link]
    return tuple(_thread(records[place], place, named, rest) for place in rows)


def find_board(tree: SimTree, records: Sequence[FoundRecord]) -> tuple[FoundRecord, ...]:
    """The threads of a board page; none if it is not a board.

    Args:
        tree: of the page, by the default settings.
        records: of the list with most of its content; if these are not threads, other lists are examined if the page is
            one of a forum or leads to threads.

    Raises:
        PageError: the page takes too long.
    """
    analysis = tree.analysis
    if found := board_rows(analysis, records):
        return found
    if not analysis.software and _thread_links(analysis) < LEAST_LINKS:
        return ()
    tables = find_tables(tree, replace(SimHTreeSettings.default(), tables=LISTS))
    boards = (board_rows(analysis, table_records(table, number)) for number, table in enumerate(tables, 1))
    return max(boards, key=len, default=())


def _thread_links(analysis: PageAnalysis) -> int:
    """Number of threads to which a page links, up to a limit."""
    given = analysis.index.attributes.given
    links = {given[number].get("href", "") for number in analysis.index.tagged("a")}
    return sum(bool(THREAD.search(link)) for link in links)


def _columns(analysis: PageAnalysis, records: Sequence[FoundRecord]) -> list[BoardColumn]:
    names = list(dict.fromkeys(name for record in records for name in record.fields))
    head = next((record for record in records[:1] if not any(one.link for one in record.fields.values() if one)), None)
    found = []
    for name in names:
        values = [None if record is head else record.fields.get(name) for record in records]
        first = next((value for value in values if value), None)
        written = head.fields.get(name) if head else None
        classes = _class_names(analysis, first.elements[0]) if first else ""
        found.append(BoardColumn(name, values, f"{written.text if written else ''} {classes}"))
    return [replace(one, label=f"{one.label} {_unit(found, place)}") for place, one in enumerate(found)]


def _class_names(analysis: PageAnalysis, element: int) -> str:
    """Class names of the element, or of its parent if it has none."""
    index = analysis.index
    return re.sub("[-_]", " ", index.classes[element] or index.classes[int(index.parents[element])])


def _unit(columns: Sequence[BoardColumn], place: int) -> str:
    """The text beside each number: ``18`` and then ``views``."""
    beside = columns[place + 1] if place + 1 < len(columns) and is_count(columns[place]) else None
    if beside is None or is_count(beside) or is_time(beside) or not _is_unit(beside):
        return ""
    return " ".join(sorted(set(beside.texts)))


def _is_unit(column: BoardColumn) -> bool:
    """Whether it holds one word, or its singular and plural."""
    values = [value for value in column.values if value]
    return len(set(column.texts)) <= UNIT_FORMS and not any(value.link or value.image for value in values)


def _title(columns: Sequence[BoardColumn]) -> BoardColumn | None:
    """The column of links to as many addresses as there are rows, with the longest texts."""

    def length(column: BoardColumn) -> float:
        linked = [value for value in column.values if value and value.link and value.text and not value.image]
        is_one = len({value.link for value in linked}) >= max(LEAST_TITLES, MOST * len(column.values))
        is_user = sum(bool(USER.search(value.link)) for value in linked) > len(linked) / 2
        if not is_one or is_user or is_time(column) or is_count(column):
            return 0.0
        return sum(len(value.text) for value in linked) / len(column.values)

    best = max(columns, key=length, default=None)
    return best if best and length(best) else None


def _whole(analysis: PageAnalysis, title: FoundField) -> FoundField:
    """A title with the common beginning of all titles, which the list uses as the name of the column."""
    element = title.elements[0]
    text = analysis.texts.line(element) if analysis.index.linked[element] else ""
    return replace(title, text=text) if text.endswith(title.text) else title


def _is_board(analysis: PageAnalysis, title: BoardColumn, columns: Sequence[BoardColumn]) -> bool:
    links = [value.link for value in title.values if value and value.link]
    if sum(bool(THREAD.search(link.partition("://")[2].partition("/")[2])) for link in links) >= MOST * len(links):
        return True
    if sum(bool(BOARD.search(link)) for link in links) > len(links) / 2:
        return False
    counted = any(is_count(one) and REPLIES.search(f"{one.name} {one.label}") for one in columns)
    return counted or analysis.software is not None


def _thread(
    record: FoundRecord, place: int, named: dict[str, list[BoardColumn]], rest: Sequence[BoardColumn]
) -> FoundRecord:
    """One row under the names of its columns."""
    title = named["title"][0].values[place]
    fields: dict[str, FoundField | None] = {"title": title}
    fields["link"] = FoundField(title.link, title.link, elements=title.elements) if title else None
    for name in ("author", "date", "replies", "views", "last_author", "last_date"):
        if name in named:
            fields[name] = _value(name, [one for column in named[name] if (one := column.values[place])])
    fields |= {column.name: column.values[place] for column in rest if column.name not in fields}
    return replace(record, fields=fields)


def _value(name: str, found: Sequence[FoundField]) -> FoundField | None:
    """The value of a field from its columns."""
    text = " ".join(one.text for one in found)
    plain = {"author": person, "last_author": person, "replies": _replies, "views": number}.get(name, _time)(text)
    return replace(found[0], text=plain) if plain else None


def _time(text: str) -> str:
    return times_in(text).written


def _replies(text: str) -> str:
    return number(text) or replies_said(text)
