"""The interface of a sink: it takes rows one at a time, and most sinks can read them back."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self, TextIO

from iawce.data.errors import UsageError
from iawce.data.sinks.schema import Schema

Row = dict[str, Any]


class Sink(ABC):
    """Where rows go. What was there before is replaced; rows reach it in order, all of them once it is closed.

    Args:
        target: a path, or an address with a scheme of this sink.
        schema: the columns; each row has all of them, and they stay in this order.

    Attributes:
        title: name of the format.
        note: how the columns are stored; both are in ``docs/rows.md``.

    Raises:
        UsageError: the target cannot be written.
        EnvironmentMissing: a library is not installed.
    """

    title: ClassVar[str]
    note: ClassVar[str]

    @abstractmethod
    def __init__(self, target: str, schema: Schema) -> None: ...

    @abstractmethod
    def write(self, row: Row) -> None:
        """Take one row; lone surrogates in its text become question marks."""

    @abstractmethod
    def close(self) -> None:
        """Write the buffered rows and close the target."""

    @classmethod
    def read(cls, target: str, schema: Schema) -> Iterator[Row]:  # noqa: ARG003 - for sinks that can
        """The rows of a target, as they were written.

        Raises:
            UsageError: this format cannot be read back.
        """
        raise UsageError(f"{cls.title} cannot be read back into rows")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@contextmanager
def opening(target: str | Path) -> Iterator[None]:
    """Turns the failure to open a target into a message.

    Raises:
        UsageError: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise UsageError(f"{target} cannot be written: {error}") from error


def open_text(path: str | Path, newline: str | None = None) -> TextIO:
    """Open a UTF-8 file for results; lone surrogates become question marks.

    Raises:
        UsageError: it cannot be written.
    """
    with opening(path):
        return Path(path).open("w", encoding="utf-8", errors="replace", newline=newline)
