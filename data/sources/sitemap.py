"""Addresses in given sitemaps (sitemaps.org) and feeds (RSS, Atom, JSON Feed)."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.entities import html5
from typing import IO

from lxml import etree

from iawce.data.network.address import join
from iawce.data.page import Page
from iawce.data.sources.source import Source, exists, is_address, reader, shortened

ENTRIES = frozenset({"url", "sitemap", "item", "entry"})
_ENDS = frozenset({"ERR_RESOURCE_LIMIT", "ERR_ENTITY_LOOP", "ERR_TAG_NOT_FINISHED"})
"""Errors after which the parser reads nothing more."""
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?>(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)\s*)*+"
    rb"<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|RDF)[\s>]",
    re.S | re.ASCII,
)
JSON_FEED = b"jsonfeed.org/version/"
MAX_LENGTH = 4000  # Most characters of an address that is opened
MAX_DEPTH = 5  # Most levels of sitemaps that name sitemaps
MAX_FILES = 50_000  # Most sitemaps of one source that are read, as many as an index may name


@dataclass(frozen=True, slots=True)
class XmlEntry:
    """The address of an entry, as written; ``is_sitemap``: it has more entries."""

    address: str
    is_sitemap: bool = False


class NumberedReferences:
    """A file of XML whose references are numbers, and in which no ``&`` is anything else.

    After its first error, a parser that recovers drops all references by name: ``?a=1&amp;b=2`` becomes ``?a=1b=2``.
    """

    _TOKENS = re.compile(rb"<!\[CDATA\[|\]\]>|&(?!#)(?:([a-zA-Z]\w{1,30});)?")
    _LONGEST = 40

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._left, self._is_literal = file, b"", False

    def read(self, size: int = -1) -> bytes:
        """The next bytes, some more or fewer than ``size``; none at the end."""
        while data := self._file.read(size):
            data = self._left + data
            if b"\x00" in data:  # not in UTF-8
                self._left = b""
                return data
            begun = max(data.rfind(mark, -self._LONGEST) for mark in (b"&", b"<", b"]]"))
            self._left = data[begun:] if begun >= 0 else b""
            if data := data[: len(data) - len(self._left)]:
                return self._TOKENS.sub(self._numbered, data)
        data, self._left = self._left, b""
        return self._TOKENS.sub(self._numbered, data)

    def _numbered(self, found: re.Match[bytes]) -> bytes:
        if not found[0].startswith(b"&"):
            self._is_literal = found[0].startswith(b"<")
            return found[0]
        if self._is_literal:
            return found[0]
        known = html5.get(f"{found[1].decode('ascii', 'replace')};", "") if found[1] else "&"
        return "".join(f"&#{ord(one)};" for one in known).encode() or found[0]


def read_entries(file: IO[bytes]) -> Iterator[XmlEntry]:
    """All entries in order, some without address. Raises ValueError: no XML, too many levels, too long a text."""
    inside = 0
    events = etree.iterparse(
        NumberedReferences(file),
        events=("start", "end"),
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
    )
    try:
        for event, element in events:
            is_entry = _name(element) in ENTRIES
            if event == "start":
                inside += is_entry
                continue
            inside -= is_entry
            if is_entry and not inside:
                yield _entry(element)
            if not inside:
                _forget(element)
    except etree.LxmlError as error:
        raise ValueError(str(error)[:200]) from error
    if fatal := {entry.type_name for entry in events.error_log} & _ENDS:
        raise ValueError(f"the XML ends too early ({', '.join(sorted(fatal))})")


def _entry(element: etree._Element) -> XmlEntry:
    children = {_name(child): child for child in reversed(element)}
    kind = _name(element)
    if kind == "entry":
        links = (child for child in element if _name(child) == "link" and child.get("rel", "alternate") == "alternate")
        return XmlEntry(next((str(link.get("href", "")) for link in links), "").strip())
    if kind == "item":
        guid = children.get("guid")
        link = _text(children.get("link"))
        is_address = guid is not None and str(guid.get("isPermaLink", "true")).lower() != "false"
        return XmlEntry(link or (_text(guid) if is_address else ""))
    return XmlEntry(_text(children.get("loc")), is_sitemap=kind == "sitemap")


def _forget(element: etree._Element) -> None:
    """Free the parsed elements."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _text(element: etree._Element | None) -> str:
    return "" if element is None else (element.text or "").strip()


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def is_sitemap(source: Source) -> bool:
    """Whether this begins as a sitemap or a feed."""
    return source.has_bytes and (_ROOT.match(source.head) is not None or _is_json_feed(source))


def _read(source: Source, seen: set[str], levels: int) -> Iterator[Page]:
    """A live page for each entry, an error without address; a named sitemap is read once if it is beside this one."""
    for number, entry in enumerate(sitemap_entries(source), 1):
        if entry.is_sitemap:
            yield from _nested(source, number, entry.address, seen, levels)
        else:
            joined = join(source.base_url, entry.address) if source.base_url and entry.address else entry.address
            if len(joined) <= MAX_LENGTH and "://" in joined and is_address(joined):
                yield Page(joined, joined, is_followed=True)
            else:
                why = f"entry {number} of {source.ref} has no address"
                yield Page(shortened(f"{source.ref}:{number}"), error="input/bad_line", message=why)


def _nested(source: Source, number: int, address: str, seen: set[str], levels: int) -> Iterator[Page]:
    name = address.partition("?")[0].rpartition("/")[2]
    path = source.path.parent / name if source.path and name not in ("", ".", "..") else None
    ref = shortened(address or f"{source.ref}:{number}")
    if path is None or not exists(str(path)) or not path.is_file():
        why = f"entry {number} of {source.ref} is a sitemap: fetch it, and name its file or lay it beside this one"
        yield Page(ref, error="input/nested_sitemap", message=why)
    elif str(path) not in seen:
        if levels == 1 or len(seen) >= MAX_FILES:
            yield Page(ref, error="input/nested_sitemap", message=f"more than {MAX_DEPTH} levels or {MAX_FILES} files")
            return
        seen.add(str(path))
        listed = source.at(path)
        try:  # a damaged sitemap does not affect others
            if is_sitemap(listed):
                yield from _read(listed, seen, levels - 1)
            else:
                yield listed.failed("input/nested_sitemap", "this is no sitemap")
        except (OSError, ValueError) as error:
            yield listed.failed("input/unreadable", str(error))


def sitemap_entries(source: Source) -> Iterator[XmlEntry]:
    """The entries of a sitemap or a feed, in order."""
    if _is_json_feed(source):
        try:
            feed = json.loads(source.body)
        except RecursionError as error:
            raise ValueError(str(error)) from error
        items = feed.get("items") if isinstance(feed, dict) else None
        for item in items if isinstance(items, list) else ():
            found = (item.get(name) for name in ("url", "external_url")) if isinstance(item, dict) else ()
            yield XmlEntry(next((text for text in found if isinstance(text, str) and text), ""))
        return
    with source.unpacked() as file:
        yield from read_entries(file)


def _is_json_feed(source: Source) -> bool:
    head = source.head[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    return head.startswith(b"{") and JSON_FEED in head.replace(b"\\/", b"/")


reader(
    "sitemap",
    "a sitemap, or a feed (RSS, Atom, JSON Feed), gzipped or not: the addresses in it",
    is_sitemap,
    count=None,
)(lambda source: _read(source, {str(source.path)}, MAX_DEPTH))
