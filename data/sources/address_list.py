"""Text with one address a line, in a file or on standard input."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from iawce.data.errors import PageError
from iawce.data.html.decode import decode
from iawce.data.page import Page
from iawce.data.sources import READERS
from iawce.data.sources.missing_scheme import lacks_scheme
from iawce.data.sources.read_sources import files_in, read_pages
from iawce.data.sources.reader import Item, Reader
from iawce.data.sources.source import Source, exists, is_address

COMMENT = "#"
SAMPLE = 1000
"""Lines that decide whether a text is a list."""
LONGEST = 4000
"""Most characters of a line that is looked at as an address or a path."""


def read_addresses(source: Source) -> Iterator[Item]:
    """What each line names, that is neither blank nor a comment: a live page, or the pages of a path.

    What follows an address after a blank or a tab is its title. A line that names nothing is a page with an error.
    """
    for number, line in _entries(source):
        target = _target(line)
        if target is None:
            yield _bad_line(source, number, line)
        elif is_address(target):
            yield Page(target, target)
        elif _is_list(listed := Source.parse(target, source.base_url, screenshots=source.screenshots)):
            yield listed.failed("input/nested_list", f"line {number} of {source.ref} names another list")
        else:
            yield from read_pages(listed)


def is_address_list(source: Source) -> bool:
    """Whether this is text, more than half of whose lines name an address, with or without scheme, or a path.

    Thus one bad line makes no page of a list, and an address in it makes no list of a page.
    """
    if source.is_address or source.is_folder or source.kind not in ("text", "html"):
        return False
    if source.head.lstrip().startswith(b"<"):
        return False
    try:
        lines = [line for _, line in islice(_entries(source), SAMPLE)]
    except PageError:
        return False
    return 2 * sum(_target(line) is not None or lacks_scheme(_first(line)) for line in lines) > len(lines)


def count_addresses(source: Source) -> int:
    """How many lines name something."""
    return sum(1 for _ in _entries(source))


def listed_files(source: Source) -> Iterator[Path]:
    """The list, and the files that are read of the paths in it."""
    if source.path:
        yield source.path
    for _, line in _entries(source):
        target = _target(line)
        if target is not None and not is_address(target):
            listed = Source.parse(target, screenshots=source.screenshots)
            yield from files_in(listed) if listed.is_folder else (Path(target),)


def _entries(source: Source) -> Iterator[tuple[int, str]]:
    """Lines that say something, with their numbers."""
    for number, raw in enumerate(decode(source.body).text.splitlines(), 1):
        line = raw.strip()
        if line and not line.startswith(COMMENT):
            yield number, line


def _target(line: str) -> str | None:
    """The address or the path that a line names; None if it names neither."""
    if len(line) > LONGEST and len(_first(line)) > LONGEST:
        return None
    if is_address(first := _first(line)) and "://" in first:
        return first
    return next((path for path in (line, first) if exists(path)), None)


def _first(line: str) -> str:
    return line.split(maxsplit=1)[0]


def _is_list(source: Source) -> bool:
    try:
        return is_address_list(source)
    except (OSError, PageError):  # it cannot be read, which its reader will say
        return False


def _bad_line(source: Source, number: int, line: str) -> Page:
    here, first = f"line {number} of {source.ref}", _first(line)
    ref = Source(line)
    if len(line) > LONGEST:
        return ref.failed("input/bad_line", f"{here} has {len(line)} characters")
    if lacks_scheme(first):
        return ref.failed("input/no_scheme", f"{here}: did you mean https://{first} ?")
    return ref.failed("input/bad_line", f"{here} is neither an address nor a file or folder that exists")


READERS.register("address list")(
    Reader(
        "a text file with an address or a path a line (# begins a comment, a title may follow), or - with the same",
        is_address_list,
        read_addresses,
        count=count_addresses,
        files=listed_files,
    )
)
