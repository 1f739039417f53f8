"""Loaders of LangChain and LlamaIndex, as these libraries use them."""

import asyncio
import logging
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.data.page import Html
from iawce.extract import Extractor

pytest.importorskip("langchain_core", reason="needs pip install 'iawce[langchain]'")
pytest.importorskip("llama_index.core", reason="needs pip install 'iawce[llamaindex]'")
from langchain_core.documents import Document as LangChainDocument

from iawce.extract.integrations.langchain_loader import IawceLoader
from iawce.extract.integrations.llamaindex_reader import IawceReader

URL = "https://news.example/story"


@pytest.fixture
def extractor() -> Extractor:
    return Extractor(render="never")


@pytest.fixture
def sources(pages: Path) -> list[Html]:
    html = (pages / "article-canonical" / "source.html").read_text("utf-8")
    return [Html(html, URL), Html("<p></p>", "https://empty.example/")]


def test_langchain(extractor: Extractor, sources: list[Html], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "iawce")
    expected = extractor.extract(sources[0])
    loader = IawceLoader(sources, extractor=extractor)
    [document] = loader.load()
    assert isinstance(document, LangChainDocument)
    assert (document.page_content, document.id) == (expected.markdown, expected.id)
    assert document.metadata["source"] == (expected.final_url or URL)
    assert (document.metadata["type"], document.metadata["title"]) == ("article", expected.title)
    assert "https://empty.example/" in caplog.text
    [later] = asyncio.run(loader.aload())
    assert later.page_content == document.page_content
    assert LangChainDocument.model_validate_json(document.model_dump_json()).metadata["type"] == "article"


def test_llamaindex(extractor: Extractor, sources: list[Html]) -> None:
    expected = extractor.extract(sources[0])
    [document] = IawceReader(extractor, fields=("title",), markdown=False).load_data(sources)
    assert (document.text, document.doc_id) == (expected.text, expected.id)
    assert document.metadata == {"source": expected.final_url or URL, "title": expected.title}
    assert type(document).model_validate_json(document.model_dump_json()).text == expected.text


def test_unknown_fields_are_refused(sources: list[Html]) -> None:
    with pytest.raises(UsageError, match="no field 'colour'"):
        IawceLoader(sources, fields=("colour",))
    with pytest.raises(UsageError, match="no field 'colour'"):
        IawceReader(fields=("colour",)).load_data(sources)
