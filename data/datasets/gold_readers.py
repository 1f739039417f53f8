"""Sets of pages with gold, each in its own format: forum posts, books, news, kinds of pages, result pages, articles.

Each reader takes the folder of its set and gives ``GoldPage`` in the order of the page ids.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from iawce.data.datasets.gold_page import GoldPage, read_page_bytes
from iawce.data.datasets.pagetype import read_pagetype
from iawce.data.datasets.sites import site_of
from iawce.data.errors import UsageError
from iawce.data.html.read import load_body
from iawce.data.json_file import read_json
from iawce.data.labels import FineType

_KIND = re.compile(r"(.+?)_-_(?:Page_)?\d+_?-_Stack_Overflow")


def read_forum_posts(root: Path) -> Iterator[GoldPage]:
    """Threads with every post: ``html/ID.html.gz``, ``gold/ID.json`` (harvest)."""
    for path in _listed(root / "gold", "*.json"):
        gold = read_json(path)
        posts = tuple(
            {name: part["surface_form"] for name, part in post.items() if isinstance(part, dict)}
            for post in gold["posts"]
        )
        records = tuple(dict(_post_fields(post)) for post in posts)
        yield GoldPage(
            path.stem,
            site_of(gold["url"]) or gold["host"],
            read_page_bytes(root / "html" / f"{path.stem}.html.gz"),
            gold["url"],
            FineType.FORUM,
            "\n\n".join(record.get("text", "") for record in records),
            records=records,
        )


_POST = {"post_text": "text", "datetime": "date", "user": "author", "post_link": "link"}


def _post_fields(post: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Fields of a post; some pages have the author's address instead of the name, or only the number of a link."""
    for name, value in post.items():
        field = _POST.get(name, name)
        is_address = any(character in value for character in "/?#") and not any(map(str.isspace, value))
        if field == "author" and is_address:
            yield "author_link", value
        elif field != "link" or is_address:
            yield field, value


def read_books(root: Path) -> Iterator[GoldPage]:
    """Detail pages of one shop with the fields of a book: ``html/NNNN.html.gz``, ``gold.json`` (SWDE).

    The folder is named after the shop, ``book-SHOP``, as in SWDE.
    """
    gold = read_json(root / "gold.json")
    shop = root.resolve().name.removeprefix("book-")
    for page_id in sorted(gold):
        fields = {name: values[0].lstrip(": ") for name, values in gold[page_id].items() if values}
        body = read_page_bytes(root / "html" / f"{page_id}.html.gz")
        yield GoldPage(page_id, shop, body, type=FineType.PRODUCT, fields=fields)


def read_news(root: Path) -> Iterator[GoldPage]:
    """Articles, each of another publisher: ``html/NAME.html.gz``, ``gold/NAME.json`` (fundus).

    The text is the body: summary, then headlines and paragraphs of its sections.
    """
    for path in _listed(root / "gold", "*.json"):
        gold = read_json(path)
        body = gold.get("body") or {"summary": [], "sections": []}
        parts = [*body["summary"]]
        for section in body["sections"]:
            parts += [*section["headline"], *section["paragraphs"]]
        named = {
            "title": gold.get("title"),
            "author": ", ".join(gold.get("authors") or ()),
            "date": gold.get("publishing_date"),
        }
        yield GoldPage(
            path.stem,
            path.stem,
            read_page_bytes(root / "html" / f"{path.stem}.html.gz"),
            type=FineType.ARTICLE,
            text="\n\n".join(parts),
            fields={name: str(value) for name, value in named.items() if value},
        )


def read_page_kinds(root: Path) -> Iterator[GoldPage]:
    """Pages of one site, their kinds in the file names: ``KIND_-_N_-_Stack_Overflow.html.gz`` (page_clustering)."""
    for path in _listed(root, "*.html.gz"):
        kind = _KIND.match(path.name)
        name = path.name.removesuffix(".html.gz")
        yield GoldPage(name, "stackoverflow.com", read_page_bytes(path), type=kind[1] if kind else name)


def read_search_results(root: Path) -> Iterator[GoldPage]:
    """Result pages of search engines, ``*.html.gz``, without gold; each file counts as a site."""
    for path in _listed(root, "*.html.gz"):
        name = path.name.removesuffix(".html.gz")
        yield GoldPage(name, name, read_page_bytes(path), type=FineType.LISTING)


def read_articles(root: Path) -> Iterator[GoldPage]:
    """The article-extraction-benchmark: ``html/ID.html.gz``, ``ground-truth.json``."""
    gold = read_json(root / "ground-truth.json")
    for page_id in sorted(gold):
        url = gold[page_id].get("url", "")
        body = read_page_bytes(root / "html" / f"{page_id}.html.gz")
        text = gold[page_id]["articleBody"]
        yield GoldPage(page_id, site_of(url) or page_id, body, url, FineType.ARTICLE, text)


def read_selected_articles(root: Path) -> Iterator[GoldPage]:
    """Articles with gold by each site's selectors: ``pages/NAME.html.gz``, ``pages/NAME.txt``, ``pages.jsonl``.

    A page whose gold is doubtful has no text.
    """
    (listed,) = _listed(root, "pages.jsonl")
    for line in listed.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        path = root / "pages" / known["name"]
        text = None if known["doubtful"] else path.with_name(f"{path.name}.txt").read_text(encoding="utf-8")
        body = read_page_bytes(path.with_name(f"{path.name}.html.gz"))
        site = site_of(f"http://{known['site']}/") or known["site"]
        yield GoldPage(known["name"], site, body, type=FineType.ARTICLE, text=text)


def read_typed_pages(root: Path) -> Iterator[GoldPage]:
    """The page-type corpus: saved DOMs with one of four types."""
    for page in read_pagetype(root):
        if page.html is not None:
            yield GoldPage(page.id, page.site, load_body(page.html), type=page.fine)


def _listed(folder: Path, pattern: str) -> list[Path]:
    found = sorted(folder.glob(pattern))
    if not found:
        raise UsageError(f"{folder} holds no {pattern}")
    return found
