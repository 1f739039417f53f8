"""The labelling page as a small application, for one person at this machine.

The token in the address gives access; a web page in the same browser does not know the token, and the checks of host
and origin refuse its requests. No text of a labelled page is used as markup here.
"""

import hmac
from collections.abc import Callable
from functools import lru_cache

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException

from iawce.data.document import open_document
from iawce.data.errors import PageError, UsageError
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.serve.callers import check_place
from iawce.serve.labelling.given_answer import GivenAnswer, label_of
from iawce.serve.labelling.label_session import LabelSession
from iawce.serve.labelling.label_task import LabelTask
from iawce.serve.labelling.task_view import TaskView, view_task
from iawce.serve.labelling.write_page import PageSettings, task_html, waiting_html
from iawce.serve.limited_body import LimitedBody

LARGEST = 8 << 20
"""Bytes of an answer."""
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def make_label_app(session: LabelSession, token: str, settings: ExtractSettings, page: PageSettings) -> FastAPI:
    """The application.

    Args:
        session: the pages and their answers.
        token: required for every answer; a part of every address.
        settings: of the models.
        page: settings of the page.
    """

    def check(request: Request, given: str) -> None:
        check_place(request.headers)
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise HTTPException(404)

    @lru_cache(maxsize=8)
    def view(task: LabelTask) -> TaskView:
        return view_task(task, settings)

    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.include_router(_routes(session, view, settings, page), prefix="/{given}", dependencies=[Depends(check)])
    app.add_middleware(LimitedBody, most=LARGEST, seconds=60.0)
    return app


def _routes(
    session: LabelSession, view: Callable[[LabelTask], TaskView], settings: ExtractSettings, page: PageSettings
) -> APIRouter:
    routes = APIRouter()

    @routes.get("/")
    def show() -> HTMLResponse:
        """The page to be labelled now, or the reason why there is none."""
        while task := session.current:
            try:
                return HTMLResponse(
                    task_html(view(task), session.progress, session.answer(task), page), headers=HEADERS
                )
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
        task = _current(session, answer.id)
        try:
            reading = settings.read(open_document(task.snapshot))
            session.confirm(task, label_of(task, answer, reading), answer.model_dump_json())
        except (PageError, UsageError) as error:
            raise HTTPException(409, str(error)) from error
        return JSONResponse({}, headers=HEADERS)

    @routes.post("/skip/{task_id}")
    def skip(task_id: str) -> JSONResponse:
        """Leave the current page for later."""
        try:
            session.skip(_current(session, task_id))
        except UsageError as error:
            raise HTTPException(409, str(error)) from error
        return JSONResponse({}, headers=HEADERS)

    @routes.post("/undo")
    def undo() -> JSONResponse:
        """Go back to the page before."""
        try:
            return JSONResponse({"undone": session.undo()}, headers=HEADERS)
        except UsageError as error:
            raise HTTPException(409, str(error)) from error

    @routes.post("/again")
    def again() -> JSONResponse:
        """Show skipped pages."""
        session.take_skipped()
        return JSONResponse({}, headers=HEADERS)

    return routes


def _current(session: LabelSession, task_id: str) -> LabelTask:
    """The current page, to which the request must refer.

    Raises:
        HTTPException: it refers to another page: 409.
    """
    task = session.current
    if task is None or task.id != task_id:
        raise HTTPException(409, "another page is current: reload this page")
    return task
