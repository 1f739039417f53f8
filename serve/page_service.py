"""The only way from a request to a page: a bounded queue before one Extractor; pictures have own processes."""

import asyncio
import io
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from PIL import Image
from starlette.exceptions import HTTPException

from iawce.data.closing import Closing
from iawce.data.document import Document, open_document
from iawce.data.errors import EnvironmentMissing, PageError, Status
from iawce.data.limits import Limits
from iawce.data.page import Html, Page
from iawce.data.prefetch import begin_after
from iawce.data.snapshot import Snapshot
from iawce.extract.inspector.view_page import Inspection, view_page
from iawce.extract.inspector.write_html import page_html
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.classified_row import classified_row
from iawce.extract.pipeline.document_extractor import DocumentExtractor, row_or_failure
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.processes.child import Function
from iawce.extract.pipeline.processes.page_processes import ProcessPool, row_of_reply
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.list_records import RecordsSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from iawce.serve.settings import ServeSettings

_SENTENCE = "Ebb and flood follow the moon, which passes over every coast about an hour later each day. "
_ARTICLE = f"<!doctype html><title>Tides</title><main><article><h1>Tides</h1><p>{_SENTENCE * 3}</article></main>"
_SCRIPT = "<script>document.querySelector('article').append(document.querySelector('p').cloneNode(true))</script>"
_GOODS = "".join(f"<li><a href='/{number}'>Lamp {number}</a> <b>{number}.50 €</b></li>" for number in range(1, 7))
SCALE = 0.6  # Pixels of a screenshot for each CSS px, as in the inspector
REF = "screenshot"  # Name of a sent picture in its row
BUSY = "the service has as many requests as it can take"
JOBS = ""  # The name under which jobs wait for a place; callers have their own
RETRY = 5  # Seconds after which a caller may try a busy service again
Result = TypeVar("Result")
Start = Callable[[], Future[Result]]


@dataclass(frozen=True, slots=True)
class Work:
    """Work for an ``Extractor``: a page, the settings of its extraction, and its type if known."""

    page: Page
    settings: ExtractSettings
    page_type: str = ""


class Places:
    """Gives places in turn to all waiting callers, so that one with many requests does not delay the others."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @property
    def is_free(self) -> bool:
        """Whether the next caller would get a place at once."""
        return self._free > 0

    async def take(self, who: str) -> None:
        """Wait for a place; it must be given back by ``leave``."""
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # given in the very moment
                self.leave()
            raise

    def leave(self) -> None:
        """Hand a place to the next in turn, or keep it free."""
        while self._waiting:
            who = next(iter(self._waiting))
            queue = self._waiting.pop(who)
            turn = queue.popleft()
            if queue:
                self._waiting[who] = queue  # behind all others
            if not turn.done():  # else given up
                turn.set_result(None)
                return
        self._free += 1


DRAWN = Work(Html(_ARTICLE + _SCRIPT).page(), ExtractSettings())
"""A page with few words and a script, so that it is rendered if there is a browser."""
LISTED = Work(
    Html(f"<!doctype html><title>Lamps</title><ul>{_GOODS}</ul>").page(),
    ExtractSettings(method="records", method_settings=RecordsSettings()),
)


@dataclass(frozen=True, slots=True)
class Inspected:
    """A row, and the page of HTML that shows it; empty where the page could not be read."""

    row: Extraction
    html: str = ""


class Inspections(ProcessPool):
    """One process, started with the first page, with an extractor's settings; its browser opens pages."""

    def __init__(self, extractor: Extractor) -> None:
        super().__init__(partial(load_inspector, extractor.extract_document), extractor.extract_document.limits, 1)
        self._opener = extractor.opener

    def start(self, page: Page) -> Future[Inspected]:
        """Begin one page; ``EnvironmentMissing`` without a browser."""
        opening = self._opener.start(page, scale=SCALE)

        def finish() -> Inspected:
            reply = row_or_failure(page, lambda: self.ask_twice(self._opener.finish(page, opening)[0]))
            if isinstance(reply, Extraction) or reply.error:
                return Inspected(reply if isinstance(reply, Extraction) else row_of_reply(page, reply))
            return Inspected(Extraction.from_dict(reply.value["row"]), reply.value["html"])

        return begin_after(opening, lambda: self.submit(finish))


def load_inspector(extract: DocumentExtractor) -> Function:
    """The function of the process: the row of a page and its HTML, as JSON values."""
    wanted = Inspection(extract.settings, correction=extract.ensemble.correction)

    def inspect(item: Page | Snapshot) -> dict[str, Any]:
        row = extract(replace(item, screenshot=b"") if isinstance(item, Snapshot) else item)  # as without the picture
        try:
            document = open_document(item, extract.limits)
        except PageError:
            return {"row": row.to_dict(), "html": ""}
        view = view_page(document, row, wanted, item.scale if isinstance(item, Snapshot) else 1.0)
        return {"row": row.to_dict(), "html": page_html(view, asks=True)}

    return inspect


def load_classifier() -> Function:
    """The function of the process: the row of a screenshot, as JSON values."""
    ensemble = PageTypeEnsemble("screenshot")

    def classify(picture: bytes) -> dict[str, Any]:
        document = Document(REF, screenshot=picture)
        return classified_row(document, ensemble.classify_many([document])[0]).to_dict()

    return classify


def classify_picture(pool: ProcessPool, picture: bytes) -> Extraction:
    """The row of a screenshot, by a process that was loaded with ``load_classifier``; ``IawceError`` without models."""
    return row_of_reply(Page(REF), pool.ask(picture))


class PageService(Closing):
    """Extracts and classifies for many callers; pages beyond the places wait, and beyond the queue are refused.

    Twice as many places as pages are opened, since one also has a place while it waits for its host; given HTML has
    other places. Jobs use at most half; callers and jobs take turns. The extractor's processes end with a slow page,
    and it with this.
    """

    def __init__(self, extractor: Extractor, settings: ServeSettings) -> None:
        self._extractor, self._settings = extractor, settings
        self._pictures, self._inspections = ProcessPool(load_classifier, Limits(), 1), Inspections(extractor)
        self._live = Places(2 * settings.workers)
        self._at_hand = Places(2 * max(1, extractor.process_count))
        self.waiting = self.working = 0

    def close(self) -> None:
        """End the browser and all processes."""
        self._extractor.close()
        self._pictures.close()
        self._inspections.close()

    @property
    def is_full(self) -> bool:
        """Whether a caller who would have to wait has to be refused."""
        return self.waiting >= self._settings.queue and not (self._live.is_free and self._at_hand.is_free)

    async def warm_up(self) -> None:
        """Let browser and processes each handle a page, as the first is slow; ``IawceError`` if such a page fails."""
        count = max(1, self._extractor.process_count)  # those that are idle longest are asked first, so each in turn
        blank = io.BytesIO()
        Image.new("RGB", (640, 480), "white").save(blank, "PNG")
        await asyncio.gather(_try(self._classifying(blank.getvalue())), _try(self._starting(DRAWN), count))
        await _try(self._starting(LISTED), count)

    async def extract(self, work: Work, caller: str) -> Extraction:
        """The row of a page; ``HTTPException`` 503 if too many wait, 504 if it is late; others as of ``Extractor``."""
        work = replace(work, page=self._hurried(work.page))
        return await self._in_time(self._starting(work), self._places_for(work.page), caller)

    async def classify(self, picture: bytes, caller: str) -> Extraction:
        """The row of a screenshot; errors as of ``extract``."""
        return await self._in_time(self._classifying(picture), self._at_hand, caller)

    async def inspect(self, page: Page, caller: str) -> Inspected:
        """A page as the inspector shows it; errors as of ``extract``."""
        start = partial(self._inspections.start, self._hurried(page))
        return await self._in_time(start, self._places_for(page), caller)

    async def extract_for_job(self, work: Work) -> Extraction:
        """The row of a page of a job, for which no caller waits; errors as of the ``Extractor``."""
        places = self._places_for(work.page)
        await places.take(JOBS)
        return await self._at_place(self._starting(work), places)

    def _starting(self, work: Work) -> Start[Extraction]:
        return partial(self._extractor.submit, work.page, work.settings, work.page_type)

    def _classifying(self, picture: bytes) -> Start[Extraction]:
        return lambda: self._pictures.submit(partial(classify_picture, self._pictures, picture))

    def _hurried(self, page: Page) -> Page:
        """The page, requested again only if that can end before its caller's time is up."""
        spare = self._settings.deadline - self._extractor.opener.render_settings.deadline
        return replace(page, last_try=asyncio.get_running_loop().time() + spare)

    def _places_for(self, page: Page) -> Places:
        return self._live if page.is_live else self._at_hand

    async def _in_time(self, start: Start[Result], places: Places, caller: str) -> Result:
        if not places.is_free and self.waiting >= self._settings.queue:
            raise HTTPException(503, BUSY, {"Retry-After": str(RETRY)})
        try:
            async with asyncio.timeout(self._settings.deadline):
                self.waiting += 1
                try:
                    await places.take(caller)
                finally:
                    self.waiting -= 1
                return await self._at_place(start, places)
        except TimeoutError:
            raise HTTPException(504, f"the page was not done within {self._settings.deadline:g} s") from None

    async def _at_place(self, start: Start[Result], places: Places) -> Result:
        """Do the work at a place that was taken. Without its caller, it is given up, or ends there if it cannot be."""
        self.working += 1
        started = asyncio.ensure_future(asyncio.to_thread(start))
        doing = asyncio.ensure_future(_done(started))

        def leave(done: asyncio.Future[Any]) -> None:
            if not done.cancelled():
                done.exception()  # looked at, also where nobody waits for it any more
            self.working -= 1
            places.leave()

        doing.add_done_callback(leave)
        try:
            return await asyncio.shield(doing)
        except asyncio.CancelledError:
            started.add_done_callback(_give_up)
            raise


async def _done(started: Awaitable[Future[Result]]) -> Result:
    """Started in a thread, since a browser may have to start first."""
    return await asyncio.wrap_future(await started)


def _give_up(started: asyncio.Future[Future[Any]]) -> None:
    if not (started.cancelled() or started.exception()):
        started.result().cancel()  # refused once it is in a process


async def _try(start: Start[Extraction], count: int = 1) -> None:
    for row in await asyncio.gather(*(_done(asyncio.to_thread(start)) for _ in range(count))):
        if row.status == Status.FAILURE:
            raise EnvironmentMissing(f"a page that every machine can extract fails here: {row.why}")
