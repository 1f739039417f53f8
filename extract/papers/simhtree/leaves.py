"""The settings of SimHTree, and its nodes: elements with content, and each text that is a separate value."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.units.nodes import TEXT
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.picture_address import picture_address
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.data.dom.texts import Texts
from iawce.data.dom.tree import sums_before
from iawce.data.limits import Positive, Range
from iawce.data.network.address import web_address
from iawce.data.text.lexicon.part_names import SCREEN_READER
from iawce.data.text.money import seams
from iawce.data.text.times import IN_NUMBERS, times_in
from iawce.extract.content.content import FieldValue
from iawce.extract.content.method import MethodSettings

FORMATS = frozenset({
    "b", "strong", "i", "em", "u", "s", "mark", "small", "big", "sub", "sup", "font", "tt", "code", "kbd", "var", "q",
    "abbr", "acronym", "bdi", "bdo", "ruby", "rt", "rp", "ins", "nobr",
})  # fmt: skip
"""Elements that change the appearance of a text and do not separate values."""
INLINE = FORMATS | {"a", "span", "cite", "dfn", "samp", "time", "del"}
STRUCTURE = BLOCKS | CELLS | (INLINE - FORMATS) | {"tr", "img", "picture", "label", "output", "video", "data"}
"""Tags of HTML; other tags without a hyphen are unknown and shown as plain text."""
PROSE = 0.5  # Least share of words outside links in a sentence with links
MIN_PROSE = 2  # Least words of a sentence outside its links; a single one is a label
MAX_LINE = 8  # Most mean words of lines that are separate values
MIN_LED = 3  # Least elements of one kind with a line that is their link, and others of any length
SEPARATOR_WORDS = 0  # Number of words of a text that only separates values, such as a dot or a bar
MAX_PRICE_WORDS = 6
_PRICE = re.compile(r"(?:\D{1,4})?[0-9][0-9.,'’]*(?:\D{1,4})?")
_MONTH = re.compile(r"[^\W\d_]{3}")  # Three letters may be one, unlike the unit in ``31 m``
NODES_EACH = 40  # Nodes that are read for each permitted record
_CURRENCY = r"(?:[$€£¥₹₽₩฿₺₴₫]|(?<![^\W\d_])(?:USD|EUR|GBP|CHF|JPY|CNY|kr|zł|Kč|Ft|[Ll]ei|RM|Rs|元|円|원)\b|元|円|원)"
_CENTS = re.compile(rf"(?:{_CURRENCY}\s?)?([0-9]{{1,3}}(?:[,.'’\s]?[0-9]{{3}})*)\s?([0-9]{{2}})(?:\s?{_CURRENCY})?")
_MONEY = re.compile(rf"{_CURRENCY}\s*[0-9]|[0-9]\s*{_CURRENCY}", re.IGNORECASE)
_DIGIT = re.compile("[0-9]")
_NUMBER = re.compile(r"[-+(]?[0-9][0-9.,\s]*[)%]?")
MAX_KIND = 40  # Most characters of a text that may be of another kind


@dataclass(frozen=True, slots=True)
class SimHTreeSettings(MethodSettings):
    """Named constants of SimHTree.

    ``k``: two nodes have similar sizes if their areas differ by less than this share of the larger, above 0, up to 1.
    ``groups``: nodes with one parent are grouped by ``size`` as printed, or by their ``shape``, which also finds
    records of several siblings and those of several rows. ``rank``: clusters by ``count`` then mean area as printed, by
    ``count_area``, their product, or by ``shape_area``, that times the similarity of the members. ``tables``: the most
    lists of a page, best first. ``nesting``: children are nodes inside the ``rectangles``, or those of the ``markup``.
    ``leaves``: each run of text is a separate value (``texts``) or sentences with bold words and links are one
    (``sentences``). ``ties``: of several equal choices StrMatch takes the ``first``, or the one whose class and text
    are most ``alike``. ``strict``: records whose parts have no certain place are dropped instead of being marked.
    ``rounds``: of rematching, at most. ``join``: a list within a record is one value; values of one kind that never
    come together are one column. ``names``: columns are named by texts and markup of the page, or ``numbered`` c1 to
    cn. ``drop_areas``: leave out elements that are completely at the left or the bottom. ``boilerplate``: site headers,
    footers, asides, forms and menus count. ``nodes``: most nodes of a page that are read, unless it may have many
    records. Raises UsageError: a number is out of its range.
    """

    PAPER: ClassVar[dict[str, Any]] = {
        "groups": "size", "rank": "count", "nesting": "rectangles", "leaves": "texts", "ties": "first", "join": False,
        "names": "numbered", "boilerplate": True,
    }  # fmt: skip

    k: Annotated[float, Range(0.001, 1)] = 0.5
    groups: Literal["size", "shape"] = "shape"
    rank: Literal["count", "count_area", "shape_area"] = "shape_area"
    tables: Positive = 1
    nesting: Literal["rectangles", "markup"] = "markup"
    leaves: Literal["texts", "sentences"] = "sentences"
    ties: Literal["first", "alike"] = "alike"
    strict: bool = False
    rounds: Positive = 10
    join: bool = True
    names: Literal["found", "numbered"] = "found"
    drop_areas: bool = False
    boilerplate: bool = False
    nodes: Positive = 200_000


class Part(NamedTuple):
    """A node without its place in the tree: its element, or that of its text; the element around it; and its value."""

    tag: str
    element: int
    around: int
    value: FieldValue | None


def read_parts(analysis: PageAnalysis, subset: DomMask, settings: SimHTreeSettings) -> tuple[list[Part], bool]:
    """Elements and texts in document order, as many as are permitted; and whether there are more."""
    reader = _Reader(analysis, subset, settings)
    covered = analysis.index.inside(compress(range(len(analysis.index)), reader.is_leaf))  # by leaves, without nodes
    own_node = subset.kept & ~np.where(analysis.index.parents >= 0, covered[analysis.index.parents], False)
    loose = reader.has_text & ~covered[analysis.index.text_nodes.owners]
    if settings.leaves != "texts":
        loose &= analysis.index.text_node_words > SEPARATOR_WORDS
    texts = np.flatnonzero(loose)
    opened = analysis.index.text_nodes.opened[texts].tolist()
    order = [(2 * number, number) for number in np.flatnonzero(own_node).tolist()]
    order += [(2 * place - 1, -1 - text_node) for place, text_node in zip(opened, texts.tolist(), strict=True)]
    order.sort(key=lambda item: item[0])  # stable: texts at one place stay in order
    most = max(settings.nodes, NODES_EACH * analysis.document.limits.records)
    return [reader.part(number) for _, number in order[:most]], len(order) > most


class _Reader:
    """The leaves of a cleaned page."""

    def __init__(self, analysis: PageAnalysis, subset: DomMask, settings: SimHTreeSettings) -> None:
        self.index, self.subset, self.settings, self.analysis = analysis.index, subset, settings, analysis
        given = self.index.attributes.given
        is_link = self.index.among([number for number in self.index.tagged("a") if given[number].get("href")])
        self.links = np.where(self.index.linked, self.index.nearest(is_link), -1).tolist()
        self.own_links = np.flatnonzero(is_link).tolist()
        self.texts, self.has_text = Texts(subset), subset.text_nodes & ~self.index.blank
        self.own = np.bincount(self.index.text_nodes.owners[self.has_text], minlength=len(self.index))
        self.is_leaf = self._leaves().tolist()

    def _leaves(self) -> NDArray[np.bool_]:
        """Whether an element has a value and no nodes below it."""
        index, subset = self.index, self.subset
        below = subset.subtree_sums(np.ones(len(index), np.int64)) - subset.kept
        alone = subset.kept & (below == 0)
        if self.settings.leaves == "texts":
            return np.asarray(alone & (self.own < 2))
        unknown = {tag for tag in set(index.tags) if tag not in STRUCTURE and "-" not in tag}
        counted = [~index.has_tag(tags | unknown) & subset.kept for tags in (FORMATS, INLINE)]
        others, blocks = (subset.subtree_sums(found) - found for found in counted)
        direct = np.bincount(index.text_nodes.owners, np.where(self.has_text, index.text_node_words, 0), len(index))
        is_prose = (direct >= MIN_PROSE) & (direct >= PROSE * subset.words) & (blocks == 0)
        for number in np.flatnonzero(subset.kept & (others == 0) & (below > 0) & (self.own == 0)).tolist():
            if len({index.tags[child] for child in subset.children(number)}) > 1:  # a bold mark and a small count
                others[number] = 1
        plain = subset.kept & ((others == 0) | self._as_most(is_prose, subset.kept & (blocks == 0) & (others > 0)))
        pictured = subset.subtree_sums(index.has_tag(("img", "a"))) > 0
        candidates = subset.kept & (blocks == 0) & ~plain & ~pictured & (subset.words <= MAX_PRICE_WORDS)
        for number in np.flatnonzero(candidates).tolist():  # currency, amount and cents, no day
            line = self.texts.line(number)
            is_day = _MONTH.search(line) is not None and times_in(line).is_stamp
            plain[number] = bool(_PRICE.fullmatch(line.replace(" ", ""))) and not is_day
        plain[self._beside_values(blocks)] = False
        return np.asarray((alone | plain | self._tables_in_cells()) & ~self._lines(blocks))

    def _tables_in_cells(self) -> NDArray[np.bool_]:
        """Whether an element is a table in a cell of a data table: one value."""
        found, tables = np.zeros(len(self.index), bool), self.analysis.tables
        for number in self.index.tagged("table"):
            around = tables.around(int(self.index.parents[number])) if self.index.parents[number] >= 0 else None
            found[number] = self.subset.kept[number] and around is not None and around.has_heads
        return found

    def _beside_values(self, blocks: NDArray[np.int64]) -> list[int]:
        """Elements of a text and, before or behind it, an element with a price or a day, as most of their kind are."""
        index, found = self.index, dict[tuple[str, str, int], dict[int, str]]()
        is_one = self.subset.kept & (blocks == 0) & (self.own == 1)
        for number in np.flatnonzero(is_one & (self.subset.subtree_sums(self.own) == 2)).tolist():
            texts = [" ".join(text.split()) for text in index.texts_in(number) if text.strip()]
            kinds = [kind_of(FieldValue(text)) in (ValueKind.PRICE, ValueKind.DATE) for text in texts]
            if sorted(kinds) == [False, True]:
                letters = "".join(filter(str.isalpha, texts[kinds.index(False)]))  # *4 offers from* is a label
                found.setdefault(self._kind(number), {})[number] = letters
        counts = Counter(map(self._kind, np.flatnonzero(is_one).tolist() if found else ()))
        most = (each for kind, each in found.items() if len(each) >= MIN_LED and 2 * len(each) > counts[kind])
        return [number for each in most if 2 * len({*each.values()}) > len(each) for number in each]

    def _as_most(self, is_prose: NDArray[np.bool_], candidates: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Whether elements are prose, one decision for all siblings of a kind, which may be records.

        None is if most begin with their only link, which names a record that the text behind it describes, or have the
        same parts of several tags, as citations have.
        """
        if not is_prose.any():
            return is_prose
        index, found, siblings = self.index, is_prose.copy(), defaultdict[object, list[int]](list)
        texts, linked = (self.subset.subtree_sums(own) for own in (self.own, np.where(index.linked, self.own, 0)))
        shown = np.flatnonzero(self.has_text)
        firsts = index.text_nodes.owners[shown[np.searchsorted(shown[:-1], index.first_text_node)]]
        is_led = (linked == 1) & (texts == self.own + 1) & (self.own < 2) & index.linked[firsts]
        candidates &= (is_led | (self.own > 0)) & ~index.has_tag(CELLS)
        for number in np.flatnonzero(candidates).tolist():
            siblings[index.parents[number], index.tags[number], index.classes[number]].append(number)
        for each in siblings.values():
            if len(each) >= MIN_LED and is_prose[each].any():
                parts = Counter(tuple(index.tags[part] for part in self.subset.children(one)) for one in each)
                alike = max(count if len({*tags}) > 1 else 0 for tags, count in parts.items())
                most = max(alike, is_led[each].sum())
                found[each] = 3 * most < 2 * len(each) < 4 * is_prose[each].sum()
        return found

    def _kind(self, number: int) -> tuple[str, str, int]:
        return self.index.tags[number], self.index.classes[number], int(self.index.depths[number])

    def _lines(self, blocks: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether an element has lines separated by ``br``, each of which is a value: short, or one is the link."""
        index, subset = self.index, self.subset
        breaks = sums_before(index.has_tag(("br",)))
        inside = breaks[index.ends] - breaks[:-1]
        texts, linked = subset.subtree_sums(self.own), subset.subtree_sums(np.where(index.linked, self.own, 0))
        several = (inside > 0) & (texts > 1) & (blocks == 0)
        is_led = several & (linked == 1) & (texts <= inside + 1)
        found = np.flatnonzero(several & is_led.any())
        kinds = [*map(self._kind, found.tolist())]
        led, every = Counter(compress(kinds, is_led[found])), Counter(kinds)  # one decision for all of a kind
        most = {kind for kind, count in led.items() if count >= MIN_LED and 2 * count > every[kind]}
        is_led[found] &= np.array([kind in most for kind in kinds], bool)
        return np.asarray((several & (subset.words <= MAX_LINE * (inside + 1))) | is_led)

    def part(self, number: int) -> Part:
        """The node of an element, or, if the number is below 0, of the text -1 - ``number``."""
        index = self.index
        if number < 0:
            owner = int(index.text_nodes.owners[-1 - number])
            text, link = " ".join(index.text_nodes.texts[-1 - number].split()), self._link_around(owner)
            return Part(TEXT, owner, owner, FieldValue(text, link, elements=(owner,)))
        value = self._value(number) if self.is_leaf[number] else None
        return Part(index.tags[number], number, int(index.parents[number]), value)

    def _value(self, number: int) -> FieldValue | None:
        given = self.index.attributes.given[number]
        if self.index.tags[number] == "img":
            alternative = " ".join((given.get("alt", "") or given.get("title", "")).split())
            image = picture_address(self.index, number)
            return FieldValue(alternative, self._link(number), image and self._address(image), (number,))
        text = self._with_cents(number, self.texts.line(number))
        if not text:
            text = described(self.analysis, number)
        return FieldValue(text, self._link(number), elements=(number,))

    def _with_cents(self, number: int, text: str) -> str:
        """The text, with a decimal point before cents of a price in an element of their own: ``$549`` and ``00``.

        Other numbers and words beside a price are apart, too: ``$549`` and ``25% off``, ``1 250 zł`` and ``or best``.
        """
        if not _DIGIT.search(text) or len(texts := self.index.texts_in(number)) < 2:
            return text
        is_money = _MONEY.search(text) is not None
        if is_money and (found := _CENTS.fullmatch(text)):
            is_apart = found[2] in map(str.strip, texts)
            return f"{text[: found.end(1)]}.{text[found.start(2) :]}" if is_apart else text
        for place, seam in enumerate(seams(texts)):
            if seam and (is_money or texts[place + 1][0].isalpha()):
                ends = texts[place].split()[-1], texts[place + 1].split()[0]
                text = text.replace("".join(ends), seam.join(ends), 1)
        return text

    def _link(self, number: int) -> str:
        """Address of the link around an element, or of the only one in it."""
        if address := self._link_around(number):
            return address
        begin, end = (bisect_left(self.own_links, border) for border in (number, int(self.index.ends[number])))
        return self._link_around(self.own_links[begin]) if end - begin == 1 else ""

    def _link_around(self, number: int) -> str:
        link = self.links[number]
        return self._address(self.index.attributes.given[link]["href"]) if link >= 0 else ""

    def _address(self, written: str) -> str:
        return web_address(self.analysis.document.base_url, written)


def described(analysis: PageAnalysis, number: int) -> str:
    """What an element without a text says: by a label or a text for screen readers, by a box that is checked."""
    index = analysis.index
    for one in range(number, int(index.ends[number])):
        given = index.attributes.given[one]
        if index.tags[one] == "input" and given.get("type", "").lower() in ("checkbox", "radio"):
            return "yes" if "checked" in given else "no"
        if said := (given.get("aria-label", "") or given.get("title", "") or given.get("alt", "")).split():
            return " ".join(said)
        if index.tags[one] == "title" or not SCREEN_READER.isdisjoint(index.classes[one].lower().split()):
            return index.text_of(one)
    return ""


class ValueKind(StrEnum):
    """The kind of a value by a quick test."""

    NONE = "none"
    IMAGE = "image"
    NUMBER = "number"
    PRICE = "price"
    DATE = "date"
    TEXT = "text"


def kind_of(value: FieldValue | None) -> ValueKind:
    """The kind of a value."""
    if value is None:
        return ValueKind.NONE
    if value.image:
        return ValueKind.IMAGE
    text = value.text
    if len(text) > MAX_KIND:
        return ValueKind.TEXT
    if _MONEY.search(text):
        return ValueKind.PRICE
    if IN_NUMBERS.search(text) or 2 * len(times_in(text).written) > len(text):
        return ValueKind.DATE
    return ValueKind.NUMBER if _NUMBER.fullmatch(text) else ValueKind.TEXT
