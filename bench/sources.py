"""Whether the same pages from archives, tables, lines and files give the same documents and rows in constant memory.

    python -m bench sources wcxb=PATH/wcxb-dev.tar.xz --pages 2000 --rows-of 100
    python -m bench sources wcxb=PATH/wcxb-dev.tar.xz --pages 20000 --rows-of 0 --most 60000 -o docs/sources.png

The pages of the sets, repeated with other addresses, are written as WARC (gzipped, by Zstandard), ARC, Parquet, CSV,
JSON lines (plain, gzipped) and single files, and each is read by a separate process. Documents are compared by address,
markup, content type and status; rows, of every Nth page, in all fields but ``ref``, ``id``, times and ``http_status``,
which only archives have. Files have no address: their documents are compared by their markup, and have no rows here.
Memory is the unshared memory of a process (USS).
"""

import csv
import gzip
import hashlib
import io
import json
import multiprocessing
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Annotated, NamedTuple

import pyarrow
import pyarrow.parquet
import typer
from fastwarc.stream_io import ZstdWriter
from matplotlib.figure import Figure

from iawce.data.datasets.gold_sets import read_gold
from iawce.data.document import open_document
from iawce.data.page import Page
from iawce.data.sources.read_sources import read_sources
from iawce.extract import Extractor

FIRST = "pages.warc.gz"
"""The source with which the others are compared."""
KIND = "text/html; charset=utf-8"
DATE = "2026-01-02T03:04:05Z"
APART = ("ref", "id", "timings", "http_status")
"""Fields of rows that are not compared."""
EVERY = 500
"""Pages between two checks of the memory."""
Pages = list[tuple[str, str]]
"""Address and markup."""


class Reading(NamedTuple):
    """The result of reading a source."""

    documents: list[str]
    bodies: list[str]
    rows: list[str]
    memory: list[float]
    """MiB after every ``EVERY`` pages."""


def main(
    sets: Annotated[list[str], typer.Argument(help="Sets of pages: NAME=PATH.")],
    pages: Annotated[int, typer.Option(min=2)] = 2000,
    rows_of: Annotated[int, typer.Option(min=0, help="Extract every Nth page; 0: none.")] = 10,
    most: Annotated[int, typer.Option(min=1, help="Leave out pages with more characters.")] = 1 << 30,
    source: Annotated[
        list[str] | None, typer.Option(help="Measure only this source, such as pages.parquet; may be repeated.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Picture of the memory.")] = None,
) -> None:
    given = read_pages(sets, most)
    readings = dict[str, Reading]()
    print(f"{pages} pages\n\n| source | documents | other | rows | other | MiB at first | at most | at last |")
    print("| --- " * 8 + "|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for name, write in WRITERS.items():
            if source and name not in (FIRST, *source):
                continue
            target = Path(folder) / name
            write(target, islice(addressed(given), pages))
            with multiprocessing.get_context("spawn").Pool(1) as alone:
                readings[name] = alone.apply(read, (target, rows_of))
            remove(target)
            print(row(name, readings[name], readings[FIRST]), flush=True)
    if output:
        draw(readings, output)


def row(name: str, found: Reading, first: Reading) -> str:
    """A line of the table: the result of a source, compared with that of the WARC."""
    is_named = name != "files"
    ours, theirs = (found.documents, first.documents) if is_named else (sorted(found.bodies), sorted(first.bodies))
    rows = f"{len(found.rows)} | {different(found.rows, first.rows)}" if is_named else "– | –"
    memory = (f"{value:.0f}" for value in (found.memory[0], max(found.memory), found.memory[-1]))
    return f"| {name} | {len(ours)} | {different(ours, theirs)} | {rows} | {' | '.join(memory)} |"


def read_pages(sets: Iterable[str], most: int) -> Pages:
    found: Pages = []
    for name in sets:
        kind, _, path = name.partition("=")
        texts = ((page.url, page.html.encode("utf-8", "replace").decode()) for page in read_gold(kind, Path(path)))
        found += [(url, html) for url, html in texts if url and 0 < len(html) <= most]
    return found


def addressed(pages: Pages) -> Iterator[tuple[str, str]]:
    """The pages repeated without end, each time with other addresses."""
    for number, (url, html) in enumerate(cycle(pages)):
        yield f"{url}{'&' if '?' in url else '?'}copy={number // len(pages)}", html


def read(target: Path, rows_of: int) -> Reading:
    """The result of reading a source in a separate process."""
    found, kept = Reading([], [], [], [own_memory()]), list[Page]()
    for number, page in enumerate(read_sources([str(target)])):
        if not isinstance(page, Page) or page.error:
            raise RuntimeError(f"{page.ref} cannot be read")
        body = page.body if isinstance(page.body, bytes) else Path(str(page.body)).read_bytes()
        body = body.removeprefix(b"\xef\xbb\xbf")
        found.bodies.append(digest(body))
        found.documents.append(digest(f"{page.url} {page.content_type}".encode() + body))
        if rows_of and number % rows_of == 0 and page.url.startswith("http") and target.name != "files":
            kept.append(page)
        if number % EVERY == EVERY - 1:
            found.memory.append(own_memory())
    with Extractor(render="never") as extractor:
        for page in kept:
            row = extractor.extract(open_document(page)).to_dict()
            found.rows.append(digest(json.dumps({name: row[name] for name in row if name not in APART}).encode()))
    return found


def different(ours: list[str], theirs: list[str]) -> int:
    return sum(one != other for one, other in zip(ours, theirs, strict=True))


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()


def own_memory() -> float:
    """Unshared memory of this process, MiB."""
    lines = Path("/proc/self/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def remove(target: Path) -> None:
    if target.is_dir():
        for file in target.iterdir():
            file.unlink()
        target.rmdir()
    else:
        target.unlink()


def write_warc(pack: Callable[[bytes], bytes], target: Path, pages: Iterable[tuple[str, str]]) -> None:
    with target.open("wb") as file:
        for number, (url, html) in enumerate(pages):
            block = f"HTTP/1.1 200 OK\r\nContent-Type: {KIND}\r\n\r\n".encode() + html.encode()
            head = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {DATE}\r\n"
                f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
            )
            file.write(pack(head.encode() + block + b"\r\n\r\n"))


def write_arc(target: Path, pages: Iterable[tuple[str, str]]) -> None:
    with gzip.open(target, "wb", 1) as file:
        begin = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
        file.write(b"filedesc://x.arc 0.0.0.0 20260102030405 text/plain %d\n" % len(begin) + begin + b"\n")
        for url, html in pages:
            block = f"HTTP/1.1 200 OK\r\nContent-Type: {KIND}\r\n\r\n".encode() + html.encode()
            file.write(f"{url} 192.0.2.1 20260102030405 text/html {len(block)}\n".encode() + block + b"\n")


def write_parquet(target: Path, pages: Iterable[tuple[str, str]]) -> None:
    schema = pyarrow.schema([("url", pyarrow.string()), ("html", pyarrow.string())])
    with pyarrow.parquet.ParquetWriter(target, schema, compression="zstd") as writer:
        rest = iter(pages)
        while batch := list(islice(rest, 64)):
            rows = [{"url": url, "html": html} for url, html in batch]
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))


def write_csv(target: Path, pages: Iterable[tuple[str, str]]) -> None:
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("url", "html"))
        writer.writerows(pages)


def write_lines(target: Path, pages: Iterable[tuple[str, str]]) -> None:
    with gzip.open(target, "wt", 1, "utf-8") if target.suffix == ".gz" else target.open("w", encoding="utf-8") as file:
        for url, html in pages:
            file.write(json.dumps({"url": url, "html": html}) + "\n")


def write_files(target: Path, pages: Iterable[tuple[str, str]]) -> None:
    target.mkdir()
    for number, (_, html) in enumerate(pages):
        (target / f"{number:06}.html").write_bytes(b"\xef\xbb\xbf" + html.encode())


def zstandard(data: bytes) -> bytes:
    packed = io.BytesIO()
    writer = ZstdWriter(packed)
    writer.write(data)
    writer.close()
    return packed.getvalue()


WRITERS: dict[str, Callable[[Path, Iterable[tuple[str, str]]], None]] = {
    FIRST: partial(write_warc, partial(gzip.compress, compresslevel=1)),
    "pages.warc.zst": partial(write_warc, zstandard),
    "pages.arc.gz": write_arc,
    "pages.parquet": write_parquet,
    "pages.csv": write_csv,
    "pages.jsonl": write_lines,
    "pages.jsonl.gz": write_lines,
    "files": write_files,
}


def draw(readings: dict[str, Reading], path: Path) -> None:
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    for name, found in readings.items():
        axes.plot([EVERY * place for place in range(len(found.memory))], found.memory, label=name)
    axes.set_xlabel("pages read")
    axes.set_ylabel("MiB of the process")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.savefig(path, dpi=110)
