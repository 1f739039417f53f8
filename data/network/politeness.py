"""Limits for requests to sites: connections and pauses for each host, and repeated requests."""

from dataclasses import dataclass

from iawce.data.errors import PageError
from iawce.data.limits import MAX_SECONDS, check_least, check_most
from iawce.data.network.response import BUSY

GROWTH = 4.0
"""The factor by which each pause is longer than the one before."""
MAX_WAIT = 120.0
"""Most seconds that a page waits at a server's request; a longer request closes the host for that time."""
PASSING = frozenset({"crash/browser", "timeout/load", "http_error/408", "http_error/429"} | {
    f"fetch_error/{detail}" for detail in ("reset", "closed", "timeout", "empty_response")
})  # fmt: skip
"""Reasons after which another attempt may succeed, besides errors of the server (5xx)."""


@dataclass(frozen=True, slots=True)
class Politeness:
    """Limits of requests to hosts.

    Raises:
        UsageError: a number is out of range.
    """

    per_host: int | None = None
    """Pages of one host that are open at the same time; if left out, 1, but any number for this machine itself."""
    delay: float | None = None
    """Seconds from the end of a page to the beginning of the next one of its host; if left out, 1, but none for this
    machine itself."""
    retries: int = 2
    """Further tries after timeouts, lost connections, 429 and 5xx."""
    pause: float = 1.0
    """Seconds before the first of these tries; each further pause is four times as long as the one before."""

    def __post_init__(self) -> None:
        check_least(self, per_host=1, delay=0, retries=0, pause=0)
        check_most(self, delay=MAX_SECONDS, pause=MAX_SECONDS)

    def pause_before(self, retry: int, error: PageError) -> float | None:
        """Seconds before a page is requested again; None if that is useless.

        Args:
            retry: which one, from 1.
            error: of the page.
        """
        if retry > self.retries or not may_pass(error) or is_closed(error):
            return None
        return max(error.retry_after or 0.0, self.pause * GROWTH ** (retry - 1))


def may_pass(error: PageError) -> bool:
    """Whether another attempt may succeed."""
    return error.reason in PASSING or error.reason.startswith("http_error/5")


def is_busy(error: PageError) -> bool:
    """Whether the server reports too many requests."""
    return error.http_status in BUSY


def is_closed(error: PageError) -> bool:
    """Whether the server refuses requests for longer than a page waits."""
    return is_busy(error) and (error.retry_after or 0.0) > MAX_WAIT
