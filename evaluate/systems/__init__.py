"""Systems by name, behind one interface: ours, other people's extractors, and simple baselines.

A new system is a loader in ``adapters`` and one line here; each extraction method is also a system, ``iawce-NAME``.
Modules are imported when a system is loaded.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from iawce.data.registry import Registry
from iawce.extract.content.method import METHODS

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import PageTypeEnsemble


OURS = "iawce"
_PEERS = "iawce.evaluate.systems.adapters"
_OWN = "iawce.evaluate.systems.ours"


class _Systems(Registry["System"]):
    """Registered systems, and one for each registered extraction method."""

    def __getitem__(self, name: str) -> "System":
        if not super().__contains__(name) and name in self:
            found: System = import_module(_OWN).method_system(name.removeprefix(f"{OURS}-"))
            return found
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self._of_methods()

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys([OURS, *self._of_methods(), *super().__iter__()]))

    @staticmethod
    def _of_methods() -> list[str]:
        return [f"{OURS}-{name}" for name in METHODS]


SYSTEMS: "Registry[System]" = _Systems(
    "system",
    {
        OURS: _OWN,
        "iawce-rules": _OWN,
        "iawce-paper": _OWN,
        "trafilatura": _PEERS,
        "resiliparse": _PEERS,
        "readability-lxml": _PEERS,
        "newspaper4k": _PEERS,
        "goose3": _PEERS,
        "justext": _PEERS,
        "boilerpy3": _PEERS,
        "mdr": _PEERS,
        "tag-path-ratios": _PEERS,
        "all-text": _PEERS,
    },
)


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
