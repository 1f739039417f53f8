"""The routes: one page, jobs of many pages, health and metrics, and the front page; and the state that they share."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, StreamingResponse
from msgspec import to_builtins
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from iawce.data.errors import IawceError, Status, quantity
from iawce.data.network.address import without_credentials
from iawce.extract.inspector.write_html import policy_of, write_template
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.extract.records.list_records import RecordsSettings
from iawce.serve.auth import COOKIE, LIFE, Callers
from iawce.serve.jobs import Job, JobRunner, JobStore
from iawce.serve.metrics import Metrics
from iawce.serve.openapi import FIGURES, HEALTH, JOB, JOBS, NEW_JOB, PICTURE, PICTURE_ROW, ROW, ROWS, TABLE
from iawce.serve.page_service import PageService, Work
from iawce.serve.problems import failed_page
from iawce.serve.request_models import MAX_URL, Choices, JobOrder, ListOrder, PageOrder, PageSource, table_of
from iawce.serve.settings import ServeSettings

log = logging.getLogger(__name__)
AGAIN = 30.0  # Seconds before a service whose first pages failed tries them again
pages = APIRouter(prefix="/v1", tags=["pages"])
jobs = APIRouter(prefix="/v1/jobs", tags=["jobs"])
PATIENCE = 2.0  # Seconds after which new rows are looked for even if none was announced
Name = Annotated[str, Path(max_length=64, description="identifier of the job")]
front_page = APIRouter(include_in_schema=False)
NO_TOKEN = {"WWW-Authenticate": "Bearer"}
NO_ADDRESS = f"The address must begin with http:// or https://, and have at most {MAX_URL:,} characters."


@dataclass
class Service:
    """One service; ``is_warm`` once each part has handled a page, ``is_stopping`` once it must stop."""

    settings: ServeSettings
    pages: PageService
    store: JobStore
    callers: Callers
    metrics: Metrics
    runner: JobRunner
    is_warm: bool = False
    is_stopping: bool = False

    async def warm_up(self) -> None:
        """Try pages until browser, processes and models have handled one; requests are answered meanwhile."""
        while not self.is_warm:
            try:
                await self.pages.warm_up()
                self.is_warm = True
            except Exception as error:
                log.error("not ready: %s", error, exc_info=not isinstance(error, IawceError))  # noqa: TRY400 - mostly none
                await asyncio.sleep(AGAIN)

    def stop(self) -> None:
        """Report that the service is no longer ready, and end requests that wait for rows."""
        self.is_stopping = True
        self.runner.announce()


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


def _caller(request: Request) -> str:
    return str(request.state.caller)


GivenService = Annotated[Service, Depends(_service)]
Caller = Annotated[str, Depends(_caller)]


@pages.post("/extract", summary="The content of a page", responses=ROW)
async def extract(order: PageOrder, service: GivenService, caller: Caller) -> Response:
    """The row of a page, as ``iawce extract`` writes it."""
    return _answer(service, await service.pages.extract(Work(order.page, order.settings, order.type), caller))


@pages.post("/records", summary="The list of a page as a table", responses=TABLE)
async def records(order: ListOrder, service: GivenService, caller: Caller) -> Response:
    """The records of a page, as ``iawce records`` writes them."""
    how = RecordsSettings(all_columns=order.all_columns, min_confidence=order.min_confidence, like=order.like)
    settings = ExtractSettings(method="records", method_settings=how)
    row = await service.pages.extract(Work(order.page, settings), caller)
    service.metrics.count_page(row)
    return failed_page(row) if row.status == Status.FAILURE else JSONResponse(table_of(row))


@pages.post("/classify", summary="The type of a page by its screenshot", responses=PICTURE_ROW, openapi_extra=PICTURE)
async def classify(request: Request, service: GivenService, caller: Caller) -> Response:
    """The row of a screenshot (PNG, JPEG or WebP), as ``iawce classify`` writes it."""
    if not request.headers.get("content-type", "").startswith("image/"):
        raise HTTPException(415, "send the picture itself, with its media type")
    return _answer(service, await service.pages.classify(await request.body(), caller))


def _answer(service: Service, row: Extraction) -> Response:
    service.metrics.count_page(row)
    return failed_page(row) if row.status == Status.FAILURE else Response(row.to_json(), media_type="application/json")


@jobs.post("", status_code=202, summary="Extract many pages", responses=NEW_JOB)
async def add(order: JobOrder, service: GivenService, caller: Caller) -> Response:
    """A new job; it is stored before this request is answered, and continues after a restart."""
    if len(order.pages) > service.settings.job_pages:
        raise HTTPException(413, f"a job has at most {quantity(service.settings.job_pages, 'page')}")
    _ = order.settings  # refuses impossible choices before anything is stored
    waiting = await asyncio.to_thread(service.store.waiting, caller)
    if waiting + len(order.pages) > service.settings.caller_pages:
        unfinished = quantity(waiting, "page of your jobs is", "pages of your jobs are")
        raise HTTPException(429, f"{unfinished} not done yet", {"Retry-After": "60"})
    choices = Choices.model_validate(order.model_dump(exclude={"pages"}))
    sources = [page.model_dump_json(exclude_defaults=True) for page in order.pages]
    job = await asyncio.to_thread(service.store.add, caller, choices.model_dump_json(exclude_defaults=True), sources)
    service.runner.wake.set()
    return JSONResponse(to_builtins(job), 202)


@jobs.get("", summary="The caller's jobs", responses=JOBS)
async def every(service: GivenService, caller: Caller) -> Response:
    """All jobs of the caller, the newest first."""
    return JSONResponse(to_builtins(await asyncio.to_thread(service.store.of, caller)))


@jobs.get("/{name}", summary="The progress of a job", responses=JOB)
async def state(name: Name, service: GivenService, caller: Caller) -> Response:
    """The state of a job of this caller."""
    return JSONResponse(to_builtins(await _find(service, caller, name)))


@jobs.get("/{name}/rows", summary="The rows of a job, as they are finished", responses=ROWS)
async def rows(
    name: Name,
    service: GivenService,
    caller: Caller,
    start: Annotated[int, Query(ge=0, le=1 << 40, description="number of rows to skip")] = 0,
    follow: Annotated[bool, Query(description="wait for further rows until the job has ended")] = False,
) -> Response:
    """JSON lines, one row per page, in the order in which the pages were finished."""
    await _find(service, caller, name)
    return StreamingResponse(_rows(service, caller, name, start, follow), media_type="application/x-ndjson")


@jobs.delete("/{name}", summary="Cancel a job, or delete one that has ended", responses=JOB)
async def end(name: Name, service: GivenService, caller: Caller) -> Response:
    """No further page begins, and finished rows stay; a job that has ended is deleted with its rows."""
    job = await _find(service, caller, name)
    await asyncio.to_thread(service.store.end, name)
    service.runner.announce()
    left = await asyncio.to_thread(service.store.find, caller, name)
    return JSONResponse(to_builtins(left or job))


async def _find(service: Service, caller: str, name: str) -> Job:
    job = await asyncio.to_thread(service.store.find, caller, name)
    if job is None:
        raise HTTPException(404, "there is no such job of yours")
    return job


async def _rows(service: Service, caller: str, name: str, start: int, follow: bool) -> AsyncIterator[bytes]:
    while True:
        change = service.runner.change  # and the state before the rows, so that none is missed
        job = await asyncio.to_thread(service.store.find, caller, name)
        while found := await asyncio.to_thread(service.store.rows, name, start):
            for row in found:
                yield row + b"\n"
            start += len(found)
        if not follow or job is None or job.state != "running" or service.is_stopping:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(change.wait(), PATIENCE)


health = APIRouter(tags=["state"])


@health.get("/healthz", summary="Whether the service is alive", responses=HEALTH)
async def healthz() -> Response:
    """Answers as long as the service runs."""
    return JSONResponse({"status": "ok"})


@health.get("/readyz", summary="Whether the service accepts requests", responses=HEALTH)
async def readyz(service: GivenService) -> Response:
    """503 until its models are loaded and its processes and browser have handled a page, while it stops, or is full."""
    if not service.is_warm or service.is_stopping or service.pages.is_full:
        raise HTTPException(503, "not ready")
    return JSONResponse({"status": "ok"})


@health.get("/metrics", summary="Figures for Prometheus", response_class=PlainTextResponse, responses=FIGURES)
async def metrics(service: GivenService, _: Caller) -> Response:
    """Requests, pages by status and reason, times, and the number of waiting requests."""
    return Response(generate_latest(service.metrics.registry), media_type=CONTENT_TYPE_LATEST)


@front_page.get("/")
async def front(service: GivenService, caller: Caller, url: str = "") -> Response:
    """The form; with ``url``, the page there, too. Unknown callers get a form for a token."""
    if not caller:
        return _front(service, 401, is_known=False)
    if not url:
        return _front(service)
    try:
        found = await service.pages.inspect(PageSource(url=url).page, caller)
    except ValidationError:
        return _front(service, problem=NO_ADDRESS, address=url[:MAX_URL])
    except HTTPException as error:
        return _front(service, problem=f"Not now: {error.detail}.", address=url)
    service.metrics.count_page(found.row)
    if not found.html:
        return _front(service, problem=f"{found.row.message} ({found.row.reason})", address=url)
    return _html("page", found.html)


@front_page.post("/")
async def sign_in(request: Request, service: GivenService) -> Response:
    """A token opens the front page for this browser; a form without one closes it."""
    callers = service.callers
    given = parse_qs((await request.body()).decode("ascii", "replace")).get("token", [""])[0]
    if not given:
        callers.sign_ins.close(request.headers)
        return _to_front("", 0)
    if caller := callers.name_of(given):
        return _to_front(callers.sign_ins.open(caller), LIFE)
    return _front(service, 401, is_known=False, problem="This token is not known.")


def _to_front(cookie: str, life: int) -> Response:
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, cookie, max_age=life, secure=True, httponly=True, samesite="strict")
    return answer


def _front(
    service: Service, status: int = 200, *, is_known: bool = True, problem: str = "", address: str = ""
) -> Response:
    shown: dict[str, Any] = {"problem": problem, "address": without_credentials(address)}
    leaves = is_known and bool(service.settings.tokens)
    return _html("front", write_template("front", asks=True, is_known=is_known, leaves=leaves, **shown), status)


def _html(name: str, html: str, status: int = 200) -> Response:
    """HTML that acts only as its policy allows, in no frame, and is gone from the browser after signing out."""
    policy = f"{policy_of(name, asks=True)}; frame-ancestors 'none'"
    headers = {"Content-Security-Policy": policy, "Referrer-Policy": "same-origin", "Cache-Control": "no-store"}
    return HTMLResponse(html, status, headers | (NO_TOKEN if status == 401 else {}))
