"""Extraction methods by name. A method chooses elements of a page; printing them is not its business."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from iawce.data.errors import UsageError
from iawce.data.html.tree import Element


@dataclass(frozen=True, slots=True)
class Selection:
    """What a method chose.

    ``elements`` in document order; elements called ``noise`` and those in ``hidden`` are not to be printed; ``scores``
    say why.
    """

    elements: tuple[Element, ...]
    noise: frozenset[str] = frozenset()
    hidden: frozenset[Element] = frozenset()
    scores: dict[str, Any] = field(default_factory=dict)


Method = Callable[[Element, frozenset[Element], str], Selection]
"""Takes the ``html`` element, elements nobody sees, and the mode (``default`` or ``paper``)."""

_METHODS: dict[str, Method] = {}


def register_method(name: str) -> Callable[[Method], Method]:
    """Decorator that makes a method known as ``name``.

    Raises:
        ValueError: the name is taken.
    """

    def register(method: Method) -> Method:
        if name in _METHODS:
            raise ValueError(f"a method called {name!r} is registered already")
        _METHODS[name] = method
        return method

    return register


def list_methods() -> list[str]:
    """Names of all methods, sorted."""
    return sorted(_METHODS)


def get_method(name: str) -> Method:
    """The method ``name``.

    Raises:
        UsageError: there is none; the message lists those there are.
    """
    if name not in _METHODS:
        raise UsageError(f"no method is called {name!r}; known are {', '.join(list_methods())}")
    return _METHODS[name]
