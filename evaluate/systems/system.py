"""The interface of a system: HTML and address in, text out."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from iawce.evaluate.systems import SYSTEMS

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import PageTypeEnsemble


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
Loader = Callable[..., Adapter]
"""Without arguments; of our own systems with what decides the page type, None for what is shipped."""


@dataclass(frozen=True, slots=True)
class System:
    """The loader of a system, and the distribution that must be installed for it; empty for our own.

    ``takes_models``: whether what decides the page type is given to the loader.
    """

    load: Loader
    distribution: str = ""
    takes_models: bool = False


def register_system(name: str, distribution: str = "", *, takes_models: bool = False) -> Callable[[Loader], Loader]:
    """Decorator that registers the function as the loader of the system ``name``.

    Raises:
        ValueError: the name is taken.
    """

    def register(load: Loader) -> Loader:
        SYSTEMS.register(name)(System(load, distribution, takes_models))
        return load

    return register


def load_system(name: str, ensemble: "PageTypeEnsemble | None" = None) -> Ask:
    """The system, ready to be called.

    Args:
        name: of the system.
        ensemble: what decides the page type in our own systems; None for what is shipped.

    Raises:
        UsageError: no such system.
        ModuleNotFoundError: it is not installed.
    """
    system = SYSTEMS[name]
    adapter = system.load(ensemble) if system.takes_models else system.load()

    def run(html: str, url: str) -> Answer:
        answer = adapter(html, url)
        return answer if isinstance(answer, Answer) else Answer(answer or "")

    return run
