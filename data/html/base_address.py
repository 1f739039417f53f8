"""The base address of the relative links of a page.

Source: HTML Standard, section 4.2.3, the base element: the first one with ``href`` counts.
"""

from iawce.data.html.element_index import ElementIndex
from iawce.data.network.address import LONGEST, is_web, join


def base_of(index: ElementIndex, url: str) -> str:
    """The address of the page's first ``base`` with ``href``, if it is one of the web; else the page's own."""
    written = next(
        (href for number in index.tagged("base") if (href := index.attributes.given[number].get("href"))), ""
    )
    found = join(url, written) if written and len(written) <= LONGEST else ""
    return found if is_web(found) else url
