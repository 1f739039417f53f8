"""A document loader of LangChain: from pages to documents with the text of their content.

::

    from iawce.extract.integrations.langchain_loader import IawceLoader
    documents = IawceLoader(["https://example.org/", "saved.html"]).load()
"""

from collections.abc import Iterable, Iterator

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from iawce.extract.integrations.loaded_pages import FIELDS, as_many, check_fields, loaded_pages
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.page_opener import Source


class IawceLoader(BaseLoader):
    """Loads pages one after another, in order; pages without content are left out and logged.

    ``sources``: addresses, files, ``Html``, or one of them: everything that an ``Extractor`` accepts. ``extractor``:
    opens and extracts pages; it stays open. None: a new one, which is closed after the last page. ``fields``: of a row,
    which become metadata beside ``source``. ``markdown``: whether the text is Markdown. Raises UsageError: a row has no
    such field.
    """

    def __init__(
        self,
        sources: Source | Iterable[Source],
        *,
        extractor: Extractor | None = None,
        fields: Iterable[str] = FIELDS,
        markdown: bool = True,
    ) -> None:
        self._sources, self._extractor = tuple(as_many(sources)), extractor
        self._fields, self._markdown = check_fields(fields), markdown

    def lazy_load(self) -> Iterator[Document]:
        """The documents, each when its page is finished. UsageError, EnvironmentMissing: as the ``Extractor``."""
        for name, text, metadata in loaded_pages(self._sources, self._extractor, self._fields, markdown=self._markdown):
            yield Document(id=name, page_content=text, metadata=metadata)
