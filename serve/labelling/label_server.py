"""The labelling page as a small application, and its server on a socket of this machine, while pages are being read.

The token in the address gives access; a web page in the same browser does not know the token, and the checks of host
and origin refuse its requests. No text of a labelled page is used as markup here.
"""

import hmac
import secrets
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Literal

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.exceptions import HTTPException

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.closing import Closing
from iawce.data.datasets.page_labels import TYPES, PageLabel, RecordPlaces, field_place
from iawce.data.document import open_document
from iawce.data.dom.texts import block_path
from iawce.data.errors import PageError, UsageError
from iawce.extract.papers.softmealy.labelled_spans import check_name
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.serve.auth import check_place
from iawce.serve.labelling.label_session import LabelSession, LabelTask
from iawce.serve.labelling.task_view import PageSettings, TaskView, task_html, view_task, waiting_html
from iawce.serve.request_limits import LimitedBody
from iawce.serve.settings import QUIET

Number = Annotated[int, Field(ge=0)]
MAX_RECORDS = 10_000
MAX_SIZE = 8 << 20  # Bytes of an answer
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HOST = "127.0.0.1"
LEAVE = 5  # Seconds that requests get to end
MAX_WAITING = 200  # Pages that are read in advance; each waits with its row in memory


class GivenRecord(BaseModel):
    """A record: numbers of its element and of its fields' elements."""

    model_config = ConfigDict(extra="forbid")
    element: Number
    fields: Annotated[dict[Annotated[str, StringConstraints(max_length=60)], Number], Field(max_length=200)]


class GivenAnswer(BaseModel):
    """A person's answer for a page; ``content`` are numbers of text blocks. None: no answer."""

    model_config = ConfigDict(extra="forbid")
    id: str
    type: Literal[TYPES] | None = None  # type: ignore[valid-type]
    content: Annotated[list[Number], Field(max_length=100_000)] | None = None
    records: Annotated[list[GivenRecord], Field(max_length=MAX_RECORDS)] | None = None
    seconds: Annotated[float, Field(ge=0, le=1e7)] | None = None


def label_of(task: LabelTask, answer: GivenAnswer, analysis: PageAnalysis) -> PageLabel:
    """The label made from an answer, with the page as it was shown.

    ``UsageError`` if a block or an element is not on the page, or a name is not valid.
    """
    given, records = answer.content, answer.records
    if given and max(given) >= len(analysis.blocks):
        raise UsageError(f"the page has no block {max(given)}")
    content = None if given is None else tuple(block_path(analysis.blocks, number) for number in sorted(set(given)))
    places = None if records is None else tuple(_places(analysis, one) for one in records)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return PageLabel(task.id, task.row.ref, task.address, task.site, answer.type, content, places, now, answer.seconds)


def _places(analysis: PageAnalysis, record: GivenRecord) -> RecordPlaces:
    """Paths of a record and its fields: an address for a link or a picture, otherwise a text."""
    if (last := max([record.element, *record.fields.values()])) >= len(analysis.index):
        raise UsageError(f"the page has no element {last}")
    fields = {check_name(name): field_place(analysis.index, number, name) for name, number in record.fields.items()}
    return RecordPlaces(analysis.index.path(record.element), fields)


def make_label_app(session: LabelSession, token: str, settings: ExtractSettings, page: PageSettings) -> FastAPI:
    """The application; ``token``, a part of every address, is required for every answer."""

    def check(request: Request, given: str) -> None:
        check_place(request.headers)
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise HTTPException(404)

    @lru_cache(maxsize=8)
    def view(task: LabelTask) -> TaskView:
        return view_task(task, settings)

    routes = APIRouter(prefix="/{given}", dependencies=[Depends(check)])

    @routes.get("/")
    def show() -> HTMLResponse:
        """The page to be labelled now, or the reason why there is none."""
        while task := session.current:
            try:
                html = task_html(view(task), session.progress, session.answer(task), page)
                return HTMLResponse(html, headers=HEADERS)
            except (PageError, UsageError):
                session.leave_out(task)
        return HTMLResponse(waiting_html(session.progress, page.folder), headers=HEADERS)

    @routes.get("/progress")
    def progress() -> JSONResponse:
        """Whether a page is ready."""
        now = session.progress
        return JSONResponse({"waiting": now.waiting, "is_reading": now.is_reading}, headers=HEADERS)

    @routes.post("/confirm")
    def confirm(answer: GivenAnswer) -> JSONResponse:
        """Keep the answer for the current page."""
        task = session.task(answer.id)
        analysis = settings.read(open_document(task.snapshot))
        session.confirm(task, label_of(task, answer, analysis), answer.model_dump_json())
        return JSONResponse({}, headers=HEADERS)

    @routes.post("/skip/{task_id}")
    def skip(task_id: str) -> JSONResponse:
        """Leave the current page for later."""
        session.skip(session.task(task_id))
        return JSONResponse({}, headers=HEADERS)

    @routes.post("/undo")
    def undo() -> JSONResponse:
        """Go back to the page before."""
        return JSONResponse({"undone": session.undo()}, headers=HEADERS)

    @routes.post("/again")
    def again() -> JSONResponse:
        """Show skipped pages."""
        session.take_skipped()
        return JSONResponse({}, headers=HEADERS)

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.include_router(routes)
    for kind in (PageError, UsageError):
        app.add_exception_handler(kind, lambda _, error: JSONResponse({"detail": str(error)}, 409))
    app.add_middleware(LimitedBody, most=MAX_SIZE, seconds=60.0)
    return app


class LabellingServer(Closing):
    """A server at ``address``, with the token; ``tasks`` are read in a thread. UsageError: the port is taken."""

    def __init__(
        self,
        session: LabelSession,
        tasks: Iterable[LabelTask],
        page: PageSettings = PageSettings(),  # noqa: B008 - frozen
        settings: ExtractSettings = ExtractSettings(),  # noqa: B008 - frozen
        port: int = 0,
    ) -> None:
        self._session, self._tasks, self._failed = session, tasks, list[BaseException]()
        token = secrets.token_urlsafe(24)
        app = make_label_app(session, token, settings, page)
        try:
            self._socket = socket.create_server((HOST, port))
        except OSError as error:
            raise UsageError(f"{HOST}:{port} is not available: {error}") from error
        self._server = uvicorn.Server(uvicorn.Config(app, timeout_graceful_shutdown=LEAVE, **QUIET))
        self.address = f"http://{HOST}:{self._socket.getsockname()[1]}/{token}/"

    def close(self) -> None:
        """End it, and free its port."""
        self.stop()
        self._socket.close()

    def serve(self) -> None:
        """Serve until ``stop``, SIGINT or SIGTERM; ``IawceError`` if pages cannot be read on this machine."""
        reading = threading.Thread(target=self._read, daemon=True)
        reading.start()
        try:
            self._server.run([self._socket])  # which ends by the signal that it got
        finally:
            reading.join()  # of the page it reads: a process that ends while a thread is in C++ is aborted
        if self._failed:
            raise self._failed[0]

    def stop(self) -> None:
        """Let ``serve`` return."""
        self._server.should_exit = True

    def _read(self) -> None:
        session = self._session
        try:
            for task in self._tasks:
                session.add(task)
                while session.progress.waiting >= MAX_WAITING and not self._server.should_exit:
                    time.sleep(0.2)
                if self._server.should_exit:
                    return
            session.stop_reading()
        except Exception as error:  # noqa: BLE001 - raised where the command waits, when the pages that are there are done
            self._failed.append(error)
            session.stop_reading()
            if not session.progress.total:
                self.stop()

    def run(self, *, opens: bool = True) -> None:
        """Serve until SIGINT or SIGTERM, and close; ``opens``: open the page in a browser."""
        with self:
            sys.stderr.write(f"{self.address}\n")
            if opens:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()
            self.serve()
