"""A plain folder of pages: ``NAME.html`` beside ``NAME.txt`` with the main content, and optionally ``NAME.json``.

The JSON may hold ``url``, ``site``, ``type``, ``wanted``, ``unwanted``, ``fields`` and ``records`` (see ``GoldPage``).
Instead of ``NAME.txt``, it may name the main content by CSS selectors: ``keep``, and ``drop`` for parts inside it that
are not content.
"""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.datasets.sites import site_of
from iawce.data.errors import PageError, UsageError, cause_of
from iawce.data.html.read import load_body
from iawce.data.html.text_lines import text_lines
from iawce.data.open_document import open_document
from iawce.data.page import Page
from iawce.data.quantity import quantity

log = logging.getLogger(__name__)
SUFFIXES = (".html.gz", ".html", ".htm")
SHOWN = 10
"""Names of pages that a message lists."""


def read_text_folder(root: Path) -> Iterator[GoldPage]:
    """Pages of a folder and the folders in it, by path; the log names those left out: without gold, or unreadable.

    Raises:
        UsageError: no page has a text or a JSON beside it, no page can be read, or a gold file cannot be read.
    """
    found, without = False, list[str]()
    for path in sorted(path for path in root.rglob("*") if path.name.endswith(SUFFIXES)):
        name = next(path.name.removesuffix(suffix) for suffix in SUFFIXES if path.name.endswith(suffix))
        text, about = path.with_name(f"{name}.txt"), path.with_name(f"{name}.json")
        if not (text.is_file() or about.is_file()):
            without.append(path.name)
        else:
            page_id = path.relative_to(root).with_name(name).as_posix()
            try:
                page = _page(page_id, path, text, about)
            except PageError as error:
                log.warning("%s is left out, it cannot be read: %s", path, error)
                continue
            found = True
            yield page
    if without:
        more = ", ..." if len(without) > SHOWN else ""
        names = f"{', '.join(without[:SHOWN])}{more}"
        log.warning("%s left out, with no NAME.txt or NAME.json beside: %s", quantity(len(without), "page"), names)
    if not found:
        raise UsageError(f"{root} holds no NAME.html with a NAME.txt beside it, or none that can be read")


def _page(page_id: str, path: Path, text: Path, about: Path) -> GoldPage:
    """One page.

    Raises:
        PageError: it cannot be read.
        UsageError: its gold cannot be read.
    """
    try:
        known: dict[str, Any] = json.loads(about.read_text(encoding="utf-8")) if about.is_file() else {}
        gold = text.read_text(encoding="utf-8") if text.is_file() else None
    except (OSError, ValueError) as error:
        raise UsageError(f"the gold of {path} cannot be read: {cause_of(error)}") from error
    url, body = known.get("url", ""), load_body(path)
    if gold is None and "keep" in known:
        gold = _selected(Page(str(path), body=body), known["keep"], known.get("drop", ""))
    return GoldPage(
        page_id,
        known.get("site") or site_of(url) or page_id,
        body,
        url,
        known.get("type", ""),
        gold,
        tuple(known.get("wanted", ())),
        tuple(known.get("unwanted", ())),
        dict(known.get("fields", {})),
        tuple(known.get("records", ())),
    )


def _selected(page: Page, keep: str, drop: str) -> str:
    """Text of the elements that ``keep`` matches, without those that ``drop`` matches.

    Raises:
        PageError: the page cannot be read.
        UsageError: nothing matches, or it is not a selector.
    """
    document = open_document(page)
    dropped = document.select(drop) if drop else []
    subset, found = document.without((), dropped), document.topmost(document.select(keep))
    if not found:
        raise UsageError(f"nothing in {page.ref} matches {keep!r}")
    return "\n".join(line for number in found for line in text_lines(subset, number))
