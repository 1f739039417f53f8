"""Settings of the service: its address and the limits of callers."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from iawce.data.errors import UsageError, refused
from iawce.data.limits import MAX_SECONDS, Checked, Count, NonNegative, Port, Positive, Range, Workers

log = logging.getLogger(__name__)
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})  # Interfaces that only this machine can reach
MIN_TOKEN = 16  # Characters; a shorter one can be guessed
QUIET: dict[str, Any] = {
    "ws": "none", "log_config": None, "access_log": False, "server_header": False, "proxy_headers": False,
}  # fmt: skip
"""How uvicorn serves: requests alone, said to nobody."""


@dataclass(frozen=True, slots=True)
class ServeSettings(Checked):
    """Limits of the service; ``UsageError`` if one is out of range, or if others could call without a token."""

    host: str = "127.0.0.1"
    """Interface to listen on."""
    port: Port = 8787
    """Port to listen on; 0: any free port."""
    tokens: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Name of the caller for each bearer token, by ``token_hash``; without any, everyone on this machine may call, and
    nobody else."""
    max_body: Positive = 10 << 20
    """Maximum bytes of a request (413)."""
    queue: Count = 1000
    """Requests that may wait for a place; more are refused (503)."""
    rate: Annotated[float, Range(1)] = 600.0
    """Requests that a caller may make in a minute, on average; more are refused (429)."""
    deadline: Annotated[float, Range(0.1, MAX_SECONDS)] = 60.0
    """Seconds for the answer to one page (504)."""
    body_timeout: Annotated[float, Range(0.1, MAX_SECONDS)] = 60.0
    """Seconds in which a request has to arrive (408)."""
    workers: Workers = 2
    """Pages that are opened at the same time."""
    jobs: Path = Path("jobs.sqlite")
    """SQLite file that keeps jobs and their rows; no other process may use it at the same time."""
    jobs_size: Positive = 20 << 30
    """Maximum bytes of that file; when it is full, new jobs are refused (503)."""
    job_pages: Positive = 10_000
    """Maximum pages of a job."""
    caller_pages: Positive = 100_000
    """Pages of all unfinished jobs of a caller; more are refused (429)."""
    kept: NonNegative = 7 * 24 * 3600.0
    """Seconds that the results of a job are kept after its end."""
    warm_up: bool = True
    """Report readiness only once browser, processes and models have each handled a page."""

    def __post_init__(self) -> None:
        Checked.__post_init__(self)
        if not self.is_loopback and not self.tokens:
            raise UsageError(f"{self.host} is open to other machines: name a file with bearer tokens (--tokens)")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can call."""
        return self.host in LOOPBACK


def token_hash(token: str) -> str:
    """The stored hash of a bearer token."""
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def read_tokens(path: Path) -> dict[str, str]:
    """Callers by the hash of their bearer token; ``UsageError`` for a file without tokens.

    A line is ``NAME TOKEN``, or a token alone; empty lines and those with ``#`` are comments.
    """
    with refused(f"{path} cannot be read", OSError, ValueError):
        lines = path.read_text(encoding="utf-8").splitlines()
    found, alone = dict[str, str](), list[int]()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words = line.split(None, 1)
        if len(token := words[-1].strip()) < MIN_TOKEN:
            raise UsageError(f"{path}, line {number}: write NAME TOKEN or a token, of at least {MIN_TOKEN} characters")
        known = token_hash(token)
        found[known] = words[0] if len(words) > 1 else known[:12]
        alone += [number] if len(words) == 1 else []
    if not found:
        raise UsageError(f"{path} holds no token")
    if 0 < len(alone) < len(found):  # beside lines with a name, it may be a name whose token was forgotten
        log.warning("%s, line %d: the only word is taken as a token; is it a name without one?", path, alone[0])
    return found
