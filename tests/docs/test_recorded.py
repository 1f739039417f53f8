"""Measurements in ``docs/lab/`` have date and commit; those of benches have a command, too, which writes them.

Pages of ``docs/`` may have places of benches, too.
"""

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.recorded_tables import command_of, find_place, replace_tables, source_of_today

PAGES = sorted((ROOT / "docs").rglob("*.md"))
MEASUREMENTS = sorted((ROOT / "docs" / "lab").glob("*.md"))
PLACE = re.compile(r"^<!-- bench (\w+)(.*?) -->$(.*?)^<!-- end -->$", re.M | re.S)
RECORDED = re.compile(
    r"\n\n    python -m bench (?P<command>.+)\n\n(?:(?:\|.*\|\n)+\n)+Recorded \d{4}-\d\d-\d\d, [0-9a-f]{7,}\.\n\n"
)
MEASURED = re.compile(r"(?:\n(?:\|.*\n)+)*\nRecorded \d{4}-\d\d-\d\d, [0-9a-f]{7,}\.\n")
"""What follows a table of measurements: perhaps further tables, then date and commit."""
DESCRIBING = {"continue by", "meaning", "definition", "model", "is", "default", "content", "where", "rectangle"}
"""Last columns of tables that describe something and contain no measurement."""
TABLE = "| set | F1 |\n| --- | --- |\n| a | 0.9 |"
OTHER = "| set | pages |\n| --- | --- |\n| a | 3 |"
EMPTY = "before\n\n<!-- bench views --set PATH/a -->\n<!-- end -->\n\nafter\n"
COMMAND, SOURCE = "views --set PATH/a", "2026-11-25, f7933d9"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_place_has_a_bench_that_exists_with_command_date_and_commit(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    places = list(PLACE.finditer(text))
    assert len(places) == text.count("<!-- bench ")
    for place in places:
        assert (ROOT / "bench" / f"{place[1]}.py").is_file()
        recorded = RECORDED.fullmatch(place[3])
        assert recorded, place[0]
        assert recorded["command"] == place[1] + place[2]


@pytest.mark.parametrize("path", MEASUREMENTS, ids=lambda path: path.stem)
def test_every_table_of_measurements_has_date_and_commit(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tables = re.finditer(r"^\| (?:.*\| )?(.+?) \|\n(?:\|.*\n)+", text, re.M)
    bare = [table for table in tables if not MEASURED.match(text, table.end())]
    assert [table[0] for table in bare if table[1] not in DESCRIBING] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_recorded_commands_name_no_folder_of_a_machine(path: Path) -> None:
    commands = re.findall(r"python -m bench (.*)", path.read_text(encoding="utf-8"))
    assert not [command for command in commands if re.search(r"(?:^|[\s='\"])[/~]", command)]


def test_folders_are_written_as_path() -> None:
    arguments = ["wcxb=/data/wcxb.tar.xz", "--sites", "/data/sites/", "--every", "8", "runs/a.json", "--row", "a | b"]
    assert command_of("views", arguments) == (
        "views wcxb=PATH/wcxb.tar.xz --sites PATH/sites --every 8 runs/a.json --row 'a | b'"
    )


def test_a_table_replaces_what_was_in_its_place() -> None:
    once = replace_tables(EMPTY, COMMAND, f"3 pages\n{OTHER}\n", "2026-11-24, 0000000")
    page = replace_tables(once, COMMAND, f"3 pages\n{TABLE}\nmore\n", SOURCE)
    assert TABLE in page
    assert OTHER not in page
    assert (page[:8], page[-8:]) == ("before\n\n", "\n\nafter\n")
    place = PLACE.search(page)
    assert place
    assert RECORDED.fullmatch(place[3])
    assert SOURCE in place[3]


def test_two_places_take_one_table_each() -> None:
    page = replace_tables(EMPTY + EMPTY, COMMAND, f"{TABLE}\n\n{OTHER}\n", SOURCE)
    assert [[table in place[3] for table in (TABLE, OTHER)] for place in PLACE.finditer(page)] == [
        [True, False],
        [False, True],
    ]


def test_one_place_takes_all_tables() -> None:
    place = PLACE.search(replace_tables(EMPTY, COMMAND, f"{TABLE}\n\n{OTHER}\n", SOURCE))
    assert place
    assert RECORDED.fullmatch(place[3])
    assert TABLE in place[3]
    assert OTHER in place[3]


@pytest.mark.parametrize("printed", ["no table", f"{TABLE}\n\n{OTHER}\n\n{TABLE}\n"])
def test_tables_without_places_are_refused(printed: str) -> None:
    with pytest.raises(ValueError, match="tables for 2 places"):
        replace_tables(EMPTY + EMPTY, COMMAND, printed, SOURCE)


def test_the_page_of_a_command_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(EMPTY.replace("PATH/a", "PATH/b"))
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "b.md").write_text(EMPTY)
    assert find_place(COMMAND, tmp_path).name == "b.md"
    with pytest.raises(ValueError, match="no page"):
        find_place("views", tmp_path)


def test_a_folder_without_a_commit_has_no_source(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="checkout"):
        source_of_today(tmp_path)
