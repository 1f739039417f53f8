"""Writes a folder of labels in other formats: Label Studio, pictures by page type, a folder of gold."""

import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from PIL import Image

from iawce.data.datasets.label_studio import CONTENT, Json, Regions, TaskPage, label_config, label_result, label_task
from iawce.data.datasets.page_labels import (
    PageLabel,
    gold_records,
    gold_text,
    open_labelled,
    read_labels,
    snapshot_folder,
)
from iawce.data.errors import PageError, UsageError, cause_of
from iawce.data.json_file import write_json
from iawce.data.picture import open_picture
from iawce.data.snapshot import load_snapshot

Form = Literal["label-studio", "images", "gold"]
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)
SHOWN = 16
"""Characters of an id in the name of a file."""


def export_labels(folder: Path, form: Form, target: Path, regions: Regions = "text") -> int:
    """Write all labels with the parts that the format needs; returns their number.

    ``label-studio`` writes tasks with annotations into the file ``target``, and the interface beside it (``.xml``);
    ``images`` ``TYPE/SITE/NAME.png`` of each page with a type and a picture; ``gold`` ``NAME.html``, ``NAME.json`` and,
    where content is labelled, ``NAME.txt``.

    Raises UsageError: the labels cannot be read, or the target not be written.
    """
    try:
        if form == "label-studio":
            tasks = list(_tasks(folder, regions))
            write_tasks(target, tasks, regions)
            return len(tasks)
        write = _write_picture if form == "images" else _write_gold
        return sum(write(folder, label, target) for label in read_labels(folder))
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {cause_of(error)}") from error


def write_tasks(target: Path, tasks: list[Json], regions: Regions) -> None:
    """Write tasks, and beside them the interface for their fields. Raises OSError: they cannot be written."""
    answers = [one for task in tasks for one in (*task.get("annotations", ()), *task.get("predictions", ()))]
    values = [region["value"] for answer in answers for region in answer["result"]]
    labels = {label for value in values for label in value.get("hypertextlabels") or value.get("rectanglelabels") or ()}
    write_json(tasks, target)
    target.with_suffix(".xml").write_text(label_config(labels - {CONTENT, "record"}, regions), encoding="utf-8")


def _tasks(folder: Path, regions: Regions) -> Iterator[Json]:
    for label in read_labels(folder):
        snapshot, document = load_snapshot(snapshot_folder(folder, label)), open_labelled(folder, label)
        if regions == "boxes" and not snapshot.screenshot:
            continue
        try:
            task = label_task(snapshot, document, regions)
            result = label_result(label, TaskPage(snapshot, document, regions))
        except PageError as error:
            raise UsageError(f"{label.ref} cannot be read ({error.reason}): {error}") from error
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
    stream = io.BytesIO()
    picture: Image.Image = open_picture(screenshot)
    picture.convert("RGB").save(stream, "PNG")
    path.write_bytes(stream.getvalue())
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
