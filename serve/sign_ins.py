"""Browsers that have shown a token: each has a cookie that opens the front page, and nothing else, for a while."""

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

from iawce.serve.settings import token_hash

COOKIE = "__Host-iawce"
"""Browsers do not send a cookie with such a name to other hosts, and send it only by TLS or to their own machine."""
LIFE = 12 * 3600
"""Seconds."""
MOST = 1_000
"""Most browsers signed in at the same time; beyond it, the first to sign in is signed out."""


class SignIns:
    """The browsers that are signed in while the service runs; only the hash of each cookie is stored.

    Args:
        now: seconds of a clock that never goes back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def open(self, caller: str) -> str:
        """A new value of the cookie, for a caller whose token was seen."""
        value = secrets.token_urlsafe(32)
        self._known[token_hash(value)] = caller, self._now() + LIFE
        while len(self._known) > MOST:
            self._known.popitem(last=False)
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
