"""Labels in other formats: pictures by page type, a folder of gold, and tasks of Label Studio.

A task is the page as hypertext, its type as a choice, its parts as regions.
Format: Label Studio's JSON (labelstud.io/guide/export, "Raw JSON format of completed tasks"); ``hypertextlabels`` name
text nodes by XPaths below the body and count characters in them. The ``meta`` of each region has our own XPath, so that
an export is read back without change; a region drawn there stands for the text nodes of its range.
"""

import json
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.page_labels import (
    PAGES,
    TYPES,
    PageLabel,
    RecordPlaces,
    field_place,
    gold_records,
    gold_text,
    open_labelled,
    read_labels,
    snapshot_folder,
)
from iawce.data.document import Document, open_document, undrawn_snapshot
from iawce.data.dom.texts import ElementPaths, block_path, pieces_at, text_path
from iawce.data.dom.write_markup import inert_markup
from iawce.data.errors import PageError, UsageError, quantity, refused
from iawce.data.json_file import as_schema, read_json, write_json
from iawce.data.network.address import site_of
from iawce.data.page import SAVED_ORIGIN
from iawce.data.picture import open_picture
from iawce.data.snapshot import Snapshot, SnapshotStore, is_snapshot, load_snapshot

log = logging.getLogger(__name__)
Json = dict[str, Any]
BODY = "/html/body"
CONTENT, RECORD, TYPE = "content", "record", "type"
PAGE = "page"  # Name of the object on which regions are drawn
Form = Literal["label-studio", "images", "gold"]
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)
SHOWN = 16  # Characters of an id in the name of a file


def label_config(fields: Iterable[str]) -> str:
    """The labelling interface that tasks with these fields fit, to be pasted into the settings of a project."""
    choices = "".join(f'<Choice value="{name}"/>' for name in TYPES)
    labels = "".join(f'<Label value="{name}"/>' for name in (CONTENT, RECORD, *sorted(set(fields))))
    return (
        f'<View><Choices name="{TYPE}" toName="{PAGE}" choice="single">{choices}</Choices>'
        f'<HyperTextLabels name="{CONTENT}" toName="{PAGE}">{labels}</HyperTextLabels>'
        f'<HyperText name="{PAGE}" value="$html" inline="true"/></View>\n'
    )


def label_task(snapshot: Snapshot, document: Document) -> Json:
    """A task without answers: the data of the page and its HTML. Raises PageError: the page cannot be read."""
    shown = inert_markup(document.index)
    return {"data": {"snapshot": snapshot.id, "ref": snapshot.ref, "url": snapshot.final_url, "html": shown}}


def label_result(label: PageLabel, page: "TaskPage") -> list[Json]:
    """The results of an answer or a prediction for a label. Raises UsageError: it does not fit the page."""
    found = list[Json]()
    if label.type:
        value = {"choices": [label.type]}
        found.append({"from_name": TYPE, "to_name": PAGE, "type": "choices", "value": value})
    found += [page.region(path, CONTENT) for path in label.content or ()]
    for number, record in enumerate(label.records or ()):
        found.append(page.region(record.element, RECORD) | {"id": f"record-{number}"})
        for name, path in record.fields.items():
            found.append(page.region(path, name) | {"parentID": f"record-{number}"})
    return found


class _Value(msgspec.Struct):
    choices: list[str] = []
    hypertextlabels: list[str] = []
    start: str = ""
    end: str = ""


class _Meta(msgspec.Struct, frozen=True):
    text: list[str] = []


class _Result(msgspec.Struct):
    value: _Value
    id: str = ""
    parentID: str = ""  # noqa: N815 - as Label Studio writes it
    meta: _Meta = _Meta()

    @property
    def label(self) -> str:
        """The name of the region."""
        return next(iter(self.value.hypertextlabels), "")


class _Annotation(msgspec.Struct):
    result: list[_Result]
    was_cancelled: bool = False
    lead_time: float | None = None
    updated_at: str = ""


class _Data(msgspec.Struct):
    snapshot: str = ""
    ref: str = ""
    url: str = ""
    html: str = ""
    said: list[str] = []


class _Task(msgspec.Struct):
    data: _Data
    annotations: list[_Annotation] = []


class TaskPage:
    """A page, and the regions on its text: of its places, and those that a person has drawn."""

    def __init__(self, document: Document) -> None:
        self._reading, self._elements = PageAnalysis.of(document), ElementPaths(document.index)

    def region(self, place: str, label: str) -> Json:
        """The region of a place, which is in its ``meta``."""
        index, text_nodes = self._reading.index, pieces_at(self._elements, place.partition("/@")[0]).tolist()
        value: Json = {"start": "", "end": "", "startOffset": 0, "endOffset": 0}  # of a picture
        if text_nodes:
            first, last = (text_path(index, node).removeprefix(BODY) for node in (text_nodes[0], text_nodes[-1]))
            texts = [index.text_nodes.texts[text_node] for text_node in text_nodes]
            said = " ".join("".join(texts).split())
            value = {"start": first, "startOffset": 0, "end": last, "endOffset": len(texts[-1]), "text": said}
        known = {"from_name": CONTENT, "to_name": PAGE, "type": "hypertextlabels"}
        return known | {"value": value | {"hypertextlabels": [label]}, "meta": {"text": [place]}}

    def blocks(self, region: _Result) -> list[str]:
        """The text blocks of a region of content."""
        if region.meta.text:
            return region.meta.text[:1]
        blocks = self._reading.blocks
        chosen = np.isin(blocks.text_nodes, self._text_nodes(region))
        return [block_path(blocks, number) for number in np.unique(blocks.block_of_text_node[chosen]).tolist()]

    def records(self, regions: Sequence[_Result]) -> Iterator[RecordPlaces]:
        """The records, each with the fields that belong to it by name or are inside it."""
        places = [(one, self._place(one)) for one in regions if one.label not in ("", CONTENT, RECORD)]
        for record in (one for one in regions if one.label == RECORD):
            around = self._place(record)
            mine = (
                (one.label, place)
                for one, place in places
                if (one.parentID == record.id if one.parentID else place.startswith(f"{around}/"))
            )
            yield RecordPlaces(around, dict(mine))

    def _place(self, region: _Result) -> str:
        """The element of a region, or the attribute of it that its name wants."""
        if region.meta.text:
            return region.meta.text[0]
        index, text_nodes = self._reading.index, self._text_nodes(region)
        if not len(text_nodes):
            raise UsageError("a region holds no text of the page")
        holding = index.nearest((index.first_text_node <= text_nodes[0]) & (index.last_text_node > text_nodes[-1]))
        return field_place(index, int(holding[index.text_nodes.owners[text_nodes[0]]]), region.label)

    def _text_nodes(self, region: _Result) -> list[int]:
        """The text nodes of a drawn region."""
        value = region.value
        # Label Studio counts from below the body, or from the root of its own document
        paths = (path if path.startswith("/html") else f"{BODY}{path}" for path in (value.start, value.end))
        first, last = (pieces_at(self._elements, path) for path in paths)
        return list(range(int(first[0]), int(last[-1]) + 1)) if len(first) and len(last) else []


def read_label_studio(path: Path, folder: Path) -> Iterator[tuple[Snapshot, PageLabel]]:
    """The labels of an export of Label Studio, with their pages: of a folder of labels, else from the task's HTML.

    Raises UsageError: this is not such a file, or a label does not fit its page.
    """
    for number, task in enumerate(as_schema(read_json(path), list[_Task], f"{path} is no export of Label Studio"), 1):
        done = [one for one in task.annotations if not one.was_cancelled]
        if done:
            snapshot = _snapshot(task.data, folder, f"task {number} of {path}")
            yield snapshot, _label(snapshot, done[-1], task.data.said)


def _snapshot(data: _Data, folder: Path, where: str) -> Snapshot:
    """The page of a task. Raises UsageError: it has none."""
    known = SnapshotStore(folder / PAGES).folder(data.snapshot)
    if data.snapshot.isalnum() and is_snapshot(known):
        return load_snapshot(known)
    if not data.html:
        raise UsageError(f"{where} names no page in {folder / PAGES}, and holds no HTML")
    return undrawn_snapshot(Document(data.ref or where, url=data.url or SAVED_ORIGIN, html=data.html))


def _label(snapshot: Snapshot, given: _Annotation, said: Sequence[str]) -> PageLabel:
    """The label of an annotation; without any region, the content is empty or unlabelled, depending on the task."""
    url = "" if snapshot.final_url.startswith(SAVED_ORIGIN) else snapshot.final_url
    with refused(f"{snapshot.ref} cannot be read", PageError):
        page = TaskPage(open_document(snapshot))
    content = tuple(place for one in given.result if one.label == CONTENT for place in page.blocks(one))
    records = tuple(page.records(given.result))
    return PageLabel(
        snapshot.id,
        snapshot.ref,
        url,
        site_of(url) or snapshot.id,
        next((choice for one in given.result for choice in one.value.choices), None),
        content if content or CONTENT in said else None,
        records if records or "records" in said else None,
        given.updated_at,
        given.lead_time,
    )


def export_labels(folder: Path, form: Form, target: Path) -> int:
    """Write all labels with the parts that the format needs; returns their number.

    ``label-studio`` writes tasks with annotations into the file ``target``, and the interface beside it (``.xml``);
    ``images`` ``TYPE/SITE/NAME.png`` of each page with a type and a picture; ``gold`` ``NAME.html``, ``NAME.json`` and,
    where content is labelled, ``NAME.txt``.

    Raises UsageError: the labels cannot be read, none has what the format needs, or the target cannot be written.
    """
    with refused(f"{target} cannot be written", OSError):
        if form == "label-studio":
            tasks = list(_tasks(folder))
            write_tasks(target, tasks)
            return len(tasks)
        write = _write_picture if form == "images" else _write_gold
        written = [write(folder, label, target) for label in read_labels(folder)]
    if left_out := written.count(False):
        if left_out == len(written):
            raise UsageError(f"no page in {folder} has both a page type and a picture, which rendered pages have")
        log.warning("%s left out: no page type, or no picture", quantity(left_out, "page"))
    return sum(written)


def write_tasks(target: Path, tasks: list[Json]) -> None:
    """Write tasks, and beside them the interface for their fields. Raises OSError: they cannot be written."""
    answers = [one for task in tasks for one in (*task.get("annotations", ()), *task.get("predictions", ()))]
    values = [region["value"] for answer in answers for region in answer["result"]]
    labels = {label for value in values for label in value.get("hypertextlabels", ())}
    write_json(tasks, target)
    target.with_suffix(".xml").write_text(label_config(labels - {CONTENT, "record"}), encoding="utf-8")


def _tasks(folder: Path) -> Iterator[Json]:
    for label in read_labels(folder):
        snapshot, document = load_snapshot(snapshot_folder(folder, label)), open_labelled(folder, label)
        with refused(f"{label.ref} cannot be read", PageError):
            task = label_task(snapshot, document)
            result = label_result(label, TaskPage(document))
        said = {"content": label.content, "records": label.records}
        task["data"]["said"] = [name for name, value in said.items() if value is not None]
        task["annotations"] = [{"result": result, "updated_at": label.time, "lead_time": label.seconds}]
        yield task


def _write_picture(folder: Path, label: PageLabel, target: Path) -> bool:
    screenshot = load_snapshot(snapshot_folder(folder, label)).screenshot
    if not (label.page_type and screenshot):
        return False
    site = _UNSAFE.sub("_", label.site).lstrip(".") or "_"  # what begins with a dot is hidden, or a folder above
    path = target / label.page_type / site / f"{label.id[:SHOWN]}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    open_picture(screenshot).save(path, "PNG")
    return True


def _write_gold(folder: Path, label: PageLabel, target: Path) -> bool:
    document = open_labelled(folder, label)
    about = {"url": label.url, "site": label.site, "type": label.type or ""}
    known = about | {"records": list(gold_records(document, label))}
    texts = {".html": document.html or "", ".json": json.dumps(known, ensure_ascii=False, indent=1) + "\n"}
    if (gold := gold_text(document, label)) is not None:
        texts[".txt"] = gold + "\n"
    target.mkdir(parents=True, exist_ok=True)
    for suffix, text in texts.items():
        (target / f"{label.id[:SHOWN]}{suffix}").write_text(text, encoding="utf-8", errors="replace")
    return True
