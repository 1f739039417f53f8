"""The callers and their rates: bearer tokens, the accepted names of this machine, a rate for each caller."""

import hmac
import time
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from iawce.serve.settings import LOOPBACK, ServeSettings, token_hash
from iawce.serve.sign_ins import SignIns

LOCAL = "local"
"""Name of callers from this machine without a token."""


class Callers:
    """Identifies callers and limits their rates.

    Args:
        settings: tokens and rate.
        now: seconds of a clock that never goes back.

    Attributes:
        sign_ins: browsers that need no token for the front page.
    """

    def __init__(self, settings: ServeSettings, now: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._now = settings, now
        self._allowances: dict[str, tuple[float, float]] = {}
        self.sign_ins = SignIns(now)

    def identify(self, headers: Headers, *, by_cookie: bool = False) -> str:
        """Name of the caller: one from the file of tokens, or ``LOCAL``.

        Args:
            headers: of the request.
            by_cookie: whether a browser that is signed in may do without a token.

        Raises:
            HTTPException: 401 without a known token, 403 for a web page that calls this machine, 429 for too many
            requests.
        """
        if self._settings.tokens:
            caller = (by_cookie and self.sign_ins.caller_of(headers)) or self._by_token(headers)
        else:
            check_place(headers)
            caller = LOCAL
        self._count(caller)
        return caller

    def name_of(self, token: str) -> str:
        """Name of the owner of a token; empty if unknown."""
        given = token_hash(token.strip())
        found = [name for known, name in self._settings.tokens.items() if hmac.compare_digest(known, given)]
        return found[0] if found else ""

    def _by_token(self, headers: Headers) -> str:
        kind, _, token = headers.get("authorization", "").partition(" ")
        caller = self.name_of(token)
        if kind.lower() != "bearer" or not caller:
            raise HTTPException(401, "a bearer token is needed", {"WWW-Authenticate": "Bearer"})
        return caller

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
    """Refuse web pages: a browser can be made to call this machine by a name of their own, or from their origin.

    Raises:
        HTTPException: 403.
    """
    host = headers.get("host", "")
    is_named_so = _host_of(host) in LOOPBACK
    is_own_origin = headers.get("origin") in (None, f"http://{host}")
    is_own_page = headers.get("sec-fetch-site") in (None, "same-origin", "none")
    if not (is_named_so and is_own_origin and is_own_page):
        raise HTTPException(403, "without a token only this machine may call, and no web page")


def _host_of(address: str) -> str:
    """The host of ``host:port``, of which one may stand in brackets."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0]
