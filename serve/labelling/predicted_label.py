"""The models' answer for a page, in the form of a label."""

from iawce.data.datasets.page_labels import PageLabel, RecordPlaces
from iawce.data.datasets.sites import site_of
from iawce.data.document import Document
from iawce.data.dom.blocks import block_path
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.data.page import SAVED_ORIGIN
from iawce.extract.content.content import Record
from iawce.extract.inspector.block_views import block_views
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extract_content import find_content
from iawce.extract.pipeline.settings import ExtractSettings


def predicted_label(name: str, document: Document, row: Extraction, settings: ExtractSettings) -> PageLabel:
    """The label that a person would confirm if the models were right.

    Args:
        name: id of the page's snapshot.
        document: the page.
        row: its row.
        settings: of the extraction.

    Raises:
        PageError: the page cannot be read.
    """
    reading = settings.read(document)
    url = "" if document.url.startswith(SAVED_ORIGIN) else document.url
    kind = row.type if row.type in set(PageType) else None
    try:
        content = find_content(reading, row.type, settings)[1]
        kept = [one.number for one in block_views(reading, row, [content], settings.correction) if one.kept[0]]
    except PageError:
        kept = []
    places = tuple(block_path(reading.blocks, number) for number in kept)
    records = tuple(_places_of(record) for record in row.records if record.path) or None
    return PageLabel(name, row.ref, url, site_of(url) or name, kind, places, records)


def _places_of(record: Record) -> RecordPlaces:
    return RecordPlaces(record.path, {name: one.path for name, one in record.fields.items() if one and one.path})
