"""What was rendered is kept until its row is finished."""

from pathlib import Path

import pytest

from iawce.data.errors import EnvironmentMissing
from iawce.data.snapshot import Snapshot, Spool

SNAPSHOT = Snapshot("a", "http://a.example/", "http://a.example/", 200, "<p>A", (), 10, 10, 10, (10, 10))
OTHER = Snapshot("b", "http://b.example/", "http://b.example/", 200, "<p>B", (), 10, 10, 10, (10, 10))


def test_a_snapshot_is_there_until_it_is_dropped(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "spool")
    assert spool.find("1") is None
    spool.keep("1", SNAPSHOT)
    spool.keep("1", OTHER, "2")
    again = Spool(tmp_path / "spool")
    assert (again.find("1"), again.find("1", "2"), again.find("2")) == (SNAPSHOT, OTHER, None)
    again.drop("1")
    assert (spool.find("1"), spool.find("1", "2")) == (None, None)
    spool.clear()
    assert not list(tmp_path.iterdir())


def test_a_damaged_one_is_no_snapshot(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    spool.keep("1", SNAPSHOT)
    (tmp_path / "1" / "1" / "page.html.gz").write_bytes(b"torn")
    assert spool.find("1") is None
    spool.keep("1", SNAPSHOT)
    assert spool.find("1") == SNAPSHOT


def test_a_snapshot_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "spool").write_text("a file")
    with pytest.raises(EnvironmentMissing, match="spool cannot be written"):
        Spool(tmp_path / "spool").keep("1", SNAPSHOT)
