"""Entries of sitemaps and XML feeds, one at a time; entities and external files are neither expanded nor loaded."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from lxml import etree

ENTRIES = frozenset({"url", "sitemap", "item", "entry"})
_ENDS = frozenset({"ERR_RESOURCE_LIMIT", "ERR_ENTITY_LOOP", "ERR_TAG_NOT_FINISHED"})
"""Errors after which the parser reads nothing more."""
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?>(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)\s*)*+"
    rb"<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|RDF)[\s>]",
    re.S | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class XmlEntry:
    """The address of an entry, as written; ``is_sitemap``: it has more entries."""

    address: str
    is_sitemap: bool = False


def begins_entries(head: bytes) -> bool:
    """Whether a text begins as a sitemap, RSS or Atom does."""
    return _ROOT.match(head) is not None


def read_entries(file: IO[bytes]) -> Iterator[XmlEntry]:
    """All entries in order; the address is empty if an entry has none.

    Raises:
        ValueError: this is not XML, or has too many levels or too long a text.
    """
    inside = 0
    events = etree.iterparse(
        file, events=("start", "end"), recover=True, resolve_entities=False, no_network=True, load_dtd=False
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
