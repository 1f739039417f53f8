"""The report of a correction names what a person should look at again."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from iawce.data.datasets.page_labels import label_writer
from tests.train.correction.labelled_site import label_page, learn_from, write_dialog


def report_of(folder: Path, types: Sequence[str]) -> str:
    """The report of a correction by labels of articles, of which the shipped models are nearly certain."""
    with label_writer(folder / "labels") as writer:
        for number, page_type in enumerate(types):
            snapshot = write_dialog(number)
            writer.write(label_page(snapshot, "posts.example", page_type), snapshot)
    path = learn_from([folder / "labels"], folder / "run")
    return path.with_name("report.md").read_text()


@pytest.mark.parametrize("wrong", [0, 3])
def test_labels_against_a_nearly_certain_answer_are_listed(tmp_path: Path, wrong: int) -> None:
    report = report_of(tmp_path, ["list"] * wrong + ["article"] * 5)
    rows = re.findall(r"\| `(\S+)` \| list \| article \| (0\.\d+) \|", report)
    assert {url for url, _ in rows} == {write_dialog(number).url for number in range(wrong)}
    assert [share for _, share in rows] == sorted((share for _, share in rows), reverse=True)
    assert ("Check these labels" in report) == bool(wrong)


def test_a_name_that_looks_like_markup_stays_one_cell_and_is_shown_as_it_is(tmp_path: Path) -> None:
    name = "a|b<img src=x>*`c` & d.html"
    with label_writer(tmp_path / "labels") as writer:
        for number in range(4):
            snapshot = replace(write_dialog(number), url="", final_url="")
            label = label_page(snapshot, "posts.example", ("article", "list")[number == 0])
            writer.write(replace(label, url="", ref=f"{name}\n\x1b[2J{number}"), snapshot)
    report = learn_from([tmp_path / "labels"], tmp_path / "run").with_name("report.md").read_text()
    assert "\x1b" not in report
    tokens = [token for one in MarkdownIt("commonmark").enable("table").parse(report) for token in one.children or []]
    (shown,) = (token.content for token in tokens if token.type == "code_inline" and "img" in token.content)
    assert shown == f"{name} [2J0"
    assert not any(token.type == "html_inline" for token in tokens)


def test_few_of_many_are_listed_in_one_warning(tmp_path: Path) -> None:
    report = report_of(tmp_path, ["list"] * 12)
    assert report.count("| list | article |") == 10 and "2 further pages" in report
    assert report.count("Warning") == 1 and "most of the pages" in report and "of 12 pages" in report


def test_page_types_whose_content_was_not_labelled_are_named(tmp_path: Path) -> None:
    report = report_of(tmp_path, ["article", "article", "article", "list"])
    assert "types: article 3, list 1. No thread and no product page was labelled" in report
    every = report_of(tmp_path / "every", ["article", "list", "thread", "product"])
    assert "page was labelled" not in every
