"""Saved pages that were written as XML, where an empty element is ``<i class="icon"/>``.

A browser that reads such a page as HTML ignores the slash, so everything that follows is inside the element. The page
did not look so before it was saved; its tree is the one that a browser builds of it as XHTML, and paths refer to it.
"""

import re

from iawce.data.html.tags import VOID

_ATTRIBUTES = r"(?:\s++[^\s\"'<>/=]++=(?:\"[^\"<]*+\"|'[^'<]*+'))*+\s*+"
_APART = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|textarea)\b[^>]*(?<!/)>.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL
)
"""What holds no markup, whatever it says."""
_ALONE = re.compile(rf"<([a-zA-Z][\w.:-]*+)({_ATTRIBUTES})/>")
_OFTEN_EMPTY = frozenset({"a", "button", "div", "i", "iframe", "li", "p", "script", "span", "td", "textarea", "th"})
"""Elements of pages that hold nothing now and then."""
_NEVER = ("></script>", "></iframe>", "></textarea>", "<br>", "<p></p>", "&nbsp;")
"""What XML never says: an end tag after nothing in elements that hold no tags, and a start tag alone."""
_PAIR = re.compile(rf"<({'|'.join(sorted(_OFTEN_EMPTY))})(?:\s[^<>]*+)?(?<!/)></\1>", re.IGNORECASE)
_FEW, _MOST = 3, 10
"""Elements closed in their start tag: fewer are mistakes of somebody who wrote HTML; and how many there must be to each
that has an end tag all the same, which a script wrote."""


def as_html(page: str) -> str:
    """The page as HTML says it: each element has an end tag where it was written as XML, else it is as it was."""
    if any(said in page for said in _NEVER) or "/>" not in page or not _is_xml(page):
        return page
    written, done = list[str](), 0
    for apart in _APART.finditer(page):
        written += [_ALONE.sub(_with_end, page[done : apart.start()]), apart[0]]
        done = apart.end()
    return "".join([*written, _ALONE.sub(_with_end, page[done:])])


def _is_xml(page: str) -> bool:
    """Whether elements that hold nothing are closed in their start tags."""
    closed = sum(tag[1].lower() in _OFTEN_EMPTY for tag in _ALONE.finditer(page))
    return closed >= _FEW and closed >= _MOST * sum(1 for _ in _PAIR.finditer(page))


def _with_end(tag: "re.Match[str]") -> str:
    return tag[0] if tag[1].lower() in VOID else f"<{tag[1]}{tag[2]}></{tag[1]}>"
