"""The grid of a table: spans, header rows, headings of groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import Document
from iawce.data.dom.table_grid import MAX_AREA, TableGrid


def grid_of(rows: str) -> TableGrid:
    index = Document("", html=f"<table>{rows}</table>").index
    return TableGrid(index, index.tagged("table")[0])


def texts(grid: TableGrid) -> list[list[str]]:
    """The text at each place."""
    places = [[grid.at(row, column) for column in range(grid.width)] for row in range(len(grid.rows))]
    return [["" if cell is None else grid.index.text_of(cell).strip() for cell in row] for row in places]


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ("<tr><td>a<td>b<tr><td>c<td>d", [["a", "b"], ["c", "d"]]),
        ("<tr><td rowspan=2>a<td>b<tr><td>d", [["a", "b"], ["a", "d"]]),
        ("<tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e", [["a", "a", "b"], ["c", "d", "e"]]),
        ("<tr><td>a<td rowspan=2>b<td>c<tr><td>d<td>e", [["a", "b", "c"], ["d", "b", "e"]]),
        ("<tr><th rowspan=0>a<td>b<tr><td>c<tr><td>d", [["a", "b"], ["a", "c"], ["a", "d"]]),
        ("<tbody><tr><td rowspan=9>a<td>b<tbody><tr><td>c<td>d", [["a", "b"], ["c", "d"]]),
        ("<tr><td colspan=no>a<td>b", [["a", "b"]]),
        ("<tr><td><table><tr><td>in<td>ner</table><td>b", [["inner", "b"]]),
        ("", []),
    ],
)
def test_each_place_is_covered_by_its_cell(rows: str, wanted: list[list[str]]) -> None:
    assert texts(grid_of(rows)) == wanted


@pytest.mark.parametrize(
    ("rows", "head", "names"),
    [
        ("<tr><th>A<th>B<tr><td>1<td>2", 1, [["A"], ["B"]]),
        ("<thead><tr><td>A<td>B<tbody><tr><td>1<td>2", 1, [["A"], ["B"]]),
        ("<tr><th rowspan=2>N<th colspan=2>Y<tr><th>a<th>b<tr><td>1<td>2<td>3", 2, [["N"], ["Y", "a"], ["Y", "b"]]),
        ("<tr><th colspan=2>All<tr><th>A<th>B<tr><td>1<td>2", 2, [["A"], ["B"]]),
        ("<tr><th>A<td>1<tr><th>B<td>2", 0, [[], []]),
        ("<tr><td>1<td>2", 0, [[], []]),
    ],
)
def test_header_rows_and_the_headers_of_each_column(rows: str, head: int, names: list[list[str]]) -> None:
    grid = grid_of(rows)
    assert grid.head() == head
    found = [[grid.index.text_of(cell) for cell in grid.header_cells(column, head)] for column in range(grid.width)]
    assert found == names


@pytest.mark.parametrize(
    "group", ["<tr><th colspan=2>{0}", "<tbody><tr><td colspan=2>{0}", "<tbody><tr><th colspan=9>{0}"]
)
def test_a_row_of_one_cell_is_the_heading_of_the_rows_below(group: str) -> None:
    rows = "".join(group.format(name) + f"<tr><td>{name}1<td>x<tr><td>{name}2<td>y" for name in "PQ")
    grid = grid_of(f"<tr><th>A<th>B{rows}")
    said = {grid.index.text_of(row)[:2]: grid.index.text_of(heading)[0] for row, heading in grid.headings.items()}
    assert said == {"P1": "P", "P2": "P", "Q1": "Q", "Q2": "Q"}
    assert grid.is_data and not grid.has_record_groups


def test_row_groups_of_one_row_and_its_details_are_records() -> None:
    rows = "".join(f"<tbody><tr><td>{one}<td>x<tr><td colspan=2>about {one}" for one in "abc")
    assert grid_of(f"<thead><tr><th>A<th>B{rows}").has_record_groups


spans = st.sampled_from(
    ["", "colspan=2", "rowspan=2", "rowspan=0", "colspan=3 rowspan=3", "colspan=-1", "rowspan=99999"]
)
cells = st.builds("<td {}>x".format, spans)
rows = st.lists(st.lists(cells, max_size=4).map("".join).map("<tr>{}".format), max_size=5).map("".join)


@given(rows)
def test_no_two_cells_begin_at_one_place_and_each_is_at_its_own(markup: str) -> None:
    grid = grid_of(markup)
    begins = [(cell.row, cell.column) for cell in grid.cells.values()]
    assert len(set(begins)) == len(begins)
    assert all(grid.at(cell.row, cell.column) is not None for cell in grid.cells.values())


def test_spans_cover_no_more_than_the_limit() -> None:
    grid = grid_of("<tr>" + "<td colspan=100 rowspan=0>x" * 3000 + "<tr><td>y" * 3000)
    assert len(grid.cells) == 6000
    assert grid.width <= 2 * MAX_AREA
