"""Pages in rows: of JSON lines and of tables, with the same names."""

from collections.abc import Mapping
from typing import Any

from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.sources.missing_scheme import lacks_scheme, with_scheme
from iawce.data.sources.source import Source, is_address, shortened

ADDRESS = ("url",)
HTML = ("html", "content", "raw_html")
REF = ("ref", "id", *ADDRESS)
"""Names in the order in which they are looked for."""
NAMES = frozenset((*ADDRESS, *HTML, *REF))


def has_page(row: Any) -> bool:
    """Whether a row has the address or the content of a page."""
    return isinstance(row, Mapping) and (_value(row, ADDRESS) or _value(row, HTML)) is not None


def page_of_row(source: Source, number: int, row: Mapping[str, Any]) -> Page:
    """The page of a row that has one: live if there is only its address. A wrong address is a page with an error.

    Args:
        source: of the rows.
        number: of the row, from 1.
        row: values by name; HTML may be bytes, whose encoding is detected.
    """
    here = f"{source.ref}:{number}"
    url, html = _value(row, ADDRESS), _value(row, HTML)
    ref = shortened(str(next((row[key] for key in REF if row.get(key) not in (None, "")), here)))
    if isinstance(url, bytes):
        url = url.decode("utf-8", "replace")
    if url and lacks_scheme(url):
        return Page(ref, error="input/no_scheme", message=f"line {number}: did you mean {with_scheme(url)} ?")
    if url and not is_address(url):
        return Page(ref, error="input/bad_line", message=f"line {number} of {source.ref}: its url is no address")
    if html is None:
        return Page(ref, url or "")
    is_text = isinstance(html, str)
    body = html.encode("utf-8", "replace") if isinstance(html, str) else html
    kind = "text/html; charset=utf-8" if is_text else ""
    return Page(ref, url or source.base_url or SAVED_ORIGIN, body, content_type=kind)


def bad_row(source: Source, number: int, why: str) -> Page:
    """A page with the reason why a row has none."""
    return Page(f"{source.ref}:{number}", error="input/bad_line", message=f"line {number} of {source.ref} {why}")


def _value(row: Mapping[str, Any], keys: tuple[str, ...]) -> str | bytes | None:
    """The first text or bytes among the keys; an empty address does not count."""
    found = (row.get(key) for key in keys)
    return next((text for text in found if isinstance(text, str | bytes) and (text or keys != ADDRESS)), None)
