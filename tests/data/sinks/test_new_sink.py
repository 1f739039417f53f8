"""A new sink is one registration; all else follows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from iawce.data.sinks import open_sink
from iawce.data.sinks.jsonl import JsonLines
from iawce.data.sinks.sink import SINKS
from iawce.extract import Extractor
from iawce.extract.output.row_schema import row_schema
from iawce.scripts.cli import gather_verbs


@pytest.fixture
def memo() -> Iterator[str]:
    SINKS.register(".memo")(JsonLines)
    yield ".memo"
    SINKS.remove(".memo")


def test_rows_are_written_through_it(memo: str, tmp_path: Path) -> None:
    with open_sink(tmp_path / f"rows{memo}", row_schema()) as sink:
        sink.write(Extractor(render="never", page_type="article").extract(b"<p>words").to_dict())
    assert '"text": "words"' in (tmp_path / f"rows{memo}").read_text()


@pytest.mark.parametrize("verb", ["extract", "classify", "render"])
def test_help_names_it_as_long_as_it_is_there(memo: str, verb: str) -> None:
    assert memo in CliRunner().invoke(gather_verbs(), [verb, "--help"]).stdout
    SINKS.remove(memo)
    try:
        assert memo not in CliRunner().invoke(gather_verbs(), [verb, "--help"]).stdout
    finally:
        SINKS.register(memo)(JsonLines)
