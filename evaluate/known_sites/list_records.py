"""The records that the pipeline finds on list pages."""

from iawce.data.analysis.page_analysis import PageReading
from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.extract.content.content import Record
from iawce.extract.pipeline.extract_content import extract_content
from iawce.extract.pipeline.settings import ExtractSettings


def records_of(document: Document) -> tuple[Record, ...]:
    """The records that the pipeline finds on a page, given the type list; none if it finds no content."""
    try:
        return extract_content(PageReading.of(document), "list", ExtractSettings(html=False)).records
    except PageError:
        return ()
