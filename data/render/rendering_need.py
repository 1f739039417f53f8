"""Decides which saved pages are worth rendering, and finds the files beside them.

Rendering costs twenty times as much as parsing. For saved HTML, it gives the layout, if the style sheets are there, and
the text, if scripts write it; else there is no gain (docs/lab/crawling-and-runs.md has the measurement).
"""

import re
from pathlib import Path
from urllib.parse import unquote

from iawce.data.dom.read import read_html
from iawce.data.dom.words import count_words
from iawce.data.errors import PageError
from iawce.data.network.address import join
from iawce.data.page import Page

BARE = 100  # Words of saved HTML below which its scripts may write the text
SUFFIXES = frozenset(
    {".css", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".ico", ".woff", ".woff2", ".ttf", ".otf"}
)
_LINK = re.compile(r"<link\b[^<>]{0,2000}>", re.I)
_ADDRESS = re.compile(r"""\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.I)
_TAGS = re.compile(
    r"<(script|style|noscript|template)\b[^>]*(?<!/)>.*?(?:</\1\s*>|\Z)|<[a-z/!?][^>]*(?:>|\Z)", re.I | re.S
)
"""An unclosed part extends to the end: a new attempt at each beginning would take quadratic time."""


def gains_from_rendering(page: Page) -> bool:
    """Whether rendering is likely to improve a saved page.

    It is if a style sheet that the page names is beside it, or if its scripts may write the text. False for files that
    are not HTML, or cannot be read.
    """
    if page.body is None:
        return False
    try:
        html = read_html(page).text
    except PageError:
        return False
    links = (tag for tag in _LINK.findall(html) if "stylesheet" in tag.lower())
    addresses = (next(filter(None, found.groups()), "") for tag in links if (found := _ADDRESS.search(tag)))
    return any(file_beside(page, join(page.url, address)) for address in addresses) or is_up_to_scripts(html)


def is_up_to_scripts(html: str) -> bool:
    """Whether saved HTML has scripts and so little text that they may write the rest."""
    return "<script" in html.lower() and count_words(_TAGS.sub(" ", html)) < BARE


def file_beside(page: Page, url: str) -> Path | None:
    """The style sheet, picture or font with an address, if it is in the folder of a saved page."""
    base = join(page.url, ".")
    if page.folder is None or not base or not url.startswith(base):
        return None
    try:
        path = (page.folder / unquote(re.split("[?#]", url[len(base) :])[0])).resolve()
        inside = path.is_relative_to(page.folder.resolve()) and path.suffix.lower() in SUFFIXES
        return path if inside and path.is_file() else None
    except (OSError, ValueError):  # longer than any path, or with a zero byte
        return None
