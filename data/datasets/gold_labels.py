"""A folder of labels as pages with gold: their types, the text of the blocks that were kept, the texts of records."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from iawce.data.datasets.gold_page import GoldPage, read_page_bytes
from iawce.data.datasets.page_labels import PageLabel, RecordPlaces, open_labelled, read_labels, snapshot_folder
from iawce.data.document import Document
from iawce.data.html.block_paths import ElementPaths, blocks_at
from iawce.data.html.blocks import Blocks
from iawce.data.html.subset import Subset
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.texts import Texts
from iawce.data.snapshot import HTML


def read_gold_labels(folder: Path) -> Iterator[GoldPage]:
    """The labelled pages, in the order in which they were labelled.

    Raises:
        UsageError: there are no labels, or they do not fit their pages.
    """
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
    """The text of the blocks that are kept, line by line; None where that is not labelled.

    Raises:
        UsageError: a block is not on the page.
        PageError: the page cannot be read.
    """
    if label.content is None:
        return None
    return Texts(_kept(PageReading.of(document).blocks, label.content)).lines()


def _kept(blocks: Blocks, content: tuple[str, ...]) -> Subset:
    """The part of a page that consists of these blocks."""
    index, pieces = blocks.subset.index, np.zeros(len(blocks.subset.index.pieces.texts), bool)
    pieces[blocks.pieces[blocks_at(blocks, content)[blocks.block_of_piece]]] = True
    return Subset(index, blocks.subset.kept, pieces)


def gold_records(document: Document, label: PageLabel) -> tuple[dict[str, str], ...]:
    """The texts of each record by field.

    Raises:
        UsageError: a field is not on the page.
        PageError: the page cannot be read.
    """
    if not label.records:
        return ()
    reading, elements = PageReading.of(document), ElementPaths(document.index)
    return tuple(_texts(reading, elements, record) for record in label.records)


def _texts(reading: PageReading, elements: ElementPaths, record: RecordPlaces) -> dict[str, str]:
    found = {}
    for name, place in record.fields.items():
        path, _, attribute = place.partition("/@")
        number = elements.number(path)
        given = reading.index.attributes.given[number]
        found[name] = given.get(attribute, "") if attribute else reading.texts.line(number)
    return found
