"""List pages of mirrored sites, and the records that the pipeline finds on them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from iawce.data.datasets.mirrored_site import SUFFIX, read_mirrored_site
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.labels import PageType
from iawce.data.open_document import open_document
from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.content import Record
from iawce.extract.run.extract_content import extract_content
from iawce.extract.run.settings import ExtractSettings


def mirrored_lists(sites: Path, site: str) -> Iterator[tuple[str, Document]]:
    """The path of each list page of a mirrored site, and the page, in an order that is always the same."""
    for page in sorted(read_mirrored_site(sites / f"{site}{SUFFIX}"), key=lambda page: page.id):
        if page.label == PageType.LIST:
            yield page.id, open_document(replace(page.page, url=f"http://{site}.example/{page.id}"))


def records_of(document: Document) -> tuple[Record, ...]:
    """The records that the pipeline finds on a page whose given type is list; none if it finds no content."""
    try:
        return extract_content(PageReading.of(document), "list", ExtractSettings(html=False)).records
    except PageError:
        return ()
