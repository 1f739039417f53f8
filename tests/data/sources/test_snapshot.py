from pathlib import Path

from iawce.data.snapshot import Snapshot, SnapshotStore
from iawce.data.sources.source import read_sources
from tests.data.sources.handed_over import errors_of

SNAPSHOT = Snapshot("ref", "https://a.example/", "https://a.example/", 200, "<p>x", (), 10, 10, 10, (10, 10))


def store(root: Path, count: int = 3) -> list[Path]:
    return sorted(
        SnapshotStore(root).save(Snapshot(**vars(SNAPSHOT) | {"html": f"<p>{number}"})) for number in range(count)
    )


def htmls(*sources: Path, screenshots: bool = False) -> list[str]:
    found = list(read_sources(map(str, sources), screenshots=screenshots))
    return [page.html if isinstance(page, Snapshot) else str(page.body) for page in found]


def test_a_snapshot_and_a_store_in_the_order_of_ids(tmp_path: Path) -> None:
    folders = store(tmp_path)
    one_by_one = htmls(*folders)
    assert sorted(one_by_one) == ["<p>0", "<p>1", "<p>2"]
    for screenshots in (False, True):
        assert htmls(tmp_path, screenshots=screenshots) == one_by_one, "and no file of theirs is a page by itself"


def test_a_folder_of_snapshots_may_have_any_depth_and_other_pages_too(tmp_path: Path) -> None:
    (folder,) = store(tmp_path / "store", 1)
    folder.rename(tmp_path / "mine")
    (tmp_path / "page.html").write_text("<p>saved")
    assert htmls(tmp_path) == ["b'<p>saved'", "<p>0"]


def test_a_damaged_snapshot_is_a_page_with_a_reason(tmp_path: Path) -> None:
    damaged, *_ = store(tmp_path)
    (damaged / "snapshot.json").write_text("{}")
    assert errors_of(damaged) == ["input/damaged_snapshot"]
    found = list(read_sources([str(tmp_path)]))
    assert [getattr(page, "error", "") for page in found] == ["input/damaged_snapshot", "", ""]
