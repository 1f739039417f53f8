"""``iawce classify`` as a person types it."""

import json
import os
import re
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from weakref import ReferenceType, ref

import pytest
from PIL import Image

from iawce.data.boxes import Box, dump_boxes
from iawce.data.document import Document, open_document
from iawce.data.errors import PageError
from iawce.data.limits import Limits
from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Page
from iawce.data.picture import open_picture
from iawce.data.render.settings import RenderSettings
from iawce.extract.pipeline.classified_row import ClassifyChoices
from iawce.extract.pipeline.page_opener import PageOpener
from iawce.models.features import inputs
from iawce.models.page_type import explain
from iawce.models.page_type.classification import Classification
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.models.page_type.explain import LEGEND_HEIGHT
from iawce.scripts.classify import PageClassifier
from tests.scripts.commands import iawce, rows


def test_classify_keeps_order_and_gives_bad_pictures_a_row(tmp_path: Path) -> None:
    picture = Image.new("RGB", (400, 900), "white")
    picture.paste("black", (40, 60, 300, 400))  # without it, the page is blank
    for number in range(5):
        picture.save(tmp_path / f"{number}.png")
    (tmp_path / "3.png").write_bytes(b"\x89PNG\r\n\x1a\n broken")
    Image.new("1", (9000, 9000)).save(tmp_path / "4.png")
    done = iawce("classify", tmp_path, tmp_path / "absent.png", "-s", "page_type.batch_size=2")
    assert done.returncode == 1
    assert [Path(str(row["ref"])).name for row in rows(done)] == [
        "0.png",
        "1.png",
        "2.png",
        "3.png",
        "4.png",
        "absent.png",
    ]
    reasons = [row["reason"] for row in rows(done)]
    assert reasons == ["", "", "", "bad_picture/unreadable", "bad_picture/too_large", "input/not_found"]
    assert set(rows(done)[0]["probabilities"]) == {"article", "list", "thread", "product"}  # type: ignore[call-overload]
    assert "pages/s" in done.stderr


@pytest.mark.parametrize("suffix", ["png", "jpg", "webp", "avif"])
def test_a_picture_of_any_usual_format_is_classified_alike(suffix: str, tmp_path: Path) -> None:
    picture = Image.new("RGB", (683, 700), "white")
    for top in range(40, 660, 20):
        for left in range(60, 500, 7):
            picture.paste("black", (left, top, left + 4, top + 8))
    picture.save(tmp_path / f"page.{suffix}", quality=95)
    done = iawce("classify", tmp_path)
    assert [(Path(str(row["ref"])).suffix, row["type"]) for row in rows(done)] == [(f".{suffix}", "article")]


def test_however_many_pictures_there_are_few_are_decoded_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened, most = list[ReferenceType[Image.Image]](), list[int]()

    def counted(given: bytes | Path) -> Image.Image:
        picture = open_picture(given)
        opened.append(ref(picture))
        most.append(sum(one() is not None for one in opened))
        return picture

    monkeypatch.setattr(inputs, "open_picture", counted)
    for number in range(24):
        Image.new("RGB", (300, 400), (9 * number, 200, 99)).save(tmp_path / f"{number:02}.png")
    ensemble = PageTypeEnsemble("screenshot")
    pages = [Page(str(path), screenshot=path) for path in sorted(tmp_path.iterdir())]
    answers = [ensemble.classify_many(list(map(open_document, pages[start : start + 8]))) for start in range(0, 24, 8)]
    assert sum(map(len, answers)) == len(opened) == 24  # each is decoded once for all models
    assert max(most) <= (os.cpu_count() or 1) + 1


def test_classify_reads_a_corpus_and_says_nothing_where_it_is_not_sure(tmp_path: Path) -> None:
    shot = Image.new("RGB", (683, 800), "white")
    shot.paste("black", (40, 60, 300, 400))
    shot.save(tmp_path / "shot.png")
    heading = Box("t", 0, 300, 40, 700, 50, 1, 30, 36, 700, 0, 1)
    lines = [3, 7, 2, 5, 9, 4, 6, 3, 8, 5]
    tops = [110 + 27 * sum(lines[:i]) + 20 * i for i in range(10)]
    text = [
        Box("t", 1 + i, 300, y, 700, 27 * n, n, 95 * n, 17, 400, 0, 0)
        for i, (y, n) in enumerate(zip(tops, lines, strict=True))
    ]
    article = [heading, *text]
    (tmp_path / "a.json.gz").write_bytes(dump_boxes(article))
    (tmp_path / "b.json.gz").write_bytes(b"damaged")
    common = {"site": "s", "label": "article", "ambiguous": False, "height": 1900, "shot": "shot.png"}
    known = [
        common | {"id": "with-boxes", "boxes": "a.json.gz"},
        common | {"id": "without", "boxes": None},
        common | {"id": "damaged", "boxes": "b.json.gz"},
    ]
    (tmp_path / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in known))
    seen = rows(iawce("classify", tmp_path))
    assert [(row["ref"], row["reason"]) for row in seen] == [
        ("with-boxes", ""),
        ("without", ""),
        ("damaged", "input/damaged_boxes"),
    ]
    assert [row["model"] for row in seen] == ["page_type/boxes", "page_type/screenshot", ""]
    assert seen[0]["type"] == "article"
    unsure = rows(iawce("classify", tmp_path, "-s", "classify.min_confidence=1"))
    assert [(row["status"], row["type"]) for row in unsure] == [("skipped", ""), ("skipped", ""), ("failure", "")]
    assert unsure[0]["probabilities"] == seen[0]["probabilities"]


def test_classify_reads_saved_html_and_writes_parquet(pages: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("article-news", "list-blog"):
        (tmp_path / f"{name}.html").write_bytes((pages / name / "source.html").read_bytes())
    (tmp_path / "gone.html").write_text(
        "<title>404 Not Found</title><h1>Not Found</h1><p>Error 404: page not found</p>"
    )
    out = tmp_path / "types.parquet"
    done = iawce("classify", tmp_path, "-s", "classify.types=seven", "-s", "classify.coverage=0.95", "-o", out)
    assert done.returncode == 0, done.stderr
    seen = parquet.read_table(out).to_pylist()
    assert [Path(row["ref"]).stem for row in seen] == ["article-news", "gone", "list-blog"]
    assert [(row["status"], row["reason"]) for row in seen] == [
        ("success", ""),
        ("skipped", "not_sure/error_page"),
        ("success", ""),
    ]
    assert seen[0]["type"] == "article"
    assert seen[2]["type"] in ("listing", "collection")
    assert len(dict(seen[0]["probabilities"])) == 7
    assert "article" in seen[0]["possible_types"]
    two = rows(iawce("classify", tmp_path / "list-blog.html", "-s", "classify.types=two"))[0]
    assert (two["type"], set(two["probabilities"])) == ("list", {"article", "list"})  # type: ignore[call-overload]


@pytest.mark.browser
def test_classify_takes_what_the_other_commands_take(tmp_path: Path) -> None:
    (tmp_path / "saved").write_text("<title>404</title><h1>Not Found</h1><p>Error 404: page not found")
    (tmp_path / "urls").write_text("http://127.0.0.1:1/a\nhttp://127.0.0.1:1/b\n")
    done = iawce("classify", "http://127.0.0.1:1/a", tmp_path / "saved", tmp_path / "urls", "-", text=b"%PDF-1.4")
    assert done.returncode == 1
    assert [(row["ref"], row["reason"]) for row in rows(done)] == [
        ("http://127.0.0.1:1/a", "fetch_error/unsafe_port"),
        (str(tmp_path / "saved"), "not_sure/error_page"),
        ("http://127.0.0.1:1/b", "fetch_error/unsafe_port"),
        ("-", "not_html/pdf"),
    ]


def test_classify_explains_itself_by_a_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(explain, "ROWS", 3)  # each part is hidden in turn, and the picture classified again
    monkeypatch.setattr(explain, "COLUMNS", 2)
    Image.new("RGB", (683, 800), "white").save(tmp_path / "shot.png")
    done = iawce("classify", tmp_path / "shot.png", "--explain", tmp_path / "why")
    assert done.returncode == 0, done.stderr
    (drawn,) = (tmp_path / "why").iterdir()
    assert drawn.name == f"shot-{rows(done)[0]['id']}.png"
    with Image.open(drawn) as picture:
        assert picture.size == (683, 800 + LEGEND_HEIGHT)


@pytest.mark.browser
def test_a_saved_page_is_rendered_to_be_explained(pages: Path, tmp_path: Path) -> None:
    done = iawce("classify", pages / "list-links" / "source.html", "--explain", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "rendered for the picture, list" in done.stderr
    (drawn,) = tmp_path.iterdir()
    with Image.open(drawn) as picture:
        assert picture.height > LEGEND_HEIGHT + 300


def test_on_a_terminal_a_page_is_a_line(monkeypatch: pytest.MonkeyPatch, pages: Path, tmp_path: Path) -> None:
    monkeypatch.setattr("iawce.scripts.classify.is_on_terminal", lambda output: output is None)
    done = iawce("classify", pages / "list-links" / "source.html", "none.html")
    line, failed = done.stdout.splitlines()
    assert re.fullmatch(r"list \d+ % +\S*list-links/source.html", line)
    assert failed.split() == ["input/not_found", "none.html"]
    assert len(rows(iawce("classify", pages / "list-links" / "source.html", "-o", tmp_path / "a.jsonl"))) == 0
    assert (tmp_path / "a.jsonl").read_text().startswith("{")


@pytest.mark.parametrize(("address", "sizes"), [("https://a.example/", [2, 2, 1]), ("", [4, 1])])
def test_rows_of_addresses_wait_for_no_more_pages_than_are_rendered_together(
    address: str, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, found = Future[Page](), list[int]()
    opened.set_result(Page("a", body=b"<p>a"))
    classify = PageTypeEnsemble.classify_many

    def count(ensemble: PageTypeEnsemble, batch: Sequence[Document | PageError]) -> list[Classification | PageError]:
        found.append(len(batch))
        return classify(ensemble, batch)

    monkeypatch.setattr(PageOpener, "start", lambda *_: opened)
    monkeypatch.setattr(PageTypeEnsemble, "classify_many", count)
    opener = PageOpener("always", RenderSettings(), NetworkSettings(), None, None, workers=2, limits=Limits())
    pages = (Page(str(number), url=address, body=None if address else b"<p>a") for number in range(5))
    classified = PageClassifier(PageTypeEnsemble(), opener, ClassifyChoices(), 4).rows(pages)
    next(classified)
    assert found == sizes[:1]
    assert (len(list(classified)), found) == (4, sizes)


def test_classify_names_a_damaged_snapshot(tmp_path: Path) -> None:
    folder = tmp_path / "s"
    folder.mkdir()
    (folder / "snapshot.json").write_text("{}")
    (folder / "boxes.json.gz").write_bytes(dump_boxes([Box("t", 0, 0, 0, 9, 9, 1, 1, 16, 400, 0, 0)])[:-5])
    assert [row["reason"] for row in rows(iawce("classify", tmp_path))] == ["input/damaged_snapshot"]
