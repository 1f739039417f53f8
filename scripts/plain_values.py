"""Values of options that are taken as they are: words, one of the choices, and what holds where nothing was typed.

typer has every value checked by pydantic, whose import takes as long as the reading of a page. What needs no check is
not given to it; all else is read as ever.
"""

from collections.abc import Iterable
from typing import Any, Self, get_args

PLAIN = (str, list[str])
"""Types of parameters whose words are their values."""


class PlainValues:
    """Reads the values of one parameter, in the place of what typer makes for it."""

    def __init__(self, parameter: Any) -> None:
        self._type, self._checked = parameter.type_descriptor.annotation, parameter.get_runtime_param

    def itself(self) -> Self:
        """What typer asks a parameter for."""
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command takes it.

        Raises:
            typer.BadParameter: it is none of the parameter's type.
        """
        is_default = ctx.get_parameter_source(param.name).name == "DEFAULT"
        if not (is_default or self._type in PLAIN or value in get_args(self._type)):
            return self._checked().coerce(value, param=param, ctx=ctx)
        if param.multiple or param.nargs == -1:
            return () if value is None else list(value)
        return value


def take_plain_values(parameters: Iterable[Any]) -> None:
    """Have the parameters of a command take what needs no check as it is."""
    for parameter in parameters:
        checked = getattr(parameter, "get_runtime_param", None)  # an older typer has no pydantic
        is_taken = isinstance(getattr(checked, "__self__", None), PlainValues)
        if checked and hasattr(parameter, "type_descriptor") and not is_taken:
            parameter.get_runtime_param = PlainValues(parameter).itself
