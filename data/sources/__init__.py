"""Source formats by name; one module for each turns its sources into pages.

A new format is a module beside these that registers a ``Reader``, and one line here. Readers are tried in this order,
then those registered later, and the first that accepts a source reads it; a format whose files could be confused with
another (lines of JSON contain markup) is before that one. Modules are imported when a source is read or help is
printed.
"""

from typing import TYPE_CHECKING

from iawce.data.registry import Registry

if TYPE_CHECKING:
    from iawce.data.sources.reader import Reader

READERS: "Registry[Reader]" = Registry(
    "source format",
    {
        "address": "iawce.data.sources.address_list",
        "pattern": "iawce.data.sources.folder",
        "snapshot": "iawce.data.sources.snapshot",
        "corpus": "iawce.data.sources.corpus",
        "folder": "iawce.data.sources.folder",
        "WARC": "iawce.data.sources.warc",
        "ARC": "iawce.data.sources.arc",
        "screenshot": "iawce.data.sources.corpus",
        "web archive": "iawce.data.sources.mhtml",
        "sitemap": "iawce.data.sources.sitemap",
        "HAR": "iawce.data.sources.har",
        "Parquet": "iawce.data.sources.parquet_table",
        "JSON lines": "iawce.data.sources.tables",
        "CSV": "iawce.data.sources.tables",
        "address list": "iawce.data.sources.address_list",
        "HTML file": "iawce.data.sources.html_file",
        "HTML on stdin": "iawce.data.sources.html_file",
    },
)
