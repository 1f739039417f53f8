"""HTML of the extracted content, safe to show.

The markup is written from the index, with allowed attributes only, and then cleaned by nh3.
"""

import html
import itertools
import math
from collections.abc import Iterator
from functools import cache

import nh3
import numpy as np

from iawce.data.html.picture_address import is_pixel
from iawce.data.html.subset import Subset
from iawce.data.html.tags import BLOCKS, VOID
from iawce.extract.content.content import Content
from iawce.extract.output.start_tag import ATTRIBUTES, TAGS, formula_tags, start_tag, tag_of


def clean_html(content: Content, base: str, *, links: bool = True, images: bool = True) -> str:
    """Markup of the chosen elements without scripts, styles and unknown attributes; addresses made absolute.

    Args:
        content: to be printed, one element after the other.
        base: address of the page.
        links: keep the addresses of links; their words are always kept.
        images: keep pictures.
    """
    clean, write = _cleaner(links, images).clean, _Writer(content.subset, base).write
    return "\n".join(clean(write(number)) for number in content.elements)


def cut_html(cleaned: str, most: int) -> str:
    """About the first ``most`` characters of cleaned HTML; open elements are closed."""
    return _cleaner(True, True).clean(cleaned[:most])


@cache
def _cleaner(links: bool, images: bool) -> nh3.Cleaner:
    tags = set(TAGS) - ({"a"} if not links else set()) - ({"img"} if not images else set())
    return nh3.Cleaner(tags=tags, attributes=ATTRIBUTES)


class _Writer:
    """Writes elements of a page without parts outside the subset."""

    def __init__(self, subset: Subset, base: str) -> None:
        self.subset, self.base, index = subset, base, subset.index
        self.is_separate = subset.inline_blocks | index.has_tag(("option", "optgroup"))
        """Elements separated by a space from the text around them, since their tag is not kept."""
        left_out = ~subset.kept & subset.parent_kept & ~index.verbatim
        self.gaps = left_out & (self.is_separate | index.has_tag(BLOCKS))
        """Omitted elements that still separate the texts around them."""

    def write(self, root: int) -> str:
        """Markup of an element."""
        markup, after = _Markup(), root
        texts = self._texts(root)
        opened, owner, text = next(texts)
        for number, parent, kept, is_separate in self._places(root):
            while opened <= number:
                markup.write(owner, text)
                opened, owner, text = next(texts)
            if number < after:
                continue
            if kept:
                after, tag, begin = self._begin(number)
                markup.open(number, parent, tag, begin, " " if is_separate else "")
            elif number > root:
                markup.write(parent, " ")
        while text:
            markup.write(owner, text)
            opened, owner, text = next(texts)
        return markup.finish()

    def _places(self, root: int) -> Iterator[tuple[int, int, bool, bool]]:
        """Each element inside that is kept or leaves a gap: number, parent, whether kept, whether separated."""
        kept = self.subset.kept
        numbers = root + np.flatnonzero((kept | self.gaps)[root : self.subset.index.ends[root]])
        arrays = numbers, self.subset.index.parents[numbers], kept[numbers], self.is_separate[numbers]
        return zip(*(values.tolist() for values in arrays), strict=True)

    def _texts(self, root: int) -> Iterator[tuple[float, int, str]]:
        """Each text node in an element: number of elements that begin before it, its parent, and the text."""
        index, pieces = self.subset.index, self.subset.index.pieces
        inside = slice(int(index.first_piece[root]), int(index.last_piece[root]))
        places = zip(pieces.opened[inside].tolist(), pieces.owners[inside].tolist(), pieces.texts[inside], strict=True)
        yield from itertools.compress(places, self.subset.pieces[inside].tolist())
        yield math.inf, -1, ""

    def _begin(self, number: int) -> tuple[int, str, str]:
        """Number of the first element not written with this one; its tag and its start tag."""
        index = self.subset.index
        if formula := index.formulas.get(number):
            return int(index.ends[number]), *formula_tags(formula)
        given = index.attributes.given[number]
        tag = tag_of(index.tags[number], given)
        if tag == "img" and is_pixel(given):
            return number, "span", "<span>"
        return number, tag, start_tag(tag, index, number, self.base)


class _Markup:
    """Start tags and texts in document order; end tags are added automatically."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._open: list[int] = []
        self._end_tags: list[str] = []

    def open(self, number: int, parent: int, tag: str, begin: str, gap: str) -> None:
        if self._open and self._open[-1] != parent:
            self._close_inside(parent)
        self._open.append(number)
        self._end_tags.append(gap if tag in VOID else f"</{tag}>{gap}")
        self._parts.append(gap + begin)

    def write(self, owner: int, text: str) -> None:
        if self._open[-1] != owner:
            self._close_inside(owner)
        self._parts.append(html.escape(text, quote=False))

    def _close_inside(self, number: int) -> None:
        """Close all elements inside an open one."""
        while self._open[-1] != number:
            self._open.pop()
            self._parts.append(self._end_tags.pop())

    def finish(self) -> str:
        return "".join([*self._parts, *reversed(self._end_tags)])
