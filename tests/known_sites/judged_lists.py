"""Columns of list pages compared with values read by hand.

Read were the number of records of a page and the values of the first, the middle and the last record. A column is right
if the number of records agrees with that counted by hand and the three values agree with those read, or are missing
where none was read. Pages that are ``held_out`` are measured only: nobody looks at their results. Those of the
``second`` set were read when everything had been tried on the others.
"""

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.gold_sets import read_wcxb
from iawce.data.datasets.labelled_page import GoldPage
from iawce.data.document import Document, open_document
from iawce.data.network.address import parse_address
from iawce.data.page import Page
from iawce.data.text.money import read_amount
from iawce.data.text.times import times_in
from iawce.extract.content.content import FieldValue, FoundRecord
from iawce.extract.records.list_records import RecordsSettings, extract_lists

FIELDS = ("title", "link", "image", "price", "date", "author")
ARCHIVE = "wcxb-dev.tar.xz"
Judged = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """Results on a page: records, the confidence that it is a list page, and wrong columns.

    ``right``: by column, and ``records`` for their number; ``held_out``: the set of pages that are only measured, empty
    for those looked at.
    """

    id: str
    kind: str
    held_out: str
    records: int
    columns: int
    confidence: float
    right: Mapping[str, bool]
    wrong: tuple[str, ...]


def read_judged(path: Path) -> dict[str, Judged]:
    """The values read by hand, by page id, from a JSON file."""
    gold: dict[str, Judged] = json.loads(path.read_text(encoding="utf-8"))
    return gold


def judged_documents(
    sets: Path, gold: Mapping[str, Judged], wcxb: Iterable[GoldPage] = ()
) -> Iterator[tuple[str, Document]]:
    """The pages, with their ids; ``wcxb``: those of the archive, if it is unpacked already."""
    for page in wcxb or read_wcxb(sets / ARCHIVE):
        if page.id in gold:
            yield page.id, open_document(page.page)
    for name, judged in gold.items():
        if judged["set"] != "wcxb":
            body = gzip.decompress(_file(sets, name, judged["set"]).read_bytes())
            site = name.rpartition("-")[0] if judged["set"] != "search-results" else "search"
            yield name, open_document(Page(name, f"http://{site}.example/", body))


def _file(sets: Path, name: str, group: str) -> Path:
    if group == "search-results":
        return sets / group / f"{name}.html.gz"
    return sets / group / "html" / name.rpartition("-")[0] / f"{name}.html.gz"


def judge_page(name: str, document: Document, judged: Judged) -> JudgedPage:
    """Compare a page with the values read by hand."""
    found = extract_lists(PageAnalysis.of(document), RecordsSettings())
    records, count = found.records, judged["records"]
    is_whole = len(records) == count
    wrong = [] if is_whole else [f"{len(records)} records, not {count}"]
    right = {"records": is_whole}
    for field in FIELDS:
        if field in judged:
            shown = [_said(records[place], field) for place in (0, len(records) // 2, -1)] if records else []
            missed = [pair for pair in zip(judged[field], shown, strict=False) if not _is_read(field, *pair)]
            wrong += [f"{field}: {gold!r}, ours {said[:90]!r}" for gold, said in missed if is_whole]
            right[field] = is_whole and not missed
    columns = len(records[0].fields) if records else 0
    confidence = float(found.scores.get("list_confidence", 0.0))
    return JudgedPage(
        name, judged["kind"], judged.get("held_out", ""), len(records), columns, confidence, right, tuple(wrong)
    )


def _said(record: FoundRecord, field: str) -> str:
    own: FieldValue | None = record.fields.get(field)
    return (own.image if field == "image" else own.text) if own else ""


def _is_read(field: str, gold: str | None, said: str) -> bool:
    """Whether a value agrees with that read by hand."""
    match field:
        case _ if gold is None:
            return not said
        case "link":
            parsed = parse_address(said)
            return parsed is not None and gold.rstrip("/") == f"{parsed.hostname}{parsed.pathname}".rstrip("/")
        case "image":
            return same_picture(gold, said)
        case "title":
            return plain(gold) == plain(said)
        case "price":
            return read_amount(gold) == read_amount(said)
        case "date":
            days = {times_in(said).whole_day(month_first=order)[:10] for order in (False, True)}
            return gold in days or same_text(gold, said)
    return same_text(gold, said)


def _path(address: str) -> str:
    parsed = parse_address(address)
    return unquote(parsed.pathname if parsed else address.partition("?")[0]).rstrip("/").lower()


def same_picture(one: str, other: str) -> bool:
    """Whether two addresses are of versions of one picture: their names, without the format, share a long word."""
    paths = [_path(address) for address in (one, other)]
    words = [set(re.findall(r"[a-z0-9]{5,}", path)) for path in paths]
    names = [re.sub(r"[-_]?\d{2,4}x\d{2,4}|\.[a-z]+$", "", path.rpartition("/")[2]) for path in paths]
    is_shared = len(words[0] & words[1]) >= max(2, 0.6 * min(map(len, words)))
    return bool(one and other) and (names[0] == names[1] or is_shared)


def same_text(one: str, other: str) -> bool:
    """Whether two texts are equal, or one is most of the other."""
    first, second = sorted((plain(one), plain(other)), key=len)
    return bool(first) and first in second and len(first) >= len(second) / 2


def plain(text: str) -> str:
    """The letters and digits of a text, in one case."""
    return "".join(re.findall(r"\w", text.casefold()))
