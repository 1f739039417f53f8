"""The rows of a board as threads: title, link, author, replies, views, the times of the first and of the last post.

The rows are those of the page's list (``extract/records/lists``); here its columns get the names of their content, by
their values, their heads and their class names. Lists of other things give no rows.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from statistics import mean

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.text.counts import count_within, counted
from iawce.data.text.lexicon.columns import (
    COMMENTS,
    LAST,
    REPLIES,
    STARTED,
    VIEWS,
    VOICES,
    name_of_class,
    role_of_class,
    unused,
)
from iawce.data.text.times import times_in
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.papers.simhtree.find_tables import find_tables
from iawce.extract.papers.simhtree.leaves import SimHTreeSettings
from iawce.extract.papers.simhtree.sim_tree import SimTree
from iawce.extract.papers.simhtree.table import name_columns, table_records
from iawce.extract.records.columns.column_facts import BY, never_meet
from iawce.extract.records.columns.record_columns import TAG, TAGS
from iawce.extract.records.columns.roles import BOARD, MAX_COUNT, THREAD, is_thread, last_threads, person
from iawce.extract.records.lists.ranked_lists import RankedList
from iawce.extract.records.posts.field_candidates import MAX_INITIAL, USER

MIN_NAMED = 0.3  # Least share of the rows with a name, as some boards name no last author of threads without replies
MIN_TITLES = 2  # Least addresses of threads in a list of them
MIN_LINKS = 5  # Least links to threads on a page of unknown software for examining all of its lists
LISTS = 8  # Most lists of a page that are examined
_FIELDS: dict[str, Callable[[str], str]] = {
    "author": person,
    "date": lambda text: times_in(text).written,
    "replies": lambda text: counted(text)[0] or count_within(text, REPLIES),
    "views": lambda text: counted(text)[0],
    "last_author": person,
    "last_date": lambda text: times_in(text).written,
}
"""The value of a field in the texts of its columns."""


@dataclass(frozen=True)
class BoardColumn:
    """A column of a list. Pictures count by their descriptions: an avatar may be all that names an author."""

    name: str
    values: Sequence[FieldValue | None]
    label: str = ""
    classes: str = ""

    @cached_property
    def texts(self) -> list[str]:
        """The texts that are not missing."""
        return [value.text for value in self.values if value and value.text]

    def mostly(self, is_one: Callable[[FieldValue], object]) -> bool:
        """Whether most of the existing values are of a kind."""
        found = [bool(is_one(value)) for value in self.values if value and value.text]
        return bool(found) and mean(found) >= MAX_COUNT

    @property
    def is_picture(self) -> bool:
        """Whether it holds pictures."""
        return self.mostly(lambda value: value.image)

    @property
    def name_by_class(self) -> str:
        """Its name; of links, rather what class names say: categories and tags stand below titles, under their head."""
        if not self.mostly(lambda value: value.link):
            return self.name
        if self.mostly(lambda value: TAG.search(value.link)):
            return TAGS
        roles = filter(None, map(role_of_class, self.classes.split()))
        name = next(roles, "") or name_of_class(self.classes) or self.name
        return TAGS if name == "tag" else name

    @property
    def is_said_always(self) -> bool:
        """Whether all rows have the same text, which is not informative."""
        return len(self.texts) > 2 and len(set(self.texts)) == 1

    @cached_property
    def is_time(self) -> bool:
        """Whether it has times, perhaps with authors."""
        return self.mostly(lambda value: times_in(value.text).is_stamp)

    @cached_property
    def is_count(self) -> bool:
        """Whether it holds numbers."""
        return self.mostly(lambda value: counted(value.text, glued=False)[0])

    @cached_property
    def is_by(self) -> bool:
        """Whether it has the word before a name, perhaps with names."""
        return self.mostly(lambda value: BY.fullmatch(value.text.strip()))

    @cached_property
    def is_person(self) -> bool:
        """Whether it holds names of users."""
        if self.is_count:
            return False
        is_named = re.search(r"author|autor|user|name|poster|started_by", self.name) is not None
        return self.mostly(
            lambda value: person(value.text) and (USER.search(value.link) or BY.match(value.text) or is_named)
        )

    @property
    def is_unit(self) -> bool:
        """Whether it holds one word, or its singular and plural."""
        values = [value for value in self.values if value]
        return len(set(self.texts)) <= 2 and not any(value.link or value.image for value in values)

    @property
    def about(self) -> str:
        """Its name, its labels and the words for the things that it counts."""
        units = {counted(text)[1] for text in self.texts} - {""}
        return " ".join((self.name.replace("_", " "), self.label, *sorted(units)[:4]))


def find_board(tree: SimTree, found: RankedList | None) -> tuple[FoundRecord, ...]:
    """The threads of a board page; none if it is not a board. PageError: the page takes too long.

    ``tree``: by the default settings; ``found``: the list with most of its content; if its records are not threads,
    other lists are examined if the page is one of a forum or leads to threads.
    """
    analysis, settings = tree.analysis, SimHTreeSettings()
    index, given = analysis.index, analysis.index.attributes.given
    threads = sum(THREAD.search(link) is not None for link in {given[n].get("href", "") for n in index.tagged("a")})

    def says_replies() -> bool:
        named = (given[number]["itemprop"] for number in index.attributes.having("itemprop"))
        return any(map(REPLIES.search, {*index.classes, *named, analysis.document.body.text[0]}))

    if found and (threads >= MIN_TITLES or analysis.software or says_replies()):
        table = name_columns(found.table, settings)
        if rows := board_rows(analysis, table_records(table, 1, found.confidence)):
            return rows
    if threads < MIN_LINKS and not analysis.software:
        return ()
    tables = find_tables(tree, replace(settings, tables=LISTS))
    boards = (board_rows(analysis, table_records(table, number)) for number, table in enumerate(tables, 1))
    return max(boards, key=len, default=())


def board_rows(analysis: PageAnalysis, records: Sequence[FoundRecord]) -> tuple[FoundRecord, ...]:
    """The threads among the records of a list, in the order of the page; none if these records are not threads.

    A thread has ``title`` and ``link`` and, if the board has them, ``author`` and ``date`` of its first post,
    ``replies``, ``views``, ``last_author`` and ``last_date``; other values keep their names.
    """
    columns = _columns(analysis, records)
    title = _title(columns)
    if (
        title is None
        or last_threads([[*one.values] for one in columns]) is not None
        or not _is_board(analysis, title, columns)
    ):
        return ()
    named = assign_fields(columns, title)
    if not {"replies", "date", "last_date", "author", "last_author"} & named.keys():
        return ()
    used = {id(column) for group in named.values() for column in group}
    rest = [one for one in columns if id(one) not in used and one.texts and not one.is_said_always and not one.is_unit]
    rest = [replace(one, name=one.name_by_class) for one in rest if not (one.is_person and one.is_picture)]
    named["title"] = [replace(title, values=[one and _whole(analysis, one) for one in title.values])]
    rows = [place for place, value in enumerate(title.values) if value and value.link]
    return tuple(_thread(records[place], place, named, rest) for place in rows)


def _columns(analysis: PageAnalysis, records: Sequence[FoundRecord]) -> list[BoardColumn]:
    """The columns, labelled by heads, classes and texts beside numbers; a first record without links is the heads."""
    names = list(dict.fromkeys(name for record in records for name in record.fields))
    head = next((record for record in records[:1] if not any(one.link for one in record.fields.values() if one)), None)
    index, found = analysis.index, list[BoardColumn]()
    for name in names:
        values = [None if record is head else record.fields.get(name) for record in records]
        element = next((value.elements[0] for value in values if value), None)
        written, classes = head.fields.get(name) if head else None, ""
        if element is not None:
            classes = index.classes[element] or index.classes[int(index.parents[element])]
        label = f"{written.text if written else ''} {re.sub('[-_]', ' ', classes)}"
        found.append(BoardColumn(name, values, label, classes))
    labelled = list[BoardColumn]()
    for column, beside in zip_longest(found, found[1:]):
        unit = " ".join(sorted(set(beside.texts))) if beside and beside.is_unit else ""
        labelled.append(replace(column, label=f"{column.label} {unit}"))
    persons = [one for one in labelled if one.is_person]
    return [one for one in labelled if not any(_is_avatar(one, other) for other in persons)]


def _is_avatar(column: BoardColumn, other: BoardColumn) -> bool:
    """Whether a column shows the users that another one names: pictures, or the first letters of the names."""
    if column is other:
        return False
    both = [(one, name) for one, name in zip(column.values, other.values, strict=True) if one and one.link and name]
    if 2 * len(both) <= len(column.texts):
        return False

    def is_drawn(value: FieldValue, name: str) -> bool:
        return bool(value.image) or (
            len(value.text) <= MAX_INITIAL and name.casefold().startswith(value.text.casefold())
        )

    are_alike = all(one.link == name.link and is_drawn(one, name.text) for one, name in both)
    return are_alike and any(not is_drawn(name, name.text) for _, name in both)


def _title(columns: Sequence[BoardColumn]) -> BoardColumn | None:
    """The column of links to as many addresses as there are rows, with the longest texts."""

    def length(column: BoardColumn) -> float:
        linked = [value for value in column.values if value and value.link and value.text and not value.image]
        is_one = len({value.link for value in linked}) >= max(MIN_TITLES, MAX_COUNT * len(column.values))
        is_user = sum(bool(USER.search(value.link)) for value in linked) > len(linked) / 2
        if not is_one or is_user or column.is_time or column.is_count:
            return 0.0
        return sum(len(value.text) for value in linked) / len(column.values)

    return max((column for column in columns if length(column)), key=length, default=None)


def _whole(analysis: PageAnalysis, title: FieldValue) -> FieldValue:
    """A title with the common beginning of all titles, which the list uses as the name of the column."""
    element = title.elements[0]
    text = analysis.texts.line(element) if analysis.index.linked[element] else ""
    return replace(title, text=text) if text.endswith(title.text) else title


def _is_board(analysis: PageAnalysis, title: BoardColumn, columns: Sequence[BoardColumn]) -> bool:
    links = [value.link for value in title.values if value and value.link]
    if sum(map(is_thread, links)) >= MAX_COUNT * len(links):
        return True
    if sum(bool(BOARD.search(link)) for link in links) > len(links) / 2:
        return False
    says_replies = any(one.is_count and REPLIES.search(f"{one.name} {one.label}") for one in columns)
    return says_replies or analysis.software is not None


def assign_fields(columns: Sequence[BoardColumn], title: BoardColumn) -> dict[str, list[BoardColumn]]:
    """The columns of each field."""
    others = [one for one in columns if one is not title and one.texts and (not one.is_said_always or one.is_person)]
    named = {"title": [title]}
    counts = [one for one in others if one.is_count and 2 * len(one.texts) > len(title.texts)]
    named |= {name: [one] for name, one in _name_counts(counts).items()}
    times = _times([one for one in others if one.is_time], others)
    for plain, last, groups in (("date", "last_date", times), ("author", "last_author", _people(others))):
        if len(groups) > 1:
            named |= {plain: groups[0], last: groups[-1]}
        elif groups:
            named[last if _is_last(groups[0][0], times, others) else plain] = groups[0]
    said = [one for one in others if one.mostly(lambda value: count_within(value.text, REPLIES))]
    return {"replies": said[:1]} | named if said else named


def _name_counts(counts: Sequence[BoardColumn]) -> dict[str, BoardColumn]:
    """The columns of replies and of views, if there are any: threads have more readers than replies."""
    found: dict[str, BoardColumn] = {}
    for role, says in (("replies", REPLIES), ("views", VIEWS), ("replies", COMMENTS)):
        one = next((column for column in counts if says.search(column.about) and column not in found.values()), None)
        if one:
            found.setdefault(role, one)
    rest = [one for one in counts if one not in found.values() and not VOICES.search(one.about)]
    rest.sort(key=lambda column: mean(int(counted(text)[0] or 0) for text in column.texts))
    missing = [role for role in ("replies", "views") if role not in found]
    return found | dict(zip(missing, rest, strict=False)) if len(rest) <= len(missing) else found


def _people(others: Sequence[BoardColumn]) -> list[list[BoardColumn]]:
    """Columns of names, each with the "by" before it; two columns that never occur together are one."""
    groups: list[list[BoardColumn]] = []
    for place, column in enumerate(others):
        if not column.is_person or column.is_by:
            continue
        if groups and never_meet(column.values, groups[-1][-1].values):
            groups[-1].append(column)
        else:
            groups.append([*(one for one in others[max(0, place - 1) : place] if one.is_by), column])
    return [group for group in groups if sum(len(one.texts) for one in group) >= MIN_NAMED * len(group[0].values)]


def _times(times: Sequence[BoardColumn], others: Sequence[BoardColumn]) -> list[list[BoardColumn]]:
    """Columns of times; adjacent columns of a day, perhaps in words (``Today``), and a time of the day are one."""
    groups: list[list[BoardColumn]] = []
    for column in times:
        before = others[max(0, others.index(column) - 1)]
        is_clock = column.mostly(lambda value: times_in(value.text).is_clock)
        is_day = is_clock or before.mostly(lambda one: not re.search(r"\d", one.text))
        if groups and before is groups[-1][-1] and is_day:
            groups[-1].append(column)
        else:
            groups.append([column])
    return groups


def _is_last(column: BoardColumn, times: Sequence[Sequence[BoardColumn]], others: Sequence[BoardColumn]) -> bool:
    """Whether the only time or name is that of the last post: if it is the only column, or follows the times."""
    about = f"{column.name} {column.label} {' '.join(column.texts[:3])}"
    if LAST.search(about) or STARTED.search(about):
        return LAST.search(about) is not None
    return bool(times) and others.index(column) >= others.index(times[0][0])


def _thread(
    record: FoundRecord, place: int, named: dict[str, list[BoardColumn]], rest: list[BoardColumn]
) -> FoundRecord:
    """One row under the names of its columns."""
    title = named["title"][0].values[place]
    fields: dict[str, FieldValue | None] = {"title": title}
    fields["link"] = FieldValue(title.link, title.link, elements=title.elements) if title else None
    for name, read in _FIELDS.items():
        if name in named:
            found = [one for column in named[name] if (one := column.values[place])]
            plain = read(" ".join(one.text for one in found))
            fields[name] = replace(found[0], text=plain) if plain else None
    if fields.get("author", title) is None and all(column.is_picture for column in named["author"]):
        fields["author"] = fields.get("last_author")  # the only poster of a thread has one avatar
    for column in rest:
        fields[unused(column.name, fields)] = column.values[place]
    return replace(record, fields=fields)
