"""The reading of a page: the facts that several modules need, each computed once.

The document is the whole page; the reading is the visible part, without hidden elements. Methods, records, posts,
comments, metadata, templates and the features of models read it.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from iawce.data.analysis.markup_metadata import MarkupMetadata, PageData, SchemaItem, json_ld, other_data
from iawce.data.analysis.page_times import PageTimes
from iawce.data.analysis.path_keys import PathKeys
from iawce.data.analysis.software import Software, recognise
from iawce.data.analysis.units.repeated_units import RepeatedUnits, annotated_units
from iawce.data.analysis.visibility import undrawn_elements
from iawce.data.document import Document
from iawce.data.dom.blocks import Blocks
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.elements import Bools
from iawce.data.dom.texts import Texts
from iawce.data.text.find_pairs import find_pairs
from iawce.data.text.lexicon.part_names import BREADCRUMBS
from iawce.data.text.pairs import Pair

LONGEST_TRAIL = 40
"""Most words of breadcrumbs; a longer element with this name is the page that has them."""
CHARACTERS_OF_WORD = 2.5
"""Characters for each word, with spaces, below which a script has no spaces."""


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

    @classmethod
    def of(cls, document: Document, *, visible_only: bool = True, drop: str = "") -> "PageAnalysis":
        """The reading of a page without its invisible elements, and without those that a CSS selector matches.

        As long as one is in use, whoever asks for the same is given it.

        Raises:
            PageError: the page holds no element.
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
        wanted, numbers = frozenset(tags), list(elements)
        if numbers:
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
    def path_keys(self) -> PathKeys:
        """The places of the elements of the page, hidden ones too."""
        return PathKeys(self.index)

    @cached_property
    def times(self) -> PageTimes:
        """The times in its texts and attributes."""
        return PageTimes(self.shown, self.texts)

    @property
    def timed(self) -> Bools:
        """Whether each visible element directly contains a time, bool (elements,)."""
        return self.times.timed

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
        return self.index.attributes.named(BREADCRUMBS, "aria-label", "itemtype") & (self.shown.words <= LONGEST_TRAIL)

    @cached_property
    def software(self) -> Software | None:
        """The forum software of the page; None without enough evidence."""
        return recognise(self.document)

    def holding(self, numbers: Iterable[int]) -> Bools:
        """Whether each element is visible and is one of these or contains one, bool (elements,)."""
        chosen = np.zeros(len(self.index), bool)
        chosen[list(numbers)] = True
        return self.shown.holds(chosen)
