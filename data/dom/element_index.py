"""A flat index over the elements of a page, and masks of it: the page without some of its elements.

Parts of a page for browsers without scripts or frames may contain its content: forums and shops that build their pages
by script send their whole content there for search engines; in a page that was saved without running its scripts, it is
the only content.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import compress, islice

import numpy as np
from numpy.typing import NDArray

from iawce.data.arrays import Bools, Ints
from iawce.data.dom.code_listings import CODE, beside_code, find_listings
from iawce.data.dom.elements import Elements, Footnote, XPaths
from iawce.data.dom.footnotes import find_footnotes, note_texts
from iawce.data.dom.labelled_boxes import Callout, Tabs, find_callouts, find_ordinals, find_tabs
from iawce.data.dom.special_text import (
    breaks_of_scenes,
    cents,
    find_formulas,
    join_wide_lines,
    links_of_headings,
    page_numbers,
    readings,
    with_gaps,
)
from iawce.data.dom.table_grid import column_steps, find_data_tables
from iawce.data.dom.tags import BLOCKS, CELLS, FALLBACKS, HEADINGS, INLINE_BLOCKS, NEVER_TEXT, PLAYERS, RECORDINGS
from iawce.data.dom.text_layout import TextLayout, plain_script
from iawce.data.dom.tree import Tree, parse, sums_before
from iawce.data.dom.words import JOINER, UNSEEN, count_words_each
from iawce.data.limits import Limits

MIN_NOSCRIPT = 50
"""Least words of a part for browsers without scripts that is content, not only "please enable JavaScript"."""
MAX_RECORDING = 50  # Most elements of a recording, with it; one that holds more was not closed
MIN_PARAGRAPHS, MAX_FALLBACK = 2, 40
"""Paragraphs that are too many, and most words, for those who cannot play a recording."""
_ROLES = {
    "table": "table", "grid": "table", "treegrid": "table", "rowgroup": "tbody", "row": "tr", "columnheader": "th",
    "rowheader": "th", "cell": "td", "gridcell": "td",
}  # fmt: skip
"""Elements of tables by their roles."""
_VERBATIM = re.compile(r"white-space\s*+:\s*+pre\s*+(?:;|!|$)", re.I)
_NOTED = re.compile(r".*[0-9]\s?[^\s0-9]{0,3}\^[0-9]|.*[.,][0-9]{2}\s?[^\s0-9]{0,3}\^[0-9]{2}", re.S)
"""A text that ends in an amount, and a note on it: one digit, or two behind cents, since these are cents otherwise."""
_MARK_OF_WORD = re.compile(r"mso-list\s*+:\s*+ignore", re.I)
_BOXES_OF_CODE = frozenset({"code", "div", "p"})
MIN_CARDS = 3  # Least forms of one class that are the cards of a list
_EMOJI = re.compile("[\u231a-\u27bf\u2b00-\u2bff\u200d\u20e3\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]{1,16}")
_PICTURES = ("img", "picture", "amp-img")
_CAPTIONED = {
    "gallery-item": "figure", "gallery-caption": "figcaption",
    "wp-caption": "figure", "thumbinner": "figure", "wp-caption-text": "figcaption", "thumbcaption": "figcaption",
}  # fmt: skip
"""What WordPress and MediaWiki wrote before there were elements for it, by class name."""


class ElementIndex(Elements):
    """The elements of a page, with formulas and marks of notes as texts, words, XPaths, and masks.

    ``footnotes``: in the order of their first marks. ``text_node_words``: of each text node, int64 (text nodes,).
    ``own_words``: words directly in the element, int64. A word that markup cuts in two counts as two.
    """

    def __init__(self, tree: Tree, rectangles: NDArray[np.float32] | None = None) -> None:
        super().__init__(tree)
        self._written_tags = dict[int, str]()
        self._rename_by_attributes()
        said = ((one, self.attributes.given[one].get("alt", "")) for one in self.tagged("img"))
        if emoji := {one: text for one, text in said if _EMOJI.fullmatch(text)}:  # pictures for old browsers
            self._take(self.written(emoji))
            self._rename(emoji, "span")
        self._write_items()
        self._write_formulas()
        self.footnotes = find_footnotes(self)
        if self.footnotes:
            self._take(note_texts(self, self.footnotes))
        if apart := cents(self):
            self._take(self.written({one: f".{self.text_of(one)}" for one in apart}))
            self._rename([one for one in apart if self.tags[one] == "sup"], "span")
        self._write_listings()
        self._leave_out_apparatus()
        self._leave_out_invisible()
        self.text_nodes = with_gaps(self, rectangles)
        self._read_east_asian()
        self.text_node_words = count_words_each(self.text_nodes.texts)
        self.own_words = np.bincount(self.text_nodes.owners, self.text_node_words, len(self)).astype(np.int64)

    def words_of(self, text_nodes: Bools) -> Ints:
        """Words of these text nodes, bool (text nodes,), in the subtree of each element, int64 (elements,)."""
        return self.text_node_sums(self.text_node_words * text_nodes)

    @cached_property
    def column_steps(self) -> Ints:
        """By how many columns each cell begins after the one before it in its row, int64 (elements,); else 0."""
        given, cells = self.attributes.given, self.tagged("td", "th")
        spanning = [cell for cell in cells if "colspan" in given[cell] or "rowspan" in given[cell]]
        return column_steps(self, spanning) if spanning else self.has_tag(CELLS).astype(np.int64)

    @classmethod
    def of(
        cls,
        html: str,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        rectangles: NDArray[np.float32] | None = None,
    ) -> "ElementIndex":
        """The index of a page, as browsers without scripts read it if parts for these have most of the text.

        Elements and text beyond the limits are left out, as if the document ended there. ``rectangles``: of
        the elements by the renderer's number, where the page was rendered: what it drew apart is no word.

        Raises PageError: ``empty/no_content`` if there is neither a tag nor text in it.
        """
        index = cls(parse(html, limits), rectangles)
        if is_mainly_noscript(index):
            index = cls(parse(html, limits, scripts=False), rectangles)
            parts = _noscript_words(index).items()
            index._rename([number for number, words in parts if words >= MIN_NOSCRIPT], "div")
        return index

    def _rename_by_attributes(self) -> None:
        """Call elements what they are: shadow trees and frames of the markup, captions, cards, listings, prose."""
        apart, given = self.attributes.having("shadowrootmode", "srcdoc"), self.attributes.given
        self._rename([number for number in apart if self.tags[number] in ("template", "iframe")], "div")
        roles = [number for number in self.attributes.having("role") if given[number]["role"] in _ROLES]
        if tables := [number for number in roles if _ROLES[given[number]["role"]] == "table"]:
            inside = self.inside(tables)
            for number in roles:
                self._rename([number] * bool(inside[number]), _ROLES[given[number]["role"]])
        self._rename([*self._cards_in_forms()], "div")
        for number in self.attributes.called(_CAPTIONED.keys()):
            tag = next(tag for name in self.classes[number].lower().split() if (tag := _CAPTIONED.get(name)))
            self._rename([number], tag)
        boxes = (number for number in self.attributes.having("style") if self.tags[number] in _BOXES_OF_CODE)
        written = [number for number in boxes if _VERBATIM.search(given[number]["style"])]
        if written:
            blocks = sums_before(self.has_tag(BLOCKS))
            lines = sums_before(np.array(["\n" in text for text in self.text_nodes.texts], bool))
            several = lines[self.last_text_node] > lines[self.first_text_node]
            may_be = ~self.inside(self.tagged("pre")) & (several | ~self.has_tag(("code",)))
            self._rename([one for one in written if may_be[one] and blocks[one + 1] == blocks[self.ends[one]]], "pre")
        if listings := self.tagged("pre"):
            self._rename([one for one in listings if self._is_prose(one)], "div")

    def _is_prose(self, listing: int) -> bool:
        """Whether a ``pre`` holds only paragraphs and headings of one line each, such as a description in Wix."""
        inside, nodes = set(self.tags[listing + 1 : self.ends[listing]]), self.text_nodes
        span = slice(int(self.first_text_node[listing]), int(self.last_text_node[listing]))
        said = [(text.strip(), int(owner)) for text, owner in zip(nodes.texts[span], nodes.owners[span], strict=True)]
        around = (listing, *islice(self.ancestors(listing), 2))
        is_code = "code" in inside or any(CODE.search(self.classes[one]) for one in around)
        is_plain = all("\n" not in text and owner != listing for text, owner in said if text)
        return not is_code and is_plain and not inside.isdisjoint(("p", *HEADINGS))

    def _cards_in_forms(self) -> Iterator[int]:
        """The forms that are the cards of a list: several of one class, each with a linked picture or heading."""
        alike = defaultdict[tuple[int, str], list[int]](list)
        for form in self.tagged("form"):
            alike[int(self.depths[form]), self.classes[form].partition(" ")[0]].append(form)
        several = [forms for forms in alike.values() if len(forms) >= MIN_CARDS]
        if not several:
            return
        links, headings = self.has_tag(("a",)), self.has_tag(HEADINGS)
        named = sums_before(
            self.linked & (headings | self.has_tag(_PICTURES) | links & self.inside(np.flatnonzero(headings)))
        )
        for forms in several:
            cards = [form for form in forms if named[self.ends[form]] > named[form]]
            yield from cards if len(cards) >= MIN_CARDS else ()

    def _write_items(self) -> None:
        """Make the paragraphs to which Word gave a bullet items of a list."""
        styles = ((one, self.attributes.given[one]["style"]) for one in self.attributes.having("style"))
        marks = self.topmost(one for one, style in styles if _MARK_OF_WORD.search(style))
        bullets = [one for one in marks if len(said := self.text_of(one)) == 1 and not said.isdigit()]
        if bullets:
            around = self.nearest(self.has_tag(BLOCKS))[bullets].tolist()
            self._rename([one for one in around if self.tags[one] == "p"], "li")
            self._take(self.written(dict.fromkeys(bullets, "")))

    def _write_formulas(self) -> None:
        """Make each formula the only text of its element."""
        self.formulas = find_formulas(self)
        if not self.formulas:
            return
        self._rename([number for number in self.formulas if self.tags[number] == "script"], "span")  # which is read
        self._take(self.written({number: formula.text for number, formula in self.formulas.items()}))

    def _write_listings(self) -> None:
        """Make the text of each listing the only one of its element, which is a ``pre``."""
        self.listings = find_listings(self)
        if not self.listings:
            return
        self._rename([number for number, text in self.listings.items() if text], "pre")
        self._take(self.written(self.listings))

    def _leave_out_apparatus(self) -> None:
        """Leave out what serves the reading of a page and is no part of what it says; rules of signs become ``hr``."""
        if rules := list(breaks_of_scenes(self)):
            self._rename(rules, "hr")
        if apparatus := {*links_of_headings(self), *beside_code(self), *page_numbers(self), *rules}:
            self._take(self.written(dict.fromkeys(self.topmost(sorted(apparatus)), "")))

    @cached_property
    def line_texts(self) -> list[str]:
        """The texts of the text nodes; marks of notes right behind amounts and units are raised: ``19,99 €¹``."""
        texts, found = self.text_nodes.texts, [*self.text_nodes.texts]
        for number in self.tagged("sup"):
            own = int(self.first_text_node[number])
            is_one = own > 0 and self.last_text_node[number] == own + 1
            if is_one and _NOTED.fullmatch(f"{texts[own - 1][-16:]}^{texts[own]}"):
                found[own] = plain_script("sup", texts[own])
        return found

    @cached_property
    def recordings(self) -> list[int]:
        """Recordings and players, in which nothing but words for those who cannot play them stands."""
        return [one for one in self.topmost(self.tagged(*RECORDINGS, *PLAYERS)) if self.is_closed(one)]

    def is_closed(self, recording: int) -> bool:
        """Whether a recording or a player holds little more than a sentence for those who cannot play it."""
        inside = self.tags[recording : min(int(self.ends[recording]), recording + MAX_RECORDING)]
        is_short = self.ends[recording] - recording <= MAX_RECORDING and inside.count("p") < MIN_PARAGRAPHS
        return is_short and set(inside).isdisjoint(HEADINGS) and len(self.text_of(recording).split()) <= MAX_FALLBACK

    def _leave_out_invisible(self) -> None:
        """Leave soft hyphens, spaces without width and joiners of nothing out of the texts."""
        if any(map("\0".join(self.text_nodes.texts).__contains__, [*map(chr, UNSEEN), JOINER])):
            plain = (text.translate(UNSEEN) for text in self.text_nodes.texts)
            texts = [text if text.strip(JOINER) else " " for text in plain]
            self.text_nodes = self.text_nodes._replace(texts=texts)

    def _read_east_asian(self) -> None:
        self.text_nodes = join_wide_lines(self)
        if self.tagged("ruby"):
            self._take(self.written(dict.fromkeys(readings(self), "")))

    def _rename(self, numbers: Iterable[int], tag: str) -> None:
        for number in numbers:
            self._written_tags[number], self.tags[number] = self.tags[number], tag
        if self._written_tags:
            for name in ("_by_tag", "_tag_numbers"):
                vars(self).pop(name, None)

    @cached_property
    def _xpaths(self) -> XPaths:
        written = self._written_tags
        return XPaths(self, [written.get(one, tag) for one, tag in enumerate(self.tags)] if written else self.tags)

    @cached_property
    def late_pictures(self) -> list[int]:
        """The elements for browsers without scripts that have a picture alone, which no other stands for."""
        return [number for number in self.topmost(self.tagged("noscript")) if self._is_late_picture(number)]

    def _is_late_picture(self, fallback: int) -> bool:
        inside = range(fallback + 1, int(self.ends[fallback]))
        pictures = [self.attributes.given[one] for one in inside if self.tags[one] == "img"]
        counts = any("style" in one or one.get("width") in ("0", "1") for one in pictures)
        before, behind, around = self.previous(fallback), int(self.ends[fallback]), self.tags[self.parents[fallback]]
        stands = around == "amp-img" or (before is not None and self.tags[before] in (*_PICTURES, "canvas"))
        if behind < len(self) and self.tags[behind] in _PICTURES and self.parents[behind] == self.parents[fallback]:
            stands |= any(name.startswith("data-") for name in self.attributes.given[behind])  # which is late
        return len(pictures) == 1 and not counts and not stands and not self.text_of(fallback)

    @cached_property
    def data_tables(self) -> set[int]:
        """The tables with rows and columns of values; others arrange the parts of a page, or number paragraphs."""
        if not (found := find_data_tables(self, self.text_node_words) if self.tagged("table") else []):
            return set()
        numbered = self.among(self.text_nodes.owners[list(self._numbers.values())])
        rows = self.subtree_sums(self.has_tag(("tr",)).astype(np.int64) - numbered)
        return {one for one in found if rows[one] > 0}

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return find_ordinals(self)

    @cached_property
    def ordinals(self) -> dict[int, int]:
        """The text nodes with numbers of paragraphs, by the first of the paragraph beside each; none of data."""
        if not self._numbers:
            return {}
        owners, in_tables = self.text_nodes.owners, self.inside(self.data_tables)
        return {first: own for first, own in self._numbers.items() if not in_tables[owners[own]]}

    @cached_property
    def in_data_cells(self) -> Bools:
        """Whether each element is inside a cell of a table of data, a line of which is a row."""
        cells = self.inside(self.data_tables) & self.has_tag(CELLS)
        return np.asarray(self.inside(np.flatnonzero(cells))[self.parents] & (self.parents >= 0))

    @cached_property
    def callouts(self) -> dict[int, Callout]:
        """Notes, tips and warnings by the number of their element."""
        return find_callouts(self)

    @cached_property
    def tabs(self) -> Tabs:
        """Panels of tabs whose labels are known."""
        return find_tabs(self)

    def path(self, number: int) -> str:
        """XPath of an element in the page as it was delivered: ``/html/body/div[3]/p``."""
        return self._xpaths.path(number)

    def without(self, tags: Iterable[str] = (), elements: Iterable[int] = ()) -> "DomMask":
        """The page without scripts, styles and other invisible parts, elements with these tags and these elements."""
        tagged = (number for tag in NEVER_TEXT | frozenset(tags) for number in self._by_tag.get(tag, ()))
        return DomMask(self, ~self.inside([*tagged, *elements]))


class DomMask:
    """Some elements of a page; an element is left out together with its subtree.

    The tree itself stays complete, so that the chosen part can also be printed with its links. ``kept``: whether an
    element belongs to the subset, bool (elements,); ``text_nodes``: whether a text node belongs to it, bool (text
    nodes,); by default those in the elements.
    """

    def __init__(self, index: ElementIndex, kept: Bools, text_nodes: Bools | None = None) -> None:
        self.index, self.kept = index, kept
        owned = kept[index.text_nodes.owners]
        self.text_nodes = owned if text_nodes is None else owned & text_nodes

    @cached_property
    def numbers(self) -> Ints:
        """The elements in document order."""
        return np.flatnonzero(self.kept)

    @cached_property
    def words(self) -> Ints:
        """Words of the subset in the subtree of each element of the page, int64 (elements,)."""
        return self.subtree_sums(self.index.own_words)

    @cached_property
    def text_words(self) -> Ints:
        """Words of the text nodes of the subset alone in the subtree of each element, int64 (elements,)."""
        return self.index.words_of(self.text_nodes)

    @cached_property
    def link_words(self) -> Ints:
        """Words of links in the subtree of each element, int64 (elements,)."""
        return self.subtree_sums(np.where(self.index.linked, self.index.own_words, 0))

    def subtree_sums(self, values: Ints | Bools) -> Ints:
        """Sum over the elements of the subset in each element's subtree, int64 (elements,)."""
        return self.index.subtree_sums(np.where(self.kept, values, 0))

    @cached_property
    def text(self) -> tuple[str, Ints]:
        """All text that is not blank, with spaces after text nodes; and the offset of each text node of the page.

        The second has one more entry than there are text nodes: the length of the text.
        """
        shown = self.text_nodes & ~self.index.blank
        texts = list(compress(self.index.text_nodes.texts, shown.tolist()))
        starts = np.zeros(len(shown) + 1, np.int64)
        starts[1:][shown] = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
        return " ".join([*texts, ""]), np.cumsum(starts)

    @cached_property
    def lower_text(self) -> str:
        """``text`` in lower case."""
        return self.text[0].lower()

    def tagged(self, *tags: str) -> Ints:
        """Numbers of the elements of the subset with one of these tags, in document order."""
        found = np.array(self.index.tagged(*tags), np.int64)
        return np.asarray(found[self.kept[found]])

    def holds(self, chosen: Bools) -> Bools:
        """Whether each element of the page is or contains a ``chosen`` element of the subset, bool (elements,)."""
        return np.asarray(self.subtree_sums(chosen) > 0)

    def shown_in(self, number: int) -> Ints:
        """Numbers of the text nodes of the subset in an element that are not blank."""
        inside = self.index.span_of(number)
        return np.asarray(inside.start + np.flatnonzero(self.text_nodes[inside] & ~self.index.blank[inside]))

    def children(self, number: int) -> list[int]:
        """Numbers of the child elements in the subset, in document order; a formula has none."""
        if number in self.index.formulas:
            return []
        return [child for child in self.index.children(number) if self.kept[child]]

    @cached_property
    def footnotes(self) -> list[Footnote]:
        """The footnotes of which a mark is in the subset; the text of another is one of its own."""
        spans = ((note, map(self.index.span_of, note.marks)) for note in self.index.footnotes)
        return [note for note, marks in spans if any(self.text_nodes[inside].any() for inside in marks)]

    @cached_property
    def unnumbered(self) -> Bools:
        """``text_nodes`` without the numbers of paragraphs, which are written at the beginning of these."""
        found = self.text_nodes.copy()
        found[[own for first, own in self.index.ordinals.items() if self.text_nodes[first]]] = False
        return found

    @cached_property
    def breaks(self) -> Ints:
        """Line breaks before each text node of the page, int64 (text nodes,): two on one line have the same number."""
        return self.index.borders((self.index.has_tag(BLOCKS) | self.index.displayed) & self.parent_kept)

    @cached_property
    def line_breaks(self) -> Ints:
        """``breaks`` without those inside of a row of a table of data, which is one line of the plain text."""
        if not self.index.data_tables:
            return self.breaks
        is_block = self.index.has_tag(BLOCKS) | self.index.displayed
        return self.index.borders(is_block & self.parent_kept & ~self.index.in_data_cells)

    @cached_property
    def inline_borders(self) -> Ints:
        """Borders of buttons, fields and table cells before each text node of the page, int64 (text nodes,)."""
        return self.index.borders((self.inline_blocks | self.index.has_tag(CELLS)) & self.parent_kept)

    @cached_property
    def inline_blocks(self) -> Bools:
        """Whether each element is a button, a field or a recording, which a reader sees apart from the text around."""
        found, given = self.index.has_tag(INLINE_BLOCKS | RECORDINGS | PLAYERS.keys()), self.index.attributes.given
        found[[n for n in self.index.tagged("input") if given[n].get("type", "").lower() == "hidden"]] = False
        found[[mark for note in self.index.footnotes for mark in note.marks]] = False
        return found & ~self.index.verbatim

    @cached_property
    def columns(self) -> Ints:
        """Columns of tables that begin before each text node of the page, int64 (text nodes,)."""
        return self.index.starts(self.column_steps)

    @cached_property
    def column_steps(self) -> Ints:
        """By how many columns each cell of the page begins after the one before it, int64 (elements,); else 0."""
        return self.index.column_steps * self.parent_kept

    @cached_property
    def text_layout(self) -> TextLayout:
        """The layout of the plain text."""
        index, boxes = self.index, self.inline_borders + self.breaks  # those of a line are in a row of a table
        steps = self.column_steps * ~index.in_data_cells
        return TextLayout(
            index,
            self.unnumbered,
            steps,
            boxes,
            footnotes=self.footnotes,
            ordinals=index.ordinals,
            parent_kept=self.parent_kept,
            in_data_cells=index.in_data_cells,
        )

    @cached_property
    def panel_labels(self) -> dict[int, list[str]]:
        """The labels of panels of tabs by the first text node of each; several where one panel begins with another."""
        found = dict[int, list[str]]()
        for panel, label in self.index.tabs.labels.items():
            if len(shown := self.shown_in(panel)):
                found.setdefault(int(shown[0]), []).append(label)
        return found

    @cached_property
    def parent_kept(self) -> Bools:
        """An element that is left out still separates the texts around it; its content does not."""
        return np.where(self.index.parents >= 0, self.kept[self.index.parents], True)


def is_mainly_noscript(index: ElementIndex) -> bool:
    """Whether one of the parts has enough words, and together they have more than the rest of the page."""
    inside = _noscript_words(index).values()
    if max(inside, default=0) < MIN_NOSCRIPT:
        return False
    return sum(inside) > int(index.without().words[index.tagged("body")].sum())


def _noscript_words(index: ElementIndex) -> dict[int, int]:
    return {number: int(index.own_words[number : index.ends[number]].sum()) for number in index.tagged(*FALLBACKS)}
