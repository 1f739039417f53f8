"""Text of a part of the page with its block structure kept."""

from collections.abc import Iterable

from lxml import etree

from iawce.data.html.tree import NEVER_TEXT, Element

# fmt: off
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd", "details", "dialog", "dir",
    "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
    "header", "hgroup", "hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre",
    "search", "section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul",
})
# fmt: on
"""A line of its own begins and ends with these."""
SEPARATORS = " \t|/\\>»›→·•⋅<«‹←-–—,:;"
"""A line of nothing else parted what is no longer there."""
CELLS = frozenset({"td", "th"})


def block_text(root: Element, noise: Iterable[str] = (), hidden: Iterable[Element] = ()) -> str:
    """All text under ``root`` in document order.

    Blanks are collapsed except inside ``pre``; each block is a line; table cells are parted by a tab.

    Args:
        root: whose text.
        noise: tag names of elements to leave out.
        hidden: further elements to leave out.
    """
    skip, unseen = NEVER_TEXT | frozenset(noise), frozenset(hidden)
    lines = _Lines()
    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        if event == "start":
            lines.open(node.tag)
            if node.tag in skip or node in unseen:
                walk.skip_subtree()
            else:
                lines.add(node.text)
            continue
        if event == "end":
            lines.close(node.tag)
        if node is not root:
            lines.add(node.tail)
    return lines.finish()


class _Lines:
    """Collects pieces of text into lines."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._pieces: list[str] = []
        self._verbatim = 0

    def add(self, piece: str | None) -> None:
        if piece:
            self._pieces.append(piece)

    def open(self, tag: str) -> None:
        if tag in BLOCKS:
            self._break()
        elif tag in CELLS and self._pieces:
            self._pieces.append("\t")
        self._verbatim += tag == "pre"

    def close(self, tag: str) -> None:
        if tag in BLOCKS:
            self._break()
        self._verbatim -= tag == "pre"

    def _break(self) -> None:
        raw = "".join(self._pieces)
        self._pieces.clear()
        if self._verbatim:
            self._lines.extend(line.rstrip() for line in raw.strip("\n").split("\n") if raw.strip())
        else:
            cells = (" ".join(cell.split()) for cell in raw.split("\t")) if "\t" in raw else (" ".join(raw.split()),)
            line = "\t".join(cell for cell in cells if cell)
            if line.strip(SEPARATORS):
                self._lines.append(line)

    def finish(self) -> str:
        self._break()
        return "\n".join(self._lines)
