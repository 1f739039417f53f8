"""Extracts the content of one document whose page type is known."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.hidden_markup import screen_reader_texts
from iawce.data.labels import PageType
from iawce.data.limits import Deadline, Limits
from iawce.data.outcomes import PageWarning, WarningKind, status_of
from iawce.data.visibility import undrawn_elements
from iawce.extract.content import Content
from iawce.extract.extraction import Block, Extraction
from iawce.extract.methods import METHODS
from iawce.extract.output.html import clean_html, cut_html
from iawce.extract.output.text import block_text
from iawce.extract.parts.embedded.embedded_content import embedded_content
from iawce.extract.parts.title import page_title
from iawce.extract.settings import DEFAULT_METHOD, METHOD_OF_TYPE, ExtractSettings

FEWEST_WORDS = 50
"""Of a page with fewer words, where the block model keeps nothing, the method of the page type decides."""
SELECTOR = "selector"
"""Method name of content that the user's own selector chose."""
EMBEDDED = "embedded"
"""Method name of content that stands in the page's data."""
TINY = 30
"""Content with fewer words is replaced by what stands in the page's data, if that is much longer."""
TIMES_LONGER = 4
"""So many times."""


def extract_content(
    document: Document, page_type: str, settings: ExtractSettings, deadline: Deadline | None = None
) -> Extraction:
    """The row of a page, without the fields of the renderer and the models.

    Args:
        document: the page.
        page_type: decides the method under ``rules``, and under ``auto`` where the block model is not enough.
        settings: what to keep.
        deadline: after which no more of it is printed; by default that of the document's limits, from now on.

    Raises:
        PageError: the page holds no text, or time is up before anything is printed.
        UsageError: no such page type.
    """
    undrawn = undrawn_elements(document) if settings.visible_only else []
    dropped = document.select(settings.drop) if settings.drop else []
    document.hidden = [*undrawn, *dropped]
    name, content = _choose(document, page_type, settings)
    most = document.limits.output
    texts, cut = _print(content, document.limits, deadline or Deadline(document.limits.seconds))
    if not any(texts.values()):
        raise _no_text(document, name)
    shown = replace(content, elements=tuple(texts))
    html = clean_html(shown, document.url, links=settings.links, images=settings.images) if settings.html else ""
    if len(html) > most:
        html, cut = cut_html(html, most), [*cut, PageWarning(WarningKind.TRUNCATED, "output")]
    remarks = (*document.warnings, *_warnings(document, len(undrawn)), *cut, *content.warnings)
    warnings = tuple(dict.fromkeys(remarks))
    return Extraction(
        ref=document.ref,
        status=status_of(warnings),
        final_url=document.url,
        http_status=document.status,
        type=page_type,
        method=name,
        title=page_title(document),
        text="\n\n".join(text for text in texts.values() if text),
        html=html,
        blocks=tuple(_block(document, content, number, text) for number, text in texts.items() if text),
        records=content.records,
        metadata=content.metadata,
        screen_reader_text=screen_reader_texts(document, undrawn, () if content.origins else shown.elements),
        scores=content.scores,
        warnings=warnings,
    )


def _no_text(document: Document, method: str) -> PageError:
    unread = [warning.detail for warning in document.warnings if warning.kind is WarningKind.SKIPPED]
    if unread:
        return PageError("empty/no_dom_text", f"all that the page shows is what cannot be read: {', '.join(unread)}")
    if document.without(("head",)).text[0]:
        return PageError("empty/no_main_content", f"the method {method} finds no main content in the text of the page")
    return PageError("empty/no_text", "the page holds no text")


def _choose(document: Document, page_type: str, settings: ExtractSettings) -> tuple[str, Content]:
    if settings.keep:
        return SELECTOR, _select(document, settings.keep)
    name, method, method_settings = settings.choose(page_type)
    content = method.extract(document, method_settings)
    if not settings.method and _is_left_to_rules(content):
        name = METHOD_OF_TYPE[PageType(page_type)]
        content = METHODS[name].extract(document, METHODS[name].settings.default())
    if settings.method in ("", DEFAULT_METHOD) and (words := _words(content)) < TINY:
        data = embedded_content(document)
        if data and _words(data) >= TIMES_LONGER * words:
            return EMBEDDED, data
    return name, content


def _is_left_to_rules(content: Content) -> bool:
    """Whether the model chose nothing of a page that is too long for it, or too short to say that it has no content."""
    return not content.elements and ("kept" not in content.scores or content.subset.words[0] < FEWEST_WORDS)


def _words(content: Content) -> int:
    """Words of the chosen elements."""
    index = content.subset.index
    before = np.concatenate([[0], np.cumsum(np.where(content.subset.pieces, index.piece_words, 0))])
    chosen = list(content.elements)
    return int((before[index.last_piece[chosen]] - before[index.first_piece[chosen]]).sum())


def _block(document: Document, content: Content, number: int, text: str) -> Block:
    if content.origins:
        return Block(document.path(content.origins[number]), None, text)
    return Block(document.path(number), document.drawn_area(number, content.subset), text)


def _select(document: Document, selector: str) -> Content:
    """The topmost elements that a selector matches and that are not left out."""
    subset = document.without()
    found = [number for number in document.select(selector) if subset.kept[number]]
    if not found:
        raise PageError("empty/no_match", f"nothing on the page matches {selector!r}")
    return Content(tuple(document.topmost(found)), subset)


def _print(content: Content, limits: Limits, deadline: Deadline) -> tuple[dict[int, str], list[PageWarning]]:
    """Text of each chosen element, within the limits; and what was cut."""
    deadline.check()
    texts, room = dict[int, str](), limits.output
    for number in content.elements[: limits.blocks]:
        texts[number] = block_text(content.subset, number)[:room]
        room -= len(texts[number])
        if not room:
            return texts, [PageWarning(WarningKind.TRUNCATED, "output")]
        if deadline.is_over:
            return texts, [PageWarning(WarningKind.PARTIAL, "timeout")]
    count = len(content.elements)
    return texts, [PageWarning(WarningKind.TRUNCATED, f"{count}_blocks")] if count > limits.blocks else []


def _warnings(document: Document, undrawn: int) -> Iterator[PageWarning]:
    if undrawn:
        yield PageWarning(WarningKind.HIDDEN_ELEMENTS, str(undrawn))
    if document.index.cut:
        yield PageWarning(WarningKind.TRUNCATED, document.index.cut)
