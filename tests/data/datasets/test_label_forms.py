"""Labels in the forms of others: what goes out comes back, and what people draw there is understood."""

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from PIL import Image

from iawce.data.boxes import Box
from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.label_formats import export_labels, read_label_studio
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.data.datasets.page_labels import PageLabel, label_writer
from iawce.data.errors import UsageError
from iawce.data.snapshot import Snapshot
from tests.data.datasets.test_page_labels import BLOG, labels_of, page, write

HOSTILE = (
    '<body onload="act()"><script>act()</script><p id="a" onclick="act()">Text<img src="x" onerror="act()"></body>'
)


def answered(path: Path, **changes: Any) -> Path:
    """The tasks of a file with their annotations changed, as Label Studio would export them."""
    tasks = json.loads(path.read_text())
    for task in tasks:
        for annotation in task["annotations"]:
            annotation.update(changes)
    path.write_text(json.dumps(tasks))
    return path


def drawn_page() -> Snapshot:
    stream = io.BytesIO()
    Image.new("RGB", (500, 400), "white").save(stream, "PNG")
    html = "".join(f'<p data-iawce-element="{n}">Paragraph {n} of the page' for n in range(3))
    boxes = tuple(Box("t", n, 0, 100 * n, 500, 50, 1, 20, 16, 400, 0, 0) for n in range(3))
    return replace(page(html), boxes=boxes, width=500, height=400, clip_height=400, screenshot=stream.getvalue())


def test_labels_exported_to_label_studio_are_read_back_unchanged(tmp_path: Path) -> None:
    plain, drawn = page(), drawn_page()
    expected_labels = [
        labels_of(plain),
        PageLabel(drawn.id, drawn.ref, drawn.url, "example.org", "article", ("/html/body/p[2]",)),
    ]
    with label_writer(tmp_path / "labels") as writer:
        for label, one in zip(expected_labels, (plain, drawn), strict=True):
            writer.write(label, one)
    count = export_labels(tmp_path / "labels", "label-studio", tmp_path / "tasks.json")
    assert count == len(expected_labels)
    assert [label for _, label in read_label_studio(tmp_path / "tasks.json", tmp_path / "labels")] == expected_labels
    config: Any = etree.parse(tmp_path / "tasks.xml")
    assert {"content", "record"} <= set(config.xpath("//Label/@value"))


def test_regions_drawn_on_the_text_are_blocks_records_and_fields(tmp_path: Path) -> None:
    one = page()
    write(tmp_path, PageLabel(one.id, type="list", content=()), snapshot=one)
    export_labels(tmp_path, "label-studio", tmp_path / "tasks.json")

    def region(label: str, start: str, end: str) -> dict[str, Any]:
        value = {"start": start, "end": end, "startOffset": 2, "endOffset": 3, "hypertextlabels": [label]}
        return {"id": label, "type": "hypertextlabels", "value": value}

    article = "/main[1]/article[1]"
    drawn = [
        {"type": "choices", "value": {"choices": ["collection"]}},
        region("content", "/main[1]/p[1]/b[1]/text()[1]", f"{article}/a[1]/text()[1]"),
        region("record", f"{article}/a[1]/text()[1]", f"{article}/p[1]/text()[1]"),
        region("link", f"{article}/a[1]/text()[1]", f"{article}/a[1]/text()[1]"),
        region("text", f"{article}/p[1]/text()[1]", f"{article}/p[1]/text()[1]"),
    ]
    answered(tmp_path / "tasks.json", result=drawn, lead_time=7.5)
    ((_, label),) = read_label_studio(tmp_path / "tasks.json", tmp_path)
    place = "/html/body/main/article[1]"
    assert (label.type, label.seconds) == ("collection", 7.5)
    assert label.content == ("/html/body/main/p/text()[2]", f"{place}/a/text()[1]")
    assert label.records is not None
    assert [(one.element, one.fields) for one in label.records] == [
        (place, {"link": f"{place}/a/@href", "text": f"{place}/p"})
    ]


def test_unlabelled_empty_and_cancelled_answers_are_distinguished(tmp_path: Path) -> None:
    one = page()
    for content in (None, ()):
        write(tmp_path, PageLabel(one.id, type="list", content=content), snapshot=one)
        export_labels(tmp_path, "label-studio", tmp_path / "tasks.json")
        ((_, label),) = read_label_studio(tmp_path / "tasks.json", tmp_path)
        assert label.content == content
    assert list(read_label_studio(answered(tmp_path / "tasks.json", was_cancelled=True), tmp_path)) == []


def test_a_page_that_is_not_at_hand_is_made_of_the_task(tmp_path: Path) -> None:
    one = page()
    write(tmp_path / "a", labels_of(one), snapshot=one)
    export_labels(tmp_path / "a", "label-studio", tmp_path / "tasks.json")
    ((snapshot, label),) = read_label_studio(tmp_path / "tasks.json", tmp_path / "b")
    assert label.content == labels_of(one).content
    write(tmp_path / "b", label, snapshot=snapshot)
    assert [gold.text for gold in read_gold("labels", tmp_path / "b")] == [
        gold.text for gold in read_gold("labels", tmp_path / "a")
    ]


def test_nothing_of_a_page_acts_in_label_studio(tmp_path: Path) -> None:
    one = page(HOSTILE)
    write(tmp_path, PageLabel(one.id, type="list"), snapshot=one)
    export_labels(tmp_path, "label-studio", tmp_path / "tasks.json")
    html = json.loads((tmp_path / "tasks.json").read_text())[0]["data"]["html"]
    assert '<p id="a">Text' in html
    assert not [word for word in ("act()", "src", "onload", "onclick") if word in html]


@pytest.mark.parametrize(
    "content", ["{}", '[{"data": 1}]', '[{"data": {"snapshot": "../../etc"}, "annotations": [{"result": []}]}]', "no"]
)
def test_files_that_are_no_export_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "tasks.json").write_text(content)
    with pytest.raises(UsageError, match=r"no export of Label Studio|cannot be read as JSON|names no page"):
        list(read_label_studio(tmp_path / "tasks.json", tmp_path))


def test_pages_without_pictures_give_no_pictures(tmp_path: Path) -> None:
    with label_writer(tmp_path / "labels") as writer:
        writer.write(labels_of(page()), page())
    with pytest.raises(UsageError, match="has both a page type and a picture"):
        export_labels(tmp_path / "labels", "images", tmp_path / "images")


def test_pictures_are_an_image_folder_and_gold_is_what_evaluate_reads(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plain, drawn = page(), drawn_page()
    with label_writer(tmp_path / "labels") as writer:
        writer.write(labels_of(plain), plain)
        for kind, one in (("article", drawn), ("list", replace(drawn, url="https://b.example/"))):
            site = {"article": "../b.example", "list": ".."}[kind]
            writer.write(PageLabel(one.id, one.ref, one.url, site, kind, ("/html/body/p[1]",)), one)
    assert export_labels(tmp_path / "labels", "images", tmp_path / "images") == 2
    assert "1 page left out" in caplog.text
    found = read_labelled_pages(tmp_path / "images")
    assert [(one.label, one.site) for one in found] == [("article", "_b.example"), ("list", "_")]
    assert export_labels(tmp_path / "labels", "gold", tmp_path / "gold") == 3
    texts = {gold.id: gold for gold in read_gold("folder", tmp_path / "gold")}
    first = texts[plain.id[:16]]
    assert (first.type, first.site, first.html) == ("listing", "example.org", BLOG)
    assert first.text is not None
    assert first.text.startswith("Notes")
    assert first.records[0] == {"title": "First note", "link": "/1"}
