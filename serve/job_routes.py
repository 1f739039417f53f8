"""Routes of jobs: many pages, whose rows are sent as they are finished."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.exceptions import HTTPException

from iawce.data.errors import quantity
from iawce.serve.job_store import Job, to_json
from iawce.serve.openapi import JOB, JOBS, NEW_JOB, ROWS
from iawce.serve.request_models import Choices, JobOrder
from iawce.serve.service import Caller, GivenService, Service

routes = APIRouter(prefix="/v1/jobs", tags=["jobs"])
PATIENCE = 2.0
"""Seconds after which new rows are looked for even if none was announced."""
Name = Annotated[str, Path(max_length=64, description="identifier of the job")]


@routes.post("", status_code=202, summary="Extract many pages", responses=NEW_JOB)
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
    job = await asyncio.to_thread(
        service.store.add, caller, to_json(choices.model_dump(exclude_defaults=True)), sources
    )
    service.runner.wake()
    return JSONResponse(_written(job), 202)


@routes.get("", summary="The caller's jobs", responses=JOBS)
async def every(service: GivenService, caller: Caller) -> Response:
    """All jobs of the caller, the newest first."""
    return JSONResponse([_written(job) for job in await asyncio.to_thread(service.store.of, caller)])


@routes.get("/{name}", summary="The progress of a job", responses=JOB)
async def state(name: Name, service: GivenService, caller: Caller) -> Response:
    """The state of a job of this caller."""
    return JSONResponse(_written(await _find(service, caller, name)))


@routes.get("/{name}/rows", summary="The rows of a job, as they are finished", responses=ROWS)
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


@routes.delete("/{name}", summary="Cancel a job, or delete one that has ended", responses=JOB)
async def end(name: Name, service: GivenService, caller: Caller) -> Response:
    """No further page begins, and finished rows stay; a job that has ended is deleted with its rows."""
    job = await _find(service, caller, name)
    await asyncio.to_thread(service.store.end, name)
    service.runner.announce()
    left = await asyncio.to_thread(service.store.find, caller, name)
    return JSONResponse(_written(left or job))


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


def _written(job: Job) -> dict[str, Any]:
    return job._asdict()
