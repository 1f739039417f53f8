"""What a table calls the page of a row."""

from iawce.data.page import SAVED_ORIGIN
from iawce.extract.output.extraction import Extraction


def source_of(row: Extraction) -> str:
    """The address of a page, or what it was called: two saved pages without an address are not one page.

    An address that a page claims may be that of the first page of a list, or of all pages of a site.
    """
    address = row.final_url or row.url
    return row.ref if not address or row.url_source or address.startswith(SAVED_ORIGIN) else address
