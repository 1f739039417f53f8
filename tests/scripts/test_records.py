"""``iawce records``: pages in, a table out."""

import csv
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer

from iawce.extract.records.lists.page_confidence import MIN_CONFIDENCE
from iawce.scripts import records as command
from tests.conftest import ROOT, Site
from tests.scripts.commands import iawce

PAGES = ROOT / "tests" / "pages" / "records"
NEVER = ("--render", "never", "-s", "run.base_url=http://shop.example/list")


def test_columns_that_another_list_adds_to_a_table_are_named(tmp_path: Path) -> None:
    desks = "".join(f"<li><h3><a href=/d/{n}>Desk {n}</a></h3><b>${n}9.00</b></li>" for n in range(1, 5))
    rows = "".join(f"<tr><td>Station {n}</td><td>{7 * n}</td><td>{3 * n} km</td></tr>" for n in range(1, 5))
    (tmp_path / "a.html").write_text(f"<body><main><h1>Desks</h1><ul>{desks}</ul></main>", encoding="utf-8")
    table = f"<table><tr><th>Name</th><th>Trains</th><th>Length</th></tr>{rows}</table>"
    (tmp_path / "b.html").write_text(f"<body><main><h1>Lines</h1>{table}</main>", encoding="utf-8")
    said = [
        iawce("records", tmp_path / name, "-o", tmp_path / "out.csv", *NEVER).stderr for name in ("a.html", "b.html")
    ]
    assert "added to the table" not in said[0]
    assert "2 of them added to the table, whose other rows are empty there: trains, length" in said[1]


def test_a_page_becomes_a_table_of_a_database(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'out.db'}"
    for new in (6, 0):
        done = iawce("records", PAGES / "shop-grid.html", "-o", address, "--table", "items", *NEVER)
        assert (done.returncode, f"6 rows, {new} of them new" in done.stderr) == (0, True)
    with closing(sqlite3.connect(tmp_path / "out.db")) as database:
        question = "SELECT title, price, price_currency, old_price, rating FROM items WHERE price > 100 ORDER BY price"
        found = database.execute(question).fetchall()
    assert found == [("Oak shelf, five boards", 129.0, "EUR", 159.0, 4.1), ("Walnut desk", 349.0, "EUR", None, 4.5)]


def test_pages_share_a_table_and_other_lists_have_one_each(tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    done = iawce("records", PAGES / "two-lists.html", PAGES / "blog.html", "-o", target, "-s", "records.most=2", *NEVER)
    assert done.returncode == 0
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["title"] for row in rows] == [
        *("Bridge engineer", "Ferry captain", "Surveyor", "Welder", "Archivist", "Site nurse"),
        *("On keystones", "Closed on Monday", "A visit to the yard", "Books we read"),
    ]
    assert [row["date"] for row in rows][5:7] == ["", "2024-05-14"]
    second = (tmp_path / "out_2.csv").read_text()
    assert "How to write an application" in second


TOWNS = [(f"{name}{end}", 900 * place + 41) for place, name in enumerate("ABCDEFG", 1) for end in ("lby", "rden")]
ROW = "<tr><td><a href='/town/{0}'>{0}</a></td><td>{1}</td><td>{2} km</td></tr>"
CARD = "<li class=card><h3><a href=/town/{0}>{0}</a></h3><p>A harbour of {1} people, {2} km away.</p></li>"
TABLE = "<table><thead><tr><th>Town<th>People<th>Distance</tr></thead><tbody>{}</tbody></table>"


@pytest.mark.parametrize(
    ("row", "around", "last"), [(ROW, TABLE, 1), (CARD, "<ul class=cards>{}</ul>", 2)], ids=["table", "cards"]
)
def test_the_list_of_a_page_goes_on_on_the_next_ones(
    row: str, around: str, last: int, server: Site, tmp_path: Path
) -> None:
    """The second page repeats a record of the first; a table is one with a single row, too."""
    pages = [TOWNS[:7], TOWNS[6 : 14 - last], TOWNS[14 - last :]]
    for number, towns in enumerate(pages, 1):
        rows = around.format("".join(row.format(name, people, people // 40) for name, people in towns))
        links = " ".join(f"<a href='/towns/page/{to}'>{to}</a>" for to in (1, 2, 3) if to != number)
        following = f"<a rel=next href='/towns/page/{number + 1}'>Next</a>" * (number < len(pages))
        path = "/towns" if number == 1 else f"/towns/page/{number}"
        url = server.add(path, f"<title>Towns</title><main><h1>Towns</h1>{rows}</main><p>{links} {following}</p>")
    url = f"{server.url}/towns"
    for options, count in (((), 7), (("--follow-pages", "2"), 14 - last), (("--follow-pages", "9"), 14)):
        target = tmp_path / f"{count}.csv"
        for new in ("new", "again"):
            done = iawce("records", url, "-o", target, "--render", "never", *options)
            assert done.returncode == 0, done.stderr
            with target.open(newline="") as file:
                found = list(csv.DictReader(file))
            names = [next(cell for cell in one.values() if cell in dict(TOWNS)) for one in found]
            assert names == [name for name, _ in TOWNS[:count]], new
    assert [one["source"].removeprefix(url) for one in found] == [
        *([""] * 7 + ["/page/2"] * (7 - last) + ["/page/3"] * last)
    ]


def test_saved_pages_without_an_address_are_distinguished_by_name(tmp_path: Path) -> None:
    page, target = (PAGES / "spans.html").read_text(), tmp_path / "out.csv"
    paths = [tmp_path / "one page.html", tmp_path / "two.html"]
    for path in paths:
        path.write_text(page)
    for _ in range(2):
        assert iawce("records", *paths, "-o", target, "--render", "never").returncode == 0
        with target.open(newline="") as file:
            sources = [row["source"] for row in csv.DictReader(file)]
        assert sources == [str(paths[0])] * 5 + [str(paths[1])] * 5


def test_links_of_a_page_without_an_address_are_remarked_on(tmp_path: Path) -> None:
    page = PAGES / "shop-grid.html"
    for number, options in enumerate((NEVER, NEVER[:2])):
        done = iawce("records", page, "-o", tmp_path / f"{number}.csv", *options)
        assert ("run.base_url" in done.stderr) == (options != NEVER)


def list_page(first: int, foot: str) -> str:
    rows = "".join(
        f"<div class=card><h2><a href=/desk/{n}>Desk {n}</a></h2><span class=price>€{n}9.00</span></div>"
        for n in range(first, first + 6)
    )
    return f"<title>Desks</title><main><h1>Desks</h1>{rows}{foot}</main>"


def test_the_pages_of_a_list_are_followed_each_with_its_own_address(tmp_path: Path, httpserver: HTTPServer) -> None:
    feet = ["<a rel=next href=/desks?page=2>Next</a>", "<a rel=next href=/desks?page=3>Next</a>", ""]
    urls = [httpserver.url_for("/desks"), *(httpserver.url_for(f"/desks?page={number}") for number in (2, 3))]
    for number, foot in enumerate(feet, 1):
        query = f"page={number}" if number > 1 else ""
        page = list_page(6 * number - 5, foot)
        httpserver.expect_request("/desks", query_string=query).respond_with_data(page, content_type="text/html")
    target = tmp_path / "out.csv"
    for most, new, is_cut in ((2, 12, True), (5, 6, False), (5, 0, False)):
        done = iawce("records", urls[0], "--follow-pages", most, "-o", target, "--render", "never")
        assert done.returncode == 0
        assert sum(int(found) for found in re.findall(r"(\d+) of them new", done.stderr)) == new
        assert ("there is more than is written here" in done.stderr) == is_cut
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["title"] for row in rows] == [f"Desk {number}" for number in range(1, 19)]
    assert [row["source"] for row in rows] == [url for url in urls for _ in range(6)]


def test_rows_go_to_standard_output_as_json(tmp_path: Path) -> None:
    done = iawce("records", PAGES / "spans.html", *NEVER)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(row["line"], row["departs"]) for row in rows][2:4] == [("Blue", "12:30"), ("Red", "09:45")]
    assert rows[4]["to"] == "Round trip"  # over both columns
    assert len({row["row_key"] for row in rows}) == 5


def test_a_name_is_for_tables_that_have_one(tmp_path: Path) -> None:
    target = tmp_path / "out.db"
    page, to = PAGES / "two-lists.html", ("-o", target, "--table", "items", "-s", "records.most=2")
    assert iawce("records", page, *to, *NEVER).returncode == 0
    with closing(sqlite3.connect(target)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert names == [("items",), ("items_2",)]
    for other in ((), ("-o", tmp_path / "out.csv")):
        done = iawce("records", page, *other, "--table", "items", *NEVER)
        assert (done.returncode, "--table" in done.stderr) == (2, True)


def test_a_page_without_records_is_reported_and_counts_as_failed(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text("<p>Just a sentence, and nothing that repeats.")
    done = iawce("records", tmp_path / "one.html", *NEVER)
    assert (done.returncode, done.stdout) == (3, "")
    assert "no main content" in done.stderr
    both = iawce("records", tmp_path / "one.html", PAGES / "spans.html", *NEVER)
    assert (both.returncode, len(both.stdout.splitlines())) == (1, 5)


def test_an_article_with_links_to_others_has_no_list(tmp_path: Path) -> None:
    said = "<p>" + "The river rose in the night, and by noon the lower town stood under water, as it had in March. " * 3
    other = "<li><a href=/news/{0}>Another story, number {0}</a></li>"
    page = tmp_path / "story.html"
    page.write_text(
        f"<title>The river</title><main><article><h1>The river</h1>{said * 8}</article></main>"
        f"<aside><h2>Trending</h2><ul>{''.join(map(other.format, range(6)))}</ul></aside>"
    )
    done = iawce("records", page, *NEVER)
    assert (done.returncode, done.stdout, "empty/no_list" in done.stderr) == (3, "", True)
    assert iawce("records", page, PAGES / "shop-grid.html", *NEVER).returncode == 1
    assert iawce("records", page, *NEVER, "-s", "records.min_confidence=0").returncode == 0


def test_each_row_says_how_sure_its_list_is() -> None:
    done = iawce("records", PAGES / "shop-grid.html", *NEVER)
    confidences = [json.loads(line)["list_confidence"] for line in done.stdout.splitlines()]
    assert len(set(confidences)) == 1
    assert MIN_CONFIDENCE <= confidences[0] <= 1
    assert f"list_confidence {confidences[0]}" in done.stderr


@pytest.mark.parametrize("name", ["definition-list", "flat-siblings", "programme", "right-to-left", "table", "spans"])
def test_lists_whose_items_lead_nowhere_are_lists(name: str) -> None:
    done = iawce("records", PAGES / f"{name}.html", *NEVER)
    assert done.returncode == 0, done.stderr


def test_bad_targets_are_refused_before_any_work(tmp_path: Path) -> None:
    for target in ("out.xml", str(tmp_path / "no" / "out.csv"), "oracle+nothing://x"):
        done = iawce("records", PAGES / "spans.html", "-o", target, *NEVER)
        assert done.returncode in (2, 5)
        assert done.stderr.startswith("error: ")
    source = tmp_path / "a.jsonl"
    source.write_text('{"html": "<p>x"}\n')
    assert iawce("records", source, "-o", source).returncode == 2
    assert source.read_text() == '{"html": "<p>x"}\n'


def test_a_table_is_not_named_in_the_address(tmp_path: Path) -> None:
    done = iawce("records", PAGES / "spans.html", "-o", f"sqlite:///{tmp_path / 'out.db'}?table=items", *NEVER)
    assert (done.returncode, "--table" in done.stderr) == (2, True)
    assert not (tmp_path / "out.db").exists()


def test_a_page_with_more_records_than_are_written_has_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command.MAX_RECORDS == 100_000
    page, target = tmp_path / "many.html", tmp_path / "out.csv"
    for most, lamps, count in ((100_000, 5_200, 5_200), (40, 60, 40)):
        page.write_text("<h1>Lamps</h1><ul>" + "".join(f"<li><b>Lamp {n}</b><p>{n}.50 EUR</p>" for n in range(lamps)))
        monkeypatch.setattr(command, "MAX_RECORDS", most)
        done = iawce("records", page, "-o", target, *NEVER, "--quiet", "-s", "records.min_confidence=0")
        assert (done.returncode, "truncated/records" in done.stderr) == (0, count < lamps), done.stderr
        with target.open(newline="") as file:
            assert sum(1 for _ in csv.DictReader(file)) == count
        target.unlink()


def test_absent_named_fields_are_reported_and_counts_are_whole(tmp_path: Path) -> None:
    page, fields = tmp_path / "lamps.html", tmp_path / "fields.toml"
    page.write_text("<ul><li><b>Lamp</b> <i>5</i><u>2.50</u></li></ul><p><b>Made in:</b> Turin</p>")
    places = {"name": 'css = "b"', "count": 'css = "i"', "price": 'css = "u"', "isbn": 'label = "ISBN"'}
    fields.write_text("".join(f'[[fields]]\nname = "{name}"\n{place}\n' for name, place in places.items()))
    done = iawce("records", page, "--fields", fields, *NEVER)
    assert done.returncode == 0, done.stderr
    assert '"name": "Lamp", "count": 5, "price": 2.5}' in done.stdout
    assert "nothing was found for isbn" in done.stderr


def test_columns_that_are_asked_for_are_all_of_a_table() -> None:
    done = iawce("records", PAGES / "shop-grid.html", "--like", "€ 349.00, Titel, voltage", *NEVER)
    assert done.returncode == 0, done.stderr
    first = json.loads(done.stdout.splitlines()[0])
    assert [*first][2:-1] == ["price", "price_currency", "titel"]
    assert "nothing was found for voltage, among title, link, image, price" in done.stderr
    none = iawce("records", PAGES / "shop-grid.html", "--like", "voltage", *NEVER)
    assert (none.returncode, "no list has voltage" in none.stderr) == (3, True)
    for other in (("--paper",), ("--fields", PAGES / "fields.toml")):
        assert iawce("records", PAGES / "shop-grid.html", "--like", "title", *other, *NEVER).returncode == 2


@pytest.mark.parametrize(("count", "name", "said"), [(1, "row_key", "row_key"), (301, "field", "301 fields")])
def test_fields_that_are_no_columns_of_a_table_are_refused(count: int, name: str, said: str, tmp_path: Path) -> None:
    fields = tmp_path / "fields.toml"
    names = [name, *(f"{name}{number}" for number in range(1, count))]
    fields.write_text("".join(f'[[fields]]\nname = "{name}"\ncss = "b"\n' for name in names))
    done = iawce("records", PAGES / "shop-grid.html", "--fields", fields, *NEVER)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
