"""Parses HTML into the tree that browsers build, and stores it as lists.

The parser is lexbor. As in a browser that runs scripts, parts for readers without scripts do not belong to the tree
around them, and do not end the head. Comments are left out: they separate no texts, as they separate none for a reader.
"""

import re
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from iawce.data.errors import PageError
from iawce.data.html.bounded_markup import bounded, is_plain
from iawce.data.html.nesting import Nesting
from iawce.data.html.pieces import Pieces
from iawce.data.html.tags import FALLBACKS
from iawce.data.html.tokens import TOKEN
from iawce.data.html.walk import Given, Walk
from iawce.data.html.xml_markup import as_html
from iawce.data.limits import Limits

_CONTROL = re.compile(
    r"&#(?:0*(?:[1-8]|1[124-9]|2[0-9]|3[01]|127|6553[45])(?![0-9])"
    r"|[xX]0*(?:[1-8bBcCeEfF]|1[0-9a-fA-F]|7[fF]|[fF]{3}[eEfF])(?![0-9a-fA-F]));?"
)
"""Replaces a character that XML does not allow."""


class Tree(NamedTuple):
    """The elements and text nodes of a page in document order.

    ``tags``: in lower case. ``unread``: content of scripts, styles and frames, by number. ``cut``: what was left out:
    ``elements``, ``text`` or nothing.
    """

    tags: list[str]
    attributes: list[Given]
    nesting: Nesting
    pieces: Pieces
    unread: dict[int, str]
    cut: str


def parse(html: str, limits: Limits = Limits(), *, scripts: bool = True) -> Tree:  # noqa: B008 - frozen
    """The tree of a page, however broken its HTML is.

    Args:
        html: its markup.
        limits: elements and text that come after these are left out, as if the document ended there.
        scripts: build the tree of a browser that runs scripts, or of one that does not.

    Raises:
        PageError: ``empty/no_content`` if there is neither a tag nor text in it.
    """
    markup = bounded(_CONTROL.sub("", as_html(html)), limits.elements, scripts=scripts)
    walk = Walk(limits.elements, FALLBACKS if scripts else {"noframes"}, _parse_part, markup.restore)
    walk.read(_parser(markup.markup, scripting=scripts))
    if not walk.texts and not any(token["close"] and ">" in token["close"] for token in TOKEN.finditer(html)):
        raise PageError("empty/no_content", "the page holds no element")
    is_cut = walk.is_cut or markup.is_cut
    return _within(limits.text, _tree(walk, "elements" if is_cut else ""))


def _parser(markup: str, *, scripting: bool, is_part: bool = False) -> LexborHTMLParser:
    options = LexborDocumentOptions.WO_EVENTS  # which would copy the chosen part of a list
    return LexborHTMLParser(
        markup.encode("utf-8", "replace"), is_fragment=is_part, scripting=scripting, options=options
    )


def _parse_part(markup: str) -> LexborNode | None:
    """The first node of markup for browsers without scripts; None if it could take long to read."""
    return _parser(markup, scripting=False, is_part=True).root if is_plain(markup) else None


def _tree(walk: Walk, cut: str) -> Tree:
    nesting = Nesting.of(walk.parents)
    unread = {number: "".join(texts) for number, texts in walk.unread.items()}
    return Tree(walk.tags, walk.attributes, nesting, _pieces(walk, nesting), unread, cut)


def _pieces(walk: Walk, nesting: Nesting) -> Pieces:
    """The text nodes; those separated by comments alone are joined."""
    owners, opened = np.array(walk.owners, np.int64), np.array(walk.opened, np.int64)
    arrays = [owners, opened, opened - nesting.depths[owners]]
    begins = np.diff(arrays[1] + arrays[2], prepend=-1) > 0  # a tag stands before it
    if begins.all():
        return Pieces(walk.texts, *arrays)
    numbered = zip(np.cumsum(begins).tolist(), walk.texts, strict=True)
    texts = ["".join(text for _, text in group) for _, group in groupby(numbered, itemgetter(0))]
    return Pieces(texts, *(array[begins] for array in arrays))


def _within(most: int, tree: Tree) -> Tree:
    """The tree of the first characters, up to a limit."""
    texts = tree.pieces.texts
    if sum(map(len, texts)) <= most:
        return tree
    room = most - np.cumsum([len(text) for text in texts])
    last = int(np.argmax(room < 0))
    pieces, count = tree.pieces.first(last + 1), int(tree.pieces.opened[last])
    pieces.texts[last] = texts[last][: room[last]]
    unread = {number: text for number, text in tree.unread.items() if number < count}
    return Tree(tree.tags[:count], tree.attributes[:count], tree.nesting.first(count), pieces, unread, "text")
