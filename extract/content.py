"""Takes the content out of one page whose type is known."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import iawce.extract.methods.article
import iawce.extract.methods.body
import iawce.extract.methods.listing  # noqa: F401 - registers its method, as the two above
from iawce.data.boxes import Box
from iawce.data.errors import PageError
from iawce.data.html.tree import PARSER_DEPTH, Element, View, parse, path_of
from iawce.data.labels import PageType
from iawce.extract.extraction import Block
from iawce.extract.methods.registry import Selection, get_method
from iawce.extract.output.html import clean_html
from iawce.extract.output.text import block_text
from iawce.extract.parts.title import page_title
from iawce.extract.parts.visibility import element_numbers, undrawn_elements

METHOD_OF_TYPE = {
    PageType.ARTICLE: "article",
    PageType.LIST: "list",
    PageType.THREAD: "list",
    PageType.PRODUCT: "article",
}
"""The method made for each page type; threads are lists of posts and products have one description until they get
methods of their own."""
MAX_BLOCKS = 5_000


@dataclass(frozen=True, slots=True)
class TakeSettings:
    """How content is taken out.

    ``method``: a registered one instead of the one for the page type. ``mode``: ``default`` or ``paper``. ``links``,
    ``images``: keep addresses of links, pictures. ``visible_only``: leave out text that is not on the screen.
    """

    method: str = ""
    mode: str = "default"
    links: bool = True
    images: bool = True
    visible_only: bool = True


@dataclass(frozen=True, slots=True)
class Taken:
    """Content of one page."""

    method: str
    title: str
    text: str
    html: str
    blocks: tuple[Block, ...]
    scores: dict[str, Any]
    warnings: tuple[str, ...] = ()


def take_out(html: str, boxes: tuple[Box, ...], page_type: str, base: str, settings: TakeSettings) -> Taken:
    """Take the content out of a page.

    Args:
        html: markup of the page, rendered or not.
        boxes: layout boxes, empty if the page was not rendered.
        page_type: decides the method unless the settings name one.
        base: address of the page.
        settings: what to keep.

    Raises:
        PageError: the page holds no text.
        UsageError: no such method.
    """
    name = settings.method or METHOD_OF_TYPE[PageType(page_type)]
    method = get_method(name)
    root: Element = parse(html)[0]
    numbers = element_numbers(root) if boxes else {}
    hidden = undrawn_elements(root, numbers, boxes) if settings.visible_only and numbers else frozenset[Element]()
    selection = method(root, hidden, settings.mode)
    elements = selection.elements[:MAX_BLOCKS]
    texts = [block_text(element, selection.noise, selection.hidden) for element in elements]
    if not any(texts):
        raise PageError("empty/no_text", "the page holds no text")
    places = _Places(numbers, boxes, selection)
    blocks = tuple(
        Block(path_of(element), places.box(element), text)
        for element, text in zip(elements, texts, strict=True)
        if text
    )
    return Taken(
        method=name,
        title=page_title(root),
        text="\n".join(text for text in texts if text),
        html=clean_html(
            elements, selection.noise, selection.hidden, base, links=settings.links, images=settings.images
        ),
        blocks=blocks,
        scores=selection.scores,
        warnings=tuple(_warnings(root, hidden, selection.elements, bool(numbers))),
    )


def _warnings(
    root: Element, hidden: frozenset[Element], chosen: tuple[Element, ...], is_rendered: bool
) -> Iterable[str]:
    if hidden:
        yield f"hidden_elements/{len(hidden)}"
    if len(chosen) > MAX_BLOCKS:
        yield f"truncated/{len(chosen)}_blocks"
    if not is_rendered and max(View(root).depths.values()) >= PARSER_DEPTH:
        yield "truncated/depth"


class _Places:
    """Where elements stand on the page."""

    def __init__(self, numbers: dict[Element, int], boxes: tuple[Box, ...], selection: Selection) -> None:
        self._numbers = numbers
        self._selection = selection
        self._boxes: dict[int, list[Box]] = {}
        for box in boxes:
            self._boxes.setdefault(box.element, []).append(box)

    def box(self, element: Element) -> tuple[int, int, int, int] | None:
        """Smallest rectangle around everything drawn for the element and what is printed of it."""
        inner = [
            box
            for node in View(element, self._selection.noise, self._selection.hidden).elements
            if node in self._numbers
            for box in self._boxes.get(self._numbers[node], ())
        ]
        if not inner:
            return None
        left, top = min(box.x for box in inner), min(box.y for box in inner)
        right, bottom = max(box.x + box.width for box in inner), max(box.y + box.height for box in inner)
        return left, top, right - left, bottom - top
