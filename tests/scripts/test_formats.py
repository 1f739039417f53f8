"""Words for formats, and what they write."""

import csv
import io
import json
from pathlib import Path

import pytest

from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import row_schema
from tests.scripts.commands import iawce

PLAIN = ("extract", "--render", "never", "--type", "article", "-s", "run.processes=0", "-s", "run.site_aware=off")


@pytest.fixture
def three(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "below").mkdir(parents=True)
    for name in ("a", "b", "below/c"):
        (folder / f"{name}.html").write_text(f"<p>These are the words of page {name}.")
    return folder


@pytest.mark.parametrize(
    ("word", "begins"), [("md", "These"), (".MD", "These"), ("markdown", "These"), ("txt", "These")]
)
def test_natural_words_are_formats(word: str, begins: str, three: Path) -> None:
    assert iawce(*PLAIN, three / "a.html", "--format", word).stdout.startswith(begins)


def test_json_is_one_array_of_rows(three: Path, tmp_path: Path) -> None:
    assert [row["text"][-2] for row in json.loads(iawce(*PLAIN, three, "--format", "json").stdout)] == ["a", "b", "c"]
    output = tmp_path / "rows.json"
    assert iawce(*PLAIN, three / "a.html", "-o", output).returncode == 0
    assert [row["text"][-2] for row in json.loads(output.read_text())] == ["a"]
    assert iawce(*PLAIN, three, "-o", output).returncode == 2
    assert iawce(*PLAIN, three, "-o", output, "--resume").returncode == 0
    assert [row["text"][-2] for row in json.loads(output.read_text())] == ["a", "b", "c"]
    whole = output.read_bytes()
    for torn in (whole[:-3], whole[: len(whole) // 2], whole[:1], b"[\n"):
        output.write_bytes(torn)
        assert iawce(*PLAIN, three, "-o", output, "--resume").returncode == 0
        assert [row["text"][-2] for row in json.loads(output.read_text())] == ["a", "b", "c"]
    output.write_text('[{"id": 1}]')
    assert iawce(*PLAIN, three, "-o", output, "--resume").returncode == 2
    assert iawce(*PLAIN, three / "a.html", "-o", output, "--overwrite").returncode == 0
    assert len(list(read_rows(output, row_schema()))) == 1


def test_a_table_of_records_is_an_array_too(tmp_path: Path) -> None:
    output = tmp_path / "desks.json"
    records = ("records", "--render", "never", "-o", output)
    for page in ("shop-grid", "blog"):
        assert iawce(*records, f"tests/pages/records/{page}.html").returncode == 0
    again = json.loads(output.read_text())
    assert iawce(*records, "tests/pages/records/shop-grid.html").returncode == 0
    assert json.loads(output.read_text()) == again
    assert {"title", "row_key", "source"} <= set(again[0])


def test_a_pattern_in_quotes_is_a_source_and_reaches_folders_below(three: Path) -> None:
    done = iawce(*PLAIN, f"{three}/**/*.html", "--format", "jsonl")
    assert [json.loads(line)["text"][-2] for line in done.stdout.splitlines()] == ["a", "b", "c"]


@pytest.mark.parametrize("output", [(), ("-o", "-")])
def test_a_table_goes_through_a_pipe(output: tuple[str, ...], three: Path) -> None:
    chosen = ("-s", "output.columns=ref,text,metadata.authors")
    for columns in ((), chosen):
        done = iawce(*PLAIN, three, "--format", "csv", *output, *columns)
        found = list(csv.DictReader(io.StringIO(done.stdout)))
        assert (done.returncode, [row["text"][-2] for row in found]) == (0, ["a", "b", "c"])
    assert list(found[0]) == ["ref", "text", "metadata.authors"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "markdwn"), "did you mean markdown?"),
        (("--format", "jsn"), "did you mean json?"),
        (("--format", "pdf"), "known are auto, md"),
        (("--format", "parquet"), "name one, such as -o rows.parquet"),
        (("--format", "parquet", "-o", "-"), "name one, such as -o rows.parquet"),
        (("--format", "csv", "--resume"), "cannot continue CSV"),
        (("--format", "csv", "-o", "x.json"), "another format"),
        (("--format", "md", "-o", "x.csv"), "another format"),
        (("--format", "csv", "-o", "x.md"), "another format"),
        (("--method", "densty"), "did you mean density?"),
        (("-s", "output.columns=titel"), "did you mean title?"),
        (("-s", "output.columns=titel", "-o", "x.md"), "did you mean title?"),
    ],
)
def test_bad_values_are_answered_with_the_nearest(arguments: tuple[str, ...], said: str, three: Path) -> None:
    done = iawce(*PLAIN, three / "a.html", *arguments)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
