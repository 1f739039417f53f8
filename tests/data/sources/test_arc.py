import gzip
from pathlib import Path

import pytest

from tests.data.sources.archives import HTML, Pack, answer, arc, arc_record
from tests.data.sources.handed_over import pages_of


def page_record(number: int) -> bytes:
    return arc_record(f"https://a.example/{number}", answer(f"<p>page {number}".encode(), HTML))


def read(path: Path) -> list[str]:
    return [page.error or page.url.removeprefix("https://a.example/") for page in pages_of(path)]


@pytest.mark.parametrize(("name", "pack"), [("a.arc", bytes), ("a.arc.gz", gzip.compress), ("a", bytes)])
def test_each_answer_is_a_page(name: str, pack: Pack, tmp_path: Path) -> None:
    path = tmp_path / name
    records = [arc(), page_record(1), arc_record("dns:a.example", b"x", "text/dns"), page_record(2)]
    image = arc_record("https://a.example/i.png", answer(b"\x89PNG", "Content-Type: image/png"), "image/png")
    gone = arc_record("https://a.example/gone", answer(b"<p>no", HTML, status="404 No"))
    path.write_bytes(b"".join(map(pack, [*records, image, gone])))
    found = pages_of(path)
    assert read(path) == ["1", "2", "http_error/404"]
    assert (found[0].ref, found[0].body, found[0].fetched) == (f"{path}:2", b"<p>page 1", "2024-05-01T10:00:00+00:00")


def test_a_damaged_record_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.arc"
    short = arc_record("https://a.example/short", answer(b"<p>longer\nthan it says\nit is", HTML), length=60)
    path.write_bytes(arc(page_record(1), b"no\nrecord\n", page_record(2), short, page_record(3))[:-3])
    assert read(path) == ["1", "input/bad_record", "2", "short", "input/bad_record", "input/bad_record"]


def test_damaged_compression_ends_it_with_a_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.arc.gz"
    path.write_bytes(b"".join(map(gzip.compress, (arc(), page_record(1), page_record(2))))[:-20])
    assert read(path) == ["1", "input/unreadable"]
