import base64
import json
from pathlib import Path

import pytest

from iawce.data.errors import EnvironmentMissing
from tests.data.sources.handed_over import errors_of, pages_of


def entry(url: str, text: str, kind: str = "text/html; charset=utf-8", status: int = 200, **content: str) -> object:
    answer = {"status": status, "content": {"mimeType": kind, "text": text, **content}}
    return {"startedDateTime": "2024-05-01T10:00:00.000Z", "request": {"url": url}, "response": answer}


@pytest.mark.parametrize("indent", [None, 1])
def test_the_pages_of_a_visit_are_read(indent: int | None, tmp_path: Path) -> None:
    packed = base64.b64encode("<p>ü".encode("latin-1")).decode()
    entries = [
        entry("https://a.example/", "<p>ö"),
        entry("https://a.example/s.css", "a {}", "text/css"),
        entry("https://a.example/old", "", status=301),
        entry("https://a.example/b", packed, "text/html; charset=latin-1", encoding="base64"),
        entry("https://a.example/gone", "<p>no", status=404),
        {"no": "entry"},
    ]
    path = tmp_path / "visit.har"
    path.write_text(json.dumps({"log": {"version": "1.2", "entries": entries}}, indent=indent))
    found = pages_of(tmp_path)
    assert [page.error for page in found] == ["", "", "http_error/404", "input/bad_record"]
    assert [page.body for page in found[:2]] == ["<p>ö".encode(), "<p>ü".encode("latin-1")]
    assert (found[0].ref, found[0].url, found[0].status) == (f"{path}:1", "https://a.example/", 200)
    assert [page.status for page in found] == [200, 200, 404, 0]
    assert found[0].fetched == "2024-05-01T10:00:00+00:00"


@pytest.mark.parametrize("text", ['{"log": {"entries": [', '{"log": {"version": "1.2"}}'])
def test_a_damaged_one_is_a_page_with_a_reason(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.har").write_text(text)
    assert errors_of(tmp_path / "a.har") == ["input/unreadable"]


def test_a_missing_library_is_no_fault_of_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing() -> object:
        raise EnvironmentMissing("Parquet needs pyarrow")

    monkeypatch.setattr("iawce.data.sources.tables.pyarrow", missing)
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    with pytest.raises(EnvironmentMissing):
        errors_of(tmp_path / "a.parquet")


def test_a_status_without_end_costs_no_other_page(tmp_path: Path) -> None:
    good = json.dumps(entry("https://a.example/", "<p>x"))
    bad = good.replace('"status": 200', '"status": 1e999')
    (tmp_path / "a.har").write_text(f'{{"log": {{"entries": [{bad}, {good}]}}}}')
    assert [page.error for page in pages_of(tmp_path)] == ["input/bad_record", ""]
