"""Runs a system in a separate process, so that its crashes, hangs and memory do not affect others."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from iawce.data.closing import Closing
from iawce.data.extras import needing
from iawce.evaluate.systems import Answer, load_system
from iawce.extract.pipeline.processes.child import Child

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import PageTypeEnsemble

CPU_SECONDS = 20.0
"""Of one page."""


@dataclass(frozen=True, slots=True)
class Output(Answer):
    """Output of a system for a page. ``seconds`` of CPU; ``error``: ``timeout``, ``crash`` or the exception's name."""

    seconds: float = 0.0
    peak_mb: float = 0.0
    error: str = ""


class Worker(Closing):
    """One child process that runs one system, with ``limit`` CPU seconds for a page.

    Raises:
        EnvironmentMissing: the system is not installed.
        UsageError: no such system.
    """

    def __init__(self, system: str, limit: float = CPU_SECONDS, ensemble: "PageTypeEnsemble | None" = None) -> None:
        with needing("bench", system):
            self._child = Child(partial(_load, system, ensemble), limit)
            self._child.start()

    def close(self) -> None:
        """End the process."""
        self._child.close()

    def ask(self, html: str, url: str) -> Output:
        """The output of the system for a page; never raises."""
        reply = self._child.ask((html, url))
        row = dict(reply.value or {})
        records = tuple(row.pop("records", ()))
        return Output(**row, records=records, seconds=reply.seconds, peak_mb=reply.peak_mb, error=reply.error)


def _load(name: str, ensemble: "PageTypeEnsemble | None") -> Callable[[tuple[str, str]], dict[str, Any]]:
    system = load_system(name, ensemble)
    return lambda page: asdict(system(*page))
