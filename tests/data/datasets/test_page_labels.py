"""A folder of labels: what is written is read again, also after a crash, by training and by evaluation."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.datasets.labelled_sets import check_layout, read_labelled_pages
from iawce.data.datasets.page_labels import (
    LINES,
    PageLabel,
    RecordPlaces,
    label_writer,
    open_labelled,
    read_labels,
    snapshot_folder,
)
from iawce.data.errors import UsageError
from iawce.data.snapshot import Snapshot

BLOG = """<html><head><title>Notes</title></head><body><nav>Home | About</nav><main><h1>Notes</h1>
<p>Written in spring.<br>The second <b>line</b> of it.</p>
<article><a href="/1">First note</a><p>Rain all day.</p></article>
<article><a href="/2">Second note</a><p>Then sun.</p></article></main></body></html>"""


def page(html: str = BLOG, url: str = "https://blog.example.org/notes") -> Snapshot:
    return Snapshot(url, url, url, 200, html, (), 0, 0, 0, (1366, 768))


def labels_of(one: Snapshot) -> PageLabel:
    notes = "/html/body/main/article"
    return PageLabel(
        one.id,
        one.ref,
        one.url,
        "example.org",
        "listing",
        ("/html/body/main/h1", "/html/body/main/p/text()[2]", f"{notes}[1]"),
        tuple(
            RecordPlaces(f"{notes}[{n}]", {"title": f"{notes}[{n}]/a", "link": f"{notes}[{n}]/a/@href"}) for n in (1, 2)
        ),
        "2026-11-23T20:00:00+00:00",
        4.5,
    )


def write(folder: Path, *labels: PageLabel, snapshot: Snapshot) -> None:
    with label_writer(folder) as writer:
        for label in labels:
            writer.write(label, snapshot)


def test_labels_are_read_back_with_their_page(tmp_path: Path) -> None:
    one = page()
    write(tmp_path, labels_of(one), snapshot=one)
    assert read_labels(tmp_path) == [labels_of(one)]
    assert open_labelled(tmp_path, labels_of(one)).html == BLOG


def test_the_last_word_counts_and_may_take_the_label_back(tmp_path: Path) -> None:
    one, label = page(), labels_of(page())
    write(tmp_path, label, replace(label, type="article"), snapshot=one)
    assert [found.page_type for found in read_labels(tmp_path)] == ["article"]
    write(tmp_path, PageLabel(one.id), snapshot=one)
    assert read_labels(tmp_path) == []


def test_a_line_that_a_crash_cut_off_costs_no_other(tmp_path: Path) -> None:
    one, other = page(), page(url="https://blog.example.org/other")
    write(tmp_path, labels_of(one), snapshot=one)
    with (tmp_path / LINES).open("a") as lines:
        lines.write('{"id": "4f')
    assert read_labels(tmp_path) == [labels_of(one)]
    write(tmp_path, labels_of(other), snapshot=other)
    assert [label.id for label in read_labels(tmp_path)] == [one.id, other.id]


@pytest.mark.parametrize(
    "damage",
    [
        lambda line: line | {"id": "../../etc"},
        lambda line: line | {"type": "novel"},
        lambda line: line | {"content": "/html"},
        lambda line: line | {"version": 2},
        lambda line: [line],
    ],
)
def test_a_damaged_line_is_named(tmp_path: Path, damage: Callable[[dict[str, object]], object]) -> None:
    one = page()
    write(tmp_path, labels_of(one), snapshot=one)
    (tmp_path / LINES).write_text(json.dumps(damage(json.loads((tmp_path / LINES).read_text()))) + "\n")
    with pytest.raises(UsageError, match=r"line 1 of .* is no label"):
        read_labels(tmp_path)


def test_two_sessions_do_not_write_at_once(tmp_path: Path) -> None:
    with label_writer(tmp_path), pytest.raises(UsageError, match="another command"), label_writer(tmp_path):
        pass


def test_a_label_belongs_to_its_page(tmp_path: Path) -> None:
    one, other = page(), page("<p>Another")
    with label_writer(tmp_path) as writer, pytest.raises(UsageError, match="is not one of"):
        writer.write(labels_of(one), other)
    write(tmp_path, labels_of(one), snapshot=one)
    snapshot_folder(tmp_path, labels_of(one)).rename(tmp_path / "gone")
    with pytest.raises(UsageError, match="not a snapshot"):
        open_labelled(tmp_path, labels_of(one))


def test_a_labelled_page_without_an_element_is_named(tmp_path: Path) -> None:
    one = page("")
    write(tmp_path, PageLabel(one.id, url=one.url, type="list"), snapshot=one)
    with pytest.raises(UsageError, match="notes cannot be read"):
        read_gold("labels", tmp_path)


def test_one_of_four_types_is_a_label_too(tmp_path: Path) -> None:
    one = page()
    write(tmp_path, PageLabel(one.id, type="thread"), snapshot=one)
    for given in (tmp_path, Path(f"labels={tmp_path}")):
        assert [(found.label, found.fine) for found in read_labelled_pages(given)] == [("thread", "")]


def test_a_label_that_a_model_gave_weighs_as_the_training_says(tmp_path: Path) -> None:
    one = page()
    for inferred, weight in ((True, 0.3), (False, 1.0)):
        write(tmp_path, PageLabel(one.id, type="thread", inferred=inferred), snapshot=one)
        (found,) = read_labelled_pages(tmp_path, 0.3)
        assert (found.is_inferred, found.weight) == (inferred, weight)


def test_training_reads_the_types_and_evaluation_the_texts(tmp_path: Path) -> None:
    one = page()
    write(tmp_path, labels_of(one), snapshot=one)
    check_layout(tmp_path, ("article", "list"))
    (found,) = read_labelled_pages(tmp_path)
    assert (found.id, found.site, found.label, found.fine) == (one.id, "example.org", "list", "listing")
    assert found.document().html == BLOG
    (gold,) = read_gold("labels", tmp_path)
    assert (gold.type, gold.url, gold.html) == ("listing", one.url, BLOG)
    assert gold.text is not None
    assert [line for line in gold.text.splitlines() if line] == [
        "Notes",
        "The second line of it.",
        "First note",
        "Rain all day.",
    ]
    assert gold.records == ({"title": "First note", "link": "/1"}, {"title": "Second note", "link": "/2"})


def test_gold_distinguishes_empty_from_unknown_content(tmp_path: Path) -> None:
    one = page()
    for content, text in ((None, None), ((), "")):
        write(tmp_path, PageLabel(one.id, type="article", content=content), snapshot=one)
        assert [gold.text for gold in read_gold("labels", tmp_path)] == [text]
    write(tmp_path, PageLabel(one.id, content=("/html/body/main[7]",)), snapshot=one)
    with pytest.raises(UsageError, match=r"no element of the page is at '/html/body/main\[7\]'"):
        read_gold("labels", tmp_path)
