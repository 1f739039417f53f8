"""Systems by name, behind one interface: ours, other people's extractors, and simple baselines.

A new system is a loader in ``adapters`` and one line here; each extraction method is also a system, ``iawce-NAME``.
Modules are imported when a system is loaded.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from iawce.data.registry import Registry
from iawce.extract.content.methods import METHODS

if TYPE_CHECKING:
    from iawce.evaluate.systems.system import System

OURS = "iawce"
_PEERS = "iawce.evaluate.systems.adapters"
_OWN = "iawce.evaluate.systems.ours"


class _Systems(Registry["System"]):
    """Registered systems, and one for each registered extraction method."""

    def __getitem__(self, name: str) -> "System":
        if not super().__contains__(name) and name in self:
            from iawce.evaluate.systems.ours import method_system  # noqa: PLC0415 - it imports this module

            return method_system(name.removeprefix(f"{OURS}-"))
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
