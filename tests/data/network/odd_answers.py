"""Odd answers of a public site, and what a page is to say of them however it is fetched."""

from http.server import BaseHTTPRequestHandler

from tests.conftest import Answer

GOOD = "<!doctype html><title>Good</title><p>A page like any other."
# fmt: off
NOT_FOLLOWED = {
    "fetch_error/invalid_redirect": (
        b"http://", b"//", b"http://[::1", b"http://public.test:99999/", b"http://public.test:x/", b"http://user@/",
        b"http://256.256.256.256/", b"http://public.test%2f/", b"http://[fe80::1%25eth0]/",
        b"/one\r\nLocation: /other",
    ),
    "blocked/scheme": (
        b"javascript:alert(1)", b"data:text/html,<p>x", b"about:blank", b"file:///etc/passwd", b"ftp://public.test/",
        b"view-source:http://public.test/", b"chrome://version", b"wss://public.test/", b"mailto:ann@public.test",
        b"blob:http://public.test/x", b"intent://x",
    ),
    "blocked/ssrf": (
        b"http://127.1/", b"http://0x7f.1/", b"http://2130706433/", b"http://[::ffff:10.0.0.1]/", b"http://localhost./",
        b"http://[64:ff9b::a9fe:a9fe]/", b"http://%31%32%37.0.0.1/", b"http://0/", b"http:/\\10.0.0.1/",
    ),
    "fetch_error/unsafe_port": (b"http://public.test:0/", b"http://public.test:22/"),
    "fetch_error/dns": (b"http://xn--/", b"http://.../", b"https:good"),
    "empty/no_content": (b"", b" "),
}
# fmt: on
"""Values of ``Location``, by the reason that they give."""
FOLLOWED = {
    b"http:\\\\public.test\\good": "/good",
    b"http:good": "/good",
    b"/go\tod": "/good",
    b"/good\r\nLocation: /good": "/good",
    b"/good?\xe9": "/good?%E9",
    "/good?é".encode(): "/good?%C3%A9",
    b"http://ann:s3cret@PUBLIC.test:080/good#part": "/good#part",
}
"""Values of ``Location``, with the path that they lead to."""


def leads_to(location: bytes) -> Answer:
    """A redirect without content, whose headers are as bytes say."""

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 302 Found\r\nLocation: " + location + b"\r\nContent-Length: 0\r\n\r\n")
        request.close_connection = True

    return answer
