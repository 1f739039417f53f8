"""Addresses of pages as sources: one by one, or a text with one address per line."""

import io
import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from iawce.data.dom.read import decode
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.sources.source import (
    Item,
    Source,
    begun_lines,
    exists,
    files_in,
    is_address,
    lacks_scheme,
    read_pages,
    reader,
    with_scheme,
)

reader("address", "an address, such as https://example.org/", lambda source: source.is_address)(
    lambda source: iter((Page(source.ref, source.ref),))
)
COMMENT = "#"
SAMPLE = 1000  # Most lines, from the beginning of a text, that decide whether it is a list
MAX_LENGTH = 4000  # Most characters of a line that is examined as an address or a path
READ = 1 << 16  # Characters of a line that are kept in memory
COUNTED = 20 << 20  # Most bytes of a list whose lines are counted
TORN = re.compile(r"\S+ [^\t]*?(?:\.(?:html?|php\d?|aspx?|jsp|pdf)|%[0-9a-f]{2}\S*|[?&][\w-]+=\S*)", re.I)
"""An address with a space in it, after which a file suffix, an escape or a parameter shows that it is not a title."""
_NO_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 127, 0xFEFF))


def is_address_list(source: Source) -> bool:
    """Whether more than half of the lines of a text begin with an address, maybe without scheme, or are a path.

    A list with some bad lines is still a list, and a page with some addresses is not one.
    """
    if not source.has_bytes or source.kind not in ("text", "html"):
        return False
    if source.head.removeprefix(BOM_UTF8).lstrip().startswith(b"<"):
        return False
    text = decode(source.whole_lines).text
    lines = list(islice(filter(_says_something, map(str.strip, text.splitlines())), SAMPLE))
    return 2 * sum(_target(line) is not None or lacks_scheme(_first(line)) for line in lines) > len(lines)


def count_addresses(source: Source) -> int | None:
    """Number of lines with content; None if the list is too long to be read for that."""
    if source.path is None or source.path.stat().st_size > COUNTED:
        return None
    return sum(1 for _ in _entries(source))


def listed_files(source: Source) -> Iterator[Path]:
    """The list, and the files that are read from the paths in it."""
    if source.path:
        yield source.path
    for _, line in _entries(source):
        target = _target(line)
        if target is not None and not is_address(target):
            listed = Source.parse(target, screenshots=source.screenshots)
            yield from files_in(listed) if listed.is_folder else (Path(target),)


def _entries(source: Source) -> Iterator[tuple[int, str]]:
    """Lines with content and their numbers, one at a time; a line that is too long is cut."""
    with source.unpacked() as file:
        text = io.TextIOWrapper(file, decode(source.whole_lines).encoding, "replace")
        for number, line in enumerate(begun_lines(text, READ), 1):
            if _says_something(entry := line.translate(_NO_CONTROLS).strip()):
                yield number, entry


def _says_something(line: str) -> bool:
    return bool(line) and not line.startswith(COMMENT)


def _target(line: str) -> str | None:
    """The address or the path that a line names; None if it names neither."""
    if len(line) > MAX_LENGTH and len(_first(line)) > MAX_LENGTH:
        return None
    if is_address(first := _first(line)) and "://" in first:
        return first
    return next((path for path in (line, first) if exists(path)), None)


def _first(line: str) -> str:
    return line.split(maxsplit=1)[0]


def _is_list(source: Source) -> bool:
    try:
        return is_address_list(source)
    except (OSError, PageError):  # it cannot be read, which its reader will report
        return False


def _bad_line(source: Source, number: int, line: str) -> Page:
    here, first = f"line {number} of {source.ref}", _first(line)
    ref = Source(line)
    if len(line) > MAX_LENGTH:
        return ref.failed("input/bad_line", f"{here} has more than {MAX_LENGTH} characters")
    if lacks_scheme(first):
        return ref.failed("input/no_scheme", f"{here}: did you mean {with_scheme(first)} ?")
    return ref.failed("input/bad_line", f"{here} is neither an address nor a file or folder that exists")


@reader(
    "address list",
    "a text file with one address or path per line (# begins a comment, a title may follow), or - with the same",
    is_address_list,
    count=count_addresses,
    files=listed_files,
)
def read_addresses(source: Source) -> Iterator[Item]:
    """The pages of each line that is neither blank nor a comment: a live page, or the pages of a path.

    Text after a space or a tab is the title of the page, unless it looks like the rest of the address. A line without
    an address or an existing path gives a page with an error, and so does an address with a space in it.
    """
    for number, line in _entries(source):
        target = _target(line)
        if target is None:
            yield _bad_line(source, number, line)
        elif is_address(target):
            is_torn = len(line) <= MAX_LENGTH and TORN.fullmatch(line)  # takes quadratic time in the length
            why = f"line {number} of {source.ref}: an address holds no blank; write %20 in its place"
            yield Source(line).failed("input/bad_line", why) if is_torn else Page(target, target)
        elif _is_list(listed := Source.parse(target, source.base_url, screenshots=source.screenshots)):
            yield listed.failed("input/nested_list", f"line {number} of {source.ref} names another list")
        else:
            yield from read_pages(listed)
