"""The caller of each request is identified before any of its body is read."""

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from iawce.serve.callers import Callers
from iawce.serve.problems import problem
from iawce.serve.sign_ins import is_sent_by_us

OPEN = frozenset({"/healthz", "/readyz"})
"""Paths open to anybody; everything else is closed, also paths that do not exist."""
FRONT = "/"
"""The path where people without a token can enter one."""
LONGEST_FORM = 4_096
"""Bytes."""


class Admission:
    """Passes requests on with the name of their caller (``request.state.caller``), and answers others.

    Of unknown callers, only those of the front page are passed on, without a name.

    Args:
        app: the application.
        callers: the known callers.
    """

    def __init__(self, app: ASGIApp, callers: Callers) -> None:
        self._app, self._callers = app, callers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401, 403, 413 or 429, or pass the request on."""
        if scope["type"] == "http" and scope["path"] not in OPEN:
            try:
                caller = self._identify(scope)
            except HTTPException as error:
                await problem(error.status_code, error.detail, error.headers)(scope, receive, send)
                return
            scope.setdefault("state", {})["caller"] = caller
        await self._app(scope, receive, send)

    def _identify(self, scope: Scope) -> str:
        headers, is_front = Headers(scope=scope), scope["path"] == FRONT
        if is_front and scope["method"] not in ("GET", "HEAD"):
            _check_form(headers)
        try:
            return self._callers.identify(headers, by_cookie=is_front)
        except HTTPException as error:
            if error.status_code == 401 and is_front:
                return ""
            raise


def _check_form(headers: Headers) -> None:
    """For unknown callers, no more bytes are read than a token has.

    Raises:
        HTTPException: 403 for a form that another site sends, 413.
    """
    if not is_sent_by_us(headers):
        raise HTTPException(403, "this form is sent from the front page only")
    length = headers.get("content-length", "")
    if not length.isdigit() or len(length) > 5 or int(length) > LONGEST_FORM:
        raise HTTPException(413, f"the form has at most {LONGEST_FORM} bytes")
