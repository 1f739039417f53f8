"""Network builders by name."""

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from torch import nn

from iawce.data.errors import UsageError


class Builder(Protocol):
    """Builds a network that maps float32 (B, channels, height, width) to logits (B, classes)."""

    def __call__(  # noqa: D102 - described by the class
        self, *, channels: int, size: tuple[int, int], classes: int, dropout: float = 0.0
    ) -> nn.Module: ...


_HOMES = {
    "lenet5": "iawce.models.networks.lenet",
    "layoutnet": "iawce.models.networks.layoutnet",
    "resnet101": "iawce.models.networks.transfer",
    "resnet101_flatten": "iawce.models.networks.transfer",
    "efficientnet_b0": "iawce.models.networks.transfer",
}
"""Where the project's own networks are defined; a module is imported when one of its networks is wanted."""
_BUILDERS: dict[str, Builder] = {}


def register_model(name: str) -> Callable[[Builder], Builder]:
    """Decorator that makes a builder known as ``name``.

    Raises:
        ValueError: the name is taken.
    """

    def register(builder: Builder) -> Builder:
        if name in _BUILDERS:
            raise ValueError(f"a model called {name!r} is registered already")
        _BUILDERS[name] = builder
        return builder

    return register


def list_models() -> list[str]:
    """Names of all networks, sorted."""
    return sorted({*_HOMES, *_BUILDERS})


def create_model(name: str, *, channels: int, size: tuple[int, int], classes: int, dropout: float = 0.0) -> nn.Module:
    """Build the network ``name`` with fresh weights.

    Raises:
        UsageError: no such network; the message lists those there are.
    """
    known = list_models()
    if name not in known:
        raise UsageError(f"no model is called {name!r}; known are {', '.join(known)}")
    if name not in _BUILDERS:
        import_module(_HOMES[name])
    return _BUILDERS[name](channels=channels, size=size, classes=classes, dropout=dropout)
