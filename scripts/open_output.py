"""What a command reads and where it writes: an output is never one of the sources, and nothing that exists is lost."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from typing import Self

from iawce.data.errors import UsageError
from iawce.data.run_folder.input import Input, input_id, is_in_share
from iawce.data.sinks import RUN, STDOUT, address_of, open_sink
from iawce.data.sinks.output_file import check_file, sole_writer
from iawce.data.sinks.page_folder import files_of
from iawce.data.sinks.schema import Schema
from iawce.data.sinks.sink import Existing, Sink
from iawce.data.sources.read_sources import count_pages, files_in, read_sources
from iawce.data.sources.reader import Item
from iawce.data.sources.source import Source
from iawce.extract.output.row_schema import row_schema
from iawce.scripts.options import keep_existing
from iawce.scripts.run_folders import run_folder
from iawce.scripts.run_settings import RunSettings
from iawce.scripts.settings_values import Settings

Share = tuple[int, int]
"""Number of a share of all inputs, from 1, and how many shares there are."""


@dataclass(frozen=True)
class Sources:
    """What the user wants done, in the words of ``read_sources``."""

    given: list[str]
    base_url: str = ""
    screenshots: bool = False
    share: Share | None = None

    @classmethod
    def of(cls, given: list[str], settings: Settings) -> Self:
        """What is given, with the address that saved pages had by the settings."""
        return cls(given, settings.make(RunSettings).base_url)

    def read(self) -> Iterator[Item]:
        """All pages, or those of a share."""
        pages = read_sources(self.given, self.base_url, screenshots=self.screenshots)
        if self.share is None:
            return pages
        number, shares = self.share
        return (page for page in pages if is_in_share(number, shares, input_of(page).id))

    def count(self) -> int | None:
        """How many there are, if that is quickly known."""
        return None if self.share else count_pages(self.given, screenshots=self.screenshots)

    def hold_screenshots(self) -> bool:
        """Whether the sources hold files that only a command for screenshots reads."""
        return any(
            set(files_in(Source.parse(one, screenshots=True))).difference(files_in(Source.parse(one)))
            for one in self.given
            if not self.screenshots and self.share is None
        )


def input_of(page: Item) -> Input:
    """What a run knows a page by."""
    return Input(input_id(page.ref, page.url), page.ref, page.url)


def open_output(
    output: str | None,
    sources: Sources,
    existing: Existing,
    kind: Callable[[str, Schema], Sink] | None = None,
    columns: Schema | None = None,
) -> Sink:
    """The sink for the rows of a command.

    Raises:
        UsageError: it cannot be written, what is there is in the way, or it is one of the sources.
        EnvironmentMissing: a library is not installed.
    """
    refuse_source(output, sources.given)
    if kind is None and is_run(output):
        kind = run_folder(Settings())
    return open_sink(output, columns or row_schema(), existing, kind)


def refuse_source(output: str | Path | None, sources: Iterable[str]) -> None:
    """Never write over what is read, be it named, or found in a folder or a list; nor read what is written.

    Raises:
        UsageError: the output is one of the sources, or a page that is read of one, or a run folder in one of them.
    """
    if address_of(str(output or "")) == RUN:
        _refuse_run_within(Path(str(output)), sources)
        return
    if output is None or not (written := set(_identities(_files_at(Path(output))))):
        return
    for source in sources:
        if not written.isdisjoint(_identities(files_in(Source.parse(source, screenshots=True)))):
            what = "is one of the sources" if Path(source).is_file() else f"is read as one of the pages of {source}"
            raise UsageError(f"{output} {what}: name another output")


def _refuse_run_within(run: Path, sources: Iterable[str]) -> None:
    """A run folder has pages in it."""
    for source in sources:
        with suppress(OSError, ValueError):  # no path
            if Path(source).is_dir() and run.resolve().is_relative_to(Path(source).resolve()):
                raise UsageError(
                    f"{run} lies in the source {source}, which is read as a whole: name a folder elsewhere"
                )


def _files_at(output: Path) -> list[Path]:
    """What is there that an output would replace."""
    with suppress(OSError, ValueError):  # no path, as an address of a database
        return files_of(output) if output.is_dir() else [output]
    return []


def _identities(paths: Iterable[Path]) -> Iterator[tuple[int, int]]:
    """Device and inode of each file, the same whatever its name; devices and missing files are skipped."""
    for path in paths:
        with suppress(OSError, ValueError):
            found = path.stat()
            if S_ISREG(found.st_mode):
                yield found.st_dev, found.st_ino


@contextmanager
def new_file(output: Path, sources: Iterable[str], *, overwrite: bool) -> Iterator[None]:
    """See whether a file can be written that is no row file, before any page is read; until the end it is ours.

    Raises:
        UsageError: it is one of the sources, exists and is to be kept, cannot be written, or another command writes it.
    """
    refuse_source(output, sources)
    check_file(output)
    with sole_writer(output):
        keep_existing(output, overwrite)
        yield


def is_on_terminal(output: str | None) -> bool:
    """Whether results go to the terminal."""
    return output in (None, STDOUT) and sys.stdout.isatty()


def is_run(output: str | None) -> bool:
    """Whether an output is the folder of a run."""
    return address_of(output or "") == RUN
