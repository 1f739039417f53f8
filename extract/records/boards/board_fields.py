"""The fields of a thread in the columns of a board's list of threads."""

from collections.abc import Sequence

from iawce.extract.records.boards.board_columns import (
    LAST,
    STARTED,
    BoardColumn,
    is_by,
    is_clock,
    is_count,
    is_day,
    is_person,
    is_time,
    name_counts,
    replies_said,
)

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
