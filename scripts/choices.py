"""The names that help texts list, read from the registries when help is asked for."""

from collections.abc import Callable


def _gold_sets() -> str:
    from iawce.data.datasets.gold_sets import GOLD_SETS

    return ", ".join(GOLD_SETS)


def _inputs() -> str:
    from iawce.models.features.inputs import INPUTS

    return "; ".join(f"{name}: {kind.describe}" for name, kind in INPUTS.items())


def _methods() -> str:
    from iawce.extract.content.methods import METHODS

    return ", ".join(METHODS)


def _sources() -> str:
    from iawce.data.sources.reader import readers

    return "; ".join(reader.help for reader in readers().values())


def _pictured_sources() -> str:
    from iawce.data.sources.reader import readers

    return "; ".join(reader.help for reader in readers(screenshots=True).values())


def _sinks() -> str:
    from iawce.data.sinks import RUN, SINKS

    return ", ".join("FOLDER/" if address == RUN else address for address in SINKS)


def _tables() -> str:
    from iawce.data.sinks import SINKS

    return ", ".join(suffix for suffix in SINKS if "://" not in suffix and SINKS[suffix].can_widen)


def _systems() -> str:
    from iawce.evaluate.systems import SYSTEMS

    return ", ".join(SYSTEMS)


_CHOICES: dict[str, Callable[[], str]] = {
    "gold_sets": _gold_sets,
    "inputs": _inputs,
    "methods": _methods,
    "sources": _sources,
    "pictured_sources": _pictured_sources,
    "sinks": _sinks,
    "systems": _systems,
    "tables": _tables,
}


def fill_in_choices(text: str) -> str:
    """A help text in which ``{methods}`` and the like are replaced by what there is; nothing else is imported."""
    for name, choices in _CHOICES.items():
        if (mark := f"{{{name}}}") in text:
            text = text.replace(mark, choices())
    return text
