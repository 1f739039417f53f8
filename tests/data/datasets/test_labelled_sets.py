import gzip
import io
import json
import os
import shutil
import tarfile
from pathlib import Path

import pytest
from PIL import Image

from iawce.data.datasets.gold_sets import read_wcxb
from iawce.data.datasets.labelled_page import LEFT_OUT, GoldPage
from iawce.data.datasets.labelled_sets import check_layout, label_gold, read_labelled_pages
from iawce.data.errors import UsageError
from iawce.data.prefetch import start_ahead
from iawce.data.snapshot import Snapshot, write_snapshot


def wcxb_files() -> dict[str, bytes]:
    truth = {"url": "https://a.example/x", "_internal": {"page_type": {"primary": "article"}}}
    return {
        "dev/html/0001.html": b"<p>one",
        "dev/ground-truth/0001.json": json.dumps(truth | {"ground_truth": {"main_content": "one"}}).encode(),
        "dev/html/0002.html": b"<p>two",
        "dev/ground-truth/0002.json": json.dumps(truth | {"ground_truth": {"title": "empty"}}).encode(),
    }


def test_names_of_parts_are_labels_where_there_are_no_parts(tmp_path: Path) -> None:
    for name in ("train/1.png", "bus/2.png"):
        (tmp_path / name).parent.mkdir()
        Image.new("RGB", (8, 8)).save(tmp_path / name)
    assert sorted(page.label for page in read_labelled_pages(tmp_path)) == ["bus", "train"]


def test_wcxb_is_read_from_a_folder_and_from_its_archive_alike(tmp_path: Path) -> None:
    for name, content in wcxb_files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with tarfile.open(tmp_path / "set.tar.xz", "w:xz") as archive:
        for name, content in wcxb_files().items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    pages = list(read_wcxb(tmp_path / "dev"))
    assert [(page.id, page.type, page.body, page.text) for page in pages] == [
        ("0001", "article", b"<p>one", "one"),
        ("0002", "article", b"<p>two", ""),
    ]
    assert list(read_wcxb(tmp_path / "set.tar.xz")) == pages
    with pytest.raises(UsageError, match="no WCXB pages"):
        list(read_wcxb(tmp_path))


def test_an_image_folder_names_labels_and_sites(tmp_path: Path) -> None:
    for name in ("article/a.example/1.png", "article/a.example/2.png", "list/lone.webp"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (8, 8)).save(path)
    pages = read_labelled_pages(tmp_path)
    assert [(page.label, page.site) for page in pages] == [
        ("article", "a.example"),
        ("article", "a.example"),
        ("list", "list/lone.webp"),
    ]
    with pytest.raises(UsageError, match="at least two folders"):
        read_labelled_pages(tmp_path / "article")


def test_hidden_pictures_are_ignored_and_those_without_a_label_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hidden = (".thumbnails/1.png", "cat/.1.png", "cat/.cache/a/1.png", ".old/metadata.jsonl")
    for name in ("cat/1.png", "train/dog/2.png", *hidden, "beside.png", "train/3.png"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (8, 8)).save(path, "PNG")
    check_layout(tmp_path, ())
    assert [(page.id, page.label) for page in read_labelled_pages(tmp_path)] == [
        ("cat/1.png", "cat"),
        ("train/dog/2.png", "dog"),
    ]
    assert "without a label are left out: 2, such as beside.png" in caplog.text
    lines = [{"file_name": f"{label}.png", "label": label} for label in (None, "", "cat", 7)]
    (tmp_path / "metadata.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert [page.label for page in read_labelled_pages(tmp_path)] == ["cat", "7"]
    assert "without a label are left out: 2, such as None.png" in caplog.text


def test_an_image_folder_may_come_split_and_with_metadata(tmp_path: Path) -> None:
    for name in ("train/article/a.example/1.png", "test/list/b.example/2.png", "hf/train/x.png", "hf/train/y.png"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (8, 8)).save(path)
    (tmp_path / "hf" / "train" / "metadata.jsonl").write_text(
        '{"file_name": "x.png", "label": "article", "domain": "a.example"}\n{"file_name": "y.png", "label": "list"}\n'
    )
    named = read_labelled_pages(tmp_path / "hf")
    assert [(page.label, page.site, page.split) for page in named] == [
        ("article", "a.example", "train"),
        ("list", "train/y.png", "train"),
    ]
    (tmp_path / "hf" / "train" / "metadata.jsonl").write_text('{"file_name": "../../../x.png", "label": "article"}\n')
    with pytest.raises(UsageError, match="outside"):
        read_labelled_pages(tmp_path / "hf")
    (tmp_path / "hf" / "train" / "metadata.jsonl").write_text('{"label": "article"}\n')
    with pytest.raises(UsageError, match="file_name"):
        read_labelled_pages(tmp_path / "hf")
    shutil.rmtree(tmp_path / "hf")
    assert [(page.label, page.site, page.split) for page in read_labelled_pages(tmp_path)] == [
        ("list", "b.example", "test"),
        ("article", "a.example", "train"),
    ]


def test_wcxb_pages_are_examples_of_page_types() -> None:
    gold = GoldPage("7", "shop.example", b"<p>x", "https://www.shop.example/x", "collection", "")
    (page,) = label_gold("wcxb", [gold])
    assert (page.id, page.site, page.label, page.fine) == ("wcxb-7", "shop.example", "list", "collection")
    assert page.document().html == "<p>x"


def test_work_is_started_ahead_and_given_in_order() -> None:
    started: list[int] = []

    def start(item: int) -> int:
        started.append(item)
        return item * item

    ahead = start_ahead(range(5), start, 2)
    assert next(ahead) == (0, 0)
    assert started == [0, 1, 2]
    assert list(ahead) == [(1, 1), (2, 4), (3, 9), (4, 16)]
    assert list(start_ahead([], start, 2)) == []


def test_a_set_with_gold_is_read_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "a-baidu.html").write_text("<p>x", encoding="utf-8")
    with gzip.open(tmp_path / "00-results.html.gz", "wt", encoding="utf-8") as file:
        file.write("<ol><li><a href=/x>x</a></ol>")
    (page,) = read_labelled_pages(Path(f"search={tmp_path}"))
    assert (page.id, page.label, page.fine) == ("search-00-results", "list", "listing")
    with pytest.raises(UsageError, match="no page types"):
        read_labelled_pages(Path(f"kinds={tmp_path}"))


@pytest.mark.corpus
def test_the_page_type_corpus(shared: Path) -> None:
    pages = read_labelled_pages(shared / "pagetype")
    assert len(pages) == 1968 - len(LEFT_OUT)
    assert len({page.site for page in pages}) > 200
    assert sum(page.boxes is None for page in pages) < 70
    assert {page.label for page in pages} == {"article", "list", "thread", "product"}


def test_snapshots_in_folders_named_after_labels_are_labelled_pages(tmp_path: Path) -> None:
    shot = io.BytesIO()
    Image.new("RGB", (40, 40)).save(shot, "WEBP")
    for number, label in enumerate(("article", "list")):
        address = f"https://www.a{number}.example/page"
        html = "<p data-iawce-element=0>x"
        snapshot = Snapshot("r", address, address, 200, html, (), 40, 900, 40, (40, 40), shot.getvalue())
        write_snapshot(snapshot, tmp_path / label / "one")
    check_layout(tmp_path, ("article", "list"))
    pages = read_labelled_pages(tmp_path)
    assert [(page.label, page.site, page.height) for page in pages] == [
        ("article", "a0.example", 900),
        ("list", "a1.example", 900),
    ]
    assert "data-iawce-element" in (pages[0].document().html or "")
    assert pages[0].document().boxes == ()


def test_a_folder_without_labels_is_refused_at_once_with_the_way_to_label_it(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="neither folders nor labels"):
        check_layout(tmp_path, ())
    (tmp_path / "ab" / "abc").mkdir(parents=True)
    (tmp_path / ".thumbnails").mkdir()
    with pytest.raises(UsageError, match="holds the label ab only, but two or more are needed"):
        check_layout(tmp_path, ())
    (tmp_path / "article").mkdir()
    with pytest.raises(UsageError, match="holds the label article only, beside the folders ab, but two or more"):
        check_layout(tmp_path, ("article", "product"))
    (tmp_path / "article").rmdir()
    with pytest.raises(UsageError, match="holds the folders ab, but no labels"):
        check_layout(tmp_path, ("article", "list"))
    (tmp_path / "ab" / "abc" / "snapshot.json").write_text("{}")
    with pytest.raises(UsageError, match=r"holds snapshots, but no labels: .*/article/, .*/list/; or write metadata"):
        check_layout(tmp_path, ("article", "list"))
    with pytest.raises(UsageError, match="there is no folder"):
        check_layout(tmp_path / "none", ("article", "list"))
    (tmp_path / "cd").mkdir()
    with pytest.raises(UsageError, match="holds snapshots"):
        check_layout(tmp_path, ())
    (tmp_path / "ab" / "abc" / "snapshot.json").unlink()
    check_layout(tmp_path, ())
    for name in ("train/article", "train/list"):
        (tmp_path / "split" / name).mkdir(parents=True)
    check_layout(tmp_path / "split", ("article", "list"))
    (tmp_path / "metadata.jsonl").write_text("")
    check_layout(tmp_path, ("article", "list"))


@pytest.mark.parametrize("line", ["{broken", "[1]", '{"id": "a"}', '{"id": "a", "site": null, "ambiguous": false}'])
def test_a_damaged_line_of_a_page_type_corpus_is_refused(line: str, tmp_path: Path) -> None:
    (tmp_path / "pages.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(UsageError, match=r"pages\.jsonl"):
        read_labelled_pages(tmp_path)


def test_labels_of_a_page_type_corpus_may_be_inferred_and_weigh_less(tmp_path: Path) -> None:
    row = {"id": "a-1", "site": "a", "label": "list", "ambiguous": False, "shot": "a.webp", "height": 900}
    lines = (json.dumps(row), json.dumps(row | {"id": "b-1", "site": "b", "inferred": True}))
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    found = read_labelled_pages(tmp_path, 0.3)
    assert [(page.is_inferred, page.weight) for page in found] == [(False, 1.0), (True, 0.3)]


def test_a_pipe_among_pictures_is_refused_and_not_read(tmp_path: Path) -> None:
    for name in ("article/1.png", "list/2.png"):
        (tmp_path / name).parent.mkdir()
        Image.new("RGB", (8, 8)).save(tmp_path / name)
    os.mkfifo(tmp_path / "list" / "3.png")
    with pytest.raises(UsageError, match=r"3\.png"):
        read_labelled_pages(tmp_path)
