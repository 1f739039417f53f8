"""Saved pages that were written as XML, where an empty element is ``<i class="icon"/>``.

A browser that reads such a page as HTML ignores the slash, so everything that follows is inside the element. The page
was different before it was saved; the tree is the one that a browser builds from it as XHTML, and paths refer to this
tree.
"""

import re

from iawce.data.html.tags import VOID

_ATTRIBUTES = r"(?:\s++[^\s\"'<>/=]++=(?:\"[^\"<]*+\"|'[^'<]*+'))*+\s*+"
_APART = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|textarea)\b[^>]*(?<!/)>.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL
)
"""Parts without markup, whatever their content."""
_ALONE = re.compile(rf"<([a-zA-Z][\w.:-]*+)({_ATTRIBUTES})/>")
_OFTEN_EMPTY = frozenset({"a", "button", "div", "i", "iframe", "li", "p", "script", "span", "td", "textarea", "th"})
"""Elements that are sometimes empty."""
_NEVER = ("></script>", "></iframe>", "></textarea>", "<br>", "<p></p>", "&nbsp;")
"""Markup that never occurs in XML: empty elements with an end tag, start tags without an end."""
_PAIR = re.compile(rf"<({'|'.join(sorted(_OFTEN_EMPTY))})(?:\s[^<>]*+)?(?<!/)></\1>", re.IGNORECASE)
_FEW, _MOST = 3, 10
"""Least number of elements closed in their start tag, since fewer may be mistakes in HTML; and least number of them for
each empty element with an end tag, which a script may have written."""


def as_html(page: str) -> str:
    """The page as HTML: if it was written as XML, empty elements get end tags; else it is unchanged."""
    if any(said in page for said in _NEVER) or "/>" not in page or not _is_xml(page):
        return page
    written, done = list[str](), 0
    for apart in _APART.finditer(page):
        written += [_ALONE.sub(_with_end, page[done : apart.start()]), apart[0]]
        done = apart.end()
    return "".join([*written, _ALONE.sub(_with_end, page[done:])])


def _is_xml(page: str) -> bool:
    """Whether empty elements are closed in their start tags."""
    closed = sum(tag[1].lower() in _OFTEN_EMPTY for tag in _ALONE.finditer(page))
    return closed >= _FEW and closed >= _MOST * sum(1 for _ in _PAIR.finditer(page))


def _with_end(tag: "re.Match[str]") -> str:
    return tag[0] if tag[1].lower() in VOID else f"<{tag[1]}{tag[2]}></{tag[1]}>"
