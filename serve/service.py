"""What the routes share: pages, jobs, callers and figures of one running service."""

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from iawce.serve.callers import Callers
from iawce.serve.job_runner import JobRunner
from iawce.serve.job_store import JobStore
from iawce.serve.metrics import Metrics
from iawce.serve.page_service import PageService
from iawce.serve.settings import ServeSettings


@dataclass
class Service:
    """One service; ``is_ready`` from the time when it takes requests until it is told to stop."""

    settings: ServeSettings
    pages: PageService
    store: JobStore
    callers: Callers
    metrics: Metrics
    runner: JobRunner = field(init=False)
    is_ready: bool = False

    def __post_init__(self) -> None:
        self.runner = JobRunner(self.store, self.pages, self.settings)

    def stop(self) -> None:
        """Be ready no longer, and let those go who wait for rows."""
        self.is_ready = False
        self.runner.announce()


def _service(request: Request) -> Service:
    found = request.app.state.service
    assert isinstance(found, Service)  # noqa: S101 - set by make_app
    return found


def _caller(request: Request) -> str:
    return str(request.state.caller)


GivenService = Annotated[Service, Depends(_service)]
Caller = Annotated[str, Depends(_caller)]
