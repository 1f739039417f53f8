import gzip
import io
import zipfile

import pytest
from PIL import Image

from iawce.data.dom.read import sniff


def picture(kind: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (4, 4)).save(file, kind)
    return file.getvalue()


def archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as opened:
        opened.writestr("a.html", "<p>x</p>")
    return file.getvalue()


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "empty"),
        (b" \r\n\t ", "empty"),
        (b"<!DOCTYPE html><p>x", "html"),
        (b"\xef\xbb\xbf\n<HTML>", "html"),
        (b"<!-- a long comment --><div>x</div>", "html"),
        (b'<?xml version="1.0"?><html xmlns="x"><body/></html>', "html"),
        ("<html><p>日本語".encode("utf-16"), "html"),
        ("<html><p>日本語".encode("utf-16-be"), "html"),
        (b"just words, no markup at all", "text"),
        (b"BM is how this text begins", "text"),
        (b"RIFF\x10\x00\x01\x00WEBPVP8 <p \x00\x01", "image"),
        (picture("bmp") + b"<p ", "image"),
        (picture("tiff") + b"<p ", "image"),
        (b"RIFF is how this text begins", "text"),
        (b"words first, <b>then</b> markup", "html"),
        (b'{"a": [1, 2]}', "json"),
        (b'{"a": "<p class=x>markup</p>"}', "json"),
        (b"[not json] but a line of text", "text"),
        (b'<?xml version="1.0"?><rss version="2.0"><channel/></rss>', "feed"),
        (b'<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "feed"),
        (b'<?xml version="1.0"?><note/>', "xml"),
        (b"%PDF-1.7\n<html>", "pdf"),
        (picture("PNG"), "image"),
        (picture("JPEG"), "image"),
        (picture("WEBP"), "image"),
        (archive(), "archive"),
        (gzip.compress(b"<html>", mtime=0), "archive"),
        (bytes(range(256)) * 8, "binary"),
    ],
)
def test_the_format_of_content_is_recognised_by_its_bytes(body: bytes, kind: str) -> None:
    assert sniff(body) == kind
