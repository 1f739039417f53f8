"""What the service allows its callers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from iawce.data.errors import UsageError

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Interfaces that only this machine reaches."""
SHORTEST_TOKEN = 16
"""Characters; a shorter one can be guessed."""


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Limits of the service.

    Attributes:
        host, port: where it listens.
        tokens: name of the caller for each bearer token, by ``token_hash``; without any, everyone on this machine may
            call, and nobody else.
        max_body: bytes of a request.
        queue: requests that may wait for a place; more are refused (503).
        rate: requests that a caller may make in a minute, on average; more are refused (429).
        deadline: seconds for the answer to one page (504).
        body_timeout: seconds in which a request has to come (408).
        workers: pages that are opened at the same time.
        jobs: the file that keeps jobs, which nobody else may use at the same time.
        jobs_size: bytes of that file; without room no job is taken (503).
        job_pages: pages of a job.
        caller_pages: pages of all jobs of a caller that are not done; more are refused (429).
        kept: seconds that the results of a job are kept after its end.
        warm_up: whether it is ready only when all that pages need has done one.

    Raises:
        UsageError: other machines could call without a token.
    """

    host: str = "127.0.0.1"
    port: int = 8787
    tokens: Mapping[str, str] = field(default_factory=dict, repr=False)
    max_body: int = 10 << 20
    queue: int = 1000
    rate: float = 600.0
    deadline: float = 60.0
    body_timeout: float = 60.0
    workers: int = 2
    jobs: Path = Path("jobs.sqlite")
    jobs_size: int = 20 << 30
    job_pages: int = 10_000
    caller_pages: int = 100_000
    kept: float = 7 * 24 * 3600.0
    warm_up: bool = True

    def __post_init__(self) -> None:
        if not self.is_loopback and not self.tokens:
            raise UsageError(f"{self.host} is open to other machines: name a file with bearer tokens (--tokens)")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can call."""
        return self.host in LOOPBACK


def token_hash(token: str) -> str:
    """What is kept of a bearer token."""
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def read_tokens(path: Path) -> dict[str, str]:
    """Callers by the hash of their bearer token: lines ``NAME TOKEN``; empty ones and those with ``#`` are comments.

    Raises:
        UsageError: it cannot be read, or a line is none of these.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    found = dict[str, str]()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, _, token = line.strip().partition(" ")
        if len(token.strip()) < SHORTEST_TOKEN:
            raise UsageError(
                f"{path}, line {number}: write NAME TOKEN, a token of at least {SHORTEST_TOKEN} characters"
            )
        found[token_hash(token.strip())] = name
    if not found:
        raise UsageError(f"{path} holds no token")
    return found
