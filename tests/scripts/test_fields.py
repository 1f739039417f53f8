"""``--fields``: one's own fields of pages and records."""

import csv
import json
from pathlib import Path

from tests.conftest import ROOT
from tests.scripts.commands import iawce

PAGES = ROOT / "tests" / "pages" / "records"
NEVER = ("--render", "never", "-s", "run.base_url=http://shop.example/list")
BOOK = "<title>Emma</title><body><h1>Emma</h1><p>A novel of a house.</p><p><b>ISBN:</b> 97801414395{}<br></p>"
BY_LABEL = '[[fields]]\nname = "isbn"\nlabel = "ISBN"\n\n[[fields]]\nname = "title"\ncss = "h1::text"\n'


def test_a_row_a_page(tmp_path: Path) -> None:
    (tmp_path / "fields.toml").write_text(BY_LABEL)
    for number in (87, 88):
        (tmp_path / f"{number}.html").write_text(BOOK.format(number))
    pages, target = [tmp_path / "87.html", tmp_path / "88.html"], tmp_path / "out.csv"
    done = iawce("records", *pages, "--fields", tmp_path / "fields.toml", "-o", target, "--render", "never")
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert done.returncode == 0
    assert [(row["isbn"], row["title"]) for row in rows] == [("9780141439587", "Emma"), ("9780141439588", "Emma")]


def test_a_row_a_record_of_the_list(tmp_path: Path) -> None:
    (tmp_path / "fields.toml").write_text('each = "record"\n[[fields]]\nname = "to"\ncss = "a"\ntype = "link"\n')
    done = iawce("records", PAGES / "blog.html", "--fields", tmp_path / "fields.toml", *NEVER)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == 4
    assert all(row["to"].startswith("http://shop.example/") for row in rows)


def test_a_page_without_the_fields_fails(tmp_path: Path) -> None:
    (tmp_path / "fields.toml").write_text('[[fields]]\nname = "isbn"\nlabel = "ISBN"\n')
    done = iawce("records", PAGES / "blog.html", "--fields", tmp_path / "fields.toml", *NEVER)
    assert (done.returncode, done.stdout) == (3, "")
    assert "none of the fields" in done.stderr


def test_rows_of_extract_have_the_fields_as_records(tmp_path: Path) -> None:
    (tmp_path / "fields.toml").write_text(BY_LABEL)
    (tmp_path / "book.html").write_text(BOOK.format(87))
    page = tmp_path / "book.html"
    done = iawce("extract", page, "--fields", tmp_path / "fields.toml", "--format", "jsonl", "--render", "never",
                 "--type", "product")  # fmt: skip
    (record,) = json.loads(done.stdout)["records"]
    assert {name: field["text"] for name, field in record["fields"].items()} == {
        "isbn": "9780141439587",
        "title": "Emma",
    }


def test_a_bad_file_is_refused_before_any_page(tmp_path: Path) -> None:
    (tmp_path / "fields.toml").write_text('[[fields]]\nname = "isbn"\n')
    done = iawce("records", PAGES / "blog.html", "--fields", tmp_path / "fields.toml", *NEVER)
    assert (done.returncode, "one of css, xpath and label" in done.stderr) == (2, True)


def test_examples_teach_a_file_that_finds_the_fields_of_another_page(tmp_path: Path) -> None:
    for number in (87, 88):
        (tmp_path / f"{number}.html").write_text(BOOK.format(number))
    (tmp_path / "examples.json").write_text(
        json.dumps({"87.html": {"isbn": "9780141439587", "name": "Emma", "color": "red"}})
    )
    target = tmp_path / "fields.toml"
    done = iawce("fields", "learn", tmp_path / "87.html", "--examples", tmp_path / "examples.json", "-o", target,
                 "--render", "never")  # fmt: skip
    assert (done.returncode, done.stdout) == (0, target.read_text())
    assert "for color" in done.stderr
    done = iawce("records", tmp_path / "88.html", "--fields", target, "--render", "never")
    (tmp_path / "examples.json").write_text(json.dumps({"87.html": {"kind": "novel"}}))
    within = iawce("fields", "learn", tmp_path / "87.html", "--examples", tmp_path / "examples.json", "-o", target,
                   "--render", "never", "--overwrite")  # fmt: skip
    assert (within.returncode, "is a whole text or an attribute" in within.stderr) == (2, True)
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["isbn"], row["name"]) in (("9780141439588", "Emma"), (9780141439588, "Emma"))
