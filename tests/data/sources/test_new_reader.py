"""A new source format is one registration; all else follows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from iawce.data.page import Page
from iawce.data.sources.source import READERS, Reader, Source
from iawce.extract import Extractor
from iawce.scripts.cli import gather_verbs
from tests.data.sources.handed_over import errors_of
from tests.docs.doc_tables import describe_sources

MARK = b"MEMO\n"


def read_memo(source: Source) -> Iterator[Page]:
    for line in source.body.removeprefix(MARK).splitlines():
        yield Page(source.ref, body=b"<p>" + line)


MEMO = Reader("a memo", lambda source: not source.is_folder and source.head.startswith(MARK), read_memo, (".memo",))


@pytest.fixture
def memo(tmp_path: Path) -> Iterator[Path]:
    READERS.register("memo")(MEMO)
    path = tmp_path / "two.memo"
    path.write_bytes(MARK + b"one\ntwo")
    yield path
    READERS.remove("memo")


def test_its_pages_are_extracted_also_out_of_folders(memo: Path) -> None:
    plain = Extractor(render="never", page_type="article")
    for source in (memo, memo.parent):
        assert [row.text for row in plain.extract_many([source])] == ["one", "two"]


def test_help_and_docs_name_it_as_long_as_it_is_there(memo: Path) -> None:
    def texts() -> list[str]:
        shown = [CliRunner().invoke(gather_verbs(), [verb, "--help"]).stdout for verb in ("extract", "classify")]
        return [" ".join(text.split()) for text in (*shown, describe_sources())]

    assert all("a memo" in text for text in texts())
    READERS.remove("memo")
    assert not any("a memo" in text for text in texts())
    assert all("HTML file" in text for text in texts())
    READERS.register("memo")(MEMO)
    assert memo.exists()


def test_a_reader_with_a_defect_costs_its_source_only(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def read_one_and_fail(source: Source) -> Iterator[Page]:
        yield Page(f"{source.ref}#0", body=b"<p>first")
        raise ZeroDivisionError("a defect")

    bad, good = tmp_path / "bad.broken", tmp_path / "good.html"
    bad.write_text("BROKEN")
    good.write_text("<p>good")
    broken = Reader("broken", lambda source: source.has_suffix((".broken",)), read_one_and_fail)
    READERS.register("broken")(broken)
    try:
        assert errors_of(bad, good) == ["", "internal/ZeroDivisionError", ""]
    finally:
        READERS.remove("broken")
    assert "a defect in a reader" in caplog.text
