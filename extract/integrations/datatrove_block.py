"""A step of a datatrove pipeline: from documents with HTML to documents with the text of its content."""

from collections.abc import Sequence
from itertools import tee

from datatrove.data import Document, DocumentsPipeline
from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

from iawce.data.errors import Status
from iawce.data.page import Html, Page
from iawce.extract.integrations.loaded_pages import FIELDS, check_fields, chosen_fields
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings


class IawceExtractor(PipelineStep):  # type: ignore[misc] # untyped
    """Classifies and extracts pages, in a process that is ended when a page needs too much time or memory.

    The HTML is the text of a document, as from ``WarcReader``, or if that is empty, the bytes of its first medium, as
    from the media readers; ``url`` in the metadata is its address. The document keeps its id and its metadata, to which
    fields of the row are added. A page without content is dropped, and counted by its reason.

    ``settings``: of the extraction; ``page_type``: of all pages, instead of classifying each; ``fields``: of a row that
    are added to the metadata; ``markdown``: whether the text is Markdown; ``keep_failures``: pass on pages without
    content, with an empty text. Raises UsageError: a row has no such field, or there is no such page type.
    """

    type = "🛢 - EXTRAC"
    name = "I-AWCE"

    def __init__(
        self,
        settings: ExtractSettings = ExtractSettings(),  # noqa: B008 - frozen
        *,
        page_type: str = "",
        fields: Sequence[str] = FIELDS,
        markdown: bool = False,
        keep_failures: bool = False,
    ) -> None:
        super().__init__()
        self.settings, self.page_type, self.fields = settings, page_type, check_fields(fields)
        self.markdown, self.keep_failures = markdown, keep_failures
        self._extractor().close()  # errors are raised before the pipeline is distributed

    def run(self, data: DocumentsPipeline, *_: int, **__: int) -> DocumentsPipeline:
        """The documents with their content, in order; the same for every task."""
        documents, same = tee(data or ())
        with self._extractor() as extractor:
            for row, document in zip(extractor.extract_many(map(_page, same)), documents, strict=True):
                is_kept = row.status is not Status.FAILURE or self.keep_failures
                self.stat_update(StatHints.total, StatHints.forwarded if is_kept else StatHints.dropped)
                if row.reason:
                    self.stat_update(f"{StatHints.dropped}_{row.reason}")
                if is_kept:
                    document.text = row.markdown if self.markdown else row.text
                    document.metadata |= chosen_fields(row, self.fields)
                    self.update_doc_stats(document)
                    yield document

    def _extractor(self) -> Extractor:
        return Extractor(settings=self.settings, page_type=self.page_type, render="never", processes=1)


def _page(document: Document) -> Page:
    media = next((one for one in document.media if one.media_bytes), None)
    url = str(document.metadata.get("url") or (media.url if media else "") or "")
    markup = media.media_bytes if media and not document.text else document.text
    page = Html(markup or "", url).page()
    return Page(document.id, page.url, page.body)
