"""What a command reads and where it writes: an output is never one of the sources, and nothing that exists is lost."""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from iawce.data.errors import UsageError
from iawce.data.sinks import STDOUT, open_sink
from iawce.data.sinks.output_file import check_file
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import Existing, Sink
from iawce.data.sources.read_sources import count_pages, read_sources
from iawce.data.sources.reader import Item
from iawce.extract.output.row_schema import row_schema
from iawce.scripts.options import keep_existing


@dataclass(frozen=True)
class Sources:
    """What the user wants done, in the words of ``read_sources``."""

    given: list[str]
    base_url: str = ""
    screenshots: bool = False

    def read(self) -> Iterator[Item]:
        """All pages."""
        return read_sources(self.given, self.base_url, screenshots=self.screenshots)

    def count(self) -> int | None:
        """How many there are, if that is quickly known."""
        return count_pages(self.given, screenshots=self.screenshots)


def open_output(
    output: str | None, sources: Sources, existing: Existing, kind: Callable[[str, Schema], Sink] | None = None
) -> Sink:
    """The sink for the rows of a command.

    Raises:
        UsageError: it cannot be written, what is there is in the way, or it is one of the sources.
        EnvironmentMissing: a library is not installed.
    """
    refuse_source(output, sources.given)
    return open_sink(output, row_schema(), existing, kind)


def refuse_source(output: str | Path | None, sources: Iterable[str]) -> None:
    """Never write over what is read.

    Raises:
        UsageError: the output is one of the sources.
    """
    for source in sources:
        try:
            is_same = output is not None and Path(output).samefile(source)
        except (OSError, ValueError):  # no such file
            continue
        if is_same and Path(source).is_file():
            raise UsageError(f"{output} is one of the sources: name another output")


def check_new_file(output: Path, sources: Iterable[str], *, overwrite: bool) -> None:
    """See whether a file can be written that is no row file, before any page is read.

    Raises:
        UsageError: it is one of the sources, exists and is to be kept, or cannot be written.
    """
    refuse_source(output, sources)
    check_file(output)
    keep_existing(output, overwrite)


def is_on_terminal(output: str | None) -> bool:
    """Whether results go to the terminal."""
    return output in (None, STDOUT) and sys.stdout.isatty()
