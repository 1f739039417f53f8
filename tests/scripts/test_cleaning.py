"""``iawce extract`` with filters: what is left out is counted, kept if asked for, and no failure."""

import json
from pathlib import Path

import pytest

from iawce.data.run_folder.run_state import RunState
from iawce.data.sinks import read_rows
from iawce.extract.output.row_schema import chosen_columns, row_schema
from tests.scripts.commands import iawce

ENGLISH = "<html><title>Bread</title><h1>Bread</h1><p>" + "The baker opens at six, and by seven the bread is gone. " * 9
GERMAN = "<html><title>Brot</title><h1>Brot</h1><p>" + "Der Bäcker öffnet um sechs, um sieben ist das Brot weg. " * 9
COMMAND = ("extract", "--render", "never", "--type", "article", "-s", "run.processes=0", "-s", "run.site_aware=off")
DEDUPLICATED, KEPT = ("-s", "corpus.deduplicate=true"), ("-s", "corpus.keep_left_out=true")
IN_ENGLISH = ("-s", "corpus.languages=en")


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("a.html", "b.html", "c.html")]
    for path, html in zip(paths, (ENGLISH, GERMAN, "<p></p>"), strict=True):
        path.write_text(html, encoding="utf-8")
    return paths


def test_omitted_rows_are_counted_and_are_no_failures(sources: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "rows.jsonl"
    done = iawce(*COMMAND, *sources[:2], *IN_ENGLISH, "-o", output)
    assert done.returncode == 0, done.stderr
    assert "1 left out: 1 filtered/language" in done.stderr
    assert [row["language"] for row in read_rows(output, row_schema())] == ["en"]
    assert iawce(*COMMAND, *sources, *IN_ENGLISH, "-o", output, "--resume").returncode == 1
    assert [row["status"] for row in read_rows(output, row_schema())] == ["success", "failure"]


def test_omitted_pages_are_rows_on_request(sources: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "rows.jsonl"
    assert iawce(*COMMAND, *sources[:2], *IN_ENGLISH, *KEPT, "-o", output).returncode == 0
    _, left_out = read_rows(output, row_schema())
    assert (left_out["status"], left_out["reason"]) == ("skipped", "filtered/language")
    assert "Bäcker" in left_out["text"]
    folder = tmp_path / "pages"
    options = (*IN_ENGLISH, *KEPT, "--format", "md", "-o", f"{folder}/")
    assert iawce(*COMMAND, *sources[:2], *options).returncode == 0
    assert [bool(json.loads(line)["file"]) for line in (folder / "index.jsonl").read_text().splitlines()] == [
        True,
        False,
    ]


def test_a_run_folder_knows_what_was_left_out_and_does_not_do_it_again(sources: list[Path], tmp_path: Path) -> None:
    run = f"{tmp_path}/RUN/"
    for resumed in ((), ("--resume",)):
        done = iawce(*COMMAND, *sources[:2], *IN_ENGLISH, "-o", run, *resumed)
        assert done.returncode == 0, done.stderr
    assert "2 pages are done already" in done.stderr
    assert "1 left out: 1 filtered/language" in done.stderr
    assert [row["language"] for row in read_rows(run, row_schema())] == ["en"]
    with RunState(tmp_path / "RUN" / "run.sqlite", is_read=True) as state:
        assert state.left_out() == {"filtered/language": 1}


def test_an_unknown_language_is_a_message(sources: list[Path]) -> None:
    done = iawce(*COMMAND, *sources[:1], "-s", "corpus.languages=english")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is no known language" in done.stderr


def test_duplicates_are_left_out_of_a_continued_run_too(sources: list[Path], tmp_path: Path) -> None:
    first, second, _ = sources
    copy, changed = tmp_path / "copy.html", tmp_path / "changed.html"
    copy.write_text(ENGLISH, encoding="utf-8")
    changed.write_text(GERMAN + "Der Bäcker öffnet um sechs, um sieben ist das Brot weg.", encoding="utf-8")
    for output in (tmp_path / "rows.jsonl", f"{tmp_path}/RUN/"):
        assert iawce(*COMMAND, first, second, *DEDUPLICATED, "-o", output).returncode == 0
        done = iawce(*COMMAND, first, copy, second, changed, *DEDUPLICATED, "-o", output, "--resume")
        assert done.returncode == 0, done.stderr
        assert "2 left out: 1 duplicate/text, 1 duplicate/near" in done.stderr
        assert [row["ref"] for row in read_rows(output, row_schema())] == [str(first), str(second)]
    assert iawce(*COMMAND, copy, *DEDUPLICATED, "-o", f"{tmp_path}/RUN/", "--overwrite").returncode == 0
    assert [row["ref"] for row in read_rows(f"{tmp_path}/RUN/", row_schema())] == [str(copy)]


def test_pieces_are_a_part_of_rows(sources: list[Path], tmp_path: Path) -> None:
    output = tmp_path / "rows.parquet"
    assert iawce(*COMMAND, sources[0], "-s", "extract.chunk_words=30", "-o", output).returncode == 0
    (row,) = read_rows(output, row_schema())
    assert [chunk["headings"] for chunk in row["chunks"]] == [["Bread"]] * len(row["chunks"])
    assert len(row["chunks"]) > 2
    done = iawce(*COMMAND, sources[0], "-s", "extract.chunk_words=30", "--format", "markdown")
    assert (done.returncode, "extract.chunk_words is not used" in done.stderr) == (0, True)


def test_rows_have_the_columns_that_are_named(sources: list[Path], tmp_path: Path) -> None:
    names = ["title", "metadata.in_language", "text"]
    first, second, _ = sources
    for output in (tmp_path / "rows.jsonl", tmp_path / "rows.csv", f"{tmp_path}/RUN/"):
        assert iawce(*COMMAND, first, "-s", f"output.columns={','.join(names)}", "-o", output).returncode == 0
        (row,) = read_rows(output, chosen_columns(names))
        assert (list(row), row["title"]) == (names, "Bread")
        done = iawce(*COMMAND, first, second, "-s", f"output.columns={','.join(names)}", "-o", output, "--resume")
        assert done.returncode == (0 if output == f"{tmp_path}/RUN/" else 2), done.stderr
    assert [row["title"] for row in read_rows(f"{tmp_path}/RUN/", chosen_columns(names))] == ["Bread", "Brot"]
    folder = (*COMMAND, first, "--format", "md", "-s", "output.columns=title,text", "-o", f"{tmp_path}/pages/")
    assert iawce(*folder).returncode == 0
    assert "done already" in iawce(*folder, "--resume").stderr
    for wrong in ("titel", "title,title", "records.text"):
        assert iawce(*COMMAND, first, "-s", f"output.columns=text,{wrong}").returncode == 2
    shown = json.loads(iawce(*COMMAND, first, "-s", "output.columns=id,type", "--format", "jsonl").stdout)
    assert list(shown) == ["id", "type"]


def test_damaged_duplicates_are_refused_and_left_as_they_are(sources: list[Path], tmp_path: Path) -> None:
    run, known = f"{tmp_path}/RUN/", tmp_path / "RUN" / "run-duplicates.sqlite"
    assert iawce(*COMMAND, sources[0], *DEDUPLICATED, "-o", run).returncode == 0
    whole = known.read_bytes()
    for damaged in (b"no database at all" * 99, whole[:2000] + b"\xff" * 9000 + whole[11000:]):
        known.write_bytes(damaged)
        done = iawce(*COMMAND, *sources, *DEDUPLICATED, "-o", run, "--resume")
        assert (done.returncode, "run-duplicates.sqlite cannot be resumed" in done.stderr) == (2, True)
        assert "--resume continues" not in done.stderr
        assert known.read_bytes() == damaged
    known.write_bytes(whole)
    assert iawce(*COMMAND, *sources[:2], *DEDUPLICATED, "-o", run, "--resume").returncode == 0
