"""What a growing table is: typed cells, columns that are added, rows that are known by a key."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from hashlib import sha256
from types import TracebackType
from typing import ClassVar, Self

from iawce.data.errors import PageError

KEY, SOURCE = "row_key", "source"
"""Columns of every table: a hash of the row and its page, and the page."""
TEXT_SUFFIX = "_text"
"""Of the column for values that do not have the type of theirs."""
Cell = str | float | None


class ColumnType(StrEnum):
    """What a column holds. Dates are ISO 8601 texts."""

    NUMBER = "number"
    DATE = "date"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Value:
    """A value as its column has it, and as the page wrote it."""

    value: Cell
    text: str


@dataclass(frozen=True, slots=True)
class PageRows:
    """The rows of one list of a page; a cell is None where a row has no value.

    ``columns`` are names with types; ``source`` is the address of the page, or what it was called.
    """

    source: str
    columns: Mapping[str, ColumnType]
    rows: Sequence[Mapping[str, Value | None]]
    keys: Sequence[str] = field(init=False)

    def __post_init__(self) -> None:
        seen: Counter[str] = Counter()
        keys = []
        for row in self.rows:
            said = "\0".join(f"{name}\1{value.text}" for name, value in row.items() if value is not None)
            seen[said] += 1
            whole = f"{self.source}\0{seen[said]}\0{said}"
            keys.append(sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16])
        object.__setattr__(self, "keys", keys)


class GrowingTable(ABC):
    """A table that takes the rows of page after page; each row is there once, however often it is added.

    ``is_typed``: a column takes values of one type only. ``most_columns``: that the table may have.
    """

    is_typed: ClassVar[bool] = True
    most_columns: int = 10_000

    def add(self, page: PageRows) -> int:
        """Add the rows that the table does not hold yet; how many these are.

        Raises:
            OSError: they cannot be written.
            PageError: ``too_large/columns`` if the table would have too many; nothing of the page is written.
        """
        known = self._known(page.keys)
        new = [(key, row) for key, row in zip(page.keys, page.rows, strict=True) if key not in known]
        if new:
            columns = self._columns()
            types = {KEY: ColumnType.TEXT, SOURCE: ColumnType.TEXT} | dict(page.columns) | dict(columns)
            cells = [self._fit({KEY: _told(key), SOURCE: _told(page.source)} | dict(row), types) for key, row in new]
            said = dict.fromkeys(name for row in cells for name in row)
            grown = {name: types.get(name, ColumnType.TEXT) for name in said if name not in columns}
            self._refuse_columns(len(columns), len(grown))
            self._grow(grown)
            self._insert(cells)
        return len(new)

    def _refuse_columns(self, there: int, grown: int) -> None:
        if grown and there + grown > self.most_columns:
            raise PageError(
                "too_large/columns",
                f"its {grown} new columns and the {there} of the table are more than the {self.most_columns} that a "
                "table takes; write pages of other lists into other tables",
            )

    def _fit(self, row: Mapping[str, Value | None], types: Mapping[str, ColumnType]) -> dict[str, Cell]:
        """The cells of a row: what has another type than its column goes, as text, into one of its own."""
        cells: dict[str, Cell] = {}
        for name, value in row.items():
            if value is None:
                cells[name] = None
            elif not self.is_typed or types[name] is type_of(value.value):
                cells[name] = value.value
            elif types[name] is ColumnType.TEXT:
                cells[name] = value.text
            else:
                cells[_text_column(name, row, types)] = value.text
        return cells

    @abstractmethod
    def _known(self, keys: Iterable[str]) -> set[str]:
        """Those of these keys whose rows are there."""

    @abstractmethod
    def _columns(self) -> Mapping[str, ColumnType]:
        """The columns that there are."""

    @abstractmethod
    def _grow(self, columns: Mapping[str, ColumnType]) -> None:
        """Add columns; the rows that are there have nothing in them."""

    @abstractmethod
    def _insert(self, rows: Sequence[Mapping[str, Cell]]) -> None:
        """Add rows, each with some of the columns."""

    @abstractmethod
    def close(self) -> None:
        """Write what is not written yet.

        Raises:
            OSError: it cannot be written.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _text_column(name: str, row: Mapping[str, Value | None], types: Mapping[str, ColumnType]) -> str:
    """A column of texts for what has another type than its column, none of the row's own."""
    found = name + TEXT_SUFFIX
    while found in row or types.get(found, ColumnType.TEXT) is not ColumnType.TEXT:
        found += TEXT_SUFFIX
    return found


def _told(text: str) -> Value | None:
    return Value(text, text)


def type_of(value: Cell) -> ColumnType:
    """The type of a value: a date is a text that is one."""
    if isinstance(value, str):
        return ColumnType.DATE if is_date(value) else ColumnType.TEXT
    return ColumnType.NUMBER


def is_date(text: str) -> bool:
    """Whether a text is a date of ISO 8601 that there is: ``2024-05-01``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
