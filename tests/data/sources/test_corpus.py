import gzip
import json
from pathlib import Path

import pytest

from tests.data.sources.handed_over import pages_of, put_picture

ROW = {"site": "s", "label": "article", "ambiguous": False, "height": 1900, "shot": "shot.png", "boxes": None}


def put_corpus(root: Path, *rows: dict[str, object]) -> Path:
    root.mkdir(exist_ok=True)
    put_picture(root / "shot.png")
    (root / "page.html.gz").write_bytes(gzip.compress(b"<p>x"))
    (root / "pages.jsonl").write_text("".join(json.dumps(ROW | row) + "\n" for row in rows))
    return root


def test_a_corpus_gives_what_its_index_lists(tmp_path: Path) -> None:
    put_corpus(tmp_path, {"id": "b", "html": "page.html.gz"}, {"id": "a", "ambiguous": True})
    found = pages_of(tmp_path, screenshots=True)
    assert [(page.ref, page.screenshot, page.body) for page in found] == [
        ("b", tmp_path / "shot.png", tmp_path / "page.html.gz"),
        ("a", tmp_path / "shot.png", None),
    ]


def test_a_corpus_is_found_in_a_folder_and_is_a_plain_folder_without_screenshots(tmp_path: Path) -> None:
    put_corpus(tmp_path / "corpus", {"id": "a"})
    assert [page.ref for page in pages_of(tmp_path, screenshots=True)] == ["a"]
    assert [Path(page.ref).name for page in pages_of(tmp_path)] == ["page.html.gz"]


@pytest.mark.parametrize("lines", ["", "no JSON", '{"url": "https://a.example/"}', "[1]"])
def test_other_files_of_that_name_make_no_corpus(lines: str, tmp_path: Path) -> None:
    put_picture(tmp_path / "shot.png")
    (tmp_path / "pages.jsonl").write_text(lines)
    (page,) = pages_of(tmp_path, screenshots=True)
    assert page.screenshot == tmp_path / "shot.png"


@pytest.mark.parametrize("row", [{"id": "b", "label": "poem"}, {}])
def test_a_bad_line_is_one_bad_page(row: dict[str, object], tmp_path: Path) -> None:
    corpus = put_corpus(tmp_path, row, {"id": "a"}, row, {"id": "c"})
    found = pages_of(corpus, screenshots=True)
    assert [page.error for page in found] == ["input/bad_line", "", "input/bad_line", ""]
    assert f"line 3 of {corpus / 'pages.jsonl'}" in found[2].message
    assert len({page.ref for page in found}) == 4


@pytest.mark.corpus
def test_the_real_corpus(shared: Path) -> None:
    found = pages_of(shared / "pagetype", screenshots=True)
    assert len(found) > 1800
    assert all(page.screenshot and page.screenshot.is_file() for page in found)
