"""The site of a page: the host of its address or, if that is unknown, of the address that its markup claims."""

import re

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.html.read import load_body
from iawce.data.html.web_address import host_of
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.snapshot import Snapshot

HEAD = 1 << 16
"""Bytes of markup in which a page claims its address."""
_CLAIM = re.compile(rb"<link\b[^>]{0,1000}?\brel\s*=\s*[\"']?canonical\b[^>]{0,2000}", re.I)
_ADDRESS = re.compile(rb"\bhref\s*=\s*[\"']?\s*(https?://[^\"'\s>]{1,500})", re.I)


def site_host(page: Page | Snapshot | Document) -> str:
    """Host without ``www.``; empty for all pages of which no address is known: they count as one site."""
    url = page.url if isinstance(page, Document) else page.final_url or page.url
    if url and not url.startswith(SAVED_ORIGIN):
        return host_of(url)
    claim = _CLAIM.search(_head(page))
    address = _ADDRESS.search(claim.group()) if claim else None
    return host_of(address[1].decode("ascii", "replace")) if address else ""


def _head(page: Page | Snapshot | Document) -> bytes:
    if not isinstance(page, Page):
        return (page.html or "")[:HEAD].encode("utf-8", "replace")
    try:
        return b"" if page.body is None else load_body(page.body)[:HEAD]
    except PageError:
        return b""
