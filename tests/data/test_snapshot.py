from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.boxes import KINDS, Box, dump_boxes, load_boxes
from iawce.data.errors import UsageError
from iawce.data.snapshot import Snapshot, SnapshotStore, is_snapshot, load_snapshot

numbers = st.integers(-(2**31), 2**31)
boxes = st.builds(Box, st.sampled_from(KINDS), *(numbers for _ in Box._fields[1:]))


def snapshot(**changes: object) -> Snapshot:
    fields = {
        "ref": "here",
        "url": "http://a.example/",
        "final_url": "http://a.example/",
        "status": 200,
        "html": "<p>é 中 \U0001f600",
        "boxes": (Box("t", 3, 10, 20, 300, 40, 2, 55, 16, 400, 0, 0),),
        "width": 1366,
        "height": 900,
        "clip_height": 900,
        "viewport": (1366, 768),
        "screenshot": b"webp",
        "warnings": ("a/b",),
        "timings": {"load": 0.5},
    }
    return Snapshot(**(fields | changes))  # type: ignore[arg-type]


def test_a_snapshot_comes_back_as_it_was(tmp_path: Path) -> None:
    folder = SnapshotStore(tmp_path).save(snapshot())
    assert is_snapshot(folder)
    assert load_snapshot(folder) == snapshot()


def test_the_address_is_the_content(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    first = store.save(snapshot())
    assert store.save(snapshot(time="later")) == first
    assert store.save(snapshot(html="<p>other")) != first
    assert len(list(store)) == 2
    assert not list(tmp_path.glob("*/.new-*"))


def test_damage_is_named(tmp_path: Path) -> None:
    folder = SnapshotStore(tmp_path).save(snapshot())
    (folder / "boxes.json.gz").write_bytes(b"no gzip")
    with pytest.raises(UsageError, match=r"boxes\.json\.gz"):
        load_snapshot(folder)


def test_a_store_that_cannot_be_written_is_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        SnapshotStore(tmp_path / "file").save(snapshot())


@given(st.lists(boxes, max_size=5))
def test_boxes_survive_the_disk(tmp_path_factory: pytest.TempPathFactory, rows: list[Box]) -> None:
    path = tmp_path_factory.mktemp("boxes") / "b.json.gz"
    path.write_bytes(dump_boxes(rows))
    assert list(load_boxes(path)) == rows
