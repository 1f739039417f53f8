"""Authentication and rate limits: bearer tokens, sign-in cookies, and the middleware that checks them."""

import hmac
import re
import secrets
import time
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Receive, Scope, Send

from iawce.serve.problems import problem
from iawce.serve.settings import LOOPBACK, ServeSettings, token_hash

COOKIE = "__Host-iawce"
"""Browsers do not send a cookie with such a name to other hosts, and send it only by TLS or to their own machine."""
LIFE = 12 * 3600  # Seconds
MAX_COUNT = 1_000  # Most browsers signed in at the same time; beyond it, the first to sign in is signed out
LOCAL = "local"  # Name of callers from this machine without a token
_HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::\d{1,5})?")
"""The host as a browser names it: without user, in lower case."""
OPEN = frozenset({"/healthz", "/readyz"})
"""Paths open to anybody; everything else is closed, also paths that do not exist."""
FRONT = "/"  # The path where people without a token can enter one
MAX_FORM = 4_096  # Bytes of a form; a token has fewer


class SignIns:
    """The browsers that are signed in while the service runs; only the hash of each cookie is stored."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._known: dict[str, tuple[str, float]] = {}

    def open(self, caller: str) -> str:
        """A new value of the cookie, for a caller whose token was seen."""
        value = secrets.token_urlsafe(32)
        self._known[token_hash(value)] = caller, self._now() + LIFE
        while len(self._known) > MAX_COUNT:
            del self._known[next(iter(self._known))]
        return value

    def caller_of(self, headers: Headers) -> str:
        """The caller of a browser; empty if not signed in, or if another site caused the request."""
        is_own = headers.get("sec-fetch-site") in (None, "same-origin", "none")
        caller, until = self._known.get(_hash_of(headers), ("", 0.0))
        return caller if is_own and until > self._now() else ""

    def close(self, headers: Headers) -> None:
        """Sign a browser out."""
        self._known.pop(_hash_of(headers), None)


def _hash_of(headers: Headers) -> str:
    return token_hash(cookie_parser(headers.get("cookie", "")).get(COOKIE, ""))


def is_sent_by_us(headers: Headers) -> bool:
    """Whether a form comes from a page of this service, or from no browser."""
    if site := headers.get("sec-fetch-site"):
        return site == "same-origin"
    host = headers.get("host", "")
    return headers.get("origin") in (None, f"http://{host}", f"https://{host}")


class Callers:
    """Identifies callers and limits their rates; ``sign_ins``: browsers that need no token for the front page."""

    def __init__(self, settings: ServeSettings, now: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._now = settings, now
        self._allowances: dict[str, tuple[float, float]] = {}
        self.sign_ins = SignIns(now)

    def identify(self, headers: Headers, *, by_cookie: bool = False) -> str:
        """Name of the caller, or ``LOCAL``; ``by_cookie``: a browser that is signed in may do without a token.

        ``HTTPException`` 401 without a known token, 403 for a web page that calls this machine, 429 if it is too often.
        """
        if not self._settings.tokens:
            check_place(headers)
            caller = LOCAL
        elif not (caller := self.sign_ins.caller_of(headers) if by_cookie else ""):
            kind, _, token = headers.get("authorization", "").partition(" ")
            caller = self.name_of(token)
            if kind.lower() != "bearer" or not caller:
                raise HTTPException(401, "a bearer token is needed", {"WWW-Authenticate": "Bearer"})
        self._count(caller)
        return caller

    def name_of(self, token: str) -> str:
        """Name of the owner of a token; empty if unknown."""
        given = token_hash(token.strip())
        found = [name for known, name in self._settings.tokens.items() if hmac.compare_digest(known, given)]
        return found[0] if found else ""

    def _count(self, caller: str) -> None:
        """A token bucket that refills evenly and has the requests of a minute as its capacity."""
        most, now = self._settings.rate, self._now()
        left, since = self._allowances.get(caller, (most, now))
        left = min(most, left + (now - since) * most / 60)
        if left < 1:
            wait = (1 - left) * 60 / most
            raise HTTPException(429, "too many requests in a minute", {"Retry-After": f"{max(1, round(wait))}"})
        self._allowances[caller] = left - 1, now


def check_place(headers: Headers) -> None:
    """Refuse (403) web pages: a browser can be made to call this machine by a name of theirs, or from their origin."""
    host = headers.get("host", "")
    name = _HOST.fullmatch(host)
    is_own_origin = headers.get("origin") in (None, f"http://{host}")
    is_own_page = headers.get("sec-fetch-site") in (None, "same-origin", "none")
    if not (name and (name[1] or name[2]) in LOOPBACK and is_own_origin and is_own_page):
        raise HTTPException(403, "without a token only this machine may call, and no web page")


class Admission:
    """Passes requests on with their caller (``request.state.caller``); unknown ones may see the front page alone."""

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
            if not is_sent_by_us(headers):
                raise HTTPException(403, "this form is sent from the front page only")
            length = headers.get("content-length", "")
            if not length.isdigit() or len(length) > 5 or int(length) > MAX_FORM:
                raise HTTPException(413, f"the form has at most {MAX_FORM} bytes")
        try:
            return self._callers.identify(headers, by_cookie=is_front)
        except HTTPException as error:
            if error.status_code == 401 and is_front:
                return ""
            raise
