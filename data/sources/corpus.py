"""Pages for classification only: screenshots, and page-type corpora as ``pages.jsonl`` lists them."""

from collections.abc import Iterator

from iawce.data.datasets.image_folder import SUFFIXES
from iawce.data.datasets.pagetype import INDEX, is_pagetype, parse_line
from iawce.data.page import Page
from iawce.data.sources.reader import READERS, Reader, all_files
from iawce.data.sources.source import Source


def read_corpus(source: Source) -> Iterator[Page]:
    """All pages, also those whose label is doubtful; the ``ref`` of a page is its id. A bad line is a bad page."""
    assert source.path is not None  # noqa: S101 - folders have one
    with (source.path / INDEX).open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield parse_line(source.path, line).page
            except (ValueError, KeyError, TypeError) as error:
                here = source.path / INDEX
                why = f"line {number} of {here}: {error}"
                yield Page(f"{here}:{number}", error="input/bad_line", message=why)


def _count_lines(source: Source) -> int:
    """How many lines the index has."""
    assert source.path is not None  # noqa: S101 - folders have one
    with (source.path / INDEX).open("rb") as lines:
        return sum(bool(line.strip()) for line in lines)


READERS.register("corpus")(
    Reader(
        "the folder of a page-type corpus (pages.jsonl)",
        lambda source: source.path is not None and is_pagetype(source.path),
        read_corpus,
        is_looked_at=True,
        count=_count_lines,
        files=all_files,
    )
)


PICTURES = tuple(sorted(SUFFIXES))


def read_screenshot(source: Source) -> Iterator[Page]:
    """One page of which only the picture is known."""
    yield Page(source.ref, screenshot=source.path)


def is_screenshot(source: Source) -> bool:
    """Whether this is a picture, or has the name of one without being HTML: a damaged one."""
    if source.path is None or source.is_folder:
        return False
    return source.kind == "image" or (source.kind != "html" and source.has_suffix(PICTURES))


READERS.register("screenshot")(
    Reader("a picture of a page (PNG, JPEG, WebP ...)", is_screenshot, read_screenshot, PICTURES, is_looked_at=True)
)
