"""Groups of options that several commands share: a parameter that is a group stands for all options of the group."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from typing import Any, get_type_hints


@dataclass(frozen=True, kw_only=True)
class OptionGroup:
    """Base of the groups: each field is an option, annotated for Typer, with its default."""


def spread_groups(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command as Typer reads it: the options of a group stand where the group stood.

    Args:
        command: a function, some of whose parameters may be annotated with subclasses of ``OptionGroup``.
    """
    signature = inspect.signature(command, eval_str=True)
    groups = {name: one.annotation for name, one in signature.parameters.items() if _is_group(one.annotation)}
    if not groups:
        return command

    @wraps(command)
    def spread(**given: Any) -> Any:
        return command(**_gathered(groups, given))

    parameters = [
        option
        for name, one in signature.parameters.items()
        for option in (_options(groups[name]) if name in groups else [one])
    ]
    keyword_only = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in parameters]
    spread.__dict__.update(__signature__=signature.replace(parameters=keyword_only))
    spread.__annotations__ = {one.name: one.annotation for one in keyword_only}
    return spread


def _is_group(annotation: Any) -> bool:
    return inspect.isclass(annotation) and issubclass(annotation, OptionGroup)


def _options(group: type[OptionGroup]) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            one.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if one.default is MISSING else one.default,
            annotation=hints[one.name],
        )
        for one in fields(group)
    ]


def _gathered(groups: Mapping[str, type[OptionGroup]], given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the command itself."""
    arguments = dict(given)
    for name, group in groups.items():
        arguments[name] = group(**{one.name: arguments.pop(one.name) for one in fields(group)})
    return arguments
