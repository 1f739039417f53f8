"""A table that grows by pages: rows with a key, values that fit their columns, columns that are added."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from iawce.data.closing import Closing
from iawce.data.errors import PageError, UsageError, quantity
from iawce.data.network.address import is_web, without_credentials
from iawce.data.sinks import address_of, open_sink, table_files
from iawce.data.sinks.schema import TEXT, UNTYPED, Cell, Schema, type_of
from iawce.data.sinks.sink import KEY, SINKS, Existing, Sink

SOURCE = "source"  # The column of the page; every table has it, and ``KEY``, a hash of the row and its page
ADDRESS = "link"  # The column of a record's own address
TEXT_SUFFIX = "_text"  # Suffix of the column for values of another type than their column


@dataclass(frozen=True, slots=True)
class TypedValue:
    """A value in the type of its column, and as on the page."""

    value: Cell
    text: str


@dataclass(frozen=True, slots=True)
class PageRows:
    """The rows of a list of a page, None without a value; ``source`` is the address of the page, or its given name.

    A record with an address of its own is one row, on however many pages and places of them it stands; others are told
    apart by page and, if they are equal, by number.
    """

    source: str
    columns: Schema
    rows: Sequence[Mapping[str, TypedValue | None]]
    keys: Sequence[str] = field(init=False)

    def __post_init__(self) -> None:
        seen, rows = Counter[str](), dict[str, Mapping[str, TypedValue | None]]()
        for row in self.rows:
            said = "\0".join(f"{name}\1{value.text}" for name, value in row.items() if value is not None)
            seen[said] += 1
            address = cell.text if (cell := row.get(ADDRESS)) else ""
            is_elsewhere = address.partition("#")[0] not in ("", self.source.partition("#")[0])
            has_address = is_elsewhere and is_web(address)
            whole = f"\0\0{said}" if has_address else f"{self.source}\0{seen[said]}\0{said}"
            rows[sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()[:16]] = row
        object.__setattr__(self, "keys", [*rows])
        object.__setattr__(self, "rows", [*rows.values()])


class GrowingTable(Closing):
    """Takes the rows of page after page; each is stored once, however often it is added. It closes its sink."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    @property
    def columns(self) -> Sequence[str]:
        """Names of the columns for the values of records."""
        return [name for name in self._sink.schema if name not in (KEY, SOURCE)]

    def add(self, page: PageRows) -> int:
        """Add the rows that are not in the table yet; returns their number. Raises OSError: they cannot be written.

        If the table would have too many columns (PageError ``too_large/columns``), nothing of the page is written.
        """
        known = self._sink.holds(page.keys)
        new = [(key, row) for key, row in zip(page.keys, page.rows, strict=True) if key not in known]
        if new:
            types = {SOURCE: TEXT, **page.columns, **self._sink.schema}
            source = TypedValue(page.source, page.source)
            cells = [self._fit({KEY: TypedValue(key, key), SOURCE: source} | dict(row), types) for key, row in new]
            self._widen({name: types.get(name, TEXT) for row in cells for name in row if name not in self._sink.schema})
            for row in cells:
                self._sink.write({name: row.get(name) for name in self._sink.schema})
            self._sink.flush()
        return len(new)

    def _widen(self, columns: Schema) -> None:
        there, most = len(self._sink.schema), self._sink.most_columns
        if not columns:
            return
        if there + len(columns) > most:
            raise PageError(
                "too_large/columns",
                f"its {quantity(len(columns), 'new column')} and the {there} of the table are more than the {most} "
                "that a table takes; write pages of other lists into other tables",
            )
        self._sink.widen(columns if self._sink.is_typed else dict.fromkeys(columns, UNTYPED))

    def _fit(self, row: Mapping[str, TypedValue | None], types: Schema) -> dict[str, Cell]:
        """The cells of a row: a value of another type than its column is written, as text, into a separate column."""
        cells: dict[str, Cell] = {}
        for name, value in row.items():
            if value is None:
                cells[name] = None
            elif not self._sink.is_typed or types[name] == type_of(value.value):
                cells[name] = value.value
            elif types[name] == TEXT:
                cells[name] = value.text
            else:
                column = name + TEXT_SUFFIX
                while column in row or types.get(column, TEXT) != TEXT:
                    column += TEXT_SUFFIX
                cells[column] = value.text
        return cells

    def close(self) -> None:
        """Write all buffered rows."""
        self._sink.close()


def open_table(target: str, name: str) -> GrowingTable:
    """A table to which pages are added: a file or an address of a sink that takes columns, any address of SQLAlchemy.

    Raises UsageError: it is none of these, cannot be opened, or has another table; EnvironmentMissing: a library is
    not installed.
    """
    address = address_of(target)
    if not address or not SINKS[address].can_widen:
        raise UsageError(
            f"{without_credentials(target)} is no table: name a file ({table_files()}) or a database (sqlite:///FILE)"
        )
    make = partial(SINKS[address], table=name)
    return GrowingTable(open_sink(target, {KEY: TEXT, SOURCE: TEXT}, Existing.WIDEN, make))


def has_tables(target: str) -> bool:
    """Whether a target has several tables, each with a name."""
    address = address_of(target)
    return bool(address) and SINKS[address].has_tables
