"""Tables with headers: no column is lost, and a header gives a meaning only to values that have it."""

import pytest

from tests.extract.records.columns.made_lists import Columns, columns_of

DETAILS = (
    "What a proof is, and why there are sentences that have none.",
    "Lenses and mirrors, with the tools that are needed to grind them.",
    "Groups, rings and fields for those who have never heard of them.",
    "Plays are read aloud, and one of them is shown at the end.",
)
PLACES = ("Aldra", "Benno", "Corla", "Dorma", "Elvik")


def table(heads: str, *rows: str, below: str = "") -> Columns:
    """The columns of a table; heads and cells are separated by ``|``, the names of places are the first column."""
    shown = (f"<tr><td>{'<td>'.join((place, *row.split('|')))}" for place, row in zip(PLACES, rows, strict=False))
    head = "".join(f"<th>{name}</th>" for name in ("Bath", *heads.split("|")))
    return columns_of(f"<main><h1>Places</h1><table><tr>{head}</tr>{''.join(shown)}{below}</table></main>")


@pytest.mark.parametrize("heads", ["Adults|Children|Family", "2021|2022|2023", "Net|VAT|Gross"])
def test_of_several_columns_of_money_under_other_headers_none_is_the_price(heads: str) -> None:
    columns = table(heads, "€12|€6|€28", "€9|€5|€20", "€14|€7|€31", "€8|€4|€18")
    names = [f"c_{name}" if name.isdigit() else name.lower() for name in heads.split("|")]
    assert [columns[name][0] for name in names] == ["€12", "€6", "€28"]
    assert "price" not in columns


@pytest.mark.parametrize(
    ("heads", "price", "old"),
    [("Old price|New price", "9", "12"), ("Price|Deposit", "12", None), ("Size|Cost", "9", None)],
)
def test_a_column_of_money_alone_or_beside_an_old_price_is_the_price(heads: str, price: str, old: str | None) -> None:
    first = "{} rooms" if heads.startswith("Size") else "€{}"
    columns = table(heads, *(f"{first.format(high)}|€{low}" for high, low in ((12, 9), (14, 8), (11, 7))))
    assert columns["price"][0] == price
    assert columns.get("old_price", [None])[0] == old


@pytest.mark.parametrize("heads", ["Buy|Rent", "Planned|Actual", "Minimum|Maximum"])
def test_amounts_under_two_headers_are_neither_mixed_nor_old(heads: str) -> None:
    columns = table(heads, "€320|€4", "€180|€3", "|€4", "|€6", "€90|€2")
    first, second = (name.lower() for name in heads.split("|"))
    assert columns[first] == ["€320", "€180", None, None, "€90"]
    assert columns[second] == ["€4", "€3", "€4", "€6", "€2"]


@pytest.mark.parametrize(
    ("heads", "own"),
    [("Start date|End date", "end_date"), ("Created|Updated", "updated"), ("Date of birth|Joined", "joined")],
)
def test_of_two_columns_of_dates_one_is_the_date_and_the_other_keeps_its_name(heads: str, own: str) -> None:
    columns = table(heads, "3 May 2023|14 Nov 2024", "1 Sep 2023|20 Jun 2024", "15 Jan 2024|31 Aug 2026")
    assert columns["date"][0] == "3 May 2023"
    assert columns[own] == ["14 Nov 2024", "20 Jun 2024", "31 Aug 2026"]


@pytest.mark.parametrize("heads", ["Category|Genre", "Company|Organisation", "Location|Venue"])
def test_of_two_columns_of_one_role_each_has_its_own_values(heads: str) -> None:
    columns = table(heads, "Novel|Crime", "Essay|Travel", "Novel|History", "Poems|Love")
    values = [*columns.values()]
    assert ["Novel", "Essay", "Novel", "Poems"] in values
    assert ["Crime", "Travel", "History", "Love"] in values


@pytest.mark.parametrize(
    ("heads", "rows"),
    [
        ("Month|Rain days", ("Jan|12", "Feb|10", "Mar|11", "Apr|9")),
        ("Rank|Month", ("1|May", "2|June", "3|July", "4|May")),
    ],
)
def test_cells_under_two_headers_are_no_date_together(heads: str, rows: tuple[str, ...]) -> None:
    columns = table(heads, *rows)
    names = [name.lower().replace(" ", "_") for name in heads.split("|")]
    assert ["|".join(map(str, pair)) for pair in zip(*(columns[name] for name in names), strict=True)] == [*rows]


@pytest.mark.parametrize("mark", ["✓", "X", "●", "–", "yes"])
def test_a_mark_that_all_rows_have_is_a_value(mark: str) -> None:
    assert table("Basic|Plus", *(f"{one}|{mark}" for one in ("a", "b", "c")))["plus"] == [mark] * 3


@pytest.mark.parametrize("said", ["Edit", "Read more", "by"])
def test_a_button_that_all_rows_have_is_none(said: str) -> None:
    assert "action" not in table("Size|Action", *(f"{n} km|{said}" for n in (3, 5, 9)))


@pytest.mark.parametrize("cell", ["<span>Lines</span><span>{}</span>", "<div>Lines</div><div>{}</div>"])
def test_a_header_repeated_in_each_cell_is_no_value(cell: str) -> None:
    columns = table("Lines|Zone", *(f"{cell.format(line)}|{line[-1]}" for line in ("S1, S3", "S2, U5", "U4, S7")))
    assert ["S1, S3", "S2, U5", "U4, S7"] in columns.values()
    assert ["Lines"] * 3 not in columns.values()


@pytest.mark.parametrize("name", ["Full address", "Postal label"])
def test_a_column_that_repeats_others_is_kept_under_its_header(name: str) -> None:
    rows = (f"{n} Quay Road|Dover|CT{n}|{n} Quay Road, Dover, CT{n}" for n in (3, 5, 9, 12))
    column = table(f"Street|Town|Postcode|{name}", *rows)[name.lower().replace(" ", "_")]
    assert column[0] == "3 Quay Road, Dover, CT3"


@pytest.mark.parametrize("name", ["Startup type", "Restart required", "Creation cost", "Opened", "Start"])
def test_a_header_with_a_word_for_beginning_names_no_author(name: str) -> None:
    columns = table(f"{name}|Size", "Automatic|3", "Manual|4", "Disabled|2", "Manual|9")
    assert "author" not in columns
    assert columns[name.lower().replace(" ", "_")] == ["Automatic", "Manual", "Disabled", "Manual"]


@pytest.mark.parametrize("name", ["Started by", "Created by", "Topic starter", "Erstellt von"])
def test_a_header_that_says_who_began_names_the_author(name: str) -> None:
    assert table(f"{name}|Size", "ada|3", "ben|4", "cora|2", "dan|9")["author"] == ["ada", "ben", "cora", "dan"]


@pytest.mark.parametrize(
    ("name", "values"), [("From", ("06:12", "07:40", "09:05")), ("AB", ("412", "388", "20")), ("Was", ("3", "1", "2"))]
)
def test_a_header_that_leads_to_a_value_makes_no_prices_of_plain_numbers(name: str, values: tuple[str, ...]) -> None:
    columns = table(f"{name}|Size", *(f"{value}|small" for value in values))
    assert columns[name.lower()] == [*values]
    assert "price" not in columns


@pytest.mark.parametrize("name", ["From", "ab", "Price"])
def test_the_same_header_makes_prices_of_amounts(name: str) -> None:
    assert table(f"{name}|Size", "€12|small", "€9|large", "€20|small")["price"] == ["12", "9", "20"]


@pytest.mark.parametrize(
    ("name", "column"), [("%", "percent"), ("€", "euro"), ("+/−", "plus_minus"), ("±%", "plus_minus_percent")]
)
def test_values_under_a_mark_have_a_column_of_its_name(name: str, column: str) -> None:
    assert table(f"{name}|Size", "3|small", "9|large", "4|small")[column] == ["3", "9", "4"]


@pytest.mark.parametrize("said", ["Votes", "Ratings", "Reviews"])
def test_numbers_under_a_word_for_votes_are_of_ratings_where_there_are_ratings(said: str) -> None:
    numbers = ("18,204", "12,010", "6,120", "2,890")
    assert table(f"Party|{said}", *(f"Party {number[0]}|{number}" for number in numbers))[said.lower()] == [*numbers]
    rated = table(f"Rating|{said}", *(f"{number[0]}.5 out of 10|{number}" for number in numbers))
    assert rated["rating_count"] == [number.replace(",", "") for number in numbers]


@pytest.mark.parametrize(
    "picture", ["<img src=/{0}.png alt='{1}'>", "<a href=/line/{0}><img src=/{0}.png alt='{1}'></a>"]
)
def test_what_is_said_of_pictures_under_a_header_is_its_column(picture: str) -> None:
    lines = ("Air Aldra", "Swift Wings", "Northern", "Blue Sky")
    shown = [picture.format(number, line) for number, line in enumerate(lines)]
    assert table("Airline|Time", *(f"{one}|1{n}:05" for n, one in enumerate(shown)))["airline"] == [*lines]
    shown = [picture.format(place, f"The bath of {place}") for place in PLACES]
    assert "photo" not in table("Photo|Time", *(f"{one}|1{n}:05" for n, one in enumerate(shown)))


def test_one_picture_says_in_each_row_what_is_said_there() -> None:
    winds = ("SW", "SW", "W", "NW", "N")
    cells = (f"1{number} °C|<img src=/arrow.png alt={wind}>" for number, wind in enumerate(winds))
    assert table("Temperature|Wind", *cells)["wind"] == [*winds]


@pytest.mark.parametrize("heads", ["Description", "Summary", "Beschreibung"])
def test_a_description_is_not_the_title(heads: str) -> None:
    rows = (f"Says how many {what} are kept" for what in ("pages", "links", "pictures", "notes"))
    assert "title" not in table(heads, *rows)


@pytest.mark.parametrize("heads", ["Country", "Type", "Members"])
def test_what_a_row_links_to_is_no_title_beside_its_name(heads: str) -> None:
    rows = (f"<a href=/{n}>{what}</a>" for n, what in enumerate(("Norland", "Estland", "Wesland", "Norland")))
    columns = table(heads, *rows)
    assert columns["bath"] == [*PLACES[:4]]
    assert columns[heads.lower()] == ["Norland", "Estland", "Wesland", "Norland"]


def test_a_linked_name_after_a_number_or_a_day_is_the_title() -> None:
    shown = "".join(
        f"<tr><td>{n}.</td><td><a href=/p/{n}>{name}</a></td><td>{9 * n}</td></tr>" for n, name in enumerate(PLACES)
    )
    page = f"<main><h1>Places</h1><table><tr><th>Rank<th>Bath<th>Goals</tr>{shown}</table></main>"
    assert columns_of(page)["title"] == [*PLACES]


@pytest.mark.parametrize(
    "heading",
    [
        "<td><b>Feet</b></td><td></td><td></td>",
        "<th>Feet</th><td></td><td>&nbsp;</td>",
        "<td><p><strong>Feet</strong></p></td>",
        "<td colspan=3>Feet</td>",
    ],
)
def test_a_row_that_only_says_what_follows_is_the_section(heading: str) -> None:
    parts = [heading.replace("Feet", name) for name in ("Hands", "Feet")]
    rows = [f"<tr><td>{name}</td><td>{30 + n} min</td><td>{n} rooms</td></tr>" for n, name in enumerate(PLACES[:4])]
    body = f"<tr>{parts[0]}</tr>{''.join(rows[:2])}<tr>{parts[1]}</tr>{''.join(rows[2:])}"
    columns = columns_of(f"<main><h1>Baths</h1><table><tr><th>Bath<th>Time<th>Rooms</tr>{body}</table></main>")
    assert columns["bath"] == [*PLACES[:4]]
    assert columns["section"] == ["Hands", "Hands", "Feet", "Feet"]


def test_a_name_without_values_is_a_record_where_all_names_are_in_bold_type() -> None:
    rows = (f"<tr><td><b>{name}</b></td><td>{n or ''}</td><td>{n or ''}</td></tr>" for n, name in enumerate(PLACES))
    columns = columns_of(f"<main><table><tr><th>Bath<th>Time<th>Rooms</tr>{''.join(rows)}</table></main>")
    assert columns["bath"] == [*PLACES]


@pytest.mark.parametrize("tag", ["th", "td"])
def test_a_header_that_is_repeated_is_no_record(tag: str) -> None:
    head = "".join(f"<{tag}><b>{name}</b></{tag}>" for name in ("Bath", "Size", "Trains"))
    rows = [f"<tr><td>{name}</td><td>{n} km</td><td>{7 * n}</td></tr>" for n, name in enumerate(PLACES)]
    body = f"{''.join(rows[:3])}<tr>{head}</tr>{''.join(rows[3:])}"
    assert columns_of(f"<main><table><tr>{head}</tr>{body}</table></main>")["bath"] == [*PLACES]


@pytest.mark.parametrize(("grid", "cell"), [("grid", "gridcell"), ("treegrid", "gridcell"), ("table", "cell")])
def test_grids_by_their_roles(grid: str, cell: str) -> None:
    heads = "".join(f"<div role=columnheader>{name}</div>" for name in ("Bath", "Size", "Trains"))
    rows = "".join(
        f"<div role=row><div role={cell}>{name}</div><div role={cell}>{n} km</div><div role={cell}>{7 * n}</div></div>"
        for n, name in enumerate(PLACES)
    )
    columns = columns_of(f"<main><div role={grid}><div role=row>{heads}</div>{rows}</div></main>")
    assert (columns["bath"], columns["trains"][1]) == ([*PLACES], "7")


@pytest.mark.parametrize("unit", ["m", "km²", "min"])
def test_a_number_and_its_unit_in_two_elements_are_one_value(unit: str) -> None:
    cells = (f"<span>{n}</span> <span>{unit}</span>" for n in (31, 24, 142, 9))
    assert table("Depth|Since", *(f"{cell}|19{n}4" for n, cell in enumerate(cells)))["depth"][0] == f"31 {unit}"


@pytest.mark.parametrize("cells", ["<td colspan=3>{}</td>", "<td colspan=3><div class=collapse><p>{}</p></div></td>"])
def test_a_row_of_details_below_each_record_belongs_to_it(cells: str) -> None:
    rows = "".join(
        f"<tr><td>{name}</td><td>May</td><td>{n} €</td></tr><tr>{cells.format(said)}</tr>"
        for n, (name, said) in enumerate(zip(PLACES, DETAILS, strict=False))
    )
    columns = columns_of(f"<main><h1>Courses</h1><table><tr><th>Course<th>Start<th>Fee</tr>{rows}</table></main>")
    assert columns["course"] == [*PLACES[:4]]
    assert columns["text"] == [*DETAILS]


@pytest.mark.parametrize("heads", ["|Berth|Crew", "Rank||Crew", "Rank|Berth|"])
def test_a_column_without_a_header_beside_headed_ones_is_a_column(heads: str) -> None:
    columns = table(heads, "x1|quay|12", "y2|pier|10", "z3|mole|11", "w4|dock|9")
    assert columns["other"][0] == ("x1", "quay", "12")[heads.split("|").index("")]
    assert "more" not in columns


@pytest.mark.parametrize("cell", ["<a href=/edit>Edit</a>", "<i class=icon></i>", "&nbsp;", "<input type=text>"])
def test_buttons_icons_and_fields_without_a_header_are_no_column(cell: str) -> None:
    columns = table("Rank||Crew", *(f"{one}|{cell}|{crew}" for one, crew in (("x1", 12), ("y2", 10), ("z3", 11))))
    assert [*columns] == ["bath", "rank", "crew"]


def test_pictures_that_say_what_others_write_are_in_their_column() -> None:
    shown = ("Harbour", "<img src=/lake.png alt=Lake>", "Mill", "<img src=/tower.png alt=Tower>", "Forest")
    cells = (
        f"<li><h3><a href=/{n}>{one}</a></h3><p>{n + 3} May 2024, a day by the water</p>" for n, one in enumerate(shown)
    )
    columns = columns_of(f"<main><h1>Festivals</h1><ul>{''.join(cells)}</ul></main>")
    assert columns["title"] == ["Harbour", "Lake", "Mill", "Tower", "Forest"]


@pytest.mark.parametrize(
    "cell",
    ["<td>{}", "<th>{}</th>", "<td><span class=flag>{}</span>", "<td><div>{}</div>"],
    ids=("td", "th", "span", "div"),
)
@pytest.mark.parametrize("place", range(5))
def test_the_text_of_a_cell_without_the_picture_and_the_link_of_the_others_is_kept(cell: str, place: int) -> None:
    cells = [cell.format(f"<img src=/{name}.png> <a href=/{name}>{name}</a>") for name in PLACES]
    cells[place] = "<td>No one"
    rows = "".join(f"<tr><td>{row}{one}<td>{row + 40}" for row, one in enumerate(cells, 1))
    columns = columns_of(f"<main><h1>Seats</h1><table><tr><th>No.<th>Holder<th>Votes{rows}</table></main>")
    assert columns["title"] == [*PLACES[:place], "No one", *PLACES[place + 1 :]]
    assert columns["image"][place] is None


@pytest.mark.parametrize("times", ["1{}:00–1{}:45", "1{}:15", "{} March 2024"])
@pytest.mark.parametrize("counts", [(3, 2, 3), (4, 2)])
def test_rows_that_begin_with_times_are_records_of_all_days(times: str, counts: tuple[int, ...]) -> None:
    row = "<tr><th>{}</th><td><a href=/s/{}>Talk {}</a><td>Hall {}</tr>"
    tables = "".join(
        f"<h3>{day} of the days</h3><table>"
        + "".join(row.format(times.format(n, n), f"{day}{n}", f"{day}{n}", n) for n in range(1, count + 1))
        + "</table>"
        for day, count in zip(("First", "Second", "Third"), counts, strict=False)
    )
    columns = columns_of(f"<main><h1>Programme</h1>{tables}</main>")
    days = zip(("First", "Second", "Third"), counts, strict=False)
    assert columns["title"] == [f"Talk {day}{n}" for day, count in days for n in range(1, count + 1)]
