"""The layout of plain text: gaps between paragraphs, marks of list items, columns, superscripts."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby

import numpy as np

from iawce.data.arrays import Bools, Ints
from iawce.data.dom.elements import Elements, Footnote
from iawce.data.dom.tags import PARAGRAPHS
from iawce.data.dom.tree import sums_before

_RAISED = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_LOWERED = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_FORMS = {"sup": (_RAISED, "^"), "sub": (_LOWERED, "_")}
_AS_IT_IS = re.compile(r"[\[(].*[\])]|[^\w]*|[^\W\d_]{2,}\.?|[\ue000-\uffff\U00010000-\U0010ffff]*|[ao]", re.S)
"""Superscripts without meaning: ordinals (th, er), TM, marks such as ® and *; and notes in brackets."""
MAX_DEPTH = 10  # List items are indented by their nesting up to this one
_NUMBER = re.compile("-?[0-9]{1,9}")
_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*(?:none|(lower|upper)-(alpha|latin|roman))", re.I)
_ROMAN = {1000: "m", 900: "cm", 500: "d", 400: "cd", 100: "c", 90: "xc", 50: "l", 40: "xl", 10: "x", 9: "ix", 5: "v"}
MAX_ROMAN = 3999


def plain_script(tag: str, text: str) -> str:
    """Text of a ``sup`` or ``sub``, distinguished from the word before it.

    Superscript or subscript characters of Unicode if all exist, else ``^`` or ``_`` before it; ordinals and marks as
    they are.
    """
    core = text.strip()
    table, mark = _FORMS[tag]
    if all(ord(character) in table for character in core):
        plain = core.translate(table)
    elif _AS_IT_IS.fullmatch(core):
        return text
    else:
        plain = f"{mark}({core})" if re.search(r"\W", core) else mark + core
    return text.replace(core, plain, 1)


def list_kind(given: Mapping[str, str]) -> str:
    """How an ordered list with these attributes numbers its items: ``1``, ``a``, ``A``, ``i``, ``I``, or empty."""
    if found := _STYLE.search(given.get("style", "")):
        letter = "" if not found[1] else "i" if found[2].lower() == "roman" else "a"
        return letter.upper() if letter and found[1].lower() == "upper" else letter
    kind = given.get("type", "1")
    return kind if kind in {"a", "A", "i", "I"} else "1"


def first_number(index: Elements, ordered: int) -> tuple[int, int]:
    """The number of the first item of an ordered list, and the step to the next."""
    given = index.attributes.given[ordered]
    is_reversed = "reversed" in given
    count = sum(index.tags[one] == "li" for one in index.children(ordered)) if is_reversed else 1
    return _number(given.get("start", ""), count), -1 if is_reversed else 1


def numeral(number: int, kind: str) -> str:
    """The number of an item as a list of this kind writes it."""
    if kind in ("1", "") or not 0 < number <= MAX_ROMAN:
        return str(number)
    written = ""
    if kind in ("a", "A"):
        while number:
            number, letter = divmod(number - 1, 26)
            written = chr(ord("a") + letter) + written
    else:
        for value, letters in [*_ROMAN.items(), (4, "iv"), (1, "i")]:
            written, number = written + number // value * letters, number % value
    return written.upper() if kind.isupper() else written


class TextLayout:
    """The layout of all text nodes of a subset; each part is computed once, at its first use.

    The arguments are those of ``DomMask`` and its index; ``borders`` are all that may separate texts. ``is_blank``:
    whether each text node of the page is white space; ``is_verbatim``: whether spaces and line breaks of each count.
    """

    def __init__(
        self,
        index: Elements,
        text_nodes: Bools,
        column_steps: Ints,
        borders: Ints,
        *,
        footnotes: Sequence[Footnote],
        ordinals: Mapping[int, int],
        parent_kept: Bools,
        in_data_cells: Bools,
    ) -> None:
        # The mask refers to its layout, which does not refer back: a finished page needs no garbage collector.
        self._index, self._text_nodes, self._footnotes, self._ordinals = index, text_nodes, footnotes, ordinals
        # lists, since single values are read much faster than from arrays
        self._columns: list[int] = index.starts(column_steps).tolist()
        self._boxes: list[int] = borders.tolist()
        self.is_blank: list[bool] = index.blank.tolist()
        self.is_verbatim: list[bool] = (index.verbatim & ~in_data_cells)[index.text_nodes.owners].tolist()
        self._parent_kept = parent_kept
        self._steps, self._in_data_cells = column_steps, in_data_cells

    def has_gap(self, before: int, after: int) -> bool:
        """Whether an empty line separates two text nodes: a paragraph's border, or two line breaks in a row."""
        borders, line_breaks = self._borders
        return borders[before] != borders[after] or line_breaks[after] - line_breaks[before] > 1

    @cached_property
    def _borders(self) -> tuple[list[int], list[int]]:
        """Borders of paragraphs and ``br`` before each text node; a paragraph that fills a list item has none.

        A ``div`` with nothing but a ``br`` is an empty line of an editor, in which each line is a ``div``.
        """
        index = self._index
        items, texts = index.nearest(index.has_tag(("li", "dd"))), sums_before(index.has_tag(("p",)))
        is_short = index.inside(index.tagged("li", "dd")) & (texts[index.ends[items]] - texts[items] < 2)
        counts = self._parent_kept & ~self._in_data_cells
        filled = index.text_node_sums(~index.blank)
        boxes = (int(index.parents[one]) for one in index.tagged("br"))
        lines = index.among(one for one in boxes if index.tags[one] == "div" and not filled[one])
        opens = ((index.has_tag(PARAGRAPHS) & ~is_short) | index.displayed | lines) & counts
        return index.borders(opens).tolist(), index.starts(index.has_tag(("br",)) & counts).tolist()

    def item_mark(self, text_node: int, root: int) -> str:
        """Bullet or number, indented, if the text node is the first of a list item inside of ``root``; of a note.

        Also the number of the paragraph that begins with it.
        """
        if note := self._notes.get(text_node):
            return f"[{note}] "
        item, mark = self._marks.get(text_node, (-1, ""))
        own = self._ordinals.get(text_node)
        number = "" if own is None else f"{self._index.text_nodes.texts[own].strip()} "
        if item <= root:
            return number
        around = int(self._index.parents[root])
        outer = self._nesting[around] if around >= 0 else 0
        return "  " * min(max(int(self._nesting[item] - outer) - 1, 0), MAX_DEPTH) + mark + number

    @cached_property
    def _notes(self) -> dict[int, int]:
        """The numbers of footnotes by the first text node of each."""
        index = self._index
        shown = np.flatnonzero(self._text_nodes & ~index.blank) if self._footnotes else np.zeros(0, np.int64)
        firsts = [(note, np.searchsorted(shown, index.first_text_node[note.element])) for note in self._footnotes]
        inside = ((note, int(shown[first])) for note, first in firsts if first < len(shown))
        return {place: note.number for note, place in inside if place < index.last_text_node[note.element]}

    @cached_property
    def _nesting(self) -> Ints:
        """Lists around each element."""
        return self._index.count_around(np.array(self._index.tagged("ul", "ol", "menu"), np.int64))

    @cached_property
    def _marks(self) -> dict[int, tuple[int, str]]:
        """By first text node: number of the innermost item that begins there, and its mark."""
        index, marks, following = self._index, dict[int, tuple[int, str]](), dict[int, tuple[int, int]]()
        attributes = index.attributes.given
        items = np.array(index.tagged("li"), np.int64)
        items = items[~self._in_data_cells[items]]
        texts = np.append(np.flatnonzero(self._text_nodes & ~index.blank), len(self._text_nodes))
        firsts = texts[np.searchsorted(texts[:-1], index.first_text_node[items])]
        shown = (firsts < index.last_text_node[items]).tolist()
        placed = zip(items.tolist(), index.parents[items].tolist(), firsts.tolist(), shown, strict=True)
        for item, parent, first, is_shown in placed:
            mark = "- "
            if parent in index.ordered and (kind := list_kind(attributes[parent])):
                if parent not in following:
                    following[parent] = first_number(index, parent)
                number, step = following[parent]
                number = _number(attributes[item].get("value", ""), number)
                following[parent] = number + step, step
                mark = f"{numeral(number, kind)}. "
            if is_shown:
                marks[first] = item, mark
        return marks

    def join(self, run: Sequence[int], previous: int) -> str:
        """Text of one line, with superscripts in plain characters.

        A tab stands for each column of a table before the next, a space for other borders of buttons, fields and cells.
        ``run``: the text nodes; ``previous``: the text node before the line, -1 at the beginning.
        """
        columns, boxes, texts = self._columns, self._boxes, self._index.text_nodes.texts
        if self.is_verbatim[run[0]]:
            before = [run[0], *run[:-1]]
            return "".join(
                "\t" * (columns[one] - columns[last]) + texts[one] for last, one in zip(before, run, strict=True)
            )
        run = run[next((place for place, text_node in enumerate(run) if not self.is_blank[text_node]), 0) :]
        is_whole = columns[run[0]] == columns[run[-1]] and boxes[run[0]] == boxes[run[-1]]
        filled = {columns[one] for one in run if not self.is_blank[one]} if not is_whole else ()
        empty = self._columns_before(run[0], previous, is_alone=len(filled) < 2)
        if is_whole and not self._has_scripts:
            return "\t" * empty + "".join([texts[text_node] for text_node in run]).replace("\t", " ")
        parts = ["\t" * empty]
        last, box = columns[run[0]], boxes[run[0]]
        for (column, borders, script), group in groupby(run, key=self._place):
            parts.append("\t" * (column - last) or " " * (borders > box))
            parts.append(self._text(list(group), script).replace("\t", " "))
            last, box = column, borders
        return "".join(parts)

    def _place(self, text_node: int) -> tuple[int, int, int]:
        return self._columns[text_node], self._boxes[text_node], int(self._scripts[text_node])

    def _columns_before(self, text_node: int, previous: int, *, is_alone: bool) -> int:
        """Columns without text before a row's first; of a lone cell only if one from above spans it."""
        rows, begun = self._rows
        here = rows[text_node]
        if here < 0 or previous >= self._index.first_text_node[here]:
            return 0
        if is_alone and here + 1 < len(self._steps) and self._steps[here + 1] < 2:
            return 0
        return max(0, self._columns[text_node] - int(begun[here]) - 1)

    @cached_property
    def _rows(self) -> tuple[list[int], Ints]:
        """The table row around each text node, -1 for none, and the columns that begin before each element."""
        index, is_row = self._index, self._index.has_tag(("tr",))
        rows = index.nearest(is_row)[index.text_nodes.owners]
        return np.where(is_row[rows], rows, -1).tolist(), sums_before(self._steps)

    @cached_property
    def _has_scripts(self) -> bool:
        return bool(self._index.tagged("sup", "sub"))

    @cached_property
    def _scripts(self) -> Ints:
        """The ``sup`` or ``sub`` around each text node, -1 for none."""
        index = self._index
        is_script = index.has_tag(("sup", "sub"))
        nearest = index.nearest(is_script)
        return np.where(is_script[nearest], nearest, -1)[index.text_nodes.owners]

    def _text(self, text_nodes: Sequence[int], script: int) -> str:
        text = "".join(self._index.text_nodes.texts[text_node] for text_node in text_nodes)
        if script < 0 or not text.strip():
            return text
        if text.strip().isalnum() and self._index.linked[self._index.text_nodes.owners[list(text_nodes)]].any():
            return f"[{text.strip()}]"  # a link to a note
        return plain_script(self._index.tags[script], text)


def _number(text: str, otherwise: int) -> int:
    return int(text) if _NUMBER.fullmatch(text) else otherwise
