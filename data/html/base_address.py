"""The address that relative links of a page count from.

Source: HTML Standard, section 4.2.3, the base element: the first one with ``href`` counts.
"""

from urllib.parse import urljoin, urlsplit

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.web_address import LONGEST


def base_of(index: ElementIndex, url: str) -> str:
    """The address of the page's first ``base`` with ``href``, if it is one of the web; else the page's own."""
    written = next(
        (href for number in index.tagged("base") if (href := index.attributes.given[number].get("href"))), ""
    )
    try:
        found = urljoin(url, written.strip()) if len(written) <= LONGEST else ""
        return found if urlsplit(found).scheme in ("http", "https") and urlsplit(found).hostname else url
    except ValueError:
        return url
