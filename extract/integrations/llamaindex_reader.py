"""A reader of LlamaIndex: from pages to documents with the text of their content.

::

    from iawce.extract.integrations.llamaindex_reader import IawceReader
    documents = IawceReader().load_data(["https://example.org/", "saved.html"])
"""

from collections.abc import Iterable, Iterator

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from iawce.extract.integrations.loaded_pages import FIELDS, loaded_pages
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Source


class IawceReader(BaseReader):
    """Reads pages one after another, in order; pages without content are left out and logged.

    ``extractor``: opens and extracts pages; it stays open. None: a new one, which is closed after the last page.
    ``fields``: of a row, which become metadata beside ``source``. ``markdown``: whether the text is Markdown.
    """

    def __init__(
        self, extractor: Extractor | None = None, fields: Iterable[str] = FIELDS, *, markdown: bool = True
    ) -> None:
        self._extractor, self._fields, self._markdown = extractor, tuple(fields), markdown

    def lazy_load_data(self, sources: Source | Iterable[Source]) -> Iterator[Document]:
        """The documents, each when its page is finished; ``sources``: all that an ``Extractor`` accepts.

        Raises UsageError: a row has no such field; UsageError, EnvironmentMissing: as the ``Extractor``.
        """
        for name, text, metadata in loaded_pages(sources, self._extractor, self._fields, markdown=self._markdown):
            yield Document(id_=name, text=text, metadata=metadata)
