"""The page as used by all steps after rendering, and how any input becomes one: one parse, one index.

Every input (a snapshot, saved HTML, a page of a labelled set) becomes one ``Document``. Models, extraction methods and
measures read its index; none of them parses again.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.markup_metadata import MetaTags
from iawce.data.boxes import Bounds, Box, area_around, box_bounds, load_boxes, mark_card_links
from iawce.data.dom.attributes import ELEMENT_ATTRIBUTE
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.read import read_html, without_controls
from iawce.data.dom.texts import Blocks
from iawce.data.errors import PageError, PageWarning, UsageError, WarningKind
from iawce.data.limits import Limits
from iawce.data.network.address import MAX_LENGTH, host_of, is_web, join
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.snapshot import Snapshot

CLAIMS = ("canonical", "og:url")  # Sources of a claimed address, the most reliable first
HOST = "relative.invalid"
ANY = f"https://{HOST}/"  # Base of relative links of a page whose address is unknown (RFC 2606)
MAX_LINKS = 2000  # Most links that are examined
_NUMBER = re.compile("[0-9]{1,9}")
_TRAVELLING = (
    "ref", "status", "html", "rectangles", "screenshot", "unseen", "warnings", "has_card_links", "limits",
    "fetched", "robots_tag",
)  # fmt: skip
"""The data of a document that are pickled, besides its boxes."""


class ClaimedAddress(NamedTuple):
    """A claimed address and its source; both empty if none is confirmed."""

    url: str = ""
    source: str = ""


def claimed_address(index: ElementIndex, tags: MetaTags) -> ClaimedAddress:
    """The first absolute address of the web that the page claims and to whose host most of its links lead.

    A relative link confirms it, unless the page has a ``base`` at another host, as a copy of another site's page may
    have.
    """
    claims = [(written, name) for name in CLAIMS for written in tags.all(name)[:1] if len(written) <= MAX_LENGTH]
    found = [ClaimedAddress(join("", written), name) for written, name in claims if is_web(written)]
    if not found:
        return ClaimedAddress()
    given, base = index.attributes.given, _base_of(index, "")
    links = (given[number].get("href", "").strip() for number in index.tagged("a", "area")[:MAX_LINKS])
    hosts = Counter(
        host_of(join(base or ANY, href)).removesuffix(HOST)  # of relative ones that of the ``base``, else empty
        for href in links
        if href and not href.startswith("#") and (is_web(href) or ":" not in href.partition("/")[0])
    )
    relative = hosts.pop("", 0)
    most = max(hosts.values(), default=0)
    believed = (one for one in found if 0 < hosts[host_of(one.url)] + relative >= most)
    return next(believed, ClaimedAddress())


def _base_of(index: ElementIndex, url: str) -> str:
    """The address of the first ``base`` with ``href``, if it is one of the web; else the page's own (HTML, 4.2.3)."""
    given = (index.attributes.given[number].get("href", "") for number in index.tagged("base"))
    written = next(filter(None, given), "")
    found = join(url, written) if written and len(written) <= MAX_LENGTH else ""
    return found if is_web(found) else url


class Document:
    """One page; tree, index, places and text blocks are computed at their first use, each at most once.

    A document belongs to one thread. It can be pickled: only its data are, and it is parsed again in the other process.

    Args:
        ref: what the user wrote.
        url: address of the page, against which relative links are resolved; ``SAVED_ORIGIN`` if unknown.
        status: of the HTTP response, 0 if unknown.
        html: its markup, rendered or not; None if only boxes or a screenshot are known.
        boxes: layout boxes, None if the page was never rendered.
        rectangles: of every element by the renderer's number, None if unknown.
        screenshot: an encoded picture, or the file that holds one.
        unseen: the renderer's numbers of elements whose boxes are invisible.
        warnings: of decoding or rendering.
        has_card_links: the boxes do not yet mark the text under a link that covers a card.
        limits: of elements and text; the rest is left out.
        fetched: when it was fetched from its site, ISO 8601; empty if unknown.
        robots_tag: the header ``X-Robots-Tag`` of the answer, a line for each of its values.

    Attributes:
        kept: what was computed of the page and is needed again, by what it is; nothing in it refers to the document.
        readings: those of the page that are in use (``PageAnalysis``), by what they leave out.

    Raises:
        UsageError: ``html`` is not a text.
    """

    def __init__(
        self,
        ref: str,
        *,
        url: str = "",
        status: int = 0,
        html: str | None = None,
        boxes: Sequence[Box] | None = None,
        rectangles: NDArray[np.float32] | None = None,
        screenshot: bytes | Path | None = None,
        unseen: Sequence[int] = (),
        warnings: tuple[PageWarning, ...] = (),
        has_card_links: bool = False,
        limits: Limits = Limits(),  # noqa: B008 - frozen
        fetched: str = "",
        robots_tag: str = "",
    ) -> None:
        if not isinstance(html, str | None):
            raise UsageError(f"the HTML of a document is text, not {type(html).__name__}; Html takes bytes too")
        self.ref, self.given_url, self.status, self.html = ref, url, status, html
        self.given_boxes = None if boxes is None else tuple(boxes)
        self.has_card_links = has_card_links
        self.rectangles, self.screenshot, self.warnings, self.limits = rectangles, screenshot, warnings, limits
        self.unseen, self.fetched, self.robots_tag = tuple(unseen), fetched, robots_tag
        self.kept: dict[object, Any] = {}
        self.readings: WeakValueDictionary[object, Any] = WeakValueDictionary()

    def __getstate__(self) -> dict[str, Any]:
        known = {name: getattr(self, name) for name in _TRAVELLING}
        return known | {"url": self.given_url, "boxes": self.given_boxes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc] # its data are the arguments

    def replace(self, **changes: Any) -> "Document":
        """A document with some of its data changed; tree and index are kept if the HTML is."""
        other = Document(**self.__getstate__() | changes)
        if "html" not in changes and "index" in vars(self):
            vars(other).update({name: vars(self)[name] for name in ("index", "body", "kept") if name in vars(self)})
        return other

    @cached_property
    def _claimed(self) -> ClaimedAddress:
        if self.html is None or not self.given_url.startswith(SAVED_ORIGIN):
            return ClaimedAddress()
        try:
            return claimed_address(self.index, self.meta_tags)
        except PageError:  # it cannot be read
            return ClaimedAddress()

    @property
    def url(self) -> str:
        """The address of the page; for a saved page without one, the address that it claims, if any."""
        return self._claimed.url or self.given_url

    @property
    def address(self) -> str:
        """The same, but empty if it is unknown."""
        return "" if self.url.startswith(SAVED_ORIGIN) else self.url

    @property
    def url_source(self) -> str:
        """The source of ``url``: ``canonical`` or ``og:url``; empty if the address was given, or is unknown."""
        return self._claimed.source

    @cached_property
    def boxes(self) -> tuple[Box, ...] | None:
        """Layout boxes with the text of cards marked as linked; None if the page was never rendered."""
        if not (self.given_boxes and self.has_card_links and self.html is not None):
            return self.given_boxes
        try:
            return mark_card_links(self.given_boxes, self.index)
        except PageError:  # the HTML cannot be read; the layout still can
            return self.given_boxes

    @cached_property
    def index(self) -> ElementIndex:
        """All elements and texts. Raises PageError: ``empty/no_content``."""
        return ElementIndex.of(self.html or "", self.limits, self.rectangles)

    @cached_property
    def meta_tags(self) -> MetaTags:
        """The ``meta`` and ``link`` elements. Raises PageError: ``empty/no_content``."""
        return MetaTags(self.index)

    @cached_property
    def base_url(self) -> str:
        """The base of relative links: the first ``base`` of the web, else the page; empty if its address is unknown.

        Raises PageError: no content.
        """
        return _base_of(self.index, self.address)

    @cached_property
    def body(self) -> DomMask:
        """All that a reader may see: the page without its head, scripts and styles."""
        return self.index.without(("head",))

    @property
    def text_blocks(self) -> Blocks:
        """All text blocks that a reader may see, in document order."""
        if Blocks not in self.kept:
            self.kept[Blocks] = Blocks(self.body)
        found: Blocks = self.kept[Blocks]
        return found

    @cached_property
    def renderer_numbers(self) -> NDArray[np.int64]:
        """The number that the renderer gave to each element, int64 (elements,), -1 where it gave none."""
        found = (given.get(ELEMENT_ATTRIBUTE, "") for given in self.index.attributes.given)
        return np.array([int(number) if _NUMBER.fullmatch(number) else -1 for number in found], np.int64)

    @property
    def is_rendered(self) -> bool:
        """Whether boxes are known and belong to elements of this markup."""
        return bool(self.boxes) and bool((self.renderer_numbers >= 0).any())

    @cached_property
    def drawn(self) -> NDArray[np.bool_]:
        """Whether an element has its own visible layout box, bool (elements,)."""
        numbers, boxed = self.renderer_numbers, {box.element for box in self.boxes or ()}
        return np.asarray((numbers >= 0) & np.isin(numbers, list(boxed.difference(self.unseen))))

    @cached_property
    def _box_bounds(self) -> Bounds:
        return box_bounds(self.boxes or (), self.renderer_numbers, self.drawn)

    @cached_property
    def places(self) -> NDArray[np.float32] | None:
        """x, y, width, height in CSS px, float32 (elements, 4), NaN where nothing is drawn; None if not recorded."""
        if self.rectangles is None:
            return None
        known = (self.renderer_numbers >= 0) & (self.renderer_numbers < len(self.rectangles))
        nowhere = np.full((1, 4), np.nan, np.float32)
        return np.concatenate([self.rectangles, nowhere])[np.where(known, self.renderer_numbers, -1)]

    def drawn_area(self, number: int, subset: DomMask, *others: int) -> tuple[int, int, int, int] | None:
        """Smallest rectangle around everything drawn of elements' kept subtrees: x, y, width, height in CSS px."""
        if not self.is_rendered:
            return None
        rows = [slice(one, int(self.index.ends[one])) for one in (number, *others)]
        return area_around(np.concatenate([self._box_bounds[inside][subset.kept[inside]] for inside in rows]))

    def own_area(self, numbers: Sequence[int]) -> tuple[int, int, int, int] | None:
        """Smallest rectangle around what these elements draw themselves, without the elements inside them."""
        return area_around(self._box_bounds[list(numbers)]) if self.is_rendered else None

    def select(self, selector: str) -> list[int]:
        """Numbers of the elements that a CSS selector matches, in order. Raises UsageError: it is no CSS selector."""
        from iawce.data.dom.select import select  # noqa: PLC0415 - loads lxml, for selectors only

        return select(self.index, selector)


def open_document(source: Page | Snapshot | Document, limits: Limits = Limits()) -> Document:  # noqa: B008 - frozen
    """A loaded page, read up to ``limits`` if it was not yet. Raises PageError: it cannot be read, or is still live."""
    if isinstance(source, Document):
        return source
    return _from_snapshot(source, limits) if isinstance(source, Snapshot) else _from_page(source, limits)


def _from_snapshot(snapshot: Snapshot, limits: Limits) -> Document:
    warnings = tuple(map(PageWarning.parse, snapshot.warnings))
    is_told = any(warning.kind is WarningKind.PARTIAL for warning in warnings)  # not in versions before 3
    changing = (PageWarning(WarningKind.PARTIAL, "still_changing"),) if snapshot.partial and not is_told else ()
    is_live = snapshot.ref.startswith(("http://", "https://"))  # not a stored file
    return Document(
        snapshot.ref,
        url=snapshot.final_url,
        status=snapshot.status,
        html=without_controls(snapshot.html),  # scripts may have written any character
        boxes=snapshot.boxes if snapshot.boxes or snapshot.height else None,  # without height: it was never rendered
        rectangles=snapshot.rectangles,
        unseen=snapshot.unseen,
        screenshot=snapshot.screenshot or None,
        warnings=(*warnings, *changing),
        limits=limits,
        fetched=snapshot.time if is_live else "",
        robots_tag=snapshot.robots_tag,
    )


def _from_page(page: Page, limits: Limits) -> Document:
    if page.error:
        raise PageError(page.error, page.message)
    if page.is_live:
        raise PageError("not_fetched/no_browser", "an address needs a browser, or NetworkSettings(fetch=True)")
    decoded = read_html(page) if page.body is not None else None
    try:
        boxes = None if page.boxes is None else load_boxes(page.boxes)
    except UsageError as error:
        raise PageError("input/damaged_boxes", str(error)) from error
    return Document(
        page.ref,
        url=page.final_url or page.url,
        status=page.status,
        html=decoded.text if decoded else None,
        boxes=boxes,
        screenshot=page.screenshot,
        warnings=(*page.warnings, *(decoded.warnings if decoded else ())),
        has_card_links=True,
        limits=limits,
        fetched=page.fetched,
        robots_tag=page.robots_tag,
    )


def undrawn_snapshot(document: Document) -> Snapshot:
    """A page that was never rendered as a snapshot: no boxes, no picture, size 0."""
    url = document.given_url
    return Snapshot(document.ref, url, url, document.status, document.html or "", (), 0, 0, 0, (0, 0))
