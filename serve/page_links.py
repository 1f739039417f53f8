"""The links in the content of a page."""

from pydantic import BaseModel
from selectolax.lexbor import LexborHTMLParser

from iawce.data.network.address import is_web


class Link(BaseModel):
    """A link: its text in one line, and its address."""

    text: str
    url: str


def links_of(html: str) -> list[Link]:
    """The links of cleaned HTML whose address is one of the web, each address once, in order."""
    found: dict[str, Link] = {}
    for node in LexborHTMLParser(html).css("a[href]") if html else ():
        url = node.attributes.get("href") or ""
        if url not in found and is_web(url):
            found[url] = Link(text=" ".join(node.text().split()), url=url)
    return list(found.values())
