import gzip
import json
import zlib
from pathlib import Path

import pytest

from iawce.data.sinks import open_sink
from iawce.data.sinks.sink import SINKS, Row
from iawce.extract.output.row_schema import row_schema
from tests.data.sinks.plain import ROWS, SCHEMA, plain, write


def test_lines_of_json(tmp_path: Path) -> None:
    write(tmp_path / "o.jsonl", ROWS)
    text = (tmp_path / "o.jsonl").read_text(encoding="utf-8")
    assert [json.loads(line) for line in text.splitlines()] == ROWS
    assert text.startswith('{"ref": "ä", '), "text is not escaped"


@pytest.mark.parametrize("target", [None, "-"])
def test_without_a_file_they_go_to_standard_output(target: str | None, capfd: pytest.CaptureFixture[str]) -> None:
    for row in ROWS:
        with open_sink(target, SCHEMA) as sink:
            sink.write(row)
    assert capfd.readouterr().out.splitlines() == [json.dumps(row, ensure_ascii=False) for row in ROWS]


def test_each_line_is_whole_as_soon_as_it_is_written(tmp_path: Path, rows: list[Row]) -> None:
    with open_sink(tmp_path / "o.jsonl", row_schema()) as lines, open_sink(tmp_path / "o.jsonl.gz", row_schema()) as gz:
        for number, row in enumerate(rows):
            lines.write(row)
            gz.write(row)
            there = (tmp_path / "o.jsonl").read_bytes()
            assert zlib.decompressobj(31).decompress((tmp_path / "o.jsonl.gz").read_bytes()) == there
            assert json.loads(there.splitlines()[number]) == plain([row])[0]
    assert gzip.decompress((tmp_path / "o.jsonl.gz").read_bytes()) == there


def test_no_character_of_a_page_breaks_a_line(tmp_path: Path) -> None:
    ends = "a\nb\rc\x0bd\x0ce\x1cf\x85g\u2028h\u2029"
    write(tmp_path / "o.jsonl", [ROWS[0] | {"ref": ends}])
    (line,) = (tmp_path / "o.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["ref"] == ends


def test_a_file_of_any_name_can_hold_them(tmp_path: Path) -> None:
    with SINKS[".jsonl"](str(tmp_path / "o.txt"), SCHEMA) as sink:
        sink.write(ROWS[1])
    assert json.loads((tmp_path / "o.txt").read_text()) == ROWS[1]
