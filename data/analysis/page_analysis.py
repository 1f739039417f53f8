"""The analysis of a page: the facts that several modules need, each computed once.

The document is the whole page; the analysis is of its visible part, without hidden elements. Methods, records, posts,
comments, metadata, templates and the features of models read it.

The texts that may hold a time are found in one pass over the page; only these are read, each at most once and only when
it is needed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from iawce.data.analysis.markup_metadata import MarkupMetadata, PageData, SchemaItem, json_ld, other_data, texts_of
from iawce.data.analysis.path_keys import PathKeys
from iawce.data.analysis.software import Software, recognise
from iawce.data.analysis.units.page_tables import PageTables
from iawce.data.analysis.units.repeated_units import RepeatedUnits, annotated_units
from iawce.data.analysis.visibility import undrawn_elements
from iawce.data.arrays import Bools
from iawce.data.document import Document
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.texts import Blocks, Texts
from iawce.data.network.address import host_of
from iawce.data.text.find_pairs import Pair, find_pairs
from iawce.data.text.lexicon.part_names import BREADCRUMBS, COMMENTS
from iawce.data.text.money import CODE_OF_COUNTRY, CODES
from iawce.data.text.times import MAX_LENGTH, YEAR, TextTimes, fold, is_short, marked, times_in

Made = TypeVar("Made")
ATTRIBUTES = ("datetime", "content", "title")  # Attributes with times, machine-readable ones first
MAX_STAMPS = 50_000  # Most short texts and attributes of a page that are read
_PUBLISHED = re.compile(r"date(?:Published|Created|\s|\Z)|uploadDate|startDate|dc:created")  # Names of ``content``
_NONE = TextTimes()
MAX_INNER = 3  # Elements in one with a time among its attributes that say the same
MAX_TRAIL = 40  # Most words of breadcrumbs; a longer element with this name is the page that has them
MAX_TRAILS = 3  # Elements around the breadcrumbs of one page, which may have them again for a small screen
CURRENCY_TAGS = ("product:price:currency", "og:price:currency", "product:sale_price:currency", "pricecurrency")
_COUNTRY_OF_LANGUAGE = {
    "sv": "se", "nb": "no", "nn": "no", "no": "no", "da": "dk", "is": "is", "ja": "jp", "zh": "cn", "en": "us",
}  # fmt: skip
MAX_SCRIPT = 200_000  # Characters of a script that are searched for a currency
_CURRENCY = re.compile(
    r"""currency(?:_?code)?\\?["']?\s{0,3}[:=]\s{0,3}(?:\{\s{0,3}["']active["']\s{0,3}:\s{0,3})?\\?["']([A-Z]{3})\b""",
    re.I,
)
CHARACTERS_OF_WORD = 2.5  # Characters for each word, with spaces, below which a script has no spaces


class PageTimes:
    """The times of the visible part of a page."""

    def __init__(self, shown: DomMask) -> None:
        self.shown, self.index = shown, shown.index
        self._read = dict[tuple[int, int], TextTimes]()

    @cached_property
    def texts(self) -> Texts:
        """The texts that are read: digits of two elements are two numbers, as in ``Ruth22`` before ``6 May``.

        Elements of digits alone are one: ``3`` before ``0``.
        """
        texts, read = self.index.text_nodes.texts, self.marked & self.shown.text_nodes
        places = (np.flatnonzero(read[1:] & read[:-1]) + 1).tolist()
        meet = (one for one in places if f"{texts[one - 1][-1]}{texts[one][0]}".isdecimal())
        return Texts(self.shown, [one for one in meet if not f"{texts[one - 1]}{texts[one]}".isdecimal()])

    @cached_property
    def marked(self) -> Bools:
        """Whether each text node may hold a time, bool (text nodes,)."""
        texts = self.index.text_nodes.texts
        return marked([text if len(text) <= MAX_LENGTH else text.strip()[:MAX_LENGTH] for text in texts])

    @cached_property
    def with_year(self) -> Bools:
        """Whether each text node has a year, bool (text nodes,)."""
        found, texts = self.marked.copy(), self.index.text_nodes.texts
        found[found] = [bool(YEAR.search(fold(texts[place][:MAX_LENGTH]))) for place in np.flatnonzero(found).tolist()]
        return found

    @cached_property
    def timed(self) -> Bools:
        """Whether each visible element directly contains a time, in a text or an attribute, bool (elements,)."""
        shown, owners = self.shown.text_nodes, self.index.text_nodes.owners
        in_texts = owners[[text_node for text_node in self._stamps if shown[text_node]]].tolist()
        return self.index.among([*in_texts, *self._in_attributes]) & self.shown.kept

    @cached_property
    def possible(self) -> Bools:
        """Whether each element may hold a time, in its text or an attribute of its own, bool (elements,)."""
        return self._holds_marked | self.index.among(self._in_attributes)

    def in_piece(self, text_node: int) -> TextTimes:
        """The times in a text node."""
        return times_in(self.index.text_nodes.texts[text_node]) if self.marked[text_node] else _NONE

    def in_element(self, number: int) -> TextTimes:
        """The times in the text of an element."""
        text_nodes = int(self.index.first_text_node[number]), int(self.index.last_text_node[number])
        if not self._holds_marked[number]:
            return _NONE
        if text_nodes not in self._read:
            self._read[text_nodes] = times_in(self.texts.line(number))
        return self._read[text_nodes]

    def in_lines(self, number: int) -> list[TextTimes]:
        """The times in each line and table cell of an element: a number above a month's name is not a day."""
        lines = self.texts.lines(number).replace("\t", "\n") if self._holds_marked[number] else ""
        return list(map(times_in, lines.split("\n")))

    def in_attributes(self, number: int) -> tuple[TextTimes, ...]:
        """The times in the attributes of an element, machine-readable ones first."""
        return self._in_attributes.get(number, ())

    @cached_property
    def _holds_marked(self) -> Bools:
        """Whether a text node in each element may hold a time, bool (elements,)."""
        return np.asarray(self.index.text_node_sums(self.marked) > 0)

    @cached_property
    def _stamps(self) -> dict[int, TextTimes]:
        """The text nodes that are times."""
        return find_stamps(self.index.text_nodes.texts, np.flatnonzero(self.marked).tolist())

    @cached_property
    def directly_in(self) -> dict[int, list[TextTimes]]:
        """The text nodes that are times, by the element in which they stand directly."""
        found, owners = dict[int, list[TextTimes]](), self.index.text_nodes.owners
        for text_node, times in self._stamps.items():
            found.setdefault(int(owners[text_node]), []).append(times)
        return found

    @cached_property
    def _in_attributes(self) -> dict[int, tuple[TextTimes, ...]]:
        """The attributes that are times, by their element, and by those in it that hold all of its text: a link."""
        having = self.index.attributes.having(*ATTRIBUTES)
        every = self.index.attributes.given
        said = {one: f"{every[one].get('itemprop', '')} {every[one].get('property', '')}" for one in having}
        given = [
            (one, every[one])
            for one in having
            if "content" not in every[one]
            or ("datetime" in every[one] and not said[one].strip())
            or _PUBLISHED.search(said[one])
        ]
        given_times = [(number, one[name]) for number, one in given for name in ATTRIBUTES if name in one]
        places = np.flatnonzero(marked([text.strip()[:MAX_LENGTH] for _, text in given_times]))[:MAX_STAMPS].tolist()
        found = dict[int, tuple[TextTimes, ...]]()
        for number, text in map(given_times.__getitem__, places):
            if (times := times_in(text)).is_stamp:
                found[number] = (*found.get(number, ()), times)
        for number, several in list(found.items()):
            inner = list(self.index.children(number))
            for _ in range(MAX_INNER):
                if len(inner) != 1 or inner[0] in found or self.shown.words[inner[0]] != self.shown.words[number]:
                    break
                found[inner[0]], inner = several, list(self.index.children(inner[0]))
        return found


def find_stamps(texts: Sequence[str], places: Iterable[int]) -> dict[int, TextTimes]:
    """The texts at these places that are times with few other words."""
    short = islice((place for place in places if is_short(texts[place])), MAX_STAMPS)
    return {place: times for place in short if (times := times_in(texts[place])).is_stamp}


class PageAnalysis:
    """One reading of a page; immutable, and each fact is computed at its first use.

    A reading belongs to one thread, as its document does. ``hidden``: numbers of the elements that are left out with
    their content; ``undrawn``: the invisible ones among them; None if invisible elements are kept.
    """

    def __init__(self, document: Document, hidden: Iterable[int] = (), undrawn: Sequence[int] | None = None) -> None:
        self.document, self.hidden, self.undrawn = document, tuple(hidden), tuple(undrawn or ())
        self._is_visible_only = undrawn is not None
        self.index: ElementIndex = document.index
        self._subsets: dict[frozenset[str], DomMask] = {}
        self._kept: dict[object, Any] = {}

    @classmethod
    def of(cls, document: Document, *, visible_only: bool = True, drop: str = "") -> "PageAnalysis":
        """The reading of a page without its invisible elements, and without those that a CSS selector matches.

        As long as one is in use, whoever asks for the same is given it. Raises PageError: the page holds no element;
        UsageError: ``drop`` is not a CSS selector.
        """
        known = document.readings.get((visible_only, drop))
        if known is None:
            undrawn = undrawn_elements(document) if visible_only else None
            known = cls(document, [*(undrawn or ()), *(document.select(drop) if drop else ())], undrawn)
            document.readings[visible_only, drop] = known
        return known

    @property
    def shown(self) -> DomMask:
        """All that a reader sees: the page without its head, scripts, styles and hidden elements."""
        return self.without(("head",))

    @cached_property
    def unseen(self) -> Sequence[int]:
        """The topmost invisible elements, whether they are left out or not."""
        return self.undrawn if self._is_visible_only else undrawn_elements(self.document)

    @cached_property
    def blocks(self) -> Blocks:
        """The text blocks of ``shown``."""
        return Blocks(self.shown)

    @cached_property
    def word_scale(self) -> int:
        """Factor of limits in words: 2 if most words are single characters of a script without spaces."""
        text, _ = self.document.body.text
        return 2 if len(text) < CHARACTERS_OF_WORD * int(self.document.body.words[0]) else 1

    def without(self, tags: Iterable[str] = (), elements: Iterable[int] = ()) -> DomMask:
        """The page without scripts, styles, hidden elements, elements with these tags and these elements."""
        wanted = frozenset(tags)
        if numbers := list(elements):
            return self.index.without(wanted, [*self.hidden, *numbers])
        if wanted not in self._subsets:
            is_body = wanted == {"head"} and not self.hidden
            self._subsets[wanted] = self.document.body if is_body else self.index.without(wanted, self.hidden)
        return self._subsets[wanted]

    @cached_property
    def texts(self) -> Texts:
        """The text of any element, as a reader sees it."""
        return Texts(self.shown)

    @cached_property
    def tables(self) -> PageTables:
        """Its tables, with the places of their cells; the choices of a field are part of none."""
        return PageTables(Texts(self.without(("head", "select"))) if self.index.tagged("select") else self.texts)

    @cached_property
    def path_keys(self) -> PathKeys:
        """The places of the elements of the page, hidden ones too."""
        return PathKeys(self.index)

    @cached_property
    def times(self) -> PageTimes:
        """The times in its texts and attributes."""
        return PageTimes(self.shown)

    @cached_property
    def pairs(self) -> Sequence[Pair]:
        """The labels and values that it shows, such as ``ISBN: 978…``, in document order."""
        return find_pairs(self.texts)

    @cached_property
    def units(self) -> RepeatedUnits:
        """The repeated units of ``shown``."""
        return RepeatedUnits.of(self.shown)

    @cached_property
    def annotated_units(self) -> Sequence[Sequence[int]]:
        """The elements that annotations call things of one type or of one list."""
        return annotated_units(self.document, self.markup_metadata, self.breadcrumbs)

    @cached_property
    def data(self) -> Sequence[PageData]:
        """The data in the page: JSON-LD, microdata in meta tags, the state of its application."""
        return sorted([*self._json_ld, *other_data(self.index)], key=lambda one: one.element)

    @cached_property
    def _json_ld(self) -> Sequence[PageData]:
        return list(json_ld(self.index))

    @cached_property
    def markup_metadata(self) -> MarkupMetadata:
        """The claims of the markup."""
        return MarkupMetadata(self.index, self.document.meta_tags, self._json_ld)

    @property
    def schema_items(self) -> Sequence[SchemaItem]:
        """The schema.org annotations of the page."""
        return self.markup_metadata.schema_items

    @cached_property
    def breadcrumbs(self) -> Bools:
        """Whether each element is called breadcrumbs, the way from the home page to this one, bool (elements,)."""
        return self.index.attributes.named(BREADCRUMBS, "aria-label", "itemtype") & (self.shown.words <= MAX_TRAIL)

    @cached_property
    def comment_names(self) -> Bools:
        """Whether each element is named after comments, bool (elements,)."""
        named = self.index.attributes.named(COMMENTS, "itemtype", "itemprop")
        return named & ~self.index.has_tag(("html", "body"))

    @cached_property
    def software(self) -> Software | None:
        """The forum software of the page; None without enough evidence."""
        return recognise(self.document)

    @cached_property
    def currencies(self) -> Sequence[str]:
        """Codes of its likely currencies, the likeliest first: those in its markup, of its country, of its language."""
        return tuple(dict.fromkeys(code for code in self._said_currencies() if code in CODES))

    def _said_currencies(self) -> Iterator[str]:
        yield self.document.meta_tags.first(*CURRENCY_TAGS, "currency").upper()
        yield from (text.upper() for item in self.schema_items for text in texts_of(item.get("priceCurrency")))
        for script in (one[:MAX_SCRIPT] for one in self.index.unread.values()):
            yield from _CURRENCY.findall(script) if "currency" in script.lower() else ()
        yield CODE_OF_COUNTRY.get(host_of(self.document.base_url).rpartition(".")[2], "")
        written = "".join(self.index.attributes.given[root].get("lang", "") for root in self.index.tagged("html")[:1])
        language, _, region = written.lower().replace("_", "-").partition("-")
        yield CODE_OF_COUNTRY.get(region, "")
        yield CODE_OF_COUNTRY.get(_COUNTRY_OF_LANGUAGE.get(language, ""), "")

    def keep(self, make: Callable[["PageAnalysis"], Made]) -> Made:
        """What a function reads in the page, made at its first use; it holds no reference to this reading."""
        if make not in self._kept:
            self._kept[make] = make(self)
        made: Made = self._kept[make]
        return made
