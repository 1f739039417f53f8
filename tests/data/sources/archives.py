"""Archives made by hand, for the readers' tests."""

import io
from collections.abc import Callable

from fastwarc.stream_io import ZstdWriter

DATE = "2024-05-01T10:00:00Z"
HTML = "Content-Type: text/html; charset=utf-8"


def answer(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    lines = "".join(f"{header}\r\n" for header in headers)
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


def warc_record(
    url: str, block: bytes, *headers: str, kind: str = "response", length: object = None, end: str = "\r\n"
) -> bytes:
    content = "text/html" if kind == "resource" else f"application/http; msgtype={kind}"
    lines = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Target-URI: {url}",
        f"WARC-Date: {DATE}",
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>",
        f"Content-Type: {content}",
        f"Content-Length: {len(block) if length is None else length}",
        *headers,
    ]
    return (end.join(lines) + end * 2).encode() + block + (end * 2).encode()


def page_record(number: int) -> bytes:
    return warc_record(f"https://a.example/{number}", answer(f"<p>page {number}</p>".encode(), HTML))


def arc_record(url: str, block: bytes, kind: str = "text/html", length: int | None = None) -> bytes:
    return (
        f"{url} 192.0.2.1 20240501100000 {kind} {len(block) if length is None else length}\n".encode() + block + b"\n"
    )


def arc(*records: bytes) -> bytes:
    return arc_record("filedesc://x.arc", b"1 0 InternetArchive\nURL IP-address ...\n", "text/plain") + b"".join(
        records
    )


def zstandard(data: bytes) -> bytes:
    packed = io.BytesIO()
    writer = ZstdWriter(packed)
    writer.write(data)
    writer.close()
    return packed.getvalue()


Pack = Callable[[bytes], bytes]
