"""Optional libraries: each belongs to an extra of the package."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from iawce.data.errors import EnvironmentMissing


@contextmanager
def needing(extra: str, work: str) -> Iterator[None]:
    """An extra is imported inside; EnvironmentMissing, about ``work``, says how to install it if it is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if str(error.name).startswith("iawce"):
            raise
        raise EnvironmentMissing(f"{work} needs {error.name}: {installs(extra)}") from error


def installs(extra: str) -> str:
    """The command that installs an extra beside the interpreter that runs, which need not be the one of the shell."""
    return f"{shlex.quote(sys.executable)} -m pip install 'iawce[{extra}]'"
