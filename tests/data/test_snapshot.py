import gzip
import json
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from iawce.data.boxes import (
    KINDS,
    Box,
    Rectangles,
    as_rectangles,
    dump_boxes,
    dump_rectangles,
    load_boxes,
    load_rectangles,
)
from iawce.data.errors import UsageError
from iawce.data.snapshot import Snapshot, SnapshotStore, is_snapshot, load_snapshot

NAN = float("nan")
RECTANGLES = as_rectangles([[0, 0, 1366, 900.25], [NAN] * 4, [-8, 0.015625, 0, 17]])
FORMAT_1 = {
    "ref": "here",
    "url": "http://a.example/",
    "final_url": "http://a.example/b",
    "status": 200,
    "width": 1366,
    "height": 900,
    "clip_height": 900,
    "viewport": [1366, 768],
    "scale": 1.0,
    "truncated": False,
    "partial": False,
    "renderer": "Chromium 1",
    "time": "2025-01-01T00:00:00+00:00",
    "warnings": ["wrong_label/http"],
    "timings": {"load": 0.5},
}
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
        "warnings": ("wrong_label/http",),
        "timings": {"load": 0.5},
        "rectangles": RECTANGLES,
    }
    return Snapshot(**(fields | changes))  # type: ignore[arg-type]


def test_a_snapshot_comes_back_as_it_was(tmp_path: Path) -> None:
    folder = SnapshotStore(tmp_path).save(snapshot())
    assert is_snapshot(folder)
    loaded = load_snapshot(folder)
    assert (loaded, loaded.id) == (snapshot(), folder.name)
    assert loaded.rectangles is not None
    np.testing.assert_array_equal(loaded.rectangles, RECTANGLES)
    assert loaded.rectangles.dtype == np.float32


def test_a_snapshot_of_format_1_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "snapshot.json").write_text(json.dumps(FORMAT_1))
    (folder / "page.html.gz").write_bytes(gzip.compress(b"<p>old"))
    (folder / "boxes.json.gz").write_bytes(gzip.compress(b'[["t",3,10,20,300,40,2,55,16,400,0,0]]'))
    old = load_snapshot(folder)
    assert old.rectangles is None
    assert (old.html, old.final_url, old.viewport, len(old.boxes)) == ("<p>old", "http://a.example/b", (1366, 768), 1)
    assert load_snapshot(SnapshotStore(tmp_path).save(old)) == old


def test_a_newer_format_is_named(tmp_path: Path) -> None:
    folder = SnapshotStore(tmp_path).save(snapshot())
    record = json.loads((folder / "snapshot.json").read_text())
    assert record["format"] == 2
    (folder / "snapshot.json").write_text(json.dumps({"format": 3, "layout": "moved"}))
    with pytest.raises(UsageError, match="format 3; this version of iawce reads 1 to 2"):
        load_snapshot(folder)


def test_the_id_is_the_same_everywhere() -> None:
    """These may never change: folders are named after them."""
    assert snapshot().id == "e337ff1c32e70a0d62cfdb2b005ae450632b924d6e1173f42ef521073ff1eb5a"
    assert snapshot(rectangles=None).id == "1364f64196128f6d9e6e476d5f4e5255b6c79d86f2684bc737906dbe652cc0b3"


def test_the_id_distinguishes_contents_and_nothing_else() -> None:
    moved = np.array(RECTANGLES)
    moved[2, 1] += 1
    others = [
        snapshot(rectangles=None),
        snapshot(rectangles=RECTANGLES[:2]),
        snapshot(rectangles=moved),
        snapshot(url="http://a.example/http:", final_url="//a.example/"),
        snapshot(boxes=()),
    ]
    assert len({one.id for one in (snapshot(), *others)}) == 1 + len(others)
    odd = np.array(RECTANGLES, dtype=">f8", order="F")
    odd[0, 0], odd[1] = -0.0, -odd[1]
    assert snapshot(rectangles=odd, time="later", timings={}, screenshot=b"").id == snapshot().id


def test_snapshots_can_be_compared_hashed_changed_and_sent() -> None:
    again = snapshot(rectangles=np.array(RECTANGLES))
    assert again == snapshot()
    assert len({again, snapshot()}) == 1
    assert replace(snapshot(), rectangles=None) != snapshot()
    assert replace(snapshot(), status=404) != snapshot()
    assert replace(snapshot(), screenshot=b"") != snapshot()
    assert snapshot() != "a snapshot"
    assert pickle.loads(pickle.dumps(snapshot())) == snapshot()  # noqa: S301 - as between processes


def test_the_address_is_the_content(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path)
    first = store.save(snapshot())
    assert store.save(snapshot(time="later")) == first
    assert store.save(snapshot(html="<p>other")) != first
    assert len(list(tmp_path.glob("*/*/snapshot.json"))) == 2
    assert not list(tmp_path.glob("*/.new-*"))


@pytest.mark.parametrize("name", ["boxes.json.gz", "page.html.gz", "rectangles.npy.gz"])
@pytest.mark.parametrize(
    "damage", [b"no gzip", gzip.compress(b"no table" * 9, mtime=0)[:-9], gzip.compress(b"\xff", mtime=0)]
)
def test_damage_is_named(tmp_path: Path, name: str, damage: bytes) -> None:
    folder = SnapshotStore(tmp_path).save(snapshot())
    (folder / name).write_bytes(damage)
    with pytest.raises(UsageError, match=name if "page" not in name else "is not a snapshot"):
        load_snapshot(folder)


def test_a_file_spoilt_in_the_middle_is_named(tmp_path: Path) -> None:
    folder = SnapshotStore(tmp_path).save(snapshot())
    for name in ("boxes.json.gz", "rectangles.npy.gz"):
        whole = (folder / name).read_bytes()
        (folder / name).write_bytes(whole[:12] + b"\xff" * 8 + whole[20:])
        with pytest.raises(UsageError, match=name):
            load_snapshot(folder)
        (folder / name).write_bytes(whole)


def test_a_store_that_cannot_be_written_is_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        SnapshotStore(tmp_path / "file").save(snapshot())


@given(st.lists(boxes, max_size=5))
def test_boxes_survive_the_disk(tmp_path_factory: pytest.TempPathFactory, rows: list[Box]) -> None:
    path = tmp_path_factory.mktemp("boxes") / "b.json.gz"
    path.write_bytes(dump_boxes(rows))
    assert list(load_boxes(path)) == rows


@given(arrays(np.float32, st.tuples(st.integers(0, 5), st.just(4))))
def test_rectangles_survive_the_disk(tmp_path_factory: pytest.TempPathFactory, rows: Rectangles) -> None:
    path = tmp_path_factory.mktemp("rectangles") / "r.npy.gz"
    path.write_bytes(dump_rectangles(rows))
    np.testing.assert_array_equal(load_rectangles(path), rows)


@given(arrays(np.float32, array_shapes(max_dims=3, max_side=3).filter(lambda shape: len(shape) != 2 or shape[1] != 4)))
def test_other_shapes_are_refused(rows: Rectangles) -> None:
    with pytest.raises(ValueError, match="shape"):
        dump_rectangles(rows)
