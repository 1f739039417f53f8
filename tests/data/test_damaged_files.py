"""Files that somebody damaged on purpose: a reason or a message, never a defect, and no other page lost."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from iawce.data import json_file as gzip_file
from iawce.data.boxes import Box, load_boxes
from iawce.data.dom.select import check_selector
from iawce.data.errors import UsageError
from iawce.data.sinks import open_sink
from iawce.data.snapshot import BOXES, HTML, META, RECTANGLES, Snapshot, SnapshotStore, load_snapshot
from iawce.data.sources.source import read_sources
from iawce.extract.output.row_schema import row_schema


@pytest.fixture
def snapshot(tmp_path: Path) -> Path:
    page = Snapshot(
        "r", "http://a.example/", "http://a.example/", 200, "<p>x", (Box("t", 0, 0, 0, 9, 9, 1, 1, 16, 400, 0, 0),),
        1366, 768, 768, (1366, 768),
    )  # fmt: skip
    return SnapshotStore(tmp_path / "store").save(page)


@pytest.mark.parametrize(
    "change",
    [
        {"status": 10**30}, {"status": "x"}, {"truncated": "yes"}, {"timings": {"a": "x"}}, {"timings": []},
        {"ref": [1]}, {"url": 5}, {"final_url": None}, {"warnings": ["nokind/x"]}, {"warnings": [5]},
        {"warnings": "abc"}, {"viewport": [1]}, {"width": -1}, {"format": 99},
    ],
)  # fmt: skip
def test_a_record_of_wrong_types_is_a_damaged_snapshot(snapshot: Path, change: dict[str, Any]) -> None:
    assert load_snapshot(snapshot).status == 200
    record = json.loads((snapshot / META).read_text())
    (snapshot / META).write_text(json.dumps(record | change))
    with pytest.raises(UsageError):
        load_snapshot(snapshot)
    assert [getattr(page, "error", "") for page in read_sources([str(snapshot)])] == ["input/damaged_snapshot"]


@pytest.mark.parametrize("content", [b"[" * 100_000, b"{", b"\xff", b""])
def test_a_record_that_is_none(snapshot: Path, content: bytes) -> None:
    (snapshot / META).write_bytes(content)
    with pytest.raises(UsageError):
        load_snapshot(snapshot)


@pytest.mark.parametrize("name", [HTML, BOXES, RECTANGLES])
def test_files_that_unpack_to_too_much_are_refused(snapshot: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gzip_file, "MAX_UNPACKED", 1000)
    (snapshot / name).write_bytes(gzip.compress(b" " * 2000))
    with pytest.raises(UsageError):
        load_snapshot(snapshot)


@pytest.mark.parametrize("value", ["Infinity", "1e400", "99999999999999999999", "NaN", "[1]"])
def test_boxes_hold_measures(tmp_path: Path, value: str) -> None:
    path = tmp_path / "boxes.json.gz"
    path.write_bytes(gzip.compress(f'[["t",0,{value},0,9,9,1,1,16,400,0,0]]'.encode()))
    with pytest.raises(UsageError, match="not a table of layout boxes"):
        load_boxes(path)


def test_pipes_and_devices_are_no_pages_and_cost_no_other(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.html")
    (tmp_path / "b.html").write_text("<p>words")
    (tmp_path / "c.html").symlink_to("/dev/zero")
    found = [getattr(page, "error", None) for page in read_sources([str(tmp_path)])]
    assert found == ["input/unreadable", "", "input/unreadable"]


@pytest.mark.parametrize("selector", ["p\0", 'p[a="\x01"]', "div " * 3000 + "p", ":is(" * 400, "p[", "<b>", "p\udcff"])
def test_selectors_that_are_none(selector: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_selector(selector)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("target", ["sqlite:///a%00b.db", "sqlite://[x", "x\0.csv", "q\udcff\0.jsonl"])
def test_targets_that_cannot_be(target: str) -> None:
    with pytest.raises(UsageError):
        open_sink(target, row_schema())
