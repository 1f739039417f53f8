"""Page-type corpora, for classification only: screenshots, layout boxes and HTML as ``pages.jsonl`` lists them."""

from collections.abc import Iterator

from iawce.data.datasets.pagetype import is_pagetype, read_pagetype
from iawce.data.errors import PageError, UsageError
from iawce.data.page import Page
from iawce.data.sources import READERS
from iawce.data.sources.reader import Reader
from iawce.data.sources.source import Source


def read_corpus(source: Source) -> Iterator[Page]:
    """All pages, also those whose label is doubtful; the ``ref`` of a page is its id.

    Raises:
        PageError: ``input/damaged_corpus``.
    """
    assert source.path is not None  # noqa: S101 - folders have one
    try:
        pages = read_pagetype(source.path, ambiguous=True)
    except (UsageError, ValueError, KeyError, TypeError) as error:
        raise PageError("input/damaged_corpus", str(error)) from error
    yield from (page.page for page in pages)


READERS.register("corpus")(
    Reader(
        "the folder of a page-type corpus (pages.jsonl)",
        lambda source: source.path is not None and is_pagetype(source.path),
        read_corpus,
        is_looked_at=True,
    )
)
