"""The sets of pages with gold for measurements, by name.

Each reader takes the folder of its set and gives ``GoldPage`` in the order of the page ids.

The JSON may hold ``url``, ``site``, ``type``, ``wanted``, ``unwanted``, ``fields`` and ``records`` (see ``GoldPage``).
Instead of ``NAME.txt``, it may name the main content by CSS selectors: ``keep``, and ``drop`` for parts inside it that
are not content.
"""

import json
import logging
import re
import tarfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from iawce.data.datasets.labelled_page import GoldPage, read_page_bytes, read_pagetype
from iawce.data.datasets.page_labels import read_gold_labels
from iawce.data.document import open_document
from iawce.data.dom.read import load_body, unpack
from iawce.data.dom.texts import text_lines
from iawce.data.errors import DAMAGED, PageError, UsageError, quantity, refused
from iawce.data.json_file import read_json
from iawce.data.labels import FineType
from iawce.data.network.address import site_of
from iawce.data.page import Page
from iawce.data.registry import Registry

log = logging.getLogger(__name__)
Read = Callable[[Path], Iterator[GoldPage]]
_LEARNED = {"types_learned": True, "texts_learned": True}
_WCXB_FIELDS = {"title": "title", "author": "author", "date": "publish_date"}
_POST = {"post_text": "text", "datetime": "date", "user": "author", "post_link": "link"}
_KIND = re.compile(r"(.+?)_-_(?:Page_)?\d+_?-_Stack_Overflow")
SUFFIXES = (".html.gz", ".html", ".htm")
SHOWN = 10  # Names of pages that a message lists


@dataclass(frozen=True, slots=True)
class GoldSet:
    """The source of a set, its licence, and its reader."""

    name: str
    read: Read
    holds: str
    source: str
    licence: str
    types_learned: bool = False  # The shipped models were trained on its page types
    texts_learned: bool = False  # The shipped block model was trained on its texts
    has_kinds: bool = False  # Its types are not page types, but kinds of pages of one site


GOLD_SETS: Registry[GoldSet] = Registry("set")


def _gold(name: str, holds: str, source: str, licence: str, **about: bool) -> Callable[[Read], Read]:
    """Decorator of the reader of a set."""

    def add(read: Read) -> Read:
        GOLD_SETS.register(name)(GoldSet(name, read, holds, source, licence, **about))
        return read

    return add


@_gold("wcxb", "texts of seven page types", "WCXB 1.0, Murrough Foley", "CC-BY-4.0", **_LEARNED)
def read_wcxb(path: Path) -> Iterator[GoldPage]:
    """WCXB: real pages of seven types with the text of their main content, in the order of the page ids.

    A folder has ``html/NNNN.html``, gzipped (as published) or not, and ``ground-truth/NNNN.json``; a ``.tar.xz`` of it
    is read as it is. Raises UsageError: no such set there.
    """
    files = _wcxb_files(path)
    truths = {name: content for name, content in files.items() if name.endswith(".json")}
    if not truths:
        splits = ", ".join(sorted(str(folder.parent) for folder in path.glob("*/ground-truth")))
        raise UsageError(f"{path} holds no WCXB pages" + (f"; did you mean {splits}?" if splits else ""))
    for name in sorted(truths):
        gold = json.loads(truths[name])
        page_id = PurePosixPath(name).stem
        packed = files.get(f"html/{page_id}.html.gz") or files.get(f"html/{page_id}.html")
        if packed is None:
            continue
        with refused(f"page {page_id} is damaged", PageError):
            body = unpack(packed)
        truth = gold["ground_truth"]
        yield GoldPage(
            page_id,
            site_of(gold["url"]) or page_id,
            body,
            gold["url"],
            gold["_internal"]["page_type"]["primary"],
            truth.get("main_content") or "",
            tuple(truth.get("with") or ()),
            tuple(truth.get("without") or ()),
            {name: truth[key] for name, key in _WCXB_FIELDS.items() if truth.get(key)},
        )


def is_wcxb(path: Path) -> bool:
    """Whether this looks like the set: a folder with ``ground-truth``, or an archive."""
    return (path / "ground-truth").is_dir() or path.name.endswith(".tar.xz")


def _wcxb_files(path: Path) -> dict[str, bytes]:
    """The files of a folder or an archive, by the name of the innermost folder and their own."""
    if path.is_dir():
        return {f"{file.parent.name}/{file.name}": file.read_bytes() for file in path.glob("*/*") if file.is_file()}
    with refused(f"{path} cannot be read", OSError, tarfile.TarError), tarfile.open(path) as archive:
        members = ((member.name, archive.extractfile(member)) for member in archive if member.isfile())
        return {"/".join(PurePosixPath(name).parts[-2:]): file.read() for name, file in members if file}


@_gold("articles", "article bodies", "article-extraction-benchmark, Zyte", "MIT")
def _read_articles(root: Path) -> Iterator[GoldPage]:
    """The article-extraction-benchmark: ``html/ID.html.gz``, ``ground-truth.json``."""
    for name, gold in sorted(read_json(root / "ground-truth.json").items()):
        url = gold.get("url", "")
        yield GoldPage(name, site_of(url) or name, _html(root, name), url, FineType.ARTICLE, gold["articleBody"])


@_gold("pagetype", "four page types", "static mirrors of real sites", "none given", types_learned=True)
def _read_typed_pages(root: Path) -> Iterator[GoldPage]:
    """The page-type corpus: saved DOMs with one of four types."""
    for page in read_pagetype(root):
        if page.html is not None:
            yield GoldPage(page.id, page.site, load_body(page.html), type=page.fine)


@_gold("forum", "posts of threads", "harvest, fhgr", "Apache-2.0", **_LEARNED)
def _read_forum_posts(root: Path) -> Iterator[GoldPage]:
    """Threads with every post: ``html/ID.html.gz``, ``gold/ID.json`` (harvest)."""
    for path in _listed(root / "gold", "*.json"):
        gold = read_json(path)
        records = tuple(dict(_post_fields(post)) for post in gold["posts"])
        yield GoldPage(
            path.stem,
            site_of(gold["url"]) or gold["host"],
            _html(root, path.stem),
            gold["url"],
            FineType.FORUM,
            "\n\n".join(record.get("text", "") for record in records),
            records=records,
        )


def _post_fields(post: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Fields of a post; some pages have the author's address instead of the name, or only the number of a link."""
    for name, part in post.items():
        if not isinstance(part, dict):
            continue
        field, value = _POST.get(name, name), part["surface_form"]
        is_address = any(character in value for character in "/?#") and not any(map(str.isspace, value))
        if field == "author" and is_address:
            yield "author_link", value
        elif field != "link" or is_address:
            yield field, value


@_gold("books", "fields of books of one shop", "SWDE (Hao et al. 2011)", "research use")
def _read_books(root: Path) -> Iterator[GoldPage]:
    """Pages of the shop ``book-SHOP`` with the fields of a book: ``html/NNNN.html.gz``, ``gold.json`` (SWDE)."""
    shop = root.resolve().name.removeprefix("book-")
    for page_id, gold in sorted(read_json(root / "gold.json").items()):
        fields = {name: values[0].lstrip(": ") for name, values in gold.items() if values}
        yield GoldPage(page_id, shop, _html(root, page_id), type=FineType.PRODUCT, fields=fields)


@_gold(
    "selectors",
    "articles by selectors of their sites",
    "test fixtures of postlight/parser and newspaper4k",
    "MIT, Apache-2.0 (code)",
    texts_learned=True,
)
def _read_selected_articles(root: Path) -> Iterator[GoldPage]:
    """``pages/NAME.html.gz``, ``pages/NAME.txt``, ``pages.jsonl``; a page whose gold is doubtful has no text."""
    (listed,) = _listed(root, "pages.jsonl")
    for line in listed.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        path = root / "pages" / known["name"]
        text = None if known["doubtful"] else path.with_name(f"{path.name}.txt").read_text(encoding="utf-8")
        body = read_page_bytes(path.with_name(f"{path.name}.html.gz"))
        site = site_of(f"http://{known['site']}/") or known["site"]
        yield GoldPage(known["name"], site, body, type=FineType.ARTICLE, text=text)


@_gold("news", "articles with title, author, date", "fundus, flairNLP", "MIT (code)", texts_learned=True)
def _read_news(root: Path) -> Iterator[GoldPage]:
    """Articles with text (summary, headlines, paragraphs): ``html/NAME.html.gz``, ``gold/NAME.json`` (fundus)."""
    for path in _listed(root / "gold", "*.json"):
        gold = read_json(path)
        body = gold.get("body") or {"summary": [], "sections": []}
        parts = [*body["summary"]]
        for section in body["sections"]:
            parts += [*section["headline"], *section["paragraphs"]]
        authors = ", ".join(gold.get("authors") or ())
        named = {"title": gold.get("title"), "author": authors, "date": gold.get("publishing_date")}
        fields = {name: str(value) for name, value in named.items() if value}
        text, page = "\n\n".join(parts), _html(root, path.stem)
        yield GoldPage(path.stem, path.stem, page, type=FineType.ARTICLE, text=text, fields=fields)


@_gold("kinds", "kinds of pages of one site", "page_clustering, scrapinghub", "BSD-3", has_kinds=True)
def _read_page_kinds(root: Path) -> Iterator[GoldPage]:
    """Pages of one site, their kinds in the file names: ``KIND_-_N_-_Stack_Overflow.html.gz`` (page_clustering)."""
    for path in _listed(root, "*.html.gz"):
        kind = _KIND.match(path.name)
        name = path.name.removesuffix(".html.gz")
        yield GoldPage(name, "stackoverflow.com", read_page_bytes(path), type=kind[1] if kind else name)


@_gold("search", "result pages, no gold", "GoogleScraper, NikolaiT", "Apache-2.0")
def _read_search_results(root: Path) -> Iterator[GoldPage]:
    """Result pages of search engines, ``*.html.gz``, without gold; each file counts as a site."""
    for path in _listed(root, "*.html.gz"):
        name = path.name.removesuffix(".html.gz")
        yield GoldPage(name, name, read_page_bytes(path), type=FineType.LISTING)


def _html(root: Path, name: str) -> bytes:
    return read_page_bytes(root / "html" / f"{name}.html.gz")


def _listed(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.glob(pattern))
    if not found:
        raise UsageError(f"{folder} holds no {pattern}")
    return found


_gold("labels", "what iawce label has written", "your own", "your own")(read_gold_labels)


@_gold("folder", "NAME.html and NAME.txt", "your own", "your own")
def _read_text_folder(root: Path) -> Iterator[GoldPage]:
    """Pages at any depth, by path; others are logged. UsageError: no page has gold, or can be read, or bad gold."""
    found, without = False, list[str]()
    for path in sorted(path for path in root.rglob("*") if path.name.endswith(SUFFIXES)):
        name = next(path.name.removesuffix(suffix) for suffix in SUFFIXES if path.name.endswith(suffix))
        text, about = path.with_name(f"{name}.txt"), path.with_name(f"{name}.json")
        if not (text.is_file() or about.is_file()):
            without.append(path.name)
            continue
        try:
            page = _page(path.relative_to(root).with_name(name).as_posix(), path, text, about)
        except PageError as error:
            log.warning("%s is left out, it cannot be read: %s", path, error)
        else:
            found = True
            yield page
    if without:
        names = ", ".join(without[:SHOWN]) + (", ..." if len(without) > SHOWN else "")
        log.warning("%s left out, with no NAME.txt or NAME.json beside: %s", quantity(len(without), "page"), names)
    if not found:
        raise UsageError(f"{root} holds no NAME.html with a NAME.txt beside it, or none that can be read")


def _page(page_id: str, path: Path, text: Path, about: Path) -> GoldPage:
    """One page. Raises PageError: it cannot be read; UsageError: its gold cannot be read."""
    with refused(f"the gold of {path} cannot be read", OSError, ValueError):
        known: dict[str, Any] = json.loads(about.read_text(encoding="utf-8")) if about.is_file() else {}
        gold = text.read_text(encoding="utf-8") if text.is_file() else None
    url, body = known.get("url", ""), load_body(path)
    if gold is None and "keep" in known:
        gold = _selected(Page(str(path), body=body), known["keep"], known.get("drop", ""))
    wanted, unwanted, records = (tuple(known.get(name, ())) for name in ("wanted", "unwanted", "records"))
    site, kind, fields = known.get("site") or site_of(url) or page_id, known.get("type", ""), known.get("fields", {})
    return GoldPage(page_id, site, body, url, kind, gold, wanted, unwanted, dict(fields), records)


def _selected(page: Page, keep: str, drop: str) -> str:
    """Text of what ``keep`` matches without ``drop``. Raises PageError: of the page; UsageError: nothing matches."""
    document = open_document(page)
    dropped = document.select(drop) if drop else []
    subset, found = document.index.without((), dropped), document.index.topmost(document.select(keep))
    if not found:
        raise UsageError(f"nothing in {page.ref} matches {keep!r}")
    return "\n".join(line for number in found for line in text_lines(subset, number))


def read_gold(name: str, path: Path) -> list[GoldPage]:
    """All pages of a set. Raises UsageError: no such set, it is not there, it is damaged, or it holds no page."""
    gold = GOLD_SETS[name]
    if not path.exists():
        raise UsageError(f"there is no {path}")
    with refused(f"{path} is no set of the format {name}, or a damaged one", PageError, *DAMAGED):
        pages = list(gold.read(path))
    if not pages:
        raise UsageError(f"{path} holds no pages of the format {name}")
    return pages
