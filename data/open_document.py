"""Opens any input as a ``Document``."""

from iawce.data.boxes import load_boxes
from iawce.data.document import Document
from iawce.data.errors import PageError, UsageError
from iawce.data.html.read import read_html
from iawce.data.limits import Limits
from iawce.data.outcomes import PageWarning, WarningKind
from iawce.data.page import Page
from iawce.data.snapshot import Snapshot


def open_document(source: Page | Snapshot, limits: Limits = Limits()) -> Document:  # noqa: B008 - frozen
    """Read a page that has been loaded, up to ``limits``.

    Raises:
        PageError: it cannot be read, or is still live.
    """
    return _from_snapshot(source, limits) if isinstance(source, Snapshot) else _from_page(source, limits)


def _from_snapshot(snapshot: Snapshot, limits: Limits) -> Document:
    warnings = tuple(map(PageWarning.parse, snapshot.warnings))
    is_told = any(warning.kind is WarningKind.PARTIAL for warning in warnings)  # not in versions before 3
    changing = (PageWarning(WarningKind.PARTIAL, "still_changing"),) if snapshot.partial and not is_told else ()
    return Document(
        snapshot.ref,
        url=snapshot.final_url,
        status=snapshot.status,
        html=snapshot.html,
        boxes=snapshot.boxes if snapshot.boxes or snapshot.height else None,  # without height: it was never rendered
        rectangles=snapshot.rectangles,
        unseen=snapshot.unseen,
        screenshot=snapshot.screenshot or None,
        warnings=(*warnings, *changing),
        limits=limits,
        fetched=snapshot.time
        if snapshot.ref.startswith(("http://", "https://"))
        else "",  # not the address of a stored file
        robots_tag=snapshot.robots_tag,
    )


def _from_page(page: Page, limits: Limits) -> Document:
    if page.error:
        raise PageError(page.error, page.message)
    if page.is_live:
        raise PageError("not_fetched/no_browser", "an address must be opened first, as iawce render does")
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
