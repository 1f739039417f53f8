"""Pages for classification only: screenshots, and page-type corpora as ``pages.jsonl`` lists them."""

from collections.abc import Iterator

from iawce.data.datasets.labelled_page import PICTURES
from iawce.data.datasets.pagetype import INDEX, is_pagetype, parse_line
from iawce.data.page import Page
from iawce.data.sources.reader import READERS, Reader, all_files
from iawce.data.sources.source import Source, lines_with_content


def read_corpus(source: Source) -> Iterator[Page]:
    """All pages, also those whose label is doubtful; the ``ref`` of a page is its id. A bad line is a bad page."""
    index = source.folder / INDEX
    with index.open(encoding="utf-8", errors="replace") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield parse_line(index.parent, line).page
                except (ValueError, KeyError, TypeError) as error:
                    why = f"line {number} of {index}: {error}"
                    yield Page(f"{index}:{number}", error="input/bad_line", message=why)


READERS.register("corpus")(
    Reader(
        "the folder of a page-type corpus (pages.jsonl)",
        lambda source: source.path is not None and is_pagetype(source.path),
        read_corpus,
        is_looked_at=True,
        count=lambda source: lines_with_content(source.folder / INDEX),
        files=all_files,
    )
)


def is_screenshot(source: Source) -> bool:
    """Whether this is a picture, or has the name of one without being HTML: a damaged one."""
    if source.path is None or source.is_folder:
        return False
    return source.kind == "image" or (source.kind != "html" and source.has_suffix(tuple(PICTURES)))


READERS.register("screenshot")(
    Reader(
        "a picture of a page (PNG, JPEG, WebP ...)",
        is_screenshot,
        lambda source: iter((Page(source.ref, screenshot=source.path),)),
        tuple(sorted(PICTURES)),
        is_looked_at=True,
    )
)
