import pytest
from msgspec.inspect import Type

from iawce.data.page import Html
from iawce.data.sinks.growing_table import SOURCE
from iawce.data.sinks.schema import DATE, NUMBER, TEXT, Schema
from iawce.data.sinks.sink import KEY
from iawce.extract import Extractor
from iawce.extract.content.content import Field, Record
from iawce.extract.records.typed_rows import typed_rows


def typed(*texts: str) -> tuple[Schema, list[list[object]]]:
    """Types of the columns and cells of a table with one field."""
    page = typed_rows([Record({"x": Field(text) if text else None}) for text in texts], "page")
    return dict(page.columns), [[cell and cell.value for cell in row.values()] for row in page.rows]


@pytest.mark.parametrize(
    ("texts", "kind", "cells"),
    [
        (("1", "2,500", "-3.5"), NUMBER, [[1], [2500], [-3.5]]),
        (("12.840", "3.031", "873"), TEXT, [["12.840"], ["3.031"], ["873"]]),  # of thousands, or of thousandths
        (("1.204", "2.1"), NUMBER, [[1.204], [2.1]]),
        (("1.204,5", "2,1", "1.000", "7"), NUMBER, [[1204.5], [2.1], [1000], [7]]),
        (("2 440 027", "400 682", "873"), NUMBER, [[2440027], [400682], [873]]),
        (("1’579’967", "51’437"), NUMBER, [[1579967], [51437]]),
        (("560 001", "560 034"), TEXT, [["560 001"], ["560 034"]]),  # of the same length, as are codes of places
        (("3", "–", "..", "n/a", "12"), NUMBER, [[3], [None], [None], [None], [12]]),
        (("–", "..", "–"), TEXT, [["–"], [".."], ["–"]]),
        (("0.125", "0.375"), NUMBER, [[0.125], [0.375]]),
        (("5,488,984[a]", "10,551,707", "383,726 [12]"), NUMBER, [[5488984], [10551707], [383726]]),
        (("56 *", "12.3", "40†"), NUMBER, [[56], [12.3], [40]]),
        (("32 (m)", "33 (f)"), TEXT, [["32 (m)"], ["33 (f)"]]),
        (("14 [m]", "120 [mm]"), TEXT, [["14 [m]"], ["120 [mm]"]]),
        (("1987", "(1993)"), TEXT, [["1987"], ["(1993)"]]),
        (("12.5%", "0.9 %", "-3%[b]"), NUMBER, [[12.5], [0.9], [-3]]),
        (("12.5%", "7"), TEXT, [["12.5%"], ["7"]]),  # of what the other is, nothing says
        (("(980)", "1,204", "(7.5)"), NUMBER, [[-980], [1204], [-7.5]]),
        (("(980)", "(12)"), NUMBER, [[980], [12]]),  # counts
        (("(980)", "-12"), TEXT, [["(980)"], ["-12"]]),
        (("1(a)", "1(b)"), TEXT, [["1(a)"], ["1(b)"]]),
        (("3 (12)", "4 (7)"), TEXT, [["3 (12)"], ["4 (7)"]]),
        (("007", "0815"), TEXT, [["007"], ["0815"]]),
        (("12 March 2024", "", "2024-05-01T10:00Z"), DATE, [["2024-03-12"], [None], ["2024-05-01"]]),
        (("2024年5月1日", "2 mai 2023"), DATE, [["2024-05-01"], ["2023-05-02"]]),
        (("04/05/2024", "25/05/2024"), DATE, [["2024-05-04"], ["2024-05-25"]]),
        (("04/05/2024", "05/06/2024"), TEXT, [["04/05/2024"], ["05/06/2024"]]),
        (("03.05.2024", "04.05.2024"), DATE, [["2024-05-03"], ["2024-05-04"]]),
        (("1934 this week", "1935 last week"), TEXT, [["1934 this week"], ["1935 last week"]]),
        (("May", "June"), TEXT, [["May"], ["June"]]),
        (("3 days ago", "1 day ago"), TEXT, [["3 days ago"], ["1 day ago"]]),
        (("1", "two", "3"), TEXT, [["1"], ["two"], ["3"]]),
        (("Chapter 3 of 2020", "x"), TEXT, [["Chapter 3 of 2020"], ["x"]]),
    ],
)
def test_a_column_has_the_type_of_its_values(texts: tuple[str, ...], kind: Type, cells: list[object]) -> None:
    assert typed(*texts) == ({"x": kind}, cells)


@pytest.mark.parametrize(
    ("texts", "others", "language", "cells"),
    [
        (("01/03/2024", "02/03/2024"), ("20/03/2024", "21/03/2024"), "en", ["2024-03-01", "2024-03-02"]),
        (("01/03/2024", "02/03/2024"), ("03/20/2024", "03/21/2024"), "en", ["2024-01-03", "2024-02-03"]),
        (("01/03/2024", "02/03/2024"), ("a", "b"), "fr", ["2024-03-01", "2024-03-02"]),
        (("01/03/2024", "02/03/2024"), ("a", "b"), "en", ["01/03/2024", "02/03/2024"]),
        (("1,759", "1,809"), ("84,5", "102"), "", [1.759, 1.809]),
        (("1,759", "1,809"), ("a", "b"), "de", ["1,759", "1,809"]),  # of thousands, or of thousandths
        (("1,759", "1,809"), ("84.5", "102"), "de", [1759, 1809]),
        (("1,759", "1,809"), ("a", "b"), "en", [1759, 1809]),
        (("1,759", "809"), ("a", "b"), "fr", [1759, 809]),
        (("1.759", "809"), ("a", "b"), "fr", ["1.759", "809"]),
    ],
)
def test_other_columns_and_the_language_tell_how_values_are_written(
    texts: tuple[str, ...], others: tuple[str, ...], language: str, cells: list[object]
) -> None:
    records = [Record({"x": Field(one), "y": Field(other)}) for one, other in zip(texts, others, strict=True)]
    found = [row["x"] for row in typed_rows(records, "page", language=language).rows]
    assert [value and value.value for value in found] == cells


@pytest.mark.parametrize(
    ("source", "language", "others", "first"),
    [
        ("https://www.shows.co.uk/list", "en", ("05/06/2024", "07/06/2024"), "2024-04-03"),
        ("https://shows.com.au:8080/list", "en", ("05/06/2024", "07/06/2024"), "2024-04-03"),
        ("https://shows.com/list", "en-GB", ("05/06/2024", "07/06/2024"), "2024-04-03"),
        ("https://www.shows.co.uk/list", "en-GB", ("05/06/2024", "05/31/2024"), "2024-03-04"),
        ("https://www.shows.co.uk/list", "en-US", ("05/06/2024", "07/06/2024"), "03/04/2024"),
        ("https://uk.shows.com/list", "en", ("05/06/2024", "07/06/2024"), "03/04/2024"),
    ],
)
def test_the_country_tells_that_days_begin_with_the_day_if_none_of_them_does(
    source: str, language: str, others: tuple[str, ...], first: str
) -> None:
    records = [Record({"date": Field(text)}) for text in ("03/04/2024", *others)]
    found = typed_rows(records, source, language=language).rows[0]["date"]
    assert found is not None
    assert found.value == first


@pytest.mark.parametrize(
    ("declared", "first"), [("en-GB", "2026-04-03"), ("en_AU", "2026-04-03"), ("en", "03/04/2026")]
)
def test_the_language_that_a_page_declares_names_its_country(declared: str, first: str) -> None:
    days = ("03/04/2026", "05/06/2026", "01/02/2026", "07/08/2026", "02/03/2026")
    shown = "".join(
        f"<li><a href=/n/{number}>Minutes of the village council, part {number}</a> <span class=date>{day}</span>"
        "<p>What was said at the meeting about the bridge, the school and the roads, and what comes next.</p></li>"
        for number, day in enumerate(days)
    )
    html = f"<html lang={declared}><title>News</title><body><main><h1>News</h1><ul>{shown}</ul></main></body></html>"
    row = Extractor(page_type="list", render="never").extract(Html(html, "https://council.example/news"))
    found = typed_rows(row.records, row.source, language=row.locale).rows[0]["date"]
    assert found is not None
    assert found.value == first


def test_prices_and_ratings_have_a_point_whatever_other_numbers_have() -> None:
    values = (("9.50", "84,5"), ("12", "31"), ("10.25", "102,25"))
    records = [Record({"price": Field(price), "wohnfläche": Field(size)}) for price, size in values]
    page = typed_rows(records, "page", language="de")
    assert [[value and value.value for value in row.values()] for row in page.rows] == [
        [9.5, 84.5],
        [12, 31],
        [10.25, 102.25],
    ]


def test_a_price_is_a_number_and_a_currency() -> None:
    columns, cells = typed("€1.299,00", "", "USD 12.50")
    assert columns == {"x": NUMBER, "x_currency": TEXT}
    assert cells == [[1299.0, "EUR"], [None, None], [12.5, "USD"]]


def test_a_shared_mark_is_the_currency_of_the_prices_in_all_columns() -> None:
    records = [Record({"price_currency": Field("CAD"), "ex_tax": Field(f"${amount}.00")}) for amount in (90, 200)]
    said = [row["ex_tax_currency"] for row in typed_rows(records, "page").rows]
    assert [value and value.value for value in said] == ["CAD", "CAD"]


def test_a_price_with_more_to_say_stays_a_text() -> None:
    assert typed("€4,200 a month", "€3,800 a month")[0] == {"x": TEXT}
    assert typed("$5 – $9", "$12 – $15")[0] == {"x": TEXT}


def test_one_of_many_values_may_be_of_another_type_and_stays_a_text() -> None:
    columns, cells = typed(*(str(number) for number in range(1, 20)), "sold")
    assert columns == {"x": NUMBER}
    assert cells[-1] == ["sold"]


def test_links_and_pictures_have_columns_and_none_is_there_twice() -> None:
    links = ["http://a.example/1", "http://a.example/2"]
    records = [
        Record(
            {
                "image": Field("", link, f"{link}.png"),
                "title": Field(f"Title {link[-1]}", link),
                "more": Field("x", link),
            }
        )
        for link in links
    ]
    page = typed_rows(records, "page")
    assert list(page.columns) == ["image", "image_link", "title", "more"]
    assert [cell and cell.value for cell in page.rows[1].values()] == [f"{links[1]}.png", links[1], "Title 2", "x"]


def test_the_description_of_a_picture_is_a_column_unless_another_column_repeats_it() -> None:
    records = [Record({"title": Field(name), "image": Field(name, "", f"{name}.png")}) for name in ("a", "b")]
    assert list(typed_rows(records, "page").columns) == ["title", "image"]
    records = [Record({"title": Field("t"), "image": Field(name, "", f"{name}.png")}) for name in ("a", "b")]
    assert list(typed_rows(records, "page").columns) == ["title", "image", "image_alt"]


def test_columns_of_every_table_keep_their_names() -> None:
    page = typed_rows([Record({KEY: Field("1 of 2"), SOURCE: Field("Reuters")})], "page")
    assert list(page.columns) == [f"{KEY}_2", f"{SOURCE}_2"]
    assert [value and value.text for value in page.rows[0].values()] == ["1 of 2", "Reuters"]
