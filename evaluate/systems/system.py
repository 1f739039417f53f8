"""The interface of a system: HTML and address in, text out."""

from collections.abc import Callable
from dataclasses import dataclass, field

from iawce.evaluate.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class Answer:
    """The output of a system for one page; most give only text. ``type`` with its ``confidence`` if it gives one."""

    text: str = ""
    records: tuple[dict[str, str], ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    type: str = ""
    confidence: float = 0.0


Adapter = Callable[[str, str], str | Answer]
Ask = Callable[[str, str], Answer]
Loader = Callable[[], Adapter]


@dataclass(frozen=True, slots=True)
class System:
    """The loader of a system, and the distribution that must be installed for it; empty for our own."""

    load: Loader
    distribution: str = ""


def register_system(name: str, distribution: str = "") -> Callable[[Loader], Loader]:
    """Decorator that registers the function as the loader of the system ``name``.

    Raises:
        ValueError: the name is taken.
    """

    def register(load: Loader) -> Loader:
        SYSTEMS.register(name)(System(load, distribution))
        return load

    return register


def load_system(name: str) -> Ask:
    """The system, ready to be called.

    Raises:
        UsageError: no such system.
        ModuleNotFoundError: it is not installed.
    """
    adapter = SYSTEMS[name].load()

    def run(html: str, url: str) -> Answer:
        answer = adapter(html, url)
        return answer if isinstance(answer, Answer) else Answer(answer or "")

    return run
