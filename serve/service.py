"""The state that the routes share: pages, jobs, callers and figures of one running service."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from iawce.data.errors import IawceError
from iawce.serve.auth import Callers
from iawce.serve.jobs import JobRunner, JobStore
from iawce.serve.metrics import Metrics
from iawce.serve.page_service import PageService
from iawce.serve.settings import ServeSettings

log = logging.getLogger(__name__)
AGAIN = 30.0  # Seconds before a service whose first pages failed tries them again


@dataclass
class Service:
    """One service; ``is_warm`` once each part has handled a page, ``is_stopping`` once it must stop."""

    settings: ServeSettings
    pages: PageService
    store: JobStore
    callers: Callers
    metrics: Metrics
    runner: JobRunner = field(init=False)
    is_warm: bool = False
    is_stopping: bool = False

    def __post_init__(self) -> None:
        self.runner = JobRunner(self.store, self.pages, self.settings)

    @property
    def is_ready(self) -> bool:
        """Whether the service is ready for requests."""
        return self.is_warm and not self.is_stopping and not self.pages.is_full

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
    found = request.app.state.service
    assert isinstance(found, Service)  # noqa: S101 - set by make_app
    return found


def _caller(request: Request) -> str:
    return str(request.state.caller)


GivenService = Annotated[Service, Depends(_service)]
Caller = Annotated[str, Depends(_caller)]
