"""Registries: methods, networks, readers and sinks by name."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from iawce.data.errors import not_known

Entry = TypeVar("Entry")


class Registry(Generic[Entry]):
    """Entries by name, called ``noun`` in messages; modules register those of ``homes``, imported when needed."""

    def __init__(self, noun: str, homes: Mapping[str, str] | None = None) -> None:
        self.noun = noun
        self._homes = dict(homes or {})
        self._entries: dict[str, Entry] = {}

    def register(self, name: str) -> Callable[[Entry], Entry]:
        """Decorator that makes an entry known as ``name``. Raises ValueError: the name is taken."""

        def add(entry: Entry) -> Entry:
            if name in self._entries:
                raise ValueError(f"a {self.noun} called {name!r} is registered already")
            self._entries[name] = entry
            return entry

        return add

    def __getitem__(self, name: str) -> Entry:
        """The entry ``name``. Raises UsageError: there is none; the message lists the existing ones."""
        if name not in self._entries and name in self._homes:
            import_module(self._homes[name])
        if name not in self._entries:
            raise not_known(f"no {self.noun} is called", name, self)
        return self._entries[name]

    def __contains__(self, name: object) -> bool:
        return name in self._entries or name in self._homes

    def __iter__(self) -> Iterator[str]:
        """All names: the project's own in their order, then others in the order of registration."""
        return iter(dict.fromkeys([*self._homes, *self._entries]))

    def remove(self, name: str) -> None:
        """Remove an entry that was registered temporarily."""
        del self._entries[name]
