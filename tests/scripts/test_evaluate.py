"""``iawce evaluate`` as a person types it."""

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.scripts.commands import iawce

GATE = ROOT / "tests" / "gate"


def test_a_run_leaves_a_report_and_asks_nothing_twice(tmp_path: Path) -> None:
    command = (
        "evaluate",
        "run",
        "folder",
        GATE / "pages",
        "--sample",
        7,
        "-s",
        "evaluate.measures=words",
        "-o",
        tmp_path,
    )
    done = iawce(*command, "--system", "iawce", "--system", "all-text")
    assert done.returncode == 0, done.stderr
    assert "| iawce | 0." in done.stdout
    assert "6 pages of" in done.stdout
    assert f"    iawce evaluate run folder {GATE}/pages --sample 7" in done.stdout
    assert (tmp_path / "report.md").read_text() == done.stdout
    assert "data:image/png" in (tmp_path / "report.html").read_text()
    kept = {path.name: path.read_text() for path in (tmp_path / "outputs").iterdir()}
    assert {name: len(text.splitlines()) for name, text in kept.items()} == {"iawce.jsonl": 6, "all-text.jsonl": 6}
    assert iawce(*command, "--system", "all-text").returncode == 2, "the report is kept"
    assert iawce(*command, "--system", "all-text", "--overwrite").returncode == 0
    assert {path.name: path.read_text() for path in (tmp_path / "outputs").iterdir()} == kept


def test_snippets_alone_have_a_table(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<main><p>Much wanted text stands here.</p></main><footer>imprint</footer>")
    (tmp_path / "a.json").write_text('{"wanted": ["wanted text"], "unwanted": ["imprint"]}')
    done = iawce("evaluate", "run", "folder", tmp_path, "--system", "all-text", "-o", tmp_path / "out")
    assert "| all-text | 1.000 (1.000–1.000) | 1.000 (1.000–1.000) |" in done.stdout
    assert "1 page of unknown sites" in done.stdout, "it has no address"


def test_the_gate_opens_and_closes(tmp_path: Path) -> None:
    row = {"system": "all-text", "measure": "recall", "type": "article", "steps": [{"floor": 0.5}]}
    floors = tmp_path / "floors.json"
    floors.write_text(json.dumps({"floors": [row], "every": 4}))
    opened = iawce("evaluate", "gate", floors, "folder", GATE / "pages")
    assert (opened.returncode, opened.stdout[:5]) == (0, "ok   ")
    floors.write_text(json.dumps({"floors": [row | {"steps": [{"floor": 1.5}]}]}))
    closed = iawce("evaluate", "gate", floors, "folder", GATE / "pages")
    assert (closed.returncode, closed.stdout[:5]) == (1, "BELOW")


def test_speed_is_reported_with_its_lower_bound() -> None:
    done = iawce("evaluate", "speed", "folder", GATE / "pages", "--sample", 14, *("-s", "evaluate.repeat=1"))
    assert done.returncode == 0, done.stderr
    for part in (
        "## parse",
        "## classify",
        "## extract",
        "## row",
        "## text",
        "| articles (2) | bare parse |",
        "| iawce: decode and parse |",
        "| iawce: page type by HTML |",
        "| iawce, text alone |",
        "| resiliparse |",
        "| trafilatura |",
    ):
        assert part in done.stdout
    assert "## render" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "none", "."), "no set is called 'none'"),
        (("run", "folder", "absent"), "there is no absent"),
        (("run", "folder", GATE / "pages", "--system", "none"), "no system is called 'none'"),
        (("speed", "folder", GATE / "pages", "--step", "none"), "there is no step none"),
        (("gate", "absent.json", "folder", GATE / "pages"), "holds no floors"),
    ],
)
def test_bad_usage_is_a_message_and_exit_code_2(arguments: tuple[object, ...], says: str, tmp_path: Path) -> None:
    output = ("-o", tmp_path) if arguments[0] == "run" else ()
    done = iawce("evaluate", *arguments, *output)
    assert done.returncode == 2
    assert says in done.stderr.replace("\n", " ")


def test_the_sets_are_listed_with_their_licences() -> None:
    listed = iawce("evaluate", "data").stdout
    assert "wcxb: texts of seven page types; WCXB 1.0, Murrough Foley; CC-BY-4.0" in listed
    assert len(listed.splitlines()) == 11


def test_a_model_that_does_not_exist_is_refused_before_anything_runs(tmp_path: Path) -> None:
    model = ("-s", "page_type.model=none.json")
    done = iawce("evaluate", "run", "folder", GATE / "pages", "--system", "iawce", *model, "-o", tmp_path / "out")
    assert done.returncode == 2 and "none.json" in done.stderr
    assert not (tmp_path / "out").exists()
