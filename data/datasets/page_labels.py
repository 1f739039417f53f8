"""A folder of labels: a person's labels, and the pages as they were labelled. ``docs/labelling.md``.

::

    LABELS/labels.jsonl          a line for each page, appended; the last line of a page counts
    LABELS/snapshots/ab/abcd…/   the pages, as snapshots
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.datasets.labelled_page import GoldPage, read_page_bytes
from iawce.data.document import Document, open_document
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.texts import ElementPaths, Texts, blocks_at
from iawce.data.errors import DAMAGED, PageError, UsageError, refused
from iawce.data.labels import FineType, PageType, wide_type
from iawce.data.sinks.output_file import OutputFile, repairing, sole_writer
from iawce.data.sinks.schema import json_text
from iawce.data.snapshot import HTML, Snapshot, SnapshotStore, load_snapshot

LINES, PAGES = "labels.jsonl", "snapshots"
TYPES = tuple(dict.fromkeys([*map(str, PageType), *map(str, FineType)]))
"""Labels of a page: the four page types and the seven finer ones."""
XPath = Annotated[str, msgspec.Meta(min_length=1, max_length=50_000)]
TypeName = Annotated[str, msgspec.Meta(pattern=f"^({'|'.join(TYPES)})$")]
ADDRESSES = {"link": "href", "url": "href", "image": "src"}  # Fields that are attributes, where their element has them


@dataclass(frozen=True, slots=True)
class RecordPlaces:
    """The places of a record, by XPath: its element, or the first of several, and its fields by name."""

    element: XPath
    fields: dict[str, XPath]  # An element, whose text it is, or an attribute of one (``…/a/@href``)


@dataclass(frozen=True, slots=True)
class PageLabel:
    """The label of a page; what is not labelled is None.

    ``content`` are the text blocks that a reader keeps, by XPath: an element stands for all blocks that begin in it, a
    text node for its block (see ``blocks_at``); an empty list means that the page has no content.
    """

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]  # Of its snapshot
    ref: str = ""  # Its source: an address or a path
    url: str = ""
    site: str = ""  # Groups pages that must stay on one side of a split
    type: TypeName | None = None  # One of ``TYPES``
    content: tuple[XPath, ...] | None = None
    records: tuple[RecordPlaces, ...] | None = None
    time: str = ""  # Of the answer, ISO 8601
    seconds: Annotated[float, msgspec.Meta(ge=0)] | None = None  # Its duration
    inferred: bool = False  # By a model instead of a person
    version: Literal[1] = 1

    @property
    def page_type(self) -> PageType | None:
        """One of the four page types; None if it is not labelled."""
        return wide_type(self.type)

    @property
    def is_empty(self) -> bool:
        """Whether it has no answer, which revokes an earlier label."""
        return self.type is None and self.content is None and self.records is None


def field_place(index: ElementIndex, number: int, name: str) -> XPath:
    """The place of a field in an element: the attribute that its name wants, else the element."""
    attribute = ADDRESSES.get(name, "")
    return index.path(number) + (f"/@{attribute}" if attribute in index.attributes.given[number] else "")


def is_labels(folder: Path) -> bool:
    """Whether this is a folder of labels."""
    return (folder / LINES).is_file()


def read_labels(folder: Path) -> list[PageLabel]:
    """The last label of each page, in the order in which they were first labelled, without revoked ones.

    A last line that is cut off is skipped. Raises UsageError: there is no such folder, or a line is damaged.
    """
    with refused(f"{folder} holds no labels", OSError):
        lines = (folder / LINES).read_bytes().split(b"\n")
    found: dict[str, PageLabel] = {}
    for number, line in enumerate(lines[:-1], 1):  # text after the last line end was cut off
        if line.strip():
            with refused(f"line {number} of {folder / LINES} is no label", msgspec.MsgspecError, *DAMAGED):
                label = msgspec.json.decode(line, type=PageLabel)
            found[label.id] = label
    return [label for label in found.values() if not label.is_empty]


def snapshot_folder(folder: Path, label: PageLabel) -> Path:
    """The folder of the page of a label."""
    return SnapshotStore(folder / PAGES).folder(label.id)


def open_labelled(folder: Path, label: PageLabel) -> Document:
    """The page of a label, with its index. Raises UsageError: it is missing, changed, or cannot be read."""
    snapshot = load_snapshot(snapshot_folder(folder, label))
    if snapshot.id != label.id:
        raise UsageError(f"{snapshot_folder(folder, label)} is not the page that was labelled")
    with refused(f"{label.url or label.id} cannot be read", PageError):
        document = open_document(snapshot)
        _ = document.index  # which is made at its first use
    return document


class LabelWriter:
    """Appends to a folder of labels; each label is on the disk when ``write`` returns."""

    def __init__(self, folder: Path, file: OutputFile) -> None:
        self._store, self._file = SnapshotStore(folder / PAGES), file

    def write(self, label: PageLabel, snapshot: Snapshot) -> None:
        """Add a label and its page. Raises UsageError: they differ, or the folder cannot be written."""
        if label.id != snapshot.id:
            raise UsageError(f"the label of {label.id} is not one of {snapshot.id}")
        self._store.save(snapshot)
        with refused("labels cannot be written", OSError):
            self._file.write(json_text(msgspec.to_builtins(label)).encode() + b"\n")
            self._file.sync()


@contextmanager
def label_writer(folder: Path) -> Iterator[LabelWriter]:
    """Open a folder of labels to add to it; it is made if missing, and an incomplete last line is removed.

    Raises UsageError: it cannot be written, or another command writes to it.
    """
    path = folder / LINES
    with refused(f"labels cannot be written to {folder}", OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.touch()
    with sole_writer(path):
        with repairing(path) as file:
            file.truncate(file.read().rfind(b"\n") + 1)
        with closing(OutputFile(path, append=True)) as lines:
            yield LabelWriter(folder, lines)


def read_gold_labels(folder: Path) -> Iterator[GoldPage]:
    """The labelled pages, in their order. Raises UsageError: there are no labels, or they do not fit their pages."""
    for label in read_labels(folder):
        document = open_labelled(folder, label)
        yield GoldPage(
            label.id,
            label.site or label.id,
            read_page_bytes(snapshot_folder(folder, label) / HTML),
            label.url,
            label.type or "",
            gold_text(document, label),
            records=gold_records(document, label),
        )


def gold_text(document: Document, label: PageLabel) -> str | None:
    """Text of the kept blocks, None if not labelled. Raises UsageError: one is missing; PageError: it is not read."""
    if label.content is None:
        return None
    blocks = PageAnalysis.of(document).blocks
    text_nodes = blocks.text_nodes_in(blocks_at(blocks, label.content))
    return Texts(DomMask(blocks.subset.index, blocks.subset.kept, text_nodes)).lines()


def gold_records(document: Document, label: PageLabel) -> tuple[dict[str, str], ...]:
    """Texts of each record by field. Raises UsageError: one is not on the page; PageError: it cannot be read."""
    if not label.records:
        return ()
    analysis, elements = PageAnalysis.of(document), ElementPaths(document.index)
    found = []
    for record in label.records:
        texts = {}
        for name, place in record.fields.items():
            path, _, attribute = place.partition("/@")
            number = elements.number(path)
            given = analysis.index.attributes.given[number]
            texts[name] = given.get(attribute, "") if attribute else analysis.texts.line(number)
        found.append(texts)
    return tuple(found)
