"""Before anything of a request is read, it is known whose it is."""

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from iawce.serve.callers import Callers
from iawce.serve.problems import problem

OPEN = frozenset({"/healthz", "/readyz"})
"""Paths that anybody may ask for; everything else is closed, also what does not exist."""


class Admission:
    """Passes requests on with the name of their caller (``request.state.caller``), and answers others.

    Args:
        app: the application.
        callers: who is let in.
    """

    def __init__(self, app: ASGIApp, callers: Callers) -> None:
        self._app, self._callers = app, callers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401, 403 or 429, or pass the request on."""
        if scope["type"] == "http" and scope["path"] not in OPEN:
            try:
                caller = self._callers.identify(Headers(scope=scope))
            except HTTPException as error:
                await problem(error.status_code, error.detail, error.headers)(scope, receive, send)
                return
            scope.setdefault("state", {})["caller"] = caller
        await self._app(scope, receive, send)
