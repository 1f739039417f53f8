"""The report of a run says what became of its pages, and does nothing that a page wants."""

import re
from pathlib import Path
from typing import Any

import lxml.html
import pytest

from iawce.data.errors import PageError, Status
from iawce.data.run_folder.input import Input, input_id
from iawce.data.sinks.sink import Row
from iawce.extract.output.extraction import Extraction
from tests.data.run_folder.rows import open_run, write_run

HOSTILE = "http://a.example/\"><script>alert(1)</script><img src=x onerror=alert(1)>'"


def page(number: int, **about: Any) -> Row:
    url = f"https://a.example/{number}"
    known = {"type": "article", "probabilities": {"article": 0.9}, "timings": {"load": 0.1 * number, "extract": 0.5}}
    return Extraction(ref=url, url=url, status=Status.SUCCESS, **(known | about)).to_dict()


def rows() -> list[Row]:
    slow = page(1000, timings={"load": 77.0})
    doubtful = page(1001, type="list", probabilities={"list": 0.26}, timings={"load": 1.0})
    lost = [
        Extraction.failed(f"{HOSTILE}{number}", PageError("timeout/load"), url=f"{HOSTILE}{number}").to_dict()
        for number in range(4)
    ]
    sly = Extraction.failed("javascript:alert(1)", PageError("blocked/scheme"), url="javascript:alert(1)").to_dict()
    return [*(page(number) for number in range(1, 101)), slow, doubtful, *lost, sly]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("runs") / "my <run>"
    write_run(folder, rows(), settings={"--method": "auto"}, versions={"iawce": "1.2.3"})
    return (folder / "report.html").read_text(encoding="utf-8")


def tree_of(report: str) -> Any:
    return lxml.html.fromstring(report)


def table(report: str, title: str) -> list[list[str]]:
    found = tree_of(report).xpath("//h2[. = $title]/following-sibling::table[1]//tr", title=title)
    return [[cell.text_content() for cell in row] for row in found]


def test_a_report_counts_statuses_reasons_types_and_other_facts(report: str) -> None:
    statuses = table(report, "Statuses")[1:]
    assert [row[:4] for row in statuses] == [
        ["success", "", "102", "95.3%"],
        ["failure", "timeout/load", "4", "3.7%"],
        ["failure", "blocked/scheme", "1", "0.9%"],
    ]
    assert statuses[0][4] == "https://a.example/1https://a.example/2https://a.example/3"
    assert table(report, "Page types")[1:] == [["article", "101", "94.4%", "0.90"], ["list", "1", "0.9%", "0.26"]]
    assert table(report, "Settings")[1] == ["--method", '"auto"']
    assert "iawce 1.2.3" in table(report, "Starts")[1][2]
    assert "Inputs: 107 done." in report


def test_it_has_percentiles_of_each_step(report: str) -> None:
    steps = {row[0]: row[1:] for row in table(report, "Seconds a page, by step")}
    assert steps["step"] == ["pages", "mean, s", "50 %", "90 %", "99 %", "most, s"]
    assert steps["extract"] == ["100", "0.500", "0.500", "0.500", "0.500", "0.500"]
    assert steps["load"][:1] + steps["load"][-1:] == ["102", "77.000"]


def test_it_links_to_the_slowest_and_the_least_confident(report: str) -> None:
    assert table(report, "Slowest pages")[1] == ["77.00", "article", "success", "https://a.example/1000"]
    assert table(report, "Least confident page types")[1] == ["0.26", "list", "success", "https://a.example/1001"]
    links = tree_of(report).xpath("//a/@href")
    assert "https://a.example/1000" in links


def test_bars_have_different_labels(tmp_path: Path) -> None:
    alike = [page(number, timings={"load": 1.1 + 0.001 * number}) for number in range(40)]
    write_run(tmp_path / "run", alike)
    counts = list[int]()
    for figure in tree_of((tmp_path / "run" / "report.html").read_text(encoding="utf-8")).xpath("//svg"):
        labels = [text.text_content() for text in figure.xpath("./text[@text-anchor = 'middle']")]
        counts.append(len(labels))
        assert len(set(labels)) == len(labels)
        assert all(re.fullmatch(r"\d+(\.\d+)? s", label) for label in labels)
    assert max(counts) > 5


def test_it_asks_for_nothing_and_runs_nothing(report: str) -> None:
    tree = tree_of(report)
    assert not tree.xpath("//script | //img | //link | //iframe | //object | //base | //form")
    assert not [name for element in tree.iter() for name in element.attrib if str(name).startswith("on")]
    assert all(re.match(r"https?://", link) for link in tree.xpath("//@href"))
    assert not tree.xpath("//@src")
    assert "default-src 'none'" in tree.xpath("//meta[@http-equiv]/@content")[0]
    assert any(link.startswith(HOSTILE) for link in tree.xpath("//a/@href")), "it is whole, and only an address"
    assert tree.xpath("//h1")[0].text == "Run my <run>"
    assert len(tree.xpath("//*[local-name() = 'svg']")) >= 1


def test_it_counts_what_was_left_out_by_reason(tmp_path: Path) -> None:
    with open_run(tmp_path / "run") as run:
        for number in range(70):
            entry = Input(input_id(str(number), ""), str(number))
            assert run.begin(entry)
            run.leave_out(
                entry.id,
                f"same_page/{input_id(str(number // 3), '')}" if number < 30 else f"filtered/{'ab'[number % 2]}",
            )
        run.complete()
    report = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert table(report, "Left out")[1:] == [["same_page", "30"], ["filtered/a", "20"], ["filtered/b", "20"]]


def test_a_run_without_rows_has_one_too(tmp_path: Path) -> None:
    write_run(tmp_path / "run", [Extraction.failed("a", PageError("input/not_found")).to_dict()])
    assert "1 done" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
