"""A page's markup as flat lists, one entry an element in document order: what the numbers are counted from.

The head is left out, also comments and what nobody reads. Lists instead of tree nodes keep the counting at a few
milliseconds a page.
"""

from dataclasses import dataclass, field

from lxml import etree

from iawce.data.html.tree import NEVER_TEXT, Element
from iawce.data.html.words import count_words

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
REGIONS = ("nav", "header", "footer", "aside")
_SKIPPED = NEVER_TEXT | {"head"}


@dataclass(slots=True)
class Outline:
    """The elements of a page. All lists have the same length; ``parents`` holds indices, -1 for the first."""

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    """Words directly in the element."""
    words: list[int] = field(default_factory=list)
    """Words in its subtree."""
    linked: list[bool] = field(default_factory=list)
    """Whether it is or stands in ``a[href]``."""
    hrefs: list[str] = field(default_factory=list)
    """Address of an ``a``, else empty."""
    classes: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    regions: list[str] = field(default_factory=list)
    """Outermost of ``REGIONS`` that it stands in, else empty."""
    holds_link: list[bool] = field(default_factory=list)
    holds_picture: list[bool] = field(default_factory=list)
    holds_heading: list[bool] = field(default_factory=list)
    """Whether it is or holds a link, a picture, a heading of level 1 to 4."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    """Where its text stands in ``text``."""
    text: str = ""
    """All text in lower case."""

    def __len__(self) -> int:
        return len(self.tags)


def read_outline(root: Element) -> Outline:
    """Walk a page once."""
    outline = Outline()
    pieces: list[str] = []
    length = 0
    stack: list[int] = []
    starts: list[int] = []

    def write(text: str | None) -> None:
        nonlocal length
        if text and stack and not text.isspace():
            outline.own[stack[-1]] += count_words(text)
            pieces.append(text + " ")
            length += len(text) + 1

    walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start" and element.tag not in _SKIPPED:
            _enter(outline, element, stack[-1] if stack else -1)
            stack.append(len(outline) - 1)
            starts.append(length)
            write(element.text)
            continue
        if event == "start":
            walk.skip_subtree()
            continue
        if event == "end" and element.tag not in _SKIPPED:
            outline.spans[stack.pop()] = (starts.pop(), length)
        write(element.tail)
    outline.text = "".join(pieces).lower()
    _sum_up(outline)
    return outline


def _enter(outline: Outline, element: Element, parent: int) -> None:
    tag = str(element.tag)
    href = element.get("href", "") if tag == "a" else ""
    is_link = bool(href) or (parent >= 0 and outline.linked[parent])
    around = outline.regions[parent] if parent >= 0 else ""
    outline.tags.append(tag)
    outline.parents.append(parent)
    outline.depths.append(outline.depths[parent] + 1 if parent >= 0 else 1)
    outline.own.append(0)
    outline.linked.append(is_link)
    outline.hrefs.append(href)
    outline.classes.append(" ".join(element.get("class", "").split()))
    outline.ids.append(element.get("id", ""))
    outline.regions.append(around or (tag if tag in REGIONS else ""))
    outline.holds_link.append(is_link)
    outline.holds_picture.append(tag == "img")
    outline.holds_heading.append(tag in HEADINGS[:4])
    outline.spans.append((0, 0))


def _sum_up(outline: Outline) -> None:
    """Carry words and what is held from each element to its parent."""
    outline.words = list(outline.own)
    for index in range(len(outline) - 1, 0, -1):
        parent = outline.parents[index]
        outline.words[parent] += outline.words[index]
        for held in (outline.holds_link, outline.holds_picture, outline.holds_heading):
            held[parent] = held[parent] or held[index]
