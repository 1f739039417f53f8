"""What a command reads and where it writes: sources, row files, run folders; nothing existing is lost."""

import platform
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any, Self

from iawce.data.errors import IawceError, Status, UsageError, refused
from iawce.data.run_folder.input import Input, input_id, is_in_share
from iawce.data.sinks import address_of, open_sink, read_rows
from iawce.data.sinks.output_file import check_file, sole_writer
from iawce.data.sinks.sink import RUN, STDOUT, Existing, Sink
from iawce.scripts.console import Progress, Tally, complain
from iawce.scripts.options import RenderChoice, RunSettings, keep_existing, make_extractor
from iawce.scripts.program import GIVEN
from iawce.scripts.settings_tables import Settings

if TYPE_CHECKING:
    from iawce.data.document import Document
    from iawce.data.sinks.schema import Schema
    from iawce.data.sources.source import Item

MakeSink = Callable[[str, "Schema"], Sink]  # Makes the sink of a target, with its columns
FREE = ("sources", "seeds", "output", "overwrite", "resume", "quiet", "jobs", "settings", "header", "proxy", "contact")
"""Options with which a run may be resumed as one likes: rows do not depend on them, or they are secret."""
FREE_SETTINGS = (
    "politeness.",
    "crawl.",
    "page_type.device",
    *(f"network.{name}" for name in ("headers", "cookies", "netrc", "proxy", "contact")),
    *(f"run.{name}" for name in ("workers", "processes", "engine", "classifiers", "shard_")),
)
"""What the names of such settings begin with."""
PAGES, PICTURES = (".html", ".htm"), (".png", ".jpg", ".jpeg", ".webp")
"""What the names of HTML pages and of pictures end in."""
PACKAGES = ("iawce", "playwright", "onnxruntime", "selectolax")  # Those whose versions are kept


@dataclass(frozen=True)
class Sources:
    """What the user wants done, in the words of ``read_sources``."""

    given: list[str]
    base_url: str = ""
    screenshots: bool = False
    share: tuple[int, int] | None = None  # Of all inputs, its number and how many
    is_counted: bool = True  # False for seeds of a crawl, which say nothing of the number of pages

    @classmethod
    def of(cls, given: list[str], settings: Settings) -> Self:
        """What is given, with the address that saved pages had by the settings."""
        return cls(given, settings.make(RunSettings).base_url)

    def read(self) -> "Iterator[Item]":
        """All pages, or those of a share."""
        from iawce.data.sources.source import read_sources

        pages = read_sources(self.given, self.base_url, screenshots=self.screenshots)
        if self.share is None:
            return pages
        number, shares = self.share
        return (page for page in pages if is_in_share(number, shares, input_of(page).id))

    def count(self) -> int | None:
        """How many there are, if that is quickly known."""
        from iawce.data.sources.source import count_pages

        return count_pages(self.given, screenshots=self.screenshots) if self.is_counted and not self.share else None

    def hold_screenshots(self) -> bool:
        """Whether the sources hold files that only a command for screenshots reads."""
        given = [] if self.screenshots or self.share else self.given
        return any(set(_files_in(one)).difference(_files_in(one, screenshots=False)) for one in given)


def _files_in(source: str, *, screenshots: bool = True) -> Iterable[Path]:
    from iawce.data.sources.source import Source, files_in

    return files_in(Source.parse(source, screenshots=screenshots))


def input_of(page: "Item") -> Input:
    """What a run knows a page by."""
    return Input(input_id(page.ref, page.url), page.ref, page.url)


@contextmanager
def opened_documents(given: list[str], render: RenderChoice, settings: Settings) -> "Iterator[Generator[Document]]":
    """Documents of pages that can be read, for what learns from them; others are counted and named on stderr.

    ``typer.Exit`` at the end of the block, if some pages could not be read (1), or none (3).
    """
    from iawce.extract.output.extraction import Extraction

    wanted, tally = Sources.of(given, settings), Tally()

    def documents() -> "Generator[Document]":
        with make_extractor(settings, render) as extractor, Progress("page", total=wanted.count()) as progress:
            for found in extractor.open_many(wanted.read()):
                if isinstance(found, Extraction):
                    tally.add_row(found)
                    complain(f"{found.ref}: {found.why}")
                else:
                    tally.add(Status.SUCCESS, "")
                    yield found
                progress.advance(tally.summary())

    with closing(documents()) as found:
        yield found
    tally.finish()


def rows_file(given: list[str]) -> str:
    """The source, if it is one file or folder of rows; else nothing."""
    from iawce.extract.output.row_schema import row_schema

    if len(given) != 1 or not address_of(given[0]):
        return ""
    try:
        first = next(read_rows(given[0], row_schema()), None)
    except (IawceError, LookupError, ValueError, TypeError, OSError):
        return ""
    return given[0] if first and "schema_version" in first else ""


def run_folder(settings: Settings, options: Mapping[str, Any] | None = None) -> MakeSink:
    """What makes a run folder; ``options``: on which its rows depend, instead of all that the command was given."""
    from importlib.metadata import version

    from msgspec import to_builtins

    from iawce.data.run_folder.run_folder import RunFolder
    from iawce.extract.output.extraction import SCHEMA_VERSION

    run, changed = settings.make(RunSettings), settings.changed()
    if options is None:
        command, given = GIVEN.get()
        options = {"command": command, "schema version of rows": SCHEMA_VERSION} | {
            f"--{name.replace('_', '-')}": given[name] for name in sorted(given) if name not in FREE
        }
    depends = dict(options) | {name: changed[name] for name in sorted(changed) if not name.startswith(FREE_SETTINGS)}
    return partial(
        RunFolder,
        settings=to_builtins(depends, str_keys=True, enc_hook=str),  # paths as texts
        versions={name: version(name) for name in PACKAGES} | {"python": platform.python_version()},
        shard_rows=run.shard_rows,
        shard_format=f".{run.shard_format}",
    )


def is_run(output: str | None) -> bool:
    """Whether an output is the folder of a run."""
    return address_of(output or "") == RUN


def is_on_terminal(output: str | None) -> bool:
    """Whether results go to the terminal."""
    return output in (None, STDOUT) and sys.stdout.isatty()


def open_output(
    output: str | None,
    sources: Sources,
    existing: Existing,
    kind: MakeSink | None = None,
    columns: "Schema | None" = None,
) -> Sink:
    """The sink for the rows of a command."""
    from iawce.extract.output.row_schema import row_schema

    refuse_source(output, sources.given)
    if kind is None and is_run(output):
        kind = run_folder(Settings())
    return open_sink(output, columns or row_schema(), existing, kind)


def writing(output: Path) -> AbstractContextManager[None]:
    """A file is written within: ``UsageError`` if it cannot be."""
    return refused(f"{output} cannot be written", OSError, ValueError)


@contextmanager
def new_file(output: Path, sources: Iterable[str], *, overwrite: bool) -> Iterator[None]:
    """See whether a file can be written that is no row file, before any page is read; until the end it is ours."""
    refuse_source(output, sources)
    check_file(output)
    with sole_writer(output):
        keep_existing(output, overwrite)
        yield


def refuse_source(output: str | Path | None, sources: Iterable[str]) -> None:
    """Never write over what is read, be it named, or found in a folder or a list; nor read what is written."""
    if is_run(str(output or "")):
        for source in sources:  # a run folder has pages in it
            with suppress(OSError, ValueError):  # no path
                if Path(source).is_dir() and Path(str(output)).resolve().is_relative_to(Path(source).resolve()):
                    whole = f"the source {source}, which is read as a whole"
                    raise UsageError(f"{Path(str(output))} lies in {whole}: name a folder elsewhere")
        return
    if output is None or not (written := set(_identities(_files_at(Path(output))))):
        return
    for source in sources:
        if not written.isdisjoint(_identities(_files_in(source))):
            what = "is one of the sources" if Path(source).is_file() else f"is read as one of the pages of {source}"
            raise UsageError(f"{output} {what}: name another output")


def _files_at(output: Path) -> list[Path]:
    """What is there that an output would replace."""
    from iawce.data.sinks.page_text import files_of

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
