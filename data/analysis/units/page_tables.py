"""The tables of a page: the column of each cell, the header of each column, and which rows are records.

A table without heads, by markup or by form, may be for layout. A row of one cell as wide as its table is the heading of
a section, which is no record, unless such a row belongs to each record.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import groupby, pairwise

from iawce.data.dom import table_grid
from iawce.data.dom.texts import Texts
from iawce.data.text.find_pairs import COLON_ENDS
from iawce.data.text.times import times_in

MAX_READ = 30  # Most rows whose texts are read to find the header
MAX_AROUND = 4  # Most elements of a cell among which is the one in bold type around its text
MAX_WORDS = 3  # Most mean words of the cells of a grid without a header
MIN_PAIRS = 3  # Least rows of a table of labels and values
_BOLD = frozenset({"b", "strong"})
_EMPTY = frozenset({"td", "th", "br", "hr", "p", "span", "div"})  # Elements of cells that hold nothing


class PageTables:
    """The tables of the visible page, each read when it is asked for."""

    def __init__(self, texts: Texts) -> None:
        self.texts, self.index = texts, texts.subset.index
        self._nearest = self.index.nearest(self.index.has_tag(("table",)))
        self._before = {table: before for before, table in pairwise(self.index.tagged("table"))}
        self._table = cache(self._read)

    def around(self, element: int) -> "PageTable":
        """The innermost table around an element; one without rows if there is none."""
        return self._table(int(self._nearest[element]))

    @cached_property
    def rows(self) -> Mapping[int, Sequence[int]]:
        """The rows of each table, without those of tables inside it."""
        return table_grid.rows_of_tables(self.index)

    @cached_property
    def parts(self) -> Mapping[int, Sequence["PageTable"]]:
        """The tables that are one list in parts, with the same headers, by the element of each."""
        found = defaultdict[object, list[PageTable]](list)
        for one in map(self.around, self.rows):
            found[tuple(one.headers) if one.has_heads and any(one.headers) else one.element].append(one)
        return {one.element: tables for tables in found.values() for one in tables}

    def _read(self, table: int) -> "PageTable":
        rows = [*self._header_above(table), *self.rows.get(table, ())]
        return PageTable(self.texts, table, table_grid.read_rows(self.index, rows, self._cell))

    def _header_above(self, table: int) -> Sequence[int]:
        """The rows of the table right before it, if all are heads: one a column, perhaps one for a scroll bar."""
        index, before = self.index, self._before.get(table, table)
        heads, own = self.rows.get(before, ()), self.rows.get(table, ())
        if index.ends[before] > table or not (own and 0 < len(heads) <= table_grid.MAX_HEADS):
            return ()
        cells = [list(index.children(row)) for row in (*heads, own[0])]
        wide, *_, own_wide = (sum(table_grid.read_spans(index, cell)[0] for cell in each) for each in cells)
        between = slice(int(index.last_text_node[before]), int(index.first_text_node[table]))
        is_said = (self.texts.subset.text_nodes[between] & ~index.blank[between]).any()
        are_heads = all(index.tags[cell] == "th" for each in cells[:-1] for cell in each)
        return heads if are_heads and own_wide <= wide <= own_wide + 1 and not is_said else ()

    def _cell(self, cell: int, before: int) -> table_grid.TableCell:
        index, words, is_read = self.index, self.texts.subset.words, before < MAX_READ
        wide, high = table_grid.read_spans(index, cell)
        inside = range(cell + 1, min(int(index.ends[cell]), cell + MAX_AROUND)) if words[cell] else ()
        is_bold = any(index.tags[one] in _BOLD and words[one] == words[cell] for one in inside)
        text, is_head = self.texts.line(cell) if is_read else "", index.tags[cell] == "th"
        is_blank = index.blank[index.span_of(cell)].all()
        is_empty = bool(is_blank) and _EMPTY.issuperset(index.tags[cell : index.ends[cell]])
        return table_grid.TableCell(text, is_head, wide, high, is_bold=is_bold, is_empty=is_empty, element=cell)


class PageTable:
    """One table: ``rows`` are those that hold anything, ``grid`` has the cells of every row at their places."""

    def __init__(self, texts: Texts, element: int, rows: Sequence[table_grid.TableRow]) -> None:
        self.texts, self.element = texts, element
        self.rows = [row for row in rows if not all(cell.is_empty for cell in row.cells)]
        role = texts.subset.index.attributes.given[element].get("role", "").lower() if rows else ""
        self._is_layout = role in table_grid.LAYOUT
        self.width = max((len(row.cells) for row in rows), default=0)
        self.grid: dict[int, table_grid.Line] = {
            row.element: line for row, line in zip(rows, table_grid.form_grid(rows, self.width), strict=True)
        }

    @cached_property
    def _first(self) -> int:
        """Number of rows before the first record, empty ones and those with a title of the whole table among them."""
        rows = self.rows[:MAX_READ]
        is_head = (any(cell.text for cell in row.cells) and not row.spans(self.width) for row in rows)
        start = next((place for place, found in enumerate(is_head) if found), len(rows))
        heads = table_grid.count_heads(rows[start:])
        return start + heads if heads else 0

    @cached_property
    def headers(self) -> Sequence[str]:
        """The text above each column, empty if there is none.

        Of several rows it is the lowest one, or all of them if the lowest does not name all columns, or by numbers.
        """
        lines = [self.grid[row.element] for row in self.rows[: self._first] if not row.spans(self.width)]
        texts = [[cell.text for cell, _ in line] for line in lines]
        joined, last = table_grid.join_heads(texts, self.width), texts[-1] if texts else []
        lowest = [*last, *joined[len(last) :]]
        named = [text for text in lowest if text]
        is_named = len(set(named)) == len(named) and all(any(map(str.isalpha, text)) for text in named)
        return lowest if is_named and len(named) == sum(map(bool, joined)) else joined

    @cached_property
    def has_heads(self) -> bool:
        """Whether cells above its columns or beside its rows name them, by markup or by form; times are values."""
        beside = (row.cells[0].text for row in self.rows[:MAX_READ] if row.heads)
        is_named = self._first > 0 or not all(times_in(text).spans for text in beside)
        return not self._is_layout and self.width > 1 and is_named

    @cached_property
    def is_grid(self) -> bool:
        """Whether rows of equally many short cells without a header form columns."""
        words, counts = self.texts.subset.words, {len(row.cells) for row in self.rows}
        written = sum(int(words[row.element]) for row in self.rows)
        is_short = len(counts) == 1 and written <= MAX_WORDS * len(self.rows) * self.width
        is_large = min(self.width, len(self.rows)) >= table_grid.MIN_COLUMNS
        return is_short and is_large and not (self._is_layout or self._first)

    @cached_property
    def pairs(self) -> Sequence[tuple[int, int]]:
        """The cells of labels and values, one or two of each in a row, if the table describes one thing.

        Then some values are words alone. Names beside numbers, or beside texts, are a list of several things.
        """
        body = [row.cells for row in self.rows if not row.spans(self.width)]  # without the headings of parts
        if self._first or {len(cells) for cells in body} not in ({2}, {3}, {4}):
            return ()
        step = 3 if len(body[0]) == 3 else 2  # a colon, or a gap, is in a cell of its own
        parts = [cells[place : place + step] for cells in body for place in range(0, len(cells), step)]
        said = {cell.element: self.texts.line(cell.element) for part in parts for cell in part}
        marked = [part for part in parts if part[0].is_head or said[part[-2].element].endswith(COLON_ENDS)]
        labels = {said[part[0].element] for part in marked if step == 2 or said[part[1].element] in ("", *COLON_ENDS)}
        are_pairs = len(labels - {""}) == len(parts) >= MIN_PAIRS
        numbered = sum(any(map(str.isdigit, said[part[-1].element])) for part in parts)
        if not are_pairs or numbered in (0, len(parts)) or any(part[-1].is_head for part in parts):
            return ()
        return [(part[0].element, part[-1].element) for part in parts]

    @cached_property
    def headings(self) -> frozenset[int]:
        """The rows that are headings of the rows below; none if each record has such a row, with its details."""
        return frozenset[int]() if self.details else frozenset(row.element for row in self._wide)

    @cached_property
    def details(self) -> Mapping[int, int]:
        """The row with the details of the record in each row, if each record has one below it, as wide as the table."""
        body, wide = self.rows[self._first :], {row.element for row in self._wide}
        runs = [len(list(run)) for is_wide, run in groupby(row.element in wide for row in body) if not is_wide]
        if not body or body[0].element in wide or len(wide) < 2 or max(runs, default=0) > 1:
            return {}
        return {above.element: row.element for above, row in pairwise(body) if row.element in wide}

    @cached_property
    def _wide(self) -> Sequence[table_grid.TableRow]:
        """The rows after the header with one cell as wide as the table, or only a stressed first one."""
        body = self.rows[self._first :]
        firsts = [(row, row.cells[0]) for row in body]
        stressed = [row for row, cell in firsts if cell.is_head or cell.is_bold or 1 < cell.columns < self.width - 1]
        is_unusual, words = self.width > 1 and 2 * len(stressed) < len(body), self.texts.subset.words
        alone = {row.element for row in stressed if words[row.element] and all(cell.is_empty for cell in row.cells[1:])}
        return [row for row in body if row.spans(self.width) or (is_unusual and row.element in alone)]

    @cached_property
    def sections(self) -> Mapping[int, int]:
        """The cell of the heading above each row that has one."""
        found, heading = dict[int, int](), -1
        for row in self.rows[self._first :]:
            if row.element in self.headings:
                heading = row.cells[0].element
            elif heading >= 0:
                found[row.element] = heading
        return found

    @cached_property
    def records(self) -> Sequence[int]:
        """The rows that are records: neither header, nor repeated header, nor heading, nor details or sums below."""
        index, others = self.texts.subset.index, {*self.headings, *self.details.values()}
        body = [row.element for row in self.rows[self._first :] if row.element not in others]
        body = [row for row in body if index.tags[int(index.parents[row])] != "tfoot"]
        body = [row for row in body if any(cell.element >= 0 and not cell.is_head for cell, _ in self.grid[row])]
        heads, line = [*self.headers], self.texts.line

        def is_header(row: int) -> bool:
            cells = (cell.element for cell, _ in self.grid[row])
            return all(line(cell) == head for cell, head in zip(cells, heads, strict=False) if cell >= 0)

        return [row for row in body if not any(heads) or not is_header(row)]
