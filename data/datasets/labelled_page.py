"""One page with its page type, or with gold: the common forms of all sets; the page-type corpus."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from iawce.data.document import Document, open_document
from iawce.data.dom.read import decode, unpack
from iawce.data.errors import DAMAGED, PageError, UsageError, refused
from iawce.data.labels import FineType, PageType
from iawce.data.page import Page

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".bmp", ".tif", ".tiff"})
"""Suffixes of screenshots."""
INDEX = "pages.jsonl"
FIRST_LINES = 10  # Lines of the index that are examined to recognise a corpus, as some may be damaged
LEFT_OUT = frozenset(
    {"54chen-0b1a70a4", "c-vikisosyon-9f55bdeb", "a-shaazzz-38f2f92f", "a-shaazzz-4c7a6867", "cci-research-589395a7"}
)
"""Pages of the set, found by inspection: two lists labelled as articles, three that are both."""
SELLERS = frozenset({"shop", "real estate"})  # Kinds of sites whose lists are of goods


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with its label; picture, boxes and HTML may be unknown."""

    id: str
    site: str  # Groups pages that must stay on one side of a split
    label: str  # A page type
    screenshot: Path | None = None
    boxes: Path | None = None
    html: Path | bytes | None = None
    height: int = 0  # Of the whole page in CSS px, 0 if unknown
    fine: str = ""  # One of the seven finer types, empty if unknown
    theme: str = ""  # Groups sites that look alike
    split: str = ""  # The part (``train``, ``test``) that the set assigns
    is_inferred: bool = False  # The label is a model's, not a person's
    weight: float = 1.0  # In a training

    @property
    def page(self) -> Page:
        """The page without its labels."""
        return Page(self.id, body=self.html, boxes=self.boxes, screenshot=self.screenshot)

    def document(self) -> Document:
        """The page as a document. Raises UsageError: it cannot be read."""
        with refused(f"{self.id} cannot be read", PageError):
            return open_document(self.page)


def read_pagetype(root: Path) -> list[LabelledPage]:
    """The pages with an undoubted label. Raises UsageError: no such corpus, or a line of its index is damaged."""
    index = root / INDEX
    if not index.is_file():
        raise UsageError(f"{root} holds no page-type corpus: there is no {index.name}")
    with refused(f"{index} cannot be read", *DAMAGED):
        rows = [json.loads(line) for line in index.read_text(encoding="utf-8").splitlines() if line.strip()]
        return [page_of_row(root, row) for row in rows if not (row["ambiguous"] or row["id"] in LEFT_OUT)]


def is_pagetype(root: Path) -> bool:
    """Whether ``root`` is the folder of such a corpus: one of the first lines of its index names a screenshot."""
    index = root / INDEX
    if not index.is_file():
        return False
    with index.open(encoding="utf-8", errors="replace") as lines:
        for line in islice(lines, FIRST_LINES):
            with suppress(ValueError, RecursionError):
                row = json.loads(line)
                if isinstance(row, dict) and {"id", "label", "shot"} <= row.keys():
                    return True
    return False


def page_of_row(root: Path, row: dict[str, Any]) -> LabelledPage:
    """The page of a row of the index, whatever its label. Raises ValueError, KeyError, TypeError: it is damaged."""
    boxes, html = row.get("boxes"), row.get("html")
    if not isinstance(row["id"], str) or not isinstance(row["site"], str):
        raise TypeError(f"id and site are texts, not {row['id']!r} and {row['site']!r}")
    fine = {PageType.THREAD: FineType.FORUM}.get(PageType(row["label"]), row["label"])
    if fine == PageType.LIST:  # of goods: a collection, of anything else: a listing
        fine = FineType.COLLECTION if row.get("kind", "") in SELLERS else FineType.LISTING
    return LabelledPage(
        id=row["id"],
        site=row["site"],
        label=row["label"],
        screenshot=root / row["shot"],
        boxes=root / boxes if boxes else None,
        html=root / html if html else None,
        height=row["height"],
        fine=fine,
        theme=row.get("theme", ""),
        is_inferred=row.get("inferred", False),
    )


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page with gold annotations."""

    id: str
    site: str  # Groups pages for intervals
    body: bytes = field(repr=False)
    url: str = ""
    type: str = ""  # One of the seven finer page types, or another name by which a set groups its pages; if known
    text: str | None = None  # The main content, None if unknown, empty if there is none
    wanted: tuple[str, ...] = ()  # Snippets that must be in the extracted text
    unwanted: tuple[str, ...] = ()  # Snippets that must not be in it
    fields: dict[str, str] = field(default_factory=dict)  # Facts of the page: title, author, date ...
    records: tuple[dict[str, str], ...] = ()  # Facts of its posts or items, in order

    @property
    def page(self) -> Page:
        """The page without its gold."""
        return Page(self.id, self.url, self.body)

    @property
    def html(self) -> str:
        """Its HTML."""
        return decode(self.body).text


def read_page_bytes(path: Path) -> bytes:
    """Bytes of a page's file, unpacked if it is gzipped. Raises UsageError: it cannot be read."""
    with refused(f"{path} cannot be read", OSError, PageError):
        return unpack(path.read_bytes())
