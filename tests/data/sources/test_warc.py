import gzip
import io
import zlib
from itertools import count
from pathlib import Path

import pytest
from fastwarc.stream_io import BrotliWriter
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.document import open_document
from iawce.data.page import Page
from iawce.data.sources.archives import MAX_ENCODINGS, read_response, read_warc
from iawce.data.sources.source import Source, count_pages, read_sources
from iawce.extract import Extractor
from tests.data.sources.archives import HTML, Pack, answer, page_record, warc_record, zstandard
from tests.data.sources.handed_over import EndlessPipe, pages_of

PACKS = pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard])
NAMES = {bytes: "a.warc", gzip.compress: "a.warc.gz", zstandard: "a.warc.zst"}


def put(folder: Path, *records: bytes, pack: Pack = bytes) -> Path:
    path = folder / NAMES.get(pack, "a.warc")
    path.write_bytes(b"".join(map(pack, records)))
    return path


def read(path: Path) -> list[str]:
    """What came of each record: its number, or the reason."""
    return [page.error or page.url.removeprefix("https://a.example/") for page in pages_of(path)]


@PACKS
def test_each_answer_is_a_page(pack: Pack, tmp_path: Path) -> None:
    path = put(tmp_path, *map(page_record, range(3)), pack=pack)
    for source in (path, tmp_path):
        found = pages_of(source)
        assert [page.ref for page in found] == [f"{path}:{number}" for number in (1, 2, 3)]
        assert [page.url for page in found] == [f"https://a.example/{number}" for number in range(3)]
        assert [page.body for page in found] == [f"<p>page {number}</p>".encode() for number in range(3)]
    page = found[0]
    assert (page.status, page.content_type, page.is_live) == (200, "text/html; charset=utf-8", False)
    assert open_document(page).fetched == "2024-05-01T10:00:00+00:00"
    assert count_pages([str(path)]) is None


def test_its_content_identifies_it_on_standard_input_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (page_record(1) + page_record(2), gzip.compress(page_record(1)) + gzip.compress(page_record(2))):
        path = tmp_path / "no name"
        path.write_bytes(data)
        assert read(path) == ["1", "2"]
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert [page.url for page in pages_of("-")] == ["https://a.example/1", "https://a.example/2"]


def test_records_without_a_page_are_skipped_and_failed_ones_are_rows(tmp_path: Path) -> None:
    path = put(
        tmp_path,
        warc_record("", b"software: x\r\n", kind="warcinfo"),
        warc_record("https://a.example/1", b"GET / HTTP/1.1\r\n\r\n", kind="request"),
        page_record(1),
        warc_record("https://a.example/1", b"a: b", kind="metadata"),
        warc_record("dns:a.example", b"20240501 192.0.2.1", kind="resource"),
        warc_record("https://a.example/x.png", answer(b"\x89PNG\r\n\x1a\n", "Content-Type: image/png")),
        warc_record("https://a.example/old", answer(b"<p>moved", HTML, "Location: /1", status="301 Moved")),
        warc_record("https://a.example/robots.txt", answer(b"User-agent: *", "Content-Type: text/plain")),
        warc_record("https://a.example/untyped", answer(b"<p>untyped")),
        warc_record("https://a.example/resource", b"<p>a resource", kind="resource"),
        warc_record("<https://a.example/brackets>", answer(b"<p>old wget", HTML)),
        warc_record("https://a.example/gone", answer(b"<p>sorry", HTML, status="404 Not Found")),
        warc_record("https://a.example/none", answer(b"", HTML, status="204 No Content")),
        warc_record("https://a.example/same", answer(b"", HTML), kind="revisit"),
        warc_record("https://a.example/no-http", b"what is this"),
    )
    expected = ["1", "untyped", "resource", "brackets", "http_error/404", "empty/http_204", "input/revisit"]
    assert read(path) == [*expected, "input/bad_record"]
    assert pages_of(path)[-1].url == "https://a.example/no-http"


def test_a_record_that_the_crawler_cut_is_partial(tmp_path: Path) -> None:
    path = put(tmp_path, warc_record("https://a.example/", answer(b"<p>half", HTML), "WARC-Truncated: length"))
    (page,) = pages_of(path)
    assert [str(warning) for warning in page.warnings] == ["partial/truncated_record"]


@PACKS
def test_an_archive_that_ends_too_early_loses_its_last_record_only(pack: Pack, tmp_path: Path) -> None:
    path = put(tmp_path, *map(page_record, range(3)), pack=pack)
    path.write_bytes(path.read_bytes()[:-25])
    assert read(path) == ["0", "1", "input/bad_record"]


@PACKS
def test_a_damaged_record_costs_no_other(pack: Pack, tmp_path: Path) -> None:
    block = answer(b"<p>one" * 9, HTML)
    for length in (len(block) - 5, len(block) + 50, 10**15, -5, "many", ""):
        bad = warc_record("https://a.example/bad", block, length=length)
        path = put(tmp_path, page_record(0), bad, page_record(2), page_record(3), pack=pack)
        found = read(path)
        assert (found[0], found[-2:]) == ("0", ["2", "3"]), (length, found)
        assert "input/bad_record" in found[1:-2], (length, found)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard])
def test_damaged_compression_costs_no_other_record(pack: Pack, tmp_path: Path) -> None:
    records = [pack(page_record(number)) for number in range(4)]
    bent = bytearray(records[1])
    bent[len(bent) // 2 : len(bent) // 2 + 20] = b"\xff" * 20
    path = tmp_path / NAMES[pack]
    path.write_bytes(records[0] + bytes(bent) + records[2] + records[3])
    assert read(path) == ["0", "input/bad_record", "2", "3"]


def test_lines_between_records_and_line_feeds_alone(tmp_path: Path) -> None:
    junk = b"GARBAGE\r\nand more\r\n"
    assert read(put(tmp_path, page_record(0), junk, page_record(1))) == ["0", "input/bad_record", "1"]
    lone = [warc_record(f"https://a.example/{name}", answer(b"<p>lf", HTML), end="\n") for name in "xy"]
    assert read(put(tmp_path, *lone)) == ["x", "y"]


def chunked(body: bytes) -> bytes:
    return b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


def brotli(body: bytes) -> bytes:
    packed = io.BytesIO()
    writer = BrotliWriter(packed)
    writer.write(body)
    writer.close()
    return packed.getvalue()


@pytest.mark.parametrize(
    ("headers", "sent"),
    [
        (["Transfer-Encoding: chunked"], chunked),
        (["Content-Encoding: gzip"], gzip.compress),
        (["Content-Encoding: deflate"], zlib.compress),
        (["Content-Encoding: br"], brotli),
        (["Content-Encoding: zstd"], zstandard),
        (["Transfer-Encoding: chunked", "content-encoding: GZIP"], lambda body: chunked(gzip.compress(body))),
        (["Transfer-Encoding: chunked"], bytes),
        (["Content-Encoding: gzip"], bytes),
        (["Content-Encoding: br"], bytes),
        (["Content-Encoding: none"], bytes),
    ],
)
def test_bodies_are_unpacked_or_were_already(headers: list[str], sent: Pack, tmp_path: Path) -> None:
    body = b"<p>" + b"a body that was sent packed " * 20
    (page,) = pages_of(put(tmp_path, warc_record("https://a.example/", answer(sent(body), HTML, *headers))))
    assert page.body == body


def test_a_small_record_that_unpacks_to_a_large_one_and_a_large_record_are_too_large(tmp_path: Path) -> None:
    bomb = gzip.compress(b"<p>" + b" " * 200_000_000)
    records = [
        warc_record("https://a.example/bomb", answer(bomb, HTML, "Content-Encoding: gzip")),
        warc_record("https://a.example/large", answer(b"<p>" + b"x" * 30_000_000, HTML)),
        page_record(1),
    ]
    rows = list(Extractor(render="never", page_type="article").extract_many([put(tmp_path, *records)]))
    assert [row.reason for row in rows] == ["too_large/body", "too_large/body", ""]


def test_archived_pages_are_extracted_without_a_browser(tmp_path: Path) -> None:
    blank = warc_record("https://a.example/app", answer(b"<script>render()</script><p>One.", HTML))
    with Extractor(page_type="article") as extractor:
        rows = list(extractor.extract_many([put(tmp_path, blank, page_record(1))]))
    assert [row.text for row in rows] == ["One.", "page 1"]
    assert [row.url for row in rows] == ["https://a.example/app", "https://a.example/1"]


def test_records_are_read_as_they_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    archive = EndlessPipe(gzip.compress(page_record(number)) for number in count(1))
    monkeypatch.setattr("sys.stdin", archive.as_stdin())
    pages = read_sources(["-"])
    taken = [next(pages) for _ in range(3000)]
    assert taken[-1].url == "https://a.example/3000"
    assert archive.taken < 4000


@given(start=st.integers(0, 1200), junk=st.binary(max_size=60), pack=st.sampled_from([bytes, gzip.compress, zstandard]))
def test_whatever_is_damaged_there_is_no_exception(
    start: int, junk: bytes, pack: Pack, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = bytearray(b"".join(pack(page_record(number)) for number in range(4)))
    data[start : start + len(junk)] = junk
    path = tmp_path_factory.mktemp("damaged") / "a.warc"
    path.write_bytes(data)
    found = list(read_warc(Source.parse(str(path))))
    assert len(found) <= 8
    assert all(isinstance(page, Page) for page in found)


def test_only_a_few_of_many_encodings_are_decoded() -> None:
    body = b"<p>x"
    for _ in range(MAX_ENCODINGS + 1):
        body = chunked(body)
    head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: " + ",".join(["chunked"] * 1000) + "\r\n\r\n"
    assert read_response(head.encode() + body)[2] == chunked(b"<p>x")


ORIGINAL = warc_record("https://a.example/1", answer(b"<p>the page", HTML), "WARC-Payload-Digest: sha1:ABC").replace(
    b"1>", b"9>"
)
REFERENCES = {
    "id": ("WARC-Refers-To: <urn:uuid:00000000-0000-0000-0000-000000000009>",),
    "address and date": ("WARC-Refers-To-Target-URI: https://a.example/1", "WARC-Refers-To-Date: 2024-05-01T10:00:00Z"),
    "digest": ("WARC-Payload-Digest: sha1:ABC",),
}


@PACKS
@pytest.mark.parametrize("by", REFERENCES)
def test_a_revisit_has_the_content_of_the_record_that_it_refers_to(by: str, pack: Pack, tmp_path: Path) -> None:
    revisit = warc_record("https://a.example/2", answer(b"", HTML), *REFERENCES[by], kind="revisit")
    path = put(
        tmp_path, page_record(7), ORIGINAL.replace(b"0001>", b"0009>") if by != "id" else ORIGINAL, revisit, pack=pack
    )
    if by == "id":
        path = put(tmp_path, ORIGINAL, revisit, page_record(7), pack=pack)
    found = {page.url: page for page in pages_of(path)}
    assert found["https://a.example/2"].error == ""
    assert found["https://a.example/2"].body == b"<p>the page"


def test_a_revisit_of_what_is_not_in_the_archive_stays_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    revisit = warc_record("https://a.example/2", answer(b"", HTML), "WARC-Payload-Digest: sha1:DEF", kind="revisit")
    assert read(put(tmp_path, ORIGINAL, revisit)) == ["1", "input/revisit"]
    known = warc_record("https://a.example/2", answer(b"", HTML), "WARC-Payload-Digest: sha1:ABC", kind="revisit")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ORIGINAL + known)))
    assert [page.error for page in pages_of("-")] == ["", "input/revisit"]
    path = tmp_path / "whole.warc.gz"
    path.write_bytes(gzip.compress(page_record(7) + ORIGINAL + known))
    *_, page = pages_of(path)
    assert (page.error, "a gzip of all" in page.message) == ("input/revisit", True)
