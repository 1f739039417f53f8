"""The content of the columns of a board's list of threads, by their values, their heads and their class names."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from iawce.data.text.times import times_in
from iawce.extract.content.content import FoundField
from iawce.extract.records.posts.field_candidates import LONGEST_NAME, USER

REPLIES = re.compile(
    r"repl(?:y|ies)|answer|antwort|réponse|respuesta|resposta|rispost|ответ|回[复復帖應应]|返信|답글",
    re.I,
)
COMMENTS = re.compile(r"\bposts\b|comment|kommentar|коммент|评论|コメント", re.I)
VIEWS = re.compile(r"view|\bhits?\b|aufruf|zugriff|hits|\bvues?\b|visita|просмотр|查看|浏览|瀏覽|点击|閲覧|조회", re.I)
VOICES = re.compile(r"voice|participant|score|point|vote|like|rating|bewertung", re.I)
STARTED = re.compile(r"start|creat|erstellt|begonnen|\bauthor|opened|posted", re.I)
LAST = re.compile(r"last|latest|recent|letzt|dernier|últim|ultim|freshness|activity|последн|最后|最後|最終", re.I)
COUNT = re.compile(r"\(?(\d{1,3}(?:[ ,.]\d{3})+|\d+)\s*([km]?)\b\s*([^\W\d]{0,20})\)?", re.I)
"""A number and the word for the things counted: ``(2 Replies)``."""
BY = re.compile(r"(?:\A|.{0,60}?\s)(?:by|von|par|por|da|автор|от)\b:?\s*", re.I | re.S)
AFTER_NAME = re.compile(r"\s*(?:[·⋅∙|,;»«\n]|\s[-–—]\s|\s{2,}).*", re.S)
MOST = 0.6
"""Least share of the values of a column that determine its content."""


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """A column of a list: the value of each row, and its labels."""

    name: str
    values: Sequence[FoundField | None]
    label: str = ""

    @property
    def texts(self) -> list[str]:
        """The texts that are not missing."""
        return [value.text for value in self.values if value and value.text]

    def mostly(self, is_one: Callable[[FoundField], object]) -> bool:
        """Whether most of the existing values are of a kind."""
        found = [bool(is_one(value)) for value in self.values if value and value.text]
        return bool(found) and mean(found) >= MOST

    @property
    def is_said_always(self) -> bool:
        """Whether all rows have the same text, which is not informative."""
        return len(self.texts) > 2 and len(set(self.texts)) == 1


def is_time(column: BoardColumn) -> bool:
    """Whether it has times, perhaps with authors."""
    return column.mostly(lambda value: times_in(value.text).is_stamp)


def is_clock(column: BoardColumn) -> bool:
    """Whether its times lack the day."""
    return column.mostly(lambda value: times_in(value.text).is_clock)


def is_day(column: BoardColumn) -> bool:
    """Whether its times are words: ``Today``."""
    return column.mostly(lambda value: not re.search(r"\d", value.text))


def is_count(column: BoardColumn) -> bool:
    """Whether it holds numbers."""
    return column.mostly(lambda value: COUNT.fullmatch(value.text.strip()))


def is_by(column: BoardColumn) -> bool:
    """Whether it has the word before a name, perhaps with names."""
    return column.mostly(lambda value: BY.fullmatch(value.text.strip()))


def is_person(column: BoardColumn) -> bool:
    """Whether it holds names of users."""
    if is_time(column) and not column.mostly(lambda value: BY.match(value.text)):
        return False
    is_named = re.search(r"author|autor|user|name|poster|started_by", column.name) is not None
    return not is_count(column) and column.mostly(
        lambda value: person(value.text) and (USER.search(value.link) or BY.match(value.text) or is_named)
    )


def person(text: str) -> str:
    """The name in a text that may also contain "by" and a time; empty if it is too long for one."""
    name = BY.sub("", text, count=1) if BY.match(text) else text.replace(times_in(text).written, "", 1)
    name = AFTER_NAME.sub("", name.strip())
    time = times_in(name).written
    return "" if len(name) > LONGEST_NAME else name.replace(time, "").strip(" -–—:") if time else name


def number(text: str) -> str:
    """The digits of a count, thousands as such."""
    found = COUNT.fullmatch(text.strip())
    if not found:
        return ""
    digits = re.sub(r"\D", "", found[1])
    return str(int(digits) * {"k": 1000, "m": 1_000_000}.get(found[2].lower(), 1))


def replies_said(text: str) -> str:
    """The number of replies in a longer text: ``by mara · 3 replies``."""
    found = (one for one in COUNT.finditer(text) if REPLIES.fullmatch(one[3]) or REPLIES.match(one[3]))
    return next((number(one[0].strip("()")) for one in found), "")


def name_counts(counts: Sequence[BoardColumn]) -> Mapping[str, BoardColumn]:
    """The columns of replies and of views, if there are any: threads have more readers than replies."""
    found: dict[str, BoardColumn] = {}
    for role, says in (("replies", REPLIES), ("views", VIEWS), ("replies", COMMENTS)):
        one = next((column for column in counts if says.search(_about(column)) and column not in found.values()), None)
        if one and role not in found:
            found[role] = one
    rest = [one for one in counts if one not in found.values() and not VOICES.search(_about(one))]
    rest.sort(key=lambda column: mean(int(number(text) or 0) for text in column.texts))
    missing = [role for role in ("replies", "views") if role not in found]
    return found | dict(zip(missing, rest, strict=False)) if len(rest) <= len(missing) else found


def _about(column: BoardColumn) -> str:
    units = {found[3] for text in column.texts if (found := COUNT.fullmatch(text.strip()))}
    return " ".join((column.name.replace("_", " "), column.label, *sorted(units)[:4]))


LEAST_NAMED = 0.3
"""Least share of the rows with a name, as some boards name no last author of threads without replies."""


def assign_fields(columns: Sequence[BoardColumn], title: BoardColumn) -> dict[str, list[BoardColumn]]:
    """The columns of each field."""
    others = [one for one in columns if one is not title and one.texts and (not one.is_said_always or is_person(one))]
    named = {"title": [title]}
    counts = [one for one in others if is_count(one) and 2 * len(one.texts) > len(title.texts)]
    named |= {name: [one] for name, one in name_counts(counts).items()}
    times = _times([one for one in others if is_time(one)], others)
    for plain, last, groups in (("date", "last_date", times), ("author", "last_author", _people(others))):
        if len(groups) > 1:
            named |= {plain: groups[0], last: groups[-1]}
        elif groups:
            named[last if _is_last(groups[0][0], times, others) else plain] = groups[0]
    said = [one for one in others if one.mostly(lambda value: replies_said(value.text))]
    return {"replies": said[:1]} | named if said else named


def _people(others: Sequence[BoardColumn]) -> list[list[BoardColumn]]:
    """Columns of names, each with the "by" before it; two columns that never occur together are one."""
    groups: list[list[BoardColumn]] = []
    for place, column in enumerate(others):
        if not is_person(column) or is_by(column):
            continue
        if groups and not any(one and other for one, other in zip(column.values, groups[-1][-1].values, strict=True)):
            groups[-1].append(column)
        else:
            groups.append([*(one for one in others[max(0, place - 1) : place] if is_by(one)), column])
    return [group for group in groups if sum(len(one.texts) for one in group) >= LEAST_NAMED * len(group[0].values)]


def _times(times: Sequence[BoardColumn], others: Sequence[BoardColumn]) -> list[list[BoardColumn]]:
    """Columns of times; adjacent columns of a day and a time of the day are one."""
    groups: list[list[BoardColumn]] = []
    for column in times:
        before = others[max(0, others.index(column) - 1)]
        if groups and before is groups[-1][-1] and (is_clock(column) or is_day(before)):
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
