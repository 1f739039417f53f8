"""An item pipeline of Scrapy: items with HTML get the fields of a row.

::

    ITEM_PIPELINES = {"iawce.extract.integrations.scrapy_pipeline.IawcePipeline": 300}
"""

from functools import partial
from typing import Any, Self

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.threads import deferToThread

from iawce.data.page import Html, Page
from iawce.extract.integrations.loaded_pages import FIELDS, check_fields, chosen_fields
from iawce.extract.output.extraction import Extraction
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.processes.page_processes import ExtractionProcesses
from iawce.extract.pipeline.settings import ExtractSettings

CONTENT = ("text", "markdown", "records")


class IawcePipeline:
    """Adds the fields of a row to items: the page type and the content.

    The page is the response in the field ``response``, which is removed, or the HTML in ``html`` or ``body``, with its
    address in ``url``. An item without any of them is passed on unchanged. An item that declares its fields, a
    ``scrapy.Item`` or a dataclass, gets those of a row that it has. A page without content keeps its item, with
    ``status`` and ``reason``.

    Scrapy's settings ``IAWCE_FIELDS`` (names of fields of a row), ``IAWCE_METHOD``, ``IAWCE_TYPE`` (the page type of
    all pages, instead of classifying each) and ``IAWCE_PROCESSES`` (2; each is ended when a page needs too much time or
    memory) configure it. Raises UsageError: a setting is wrong.
    """

    def __init__(self, settings: ExtractSettings, page_type: str, fields: tuple[str, ...], processes: int) -> None:
        self.fields = check_fields(fields)
        extractor = Extractor(settings=settings, page_type=page_type, render="never")
        self._processes = ExtractionProcesses(extractor.extract_document, processes)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """The pipeline, as Scrapy makes it."""
        given = crawler.settings
        return cls(
            ExtractSettings(method=given.get("IAWCE_METHOD", "")),
            given.get("IAWCE_TYPE", ""),
            tuple(given.getlist("IAWCE_FIELDS", [*FIELDS, *CONTENT])),
            given.getint("IAWCE_PROCESSES", 2),
        )

    def close_spider(self) -> None:
        """End the processes."""
        self._processes.close()

    async def process_item(self, item: Any) -> Any:
        """The item with its new fields."""
        fields = ItemAdapter(item)
        if (page := _page(fields)) is None:
            return item
        row: Extraction = await maybe_deferred_to_future(deferToThread(partial(self._processes.extract, page)))
        declared = None if isinstance(item, dict) else set(fields.field_names())
        for name, value in chosen_fields(row, self.fields).items():
            if declared is None or name in declared:
                fields[name] = value
        return item


def _page(fields: ItemAdapter) -> Page | None:
    response = fields.get("response")
    if isinstance(response, Response):
        del fields["response"]
        kind = response.headers.get("Content-Type") or b""
        return Page(response.url, response.url, response.body, kind.decode("latin-1"), status=response.status)
    markup = next((fields[name] for name in ("html", "body") if fields.get(name)), None)
    return Html(markup, str(fields.get("url") or "")).page() if isinstance(markup, str | bytes) else None
