"""The sources that the user gave: the content of each, the readers of their formats by name, their pages.

A new format is a module that registers a ``Reader``, and a line in ``READERS``, in the order in which they are tried: a
format that could be taken for another (lines of JSON contain markup) is before that one. Modules are imported when a
source is read. A source that cannot be read is a page with an ``error``; only a missing library is raised.
"""

import gzip
import io
import json
import logging
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import IO, Any, AnyStr, Self
from urllib.parse import quote

from iawce.data.dom.read import GZIP, MAX_BODY, Kind, sniff, unpack
from iawce.data.errors import EnvironmentMissing, PageError
from iawce.data.network.address import join, suffix_splitter, without_credentials
from iawce.data.page import SAVED_ORIGIN, Page
from iawce.data.registry import Registry
from iawce.data.snapshot import Snapshot
from iawce.data.sources.seen_addresses import SeenAddresses

_ADDRESS = re.compile(r"(?P<host>[\w-]+(?:\.[\w-]+)*)(?P<rest>(?::\d+)?(?:[/?#]\S*)?)")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_FILE_SUFFIXES = (".md", ".py", ".sh", ".zip", ".pl", ".rs", ".ps", ".cc", ".gz", ".app", ".mov", ".java")
"""Domains that are more often the end of a file's name."""
STDIN = "-"
HEAD = 1 << 16  # Number of bytes from which the format of a file is recognised
MAX_JSON = 256 << 20  # Bytes of a file of JSON
MAX_REF = 4000  # Characters of a source in its row
_INDEX = re.compile(r"\Aindex\.x?html?\Z", re.I)  # The file that servers send for the address of its folder
_SCHEME = re.compile(r"[\x00-\x20]*[a-z][a-z0-9+.-]+:", re.I)
log = logging.getLogger(__name__)
Item = Page | Snapshot
Read = Callable[["Source"], Iterator[Item]]
_PACKAGE = __name__.rpartition(".")[0]


class Rejoined(io.RawIOBase):
    """The bytes that were read from a stream, then the following ones; the stream is left open."""

    def __init__(self, begun: bytes, rest: IO[bytes]) -> None:
        self._begun, self._rest, self._position = io.BytesIO(begun), rest, 0

    def readable(self) -> bool:
        """It is for reading only."""
        return True

    def tell(self) -> int:
        """How many bytes were read."""
        return self._position

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes; 0 at the end."""
        view = memoryview(buffer)
        part = self._begun.read(len(view)) or self._rest.read(len(view))
        view[: len(part)] = part
        self._position += len(part)
        return len(part)


def with_scheme(text: str) -> str:
    """The address that a text without scheme most probably means; few servers without a name have a certificate."""
    found = _ADDRESS.fullmatch(text)
    has_name = found and found["host"].lower() != "localhost" and not _IPV4.fullmatch(found["host"])
    return f"{'https' if has_name else 'http'}://{text}"


def lacks_scheme(text: str) -> bool:
    """Whether this is a host with a known public suffix, an IPv4 address or ``localhost``, with or without a path.

    A name such as ``readme.md`` may be a host or a file; alone it is a file.
    """
    found = _ADDRESS.fullmatch(text)
    if not found:
        return False
    host, rest = found["host"].lower(), found["rest"]
    if host == "localhost" or _IPV4.fullmatch(host):
        return True
    parts = suffix_splitter()(host)
    return bool(parts.suffix and parts.domain) and (bool(rest) or not host.endswith(_FILE_SUFFIXES))


@dataclass(frozen=True)
class Source:
    """An address, a path or standard input; nothing is read before it is needed.

    ``ref`` is what the user wrote, or the path of a file found in a folder; ``base_url`` the address that saved HTML
    or the folder had. Raises, whatever reads it, OSError: it cannot be read; PageError: no ordinary file, damaged
    compression, or too long.
    """

    ref: str
    path: Path | None = None
    base_url: str = ""
    screenshots: bool = False

    @classmethod
    def parse(cls, text: str, base_url: str = "", *, screenshots: bool = False) -> Self:
        """The source that a user wrote."""
        path = None if text == STDIN or is_address(text) else Path(text)
        return cls(_shown(path) if path else text, path, base_url, screenshots)

    def at(self, path: Path) -> Self:
        """The same for a file or folder in this folder, below the address of which it is."""
        base_url = self.base_url
        if base_url and self.is_folder and path.is_relative_to(self.folder):
            below = _INDEX.sub("", quote(path.relative_to(self.folder).as_posix(), safe="/?=&"))
            base_url = join(f"{base_url.rstrip('/')}/", f"./{below}") or base_url
        return replace(self, ref=_shown(path), path=path, base_url=base_url)

    @property
    def is_stdin(self) -> bool:
        """Whether this is standard input."""
        return self.path is None and self.ref == STDIN

    @property
    def is_address(self) -> bool:
        """Whether this is an address of any scheme."""
        return self.path is None and self.ref != STDIN

    @cached_property
    def is_folder(self) -> bool:
        """Whether this is a folder."""
        return self.path is not None and self.path.is_dir()

    @property
    def folder(self) -> Path:
        """The path of a folder."""
        assert self.path is not None  # noqa: S101 - asked of folders only
        return self.path

    @property
    def has_bytes(self) -> bool:
        """Whether this is a file or standard input."""
        return not self.is_address and not self.is_folder

    @cached_property
    def raw_head(self) -> bytes:
        """The first bytes without unpacking; standard input is read only once."""
        if self.path is None:
            return sys.stdin.buffer.read(HEAD)
        self._check_regular()
        with self.path.open("rb") as file:
            return file.read(HEAD)

    @cached_property
    def head(self) -> bytes:
        """The first bytes of a file or of standard input, unpacked if they are gzipped."""
        if not self.raw_head.startswith(GZIP):
            return self.raw_head
        try:
            return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(self.raw_head, HEAD)
        except zlib.error as error:
            raise PageError("input/unreadable", str(error)) from error

    @property
    def whole_lines(self) -> bytes:
        """The complete lines of ``head``, of a text."""
        return self.head[: self.head.rfind(b"\n") + 1] or self.head if len(self.head) >= HEAD else self.head

    def open(self) -> IO[bytes]:
        """All bytes without unpacking, from the first; standard input only once."""
        if self.path is None:
            return io.BufferedReader(Rejoined(self.raw_head, sys.stdin.buffer))
        self._check_regular()
        return self.path.open("rb")

    @contextmanager
    def unpacked(self) -> Iterator[IO[bytes]]:
        """The same, unpacked if it is gzipped, of any length: nothing is read in advance."""
        with self.open() as raw:
            try:
                yield gzip.GzipFile(fileobj=raw) if self.raw_head.startswith(GZIP) else raw  # type: ignore[misc]
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise PageError("input/unreadable", f"{self.ref} is damaged: {error}") from error

    @cached_property
    def body(self) -> bytes:
        """All bytes of a file or of standard input, unpacked if they are gzipped."""
        with self.open() as file:  # a file of the system may report that it is empty, and never end
            raw = file.read(MAX_BODY + 1)
        if len(raw) > MAX_BODY:
            raise PageError("too_large/body", f"{self.ref} is larger than the {MAX_BODY} bytes allowed")
        return unpack(raw)

    def json(self) -> Any:
        """The value of a file of JSON, gzipped or not, which is read as a whole."""
        with self.unpacked() as file:
            raw = file.read(MAX_JSON + 1)
        if len(raw) > MAX_JSON:
            raise PageError("too_large/body", f"{self.ref} has more than the {MAX_JSON} bytes allowed")
        try:
            return json.loads(raw.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise PageError("input/unreadable", f"{self.ref} is no JSON: {error}"[:300]) from error

    def _check_regular(self) -> None:
        """Devices and pipes never end, or never begin."""
        if self.path is not None and self.path.exists() and not self.path.is_file():
            raise PageError("input/unreadable", f"{self.ref} is no ordinary file")

    @cached_property
    def kind(self) -> Kind:
        """The format of ``head``."""
        return sniff(self.head)

    def has_suffix(self, suffixes: tuple[str, ...]) -> bool:
        """Whether the name of the file ends in one of ``suffixes``, in lower case."""
        return self.path is not None and self.path.name.lower().endswith(suffixes)

    def failed(self, reason: str, message: str) -> Page:
        """A page with the reason why this source could not be read."""
        return Page(shortened(self.ref), error=reason, message=message)

    def page(self) -> Page:
        """The page with this HTML."""
        folder = self.path.parent if self.path else None
        return Page(self.ref, self.base_url or SAVED_ORIGIN, self.body, folder=folder)


def shortened(ref: str) -> str:
    """The text of the user, shortened for messages."""
    return ref if len(ref) <= MAX_REF else ref[: MAX_REF - 1] + "…"


def is_address(text: str) -> bool:
    """Whether this is an address of any scheme; a single letter is a drive, not a scheme."""
    return _SCHEME.match(text) is not None and not exists(text) and not lacks_scheme(text)


def exists(path: str) -> bool:
    """Whether there is such a file or folder; False for an invalid path."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):  # longer than any path, in an inaccessible folder, or with a zero byte
        return False


def begun_lines(file: IO[AnyStr], most: int) -> Iterator[AnyStr]:
    """The lines of a file; of one that is longer than ``most``, only the beginning."""
    while line := file.readline(most):
        rest = line
        while rest and rest[-1:] not in ("\n", b"\n"):
            rest = file.readline(most)
        yield line


def lines_with_content(path: Path) -> int:
    """How many lines of a file are not blank."""
    with path.open("rb") as lines:
        return sum(bool(line.strip()) for line in lines)


def iso_date(date: str) -> str:
    """A date of an archive in ISO 8601; empty if it is not a date."""
    try:
        if re.fullmatch(r"\d{14}", date, re.ASCII):
            return datetime.strptime(date, "%Y%m%d%H%M%S").replace(tzinfo=UTC).isoformat()
        return datetime.fromisoformat(date).isoformat()
    except ValueError:
        return ""


def _shown(path: Path) -> str:
    try:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # lone surrogates: no file has such a name
        return str(path).encode("utf-8", "backslashreplace").decode()


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads one source format; at an ``OSError`` or ``PageError``, the source becomes a page with an error."""

    help: str  # A noun phrase for help texts and ``docs/sources.md``
    accepts: Callable[[Source], bool]  # Whether a source is of the format, by its content, not by its name
    read: Read  # Gives its pages, lazily and in order
    suffixes: tuple[str, ...] = ()  # In lower case, of files that are read in folders
    is_looked_at: bool = False  # Its pages are pictures, so it is tried only if screenshots are read
    count: int | Callable[[Source], int | None] | None = 1  # Of pages; None if it is not known without reading
    files: Callable[[Source], Iterator[Path]] = lambda source: filter(None, (source.path,))  # Of a source that it reads


def reader(name: str, help: str, accepts: Callable[[Source], bool], *about: Any, **more: Any) -> Callable[[Read], Read]:
    """Decorator of what reads the pages of a source format; the arguments are those of ``Reader``."""

    def add(read: Read) -> Read:
        READERS.register(name)(Reader(help, accepts, read, *about, **more))
        return read

    return add


READERS: Registry[Reader] = Registry(
    "source format",
    {
        "address": f"{_PACKAGE}.address_list",
        "pattern": f"{_PACKAGE}.folder",
        "snapshot": f"{_PACKAGE}.folder",
        "corpus": f"{_PACKAGE}.folder",
        "folder": f"{_PACKAGE}.folder",
        "WARC": f"{_PACKAGE}.archives",
        "ARC": f"{_PACKAGE}.archives",
        "screenshot": f"{_PACKAGE}.folder",
        "web archive": f"{_PACKAGE}.saved_by_browsers",
        "sitemap": f"{_PACKAGE}.sitemap",
        "HAR": f"{_PACKAGE}.saved_by_browsers",
        "Parquet": f"{_PACKAGE}.tables",
        "JSON lines": f"{_PACKAGE}.tables",
        "JSON array": f"{_PACKAGE}.tables",
        "CSV": f"{_PACKAGE}.tables",
        "address list": f"{_PACKAGE}.address_list",
        "HTML file": f"{_PACKAGE}.saved_by_browsers",
        "HTML on stdin": f"{_PACKAGE}.saved_by_browsers",
    },
)


def all_files(source: Source) -> Iterator[Path]:
    """Every file of a folder that is read completely."""
    if source.path:
        yield from (path for path in source.path.rglob("*") if path.is_file())


def readers(*, screenshots: bool = False) -> dict[str, Reader]:
    """Readers by name, in the order in which they are tried; those of screenshots only on request."""
    known = {name: READERS[name] for name in READERS}
    return {name: reader for name, reader in known.items() if screenshots or not reader.is_looked_at}


def _find_reader(source: Source) -> Reader | None:
    return next((reader for reader in readers(screenshots=source.screenshots).values() if reader.accepts(source)), None)


def read_sources(sources: Iterable[str], base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of all sources (addresses, paths, ``-``) in order; repeated addresses and files are read once.

    ``base_url`` is the address that saved HTML had on the web. If ``screenshots`` are wanted, pictures and corpora of
    pictures are read, too; the ``ref`` of a corpus page is its id. A source without pages beside others is logged.
    """
    empty, has_pages = list[str](), False
    with closing(SeenAddresses()) as seen:
        for source in sources:
            is_empty = True
            for page in read_source(source, base_url, screenshots=screenshots):
                is_empty, has_pages = False, True
                if not (key := _key_of(page)) or seen.add(key):
                    yield page
                    seen.add(_secret_key(key, page))
                elif seen.add(_secret_key(key, page)):
                    why = "it was given before, with other credentials: each needs a command of its own"
                    yield Page(page.ref, error="input/other_credentials", message=why)
            if is_empty:
                empty.append(source)
    for source in empty if has_pages else ():
        log.warning("%s holds no pages", without_credentials(source))


def _key_of(page: Item) -> str:
    """What a live page or a file is known by; empty for others, of which several may have the same name."""
    if not isinstance(page, Page) or page.error:
        return ""
    return page.url if page.is_live else f"{page.ref}\0{page.url}" if page.folder else ""


def _secret_key(key: str, page: Item) -> str:
    """The same with the credentials, of which only a hash is kept."""
    secret = page.credentials if isinstance(page, Page) else None
    return f"{key}\0{secret.user}\0{secret.password}" if secret else f"{key}\0"


def count_pages(sources: Iterable[str], *, screenshots: bool = False) -> int | None:
    """Approximate number of pages in the sources: repeated addresses count each time. None if unknown."""
    return total(count_in(Source.parse(source, screenshots=screenshots)) for source in sources)


def total(counts: Iterable[int | None]) -> int | None:
    """The sum; None if one is unknown."""
    found = list(counts)
    return None if None in found else sum(count or 0 for count in found)


def count_in(source: Source) -> int | None:
    """The same for one source; an unreadable one is one page, with an error."""
    if source.is_stdin:
        return None
    try:
        reader = _find_reader(source)
        count = reader.count if reader else 1
        return count(source) if callable(count) else count
    except (OSError, ValueError, PageError):
        return 1


def files_in(source: Source) -> Iterator[Path]:
    """The files of a source that are read; none for standard input, addresses and unreadable sources."""
    if source.path is None:
        return
    with suppress(OSError, ValueError, PageError):
        reader = _find_reader(source)
        yield from reader.files(source) if reader else (source.path,)


def read_source(source: str, base_url: str = "", *, screenshots: bool = False) -> Iterator[Item]:
    """Pages of one source, described as for ``read_sources``."""
    return read_pages(Source.parse(source, base_url, screenshots=screenshots))


def read_pages(source: Source) -> Iterator[Item]:
    """Pages of a source that was given or found; one of an unknown format is a page: opening it gives the reason."""
    try:
        reader = _find_reader(source)
        yield from reader.read(source) if reader else (source.page(),)
    except PageError as error:
        yield source.failed(error.reason, error.message)
    except (OSError, ValueError) as error:  # a path with a zero byte is a ValueError
        yield _not_read(source, error)
    except EnvironmentMissing:  # the library of this format is missing; no other source of it could be read
        raise
    except Exception as error:
        log.exception("%s: a defect in a reader", without_credentials(source.ref))
        yield source.failed(f"internal/{type(error).__name__}", str(error))


def _not_read(source: Source, error: Exception) -> Page:
    """A page with the reason why there is none, and a suggestion."""
    if source.ref.lstrip().startswith("<"):
        return source.failed("input/markup", "HTML is no source: write it to a file, or pipe it in and name -")
    if not isinstance(error, FileNotFoundError):
        return source.failed("input/unreadable", getattr(error, "strerror", None) or str(error))
    if lacks_scheme(source.ref):
        return source.failed("input/no_scheme", f"no such file; did you mean {with_scheme(source.ref)} ?")
    return source.failed("input/not_found", "there is no such file or folder")
