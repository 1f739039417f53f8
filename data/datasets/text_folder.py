"""A plain folder of pages: ``NAME.html`` beside ``NAME.txt`` with the main content, and perhaps ``NAME.json``.

The JSON may hold ``url``, ``site``, ``type``, ``wanted``, ``unwanted``, ``fields`` and ``records`` (see ``GoldPage``).
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from iawce.data.datasets.gold_page import GoldPage, read_body
from iawce.data.datasets.sites import site_of
from iawce.data.errors import UsageError

SUFFIXES = (".html.gz", ".html", ".htm")


def read_text_folder(root: Path) -> Iterator[GoldPage]:
    """Pages of a folder and the folders in it, by path.

    Raises:
        UsageError: no page has a text or a JSON beside it, or one cannot be read.
    """
    found = False
    for path in sorted(path for path in root.rglob("*") if path.name.endswith(SUFFIXES)):
        name = next(path.name.removesuffix(suffix) for suffix in SUFFIXES if path.name.endswith(suffix))
        text, about = path.with_name(f"{name}.txt"), path.with_name(f"{name}.json")
        if text.is_file() or about.is_file():
            found = True
            page_id = path.relative_to(root).with_name(name).as_posix()
            yield _page(page_id, path, text, about)
    if not found:
        raise UsageError(f"{root} holds no NAME.html with a NAME.txt beside it")


def _page(page_id: str, path: Path, text: Path, about: Path) -> GoldPage:
    try:
        known: dict[str, Any] = json.loads(about.read_text(encoding="utf-8")) if about.is_file() else {}
        gold = text.read_text(encoding="utf-8") if text.is_file() else None
    except (OSError, ValueError) as error:
        raise UsageError(f"what is known of {path} cannot be read: {error}") from error
    url = known.get("url", "")
    return GoldPage(
        page_id,
        known.get("site") or site_of(url) or page_id,
        read_body(path),
        url,
        known.get("type", ""),
        gold,
        tuple(known.get("wanted", ())),
        tuple(known.get("unwanted", ())),
        dict(known.get("fields", {})),
        tuple(known.get("records", ())),
    )
