"""An output never replaces a page that is read, be it named, or found in a folder or a list."""

from pathlib import Path

import pytest

from tests.scripts.commands import PLAIN, iawce


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pages in a folder and in one below it, a list of them, and a link to one."""
    (tmp_path / "in" / "below").mkdir(parents=True)
    for name in ("a.html", "below/b.html"):
        (tmp_path / "in" / name).write_text(f"<p>This is page {name}.")
    (tmp_path / "list.txt").write_text(f"{tmp_path}/in/a.html\n{tmp_path}/in/below\n")
    (tmp_path / "link.html").symlink_to(tmp_path / "in" / "a.html")
    return tmp_path


@pytest.mark.parametrize("source", ["in", "list.txt"])
@pytest.mark.parametrize("output", ["in/a.html", "in/below/b.html", "link.html"])
def test_a_page_that_is_read_is_not_replaced(source: str, output: str, folder: Path) -> None:
    before = (folder / output).read_text()
    done = iawce(*PLAIN, folder / source, "-o", folder / output, "--overwrite")
    assert (done.returncode, "name another output" in done.stderr) == (2, True), done.stderr
    assert (folder / output).read_text() == before


def test_files_of_a_source_folder_that_are_not_read_may_be_replaced(folder: Path) -> None:
    for name in ("rows.jsonl", "all.md", "page_files/part.html"):
        (folder / "in" / name).parent.mkdir(exist_ok=True)
        (folder / "in" / name).write_text("old")
    (folder / "in" / "page.html").write_text("<p>A page with parts.")
    for name in ("rows.jsonl", "all.md", "page_files/part.html"):
        done = iawce(*PLAIN, folder / "in", "-o", folder / "in" / name, "--overwrite")
        assert done.returncode == 0, done.stderr
        assert (folder / "in" / name).read_text() != "old"
    done = iawce(*PLAIN, folder / "in", "-o", folder / "in" / "rows.jsonl", "--resume")
    assert (done.returncode, "nothing was left to do" in done.stderr) == (0, True)


def test_a_page_of_a_snapshot_is_not_replaced(folder: Path) -> None:
    (folder / "in" / "snapshot").mkdir()
    for name in ("snapshot.json", "notes.txt"):
        (folder / "in" / "snapshot" / name).write_text("{}")
    done = iawce(*PLAIN, folder / "in", "-o", folder / "in" / "snapshot" / "notes.txt", "--overwrite")
    assert (done.returncode, "is read as one of the pages of" in done.stderr) == (2, True), done.stderr


def test_pages_that_a_folder_of_pages_would_replace_are_not_read(folder: Path) -> None:
    into = (folder / "in", "-o", folder / "in", "--format", "html")
    assert iawce(*PLAIN, *into).returncode == 0
    before = sorted((folder / "in").iterdir())
    assert len(before) == 5
    for more in ("--overwrite", "--resume"):
        done = iawce(*PLAIN, *into, more)
        assert (done.returncode, "name another output" in done.stderr) == (2, True), done.stderr
    assert sorted((folder / "in").iterdir()) == before


def test_the_index_of_another_program_names_no_files_to_remove(folder: Path) -> None:
    (folder / "in" / "index.jsonl").write_text('{"file": "a.html", "id": "7"}\n{"file": "a.html"}\n')
    done = iawce(*PLAIN, folder / "in" / "below", "--format", "md", "-o", folder / "in", "--overwrite")
    assert done.returncode == 0, done.stderr
    assert (folder / "in" / "a.html").exists()


def test_an_output_is_never_one_of_the_sources(six: list[Path]) -> None:
    done = iawce(*PLAIN, *six, "--format", "html", "-o", six[3], "--overwrite")
    assert (done.returncode, "is one of the sources" in done.stderr) == (2, True)
    assert six[3].read_text() == "<p>This is page number 3."
