"""The page-type corpus: screenshots, layout boxes and saved DOMs of a few hundred sites, with labels."""

import json
from pathlib import Path
from typing import Any

from iawce.data.corpora.labelled_page import LabelledPage
from iawce.data.errors import UsageError

INDEX = "pages.jsonl"


def read_pagetype(root: Path, *, ambiguous: bool = False) -> list[LabelledPage]:
    """Read ``root/pages.jsonl``.

    Args:
        root: folder with ``pages.jsonl``, ``shots/``, ``boxes/`` and ``html/``.
        ambiguous: keep pages whose label even a person doubts.

    Raises:
        UsageError: no such corpus there.
    """
    index = root / INDEX
    if not index.is_file():
        raise UsageError(f"{root} holds no page-type corpus: there is no {index.name}")
    rows = (json.loads(line) for line in index.read_text(encoding="utf-8").splitlines())
    return [_page(root, row) for row in rows if ambiguous or not row["ambiguous"]]


def _page(root: Path, row: dict[str, Any]) -> LabelledPage:
    boxes, html = row.get("boxes"), row.get("html")
    return LabelledPage(
        id=row["id"],
        site=row["site"],
        label=row["label"],
        screenshot=root / row["shot"],
        boxes=root / boxes if boxes else None,
        height=row["height"],
        html=root / html if html else None,
    )
