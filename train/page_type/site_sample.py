"""Reads the pages of many sites, and samples a few of each that are unlike in address and layout."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import Keys, StepKey
from iawce.data.document import open_document
from iawce.data.dom.read import check_html, load_body
from iawce.data.errors import PageError
from iawce.data.network.address import site_of
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.sources.source import Item, read_sources

MOST = 8  # Pages of one site that are rendered
CANDIDATES = 3 * MOST  # Pages of one site that are kept while its addresses are read, and compared by layout
FRONT = "index.html"
_HEAD = re.compile(rb"<head\b[^<>]{0,2000}>", re.I)
_BASE = re.compile(rb"<base\b", re.I)
BEGINNING = 1 << 16  # Bytes of a page in which its head begins
_REFERENCE = re.compile(rb"""\b(?:href|src)\s*=\s*["']?/([^/"'\s<>?#][^"'\s<>?#]{0,500})""", re.I)
DEEPEST = 3  # Folders of a host above a site, at most


class SitePage(NamedTuple):
    """A page of a site, with its address there; saved pages have one of their own making."""

    site: str
    address: str
    item: Item


def read_site_pages(given: Sequence[Path]) -> Iterator[SitePage]:
    """All pages of sources; a folder has a mirror of a site in each of its folders, unless its files have addresses."""
    for one in given:
        for item in read_sources([str(one)]):
            if isinstance(item, Page) and item.folder and item.url.startswith(SAVED_ORIGIN):
                yield _of_mirror(item, item.folder, one)
            else:
                address = getattr(item, "final_url", "") or item.url
                yield SitePage(site_of(address) or item.ref, address, item)


def _of_mirror(page: Page, folder: Path, given: Path) -> SitePage:
    """A page with an address at the root of its site, so that the browser finds what lies anywhere in the mirror."""
    parts = folder.relative_to(given).parts if folder.is_relative_to(given) else ()
    mirror = given / parts[0] if parts else given
    root = _web_root(mirror, folder)
    host = sha256(mirror.name.encode("utf-8", "replace")).hexdigest()[:16]
    origin = f"http://{host}.invalid/{_above(root)}"
    path = "/".join((*folder.relative_to(root).parts, Path(page.ref).name))
    address = origin + quote(path.encode("utf-8", "surrogateescape"))
    body = page.body if isinstance(page.body, bytes) else b""
    head = _HEAD.search(body, 0, BEGINNING)
    if head and not _BASE.search(body, 0, BEGINNING):
        body = body[: head.end()] + f'<base href="{escape(address)}">'.encode() + body[head.end() :]
    return SitePage(mirror.name, address, replace(page, url=origin, body=body, folder=root))


@cache
def _web_root(mirror: Path, folder: Path) -> Path:
    """The highest folder with a front page, from that of the mirror to that of the page; without one, the mirror."""
    between = [folder, *folder.parents][: len(folder.relative_to(mirror).parts) + 1]
    return next((one for one in reversed(between) if (one / FRONT).is_file()), mirror)


@cache
def _above(root: Path) -> str:
    """The path of a mirror's root on its host, as the front page writes it in most references that lead to a file."""
    found = Counter[str]()
    with suppress(OSError):
        for written in set(_REFERENCE.findall((root / FRONT).read_bytes()[: 4 * BEGINNING])):
            parts = unquote(written.decode("utf-8", "replace")).split("/")
            for depth in range(min(len(parts), DEEPEST + 1)):
                if ".." not in parts and root.joinpath(*parts[depth:]).is_file():
                    found["".join(f"{quote(part)}/" for part in parts[:depth])] += 1
                    break
    return found.most_common(1)[0][0] if found else ""


@dataclass(slots=True)
class Seen:
    """What was read of all sites: pages by site, and how many pages were left out for each reason."""

    sites: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)


def sample_pages(pages: Iterable[SitePage], shape: Callable[[str], str], seen: Seen) -> Iterator[SitePage]:
    """At most ``MOST`` pages of each site, of addresses and layouts as unlike as possible, whatever their order."""
    kept: dict[str, list[tuple[str, str, SitePage]]] = defaultdict(list)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for page in pages:
        seen.sites[page.site] += 1
        try:
            if isinstance(page.item, Page) and page.item.body:
                check_html(load_body(page.item.body))
        except PageError as error:  # data beside the pages, which would be unlike any of them
            seen.left_out[f"not readable: {error.reason}"] += 1
            continue
        name = shape(page.address.removesuffix(FRONT).rstrip("/"))  # A folder's page is one of those beside it
        rank, found = sha256(page.address.encode("utf-8", "replace")).hexdigest(), kept[page.site]
        counts[page.site][name] += 1
        found.append((rank, name, page))
        if len(found) > CANDIDATES:
            held = Counter(name for _, name, _ in found)
            found.remove(max(found, key=lambda one: (held[one[1]], one[0])))
    for site in sorted(kept):
        yield from _unlike(sorted(kept[site], key=lambda one: one[0]), counts[site])


def _unlike(found: Sequence[tuple[str, str, SitePage]], counts: Counter[str]) -> Iterator[SitePage]:
    """Of the shapes of addresses in turns, the most frequent first, the page that is least like any before it."""
    pages, shapes = [page for *_, page in found], [name for _, name, _ in found]
    layouts, nearest = [_layout(page.item) for page in pages], np.zeros(len(pages))
    free, taken = set(range(len(pages))), Counter[str]()
    while free and taken.total() < MOST:
        chosen = min(free, key=lambda number: (taken[shapes[number]], -counts[shapes[number]], nearest[number], number))
        yield pages[chosen]
        free.remove(chosen)
        taken[shapes[chosen]] += 1
        nearest = np.maximum(nearest, [_likeness(layouts[chosen], other) for other in layouts])


def _layout(item: Item) -> Keys:
    """The distinct looks of the elements of a page; none of one that cannot be read."""
    try:
        return np.unique(PageAnalysis.of(open_document(item)).path_keys.looks(StepKey.NAMES))
    except PageError:
        return np.zeros(0, np.uint64)


def _likeness(one: Keys, other: Keys) -> float:
    """Jaccard index of two layouts."""
    return len(np.intersect1d(one, other, assume_unique=True)) / max(1, len(np.union1d(one, other)))
