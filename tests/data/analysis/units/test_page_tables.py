"""The header, the records and the sections of tables in every form in which pages write them."""

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.page_tables import PageTable
from iawce.data.document import Document


def table_of(rows: str, attributes: str = "") -> PageTable:
    analysis = PageAnalysis(Document("", url="http://page.example/", html=f"<body><table{attributes}>{rows}</table>"))
    return analysis.tables.around(analysis.index.tagged("tr")[0])


def records(table: PageTable) -> list[list[str]]:
    """The texts at each place of the rows that are records."""
    return [[table.texts.line(cell.element) for cell, _ in table.grid[row]] for row in table.records]


HEAD = "<tr><th>Boat</th><th>Berth</th><th>Crew</th></tr>"
ROW = "<tr><td>{0}</td><td>{0} berth</td><td>4</td></tr>"
ROWS = "".join(map(ROW.format, ("Tern", "Gull", "Skua")))


@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        (f"{HEAD}{ROWS}", ["Boat", "Berth", "Crew"]),
        (f"<thead>{HEAD}</thead><tbody>{ROWS}</tbody>", ["Boat", "Berth", "Crew"]),
        (f"{HEAD.replace('th>', 'td>')}{ROWS}", ["Boat", "Berth", "Crew"]),  # words above numbers
        (f"<tr><th colspan=3>The fleet</th></tr><tr></tr>{HEAD}{ROWS}", ["Boat", "Berth", "Crew"]),
        (ROWS, ["", "", ""]),
        (
            f"<tr><th rowspan=2>Boat</th><th colspan=2>2023</th></tr><tr><th>Berth</th><th>Crew</th></tr>{ROWS}",
            ["Boat", "Berth", "Crew"],
        ),
        (
            f"<tr><th rowspan=2>Boat</th><th colspan=2>Crew</th></tr><tr><th>2023</th><th>2024</th></tr>{ROWS}",
            ["Boat", "Crew 2023", "Crew 2024"],
        ),
        (
            "<tr><td rowspan=2><b>Boat</b></td><td colspan=2><b>Crew</b></td></tr>"
            f"<tr><td>2023</td><td>2024</td></tr>{ROWS}",
            ["Boat", "Crew 2023", "Crew 2024"],
        ),
        (
            f"{HEAD.replace('th>', 'td>').replace('Boat', '<p><strong>Boat</strong></p>')}{ROWS}",
            ["Boat", "Berth", "Crew"],
        ),
        (
            "<tr><th rowspan=3>Boat</th><th colspan=2>Crew</th></tr><tr><th>Deck</th><th>Engine</th></tr>"
            f"<tr><th>high</th><th>high</th></tr>{ROWS}",
            ["Boat", "Crew Deck high", "Crew Engine high"],
        ),
        (
            "<thead><tr><th>Boat</th><th>Length</th><th>Crew</th></tr><tr><th></th><th>m</th><th></th></tr></thead>"
            f"<tbody>{ROWS}</tbody>",
            ["Boat", "Length m", "Crew"],
        ),
        (
            f"<tr><th></th><th colspan=2>Fleet</th></tr><tr><th></th><th>Berth</th><th>Crew</th></tr>{ROWS}",
            ["", "Berth", "Crew"],
        ),
    ],
)
def test_headers_of_one_and_of_several_rows(rows: str, headers: list[str]) -> None:
    table = table_of(rows)
    assert list(table.headers) == headers
    assert [row[0] for row in records(table)] == ["Tern", "Gull", "Skua"]
    assert table.has_heads == any(headers)


@pytest.mark.parametrize("parts", ["{0}{1}", "<thead>{0}</thead><tbody>{1}</tbody>"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_header_that_reaches_into_the_first_record_fills_its_place(parts: str, place: int) -> None:
    heads, cells = ["<th>Boat</th>", "<th>Berth</th>", "<th>Crew</th>"], ["<td>Tern</td>", "<td>3</td>", "<td>4</td>"]
    name = ("Boat", "Berth", "Crew")[place]
    heads[place] = f"<th rowspan=2>{name}</th>"
    del cells[place]
    table = table_of(parts.format(f"<tr>{''.join(heads)}</tr>", f"<tr>{''.join(cells)}</tr>{ROWS}"))
    first = ["Tern", "3", "4"]
    first[place] = name
    assert records(table)[0] == first
    assert records(table)[1] == ["Tern", "Tern berth", "4"]


@pytest.mark.parametrize("part", ["", "<tbody>"])
def test_a_cell_spans_all_rows_of_its_part_and_all_its_columns(part: str) -> None:
    rows = f"<tbody><tr><td rowspan=0>A</td><td>1</td><td>2</td></tr><tr><td colspan=2>3</td></tr>{part}"
    end = "<tr><td>B</td><td>4</td><td>5</td></tr>" if part else "<tr><td>4</td><td>5</td></tr>"
    assert records(table_of(f"<thead>{HEAD}</thead>{rows}{end}")) == [
        ["A", "1", "2"],
        ["A", "3", "3"],
        ["B" if part else "A", "4", "5"],
    ]


def test_a_row_of_a_head_and_cells_from_above_is_a_record() -> None:
    years = "<tr><th>1940</th><td colspan=2 rowspan=3>no race</td></tr><tr><th>1941</th></tr><tr><th>1942</th></tr>"
    table = table_of(
        f"<tr><th>Year</th><th>First</th><th>Second</th></tr>{years}<tr><th>1943</th><td>A</td><td>B</td></tr>"
    )
    assert [row[:2] for row in records(table)] == [
        ["1940", "no race"], ["1941", "no race"], ["1942", "no race"], ["1943", "A"],
    ]  # fmt: skip


HEADING = "<tr><{1} colspan=3>{0}</{1}></tr>"


@pytest.mark.parametrize("tag", ["th", "td"])
@pytest.mark.parametrize("part", ["", "<tbody>"])
@pytest.mark.parametrize("head", ["", HEAD, f"<thead>{HEAD}</thead>"])
def test_rows_below_a_wide_cell_are_a_section(tag: str, part: str, head: str) -> None:
    groups = (("North", ("Tern", "Gull")), ("South", ("Skua",)), ("West", ("Knot", "Dunlin", "Ruff")))
    rows = "".join(f"{part}{HEADING.format(name, tag)}{''.join(map(ROW.format, boats))}" for name, boats in groups)
    table = table_of(head + rows)
    assert [row[0] for row in records(table)] == [boat for _, boats in groups for boat in boats]
    sections = [table.texts.line(table.sections[row]) for row in table.records]
    assert sections == [name for name, boats in groups for _ in boats]


@pytest.mark.parametrize(
    ("cells", "is_heading"),
    [
        ("<td colspan=2><a href=/f/{0}>{0}</a></td><td colspan=2>&nbsp;</td>", True),
        ("<td colspan=2>{0}</td><td></td><td></td>", True),
        ("<td colspan=2>{0}</td><td>2</td><td>4</td>", False),
        ("<td>{0}</td><td></td><td></td><td></td>", False),
    ],
)
def test_a_wide_first_cell_alone_in_its_row_heads_the_rows_below(cells: str, is_heading: bool) -> None:
    head = "<tr><th colspan=2>Board</th><th>Topics</th><th>Posts</th></tr>"
    row = "<tr><td><img src=i.png></td><td>{0}</td><td>12</td><td>54</td></tr>"
    groups = (("Systems", "Linux", "Unix", "Windows"), ("Parts", "Disks", "Mice", "Screens"))
    body = "".join(f"<tr>{cells.format(name)}</tr>{''.join(map(row.format, rows))}" for name, *rows in groups)
    table = table_of(head + body)
    assert ("Systems" not in [cell for record in records(table) for cell in record]) is is_heading
    assert len(table.records) == 6 + 2 * (not is_heading)


def test_wide_rows_below_each_record_are_its_details_and_headers_said_again_are_none() -> None:
    details = "".join(f"{ROW.format(name)}<tr><td colspan=3>About {name}</td></tr>" for name in ("Tern", "Gull"))
    table = table_of(HEAD + details)
    assert [row[0] for row in records(table)] == ["Tern", "Gull"]
    assert [table.texts.line(table.details[row]) for row in table.records] == ["About Tern", "About Gull"]
    assert not table.sections
    assert [row[0] for row in records(table_of(HEAD + ROWS + HEAD + ROWS))] == ["Tern", "Gull", "Skua"] * 2


def test_sums_in_the_foot_of_a_table_are_no_record() -> None:
    foot = "<tfoot><tr><th>All</th><td>3 berths</td><td>12</td></tr></tfoot>"
    for rows in (
        f"<thead>{HEAD}</thead><tbody>{ROWS}</tbody>{foot}",
        f"<thead>{HEAD}</thead>{foot}<tbody>{ROWS}</tbody>",
    ):
        assert [row[0] for row in records(table_of(rows))] == ["Tern", "Gull", "Skua"]


def test_tables_for_layout_and_of_one_column_hold_no_data() -> None:
    assert not table_of(HEAD + ROWS, " role=presentation").has_heads
    assert not table_of("<tr><th>x</th></tr><tr><td>1</td></tr>").has_heads
    assert table_of("<tr><th>Length</th><td>12 m</td></tr><tr><th>Crew</th><td>4</td></tr>").has_heads


def test_rows_of_equally_many_short_cells_without_a_header_are_a_grid() -> None:
    plain = "".join(f"<tr><td>{name}</td><td>quay</td><td>blue</td></tr>" for name in ("Tern", "Gull", "Skua"))
    assert table_of(plain).is_grid
    uneven = plain + "<tr><td>Knot</td><td>pier</td></tr>"
    long = plain.replace("blue", "blue as the sea on a long day in the summer")
    for rows in (uneven, long, HEAD + plain, plain.replace("<td>quay</td>", "")):
        assert not table_of(rows).is_grid
    assert not table_of(plain, " role=presentation").is_grid


FACTS = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in (("Name", "Tern"), ("Crew", "4")))
MORE = "<tr><th>Harbour</th><td>Old Quay</td></tr>"


def test_labels_and_values_of_one_thing_are_pairs() -> None:
    table = table_of(FACTS + MORE)
    pairs = [(table.texts.line(label), table.texts.line(value)) for label, value in table.pairs]
    assert pairs == [("Name", "Tern"), ("Crew", "4"), ("Harbour", "Old Quay")]
    headed = table_of(f"<tr><th colspan=2>Tern</th></tr>{FACTS}{MORE}<tr><th colspan=2>See also</th></tr>")
    assert [headed.texts.line(value) for _, value in headed.pairs] == ["Tern", "4", "Old Quay"]
    colons = (FACTS + MORE).replace("<th>", "<td>").replace("</th>", ":</td>")
    assert [table_of(colons).texts.line(label) for label, _ in table_of(colons).pairs] == ["Name:", "Crew:", "Harbour:"]
    boats = "".join(
        f"<tr><th>{name}</th><td>{length}</td></tr>" for name, length in (("Tern", 9), ("Gull", 7), ("Skua", 8))
    )
    for rows in (FACTS, boats, FACTS + FACTS, HEAD + ROWS, FACTS + ROWS, f"<thead>{HEAD}</thead>{FACTS}{MORE}"):
        assert not table_of(rows).pairs


def test_rows_of_a_table_in_a_cell_are_its_own() -> None:
    inner = "<table><tr><td>2</td><td>3</td></tr></table>"
    table = table_of(f"<tr><th>a</th><th>b</th></tr><tr><td>1</td><td>{inner}</td></tr>")
    assert [row[0] for row in records(table)] == ["1"]


PLAIN = "".join(f"<tr><td>{name}</td><td>quay</td><td>blue</td></tr>" for name in ("Tern", "Gull", "Skua"))


def last_table(body: str) -> PageTable:
    analysis = PageAnalysis(Document("", url="http://page.example/", html=f"<body>{body}"))
    return analysis.tables.around(analysis.index.tagged("table")[-1])


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (f"<table><thead>{HEAD}</thead></table>", f"<table><tbody>{PLAIN}</tbody></table>"),
        (f"<div><table>{HEAD}</table></div>", f"<div><div><table>{PLAIN}</table></div></div>"),
        (  # the header has a place above the scroll bar
            f"<div><table><thead>{HEAD.replace('</tr>', '<th></th></tr>')}</thead></table></div>",
            f"<div><table>{PLAIN}</table></div>",
        ),
        (  # one row keeps the widths, and says nothing
            f"<table><thead>{HEAD}</thead></table>",
            f"<table><tr><td></td><td></td><td></td></tr>{PLAIN}</table>",
        ),
        (  # a copy of the header in the table is hidden
            f"<table><thead>{HEAD}</thead></table>",
            f"<table><thead>{HEAD.replace('<th>', '<th><div hidden>')}</thead><tbody>{PLAIN}</tbody></table>",
        ),
        (
            "<table><thead><tr><th rowspan=2>Boat<th colspan=2>Place</tr><tr><th>Berth<th>Crew</tr></thead></table>",
            f"<table>{PLAIN}</table>",
        ),
    ],
)
def test_a_header_in_a_table_of_its_own_is_that_of_the_rows_below(head: str, body: str) -> None:
    table = last_table(head + body)
    assert [text for text in table.headers if text] == ["Boat", "Berth", "Crew"]
    assert table.has_heads and not table.is_grid
    assert [row[0] for row in records(table)] == ["Tern", "Gull", "Skua"]


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (f"<table><thead>{HEAD}</thead></table><p>None is at sea.</p><table>{PLAIN}</table>", []),
        (f"<table>{HEAD.replace('th>', 'td>')}</table><table>{PLAIN}</table>", []),
        (f"<table>{HEAD.replace('<th>Crew</th>', '')}</table><table>{PLAIN}</table>", []),
        (f"<table>{HEAD}{ROWS}</table><table>{PLAIN}</table>", []),
        (f"<table>{HEAD}</table><table>{HEAD.replace('Crew', 'Sails')}{ROWS}</table>", ["Boat", "Berth", "Sails"]),
        (f"<table>{HEAD}<tr><td>Tern</td><td><table>{PLAIN}</table></td><td>4</td></tr></table>", []),
    ],
)
def test_a_table_above_with_other_columns_or_rows_or_a_text_below_is_no_header(body: str, headers: list[str]) -> None:
    assert [text for text in last_table(body).headers if text] == headers


@pytest.mark.parametrize("gap", ["<td colspan=3>&nbsp;</td>", "<td colspan=3><hr></td>", "<td></td><td></td><td></td>"])
@pytest.mark.parametrize("head", [HEAD, HEAD.replace("<th>", "<td><b>").replace("</th>", "</b></td>")])
def test_empty_rows_are_neither_headings_nor_records_and_hide_no_header(head: str, gap: str) -> None:
    rows = "".join(f"{ROW.format(name)}<tr>{gap}</tr>" for name in ("Tern", "Gull", "Skua"))
    table = table_of(head + rows)
    assert list(table.headers) == ["Boat", "Berth", "Crew"]
    assert not table.sections and not table.details
    assert [row[0] for row in records(table)] == ["Tern", "Gull", "Skua"]


def test_an_empty_row_between_sections_ends_none_and_a_dash_is_a_value() -> None:
    rows = f"{HEAD}{HEADING.format('North', 'td')}{ROW.format('Tern')}<tr></tr>{ROW.format('Gull')}{ROW.format('Skua')}"
    table = table_of(rows)
    assert [table.texts.line(table.sections[row]) for row in table.records if row in table.sections] == ["North"] * 3
    dashes = "<tr><td>–</td><td>–</td><td>–</td></tr>"
    assert records(table_of(HEAD + ROWS + dashes))[-1] == ["–", "–", "–"]


@pytest.mark.parametrize(
    "choices", ["<option>All<option>Tern<option>Gull", "<optgroup label=x><option>Tern</optgroup>"]
)
@pytest.mark.parametrize("place", ["{0}{1}", "{1}{0}", "<div>{0}</div><div>{1}</div>"])
def test_the_choices_of_a_filter_are_no_part_of_a_header(place: str, choices: str) -> None:
    name = place.format("Boat", f"<select>{choices}</select>")
    assert list(table_of(HEAD.replace("Boat", name) + ROWS).headers) == ["Boat", "Berth", "Crew"]
    only = "".join(f"<th><select>{choices}</select></th>" for _ in range(3))
    table = table_of(f"<thead>{HEAD}<tr>{only}</tr></thead><tbody>{ROWS}</tbody>")
    assert [text for text in table.headers if text] == ["Boat", "Berth", "Crew"]


BOAT = (("Built", "1904"), ("Builder", "H. Lind"), ("Length", "12 m"), ("Owner", "City of Vennfors"))


def pairs_of(table: PageTable) -> list[tuple[str, str]]:
    line = table.texts.line
    return [(line(label), line(value)) for label, value in table.pairs]


@pytest.mark.parametrize(
    "row", ["<td>{}<td>:<td>{}", "<th>{}<td>:<td>{}", "<td>{}<td>：<td>{}", "<th>{}<td>&nbsp;<td>{}"]
)
def test_a_colon_in_a_cell_of_its_own_stands_between_a_label_and_a_value(row: str) -> None:
    found = pairs_of(table_of("".join(f"<tr>{row.format(*fact)}" for fact in BOAT)))
    assert found == [*BOAT]


@pytest.mark.parametrize("cells", ["<th>{}<td>{}<th>{}<td>{}", "<td>{}:<td>{}<td>{}:<td>{}"])
def test_labels_and_values_may_stand_twice_in_a_row(cells: str) -> None:
    facts = (*BOAT, ("Crew", "4"), ("Engine", "none"))
    rows = "".join(f"<tr>{cells.format(*one, *other)}" for one, other in zip(facts[::2], facts[1::2], strict=True))
    assert [(label.rstrip(":"), value) for label, value in pairs_of(table_of(rows))] == [*facts]


@pytest.mark.parametrize(
    "rows",
    [
        "".join(f"<tr><td>{one}<td>:<td>{other}" for one, other in (("Arden", "3"), ("Burley", "1"), ("Clyne", "2"))),
        "".join(f"<tr><td>{hour}<td>:<td>30" for hour in (8, 9, 10)),
        "".join(f"<tr><td>{one}<td>{two}<td>3<td>:<td>1" for one, two in (("A", "B"), ("C", "D"), ("E", "F"))),
        "".join(f"<tr><th>{name}<td>{n}<td>red<td>{n} m" for n, name in enumerate(("Tern", "Gull", "Skua"))),
        "".join(f"<tr><th>{name}<td>{n} m<td>red" for n, name in enumerate(("Tern", "Gull", "Skua"))),
        "".join(f"<tr><td>{number}<td>{label}:<td>{value}" for number, (label, value) in enumerate(BOAT)),
        "".join(f"<tr><th>{number}<td>{label}:<td>{value}" for number, (label, value) in enumerate(BOAT)),
        "".join(f"<tr><td>{name}<td>:<td>{crew}" for name, crew in (("Tern", "4"), ("Tern", "none"), ("Gull", "5"))),
    ],
)
def test_scores_and_rows_of_several_values_are_no_labels_with_values(rows: str) -> None:
    assert not table_of(rows).pairs
