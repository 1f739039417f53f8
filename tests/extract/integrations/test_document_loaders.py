"""Loaders of LangChain and LlamaIndex, as these libraries use them."""

import asyncio
import logging
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from iawce.data.errors import UsageError
from iawce.data.page import Html
from iawce.extract import Extractor

if find_spec("langchain_core") is None or find_spec("llama_index") is None:
    pytest.skip("needs pip install 'iawce[langchain,llamaindex]'", allow_module_level=True)
if TYPE_CHECKING:
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


@pytest.fixture(scope="module")
def loader_of_langchain() -> "type[IawceLoader]":
    from iawce.extract.integrations.langchain_loader import IawceLoader

    return IawceLoader


@pytest.fixture(scope="module")
def reader_of_llamaindex() -> "type[IawceReader]":
    from iawce.extract.integrations.llamaindex_reader import IawceReader

    return IawceReader


def test_langchain(
    loader_of_langchain: "type[IawceLoader]",
    extractor: Extractor,
    sources: list[Html],
    caplog: pytest.LogCaptureFixture,
) -> None:
    from langchain_core.documents import Document

    caplog.set_level(logging.WARNING, "iawce")
    expected = extractor.extract(sources[0])
    loader = loader_of_langchain(sources, extractor=extractor)
    [document] = loader.load()
    assert isinstance(document, Document)
    assert (document.page_content, document.id) == (expected.markdown, expected.id)
    assert document.metadata["source"] == (expected.final_url or URL)
    assert (document.metadata["type"], document.metadata["title"]) == ("article", expected.title)
    assert "https://empty.example/" in caplog.text
    [later] = asyncio.run(loader.aload())
    assert later.page_content == document.page_content
    assert Document.model_validate_json(document.model_dump_json()).metadata["type"] == "article"


def test_llamaindex(reader_of_llamaindex: "type[IawceReader]", extractor: Extractor, sources: list[Html]) -> None:
    expected = extractor.extract(sources[0])
    [document] = reader_of_llamaindex(extractor, fields=("title",), markdown=False).load_data(sources)
    assert (document.text, document.doc_id) == (expected.text, expected.id)
    assert document.metadata == {"source": expected.final_url or URL, "title": expected.title}
    assert type(document).model_validate_json(document.model_dump_json()).text == expected.text


def test_the_source_of_a_saved_page_without_an_address_is_its_file(
    loader_of_langchain: "type[IawceLoader]", extractor: Extractor, tmp_path: Path
) -> None:
    saved = [tmp_path / name for name in ("one.html", "two.html")]
    for path in saved:
        path.write_text("<article><h1>A wall</h1><p>A wall of stones stands behind the house, and ivy grows on it.</p>")
    documents = loader_of_langchain([*map(str, saved), Html(saved[0].read_text(), URL)], extractor=extractor).load()
    assert [document.metadata["source"] for document in documents] == [*map(str, saved), URL]


def test_one_source_needs_no_list(
    loader_of_langchain: "type[IawceLoader]", reader_of_llamaindex: "type[IawceReader]", pages: Path
) -> None:
    extractor = Extractor(render="never")
    saved = pages / "article-canonical" / "source.html"
    for source in (str(saved), saved, Html(saved.read_bytes(), URL)):
        [document] = loader_of_langchain(source, extractor=extractor).load()
        [same] = reader_of_llamaindex(extractor).load_data(source)
        assert document.page_content == same.text


def test_fields_are_parts_of_objects_too(
    loader_of_langchain: "type[IawceLoader]", extractor: Extractor, sources: list[Html]
) -> None:
    expected = extractor.extract(sources[0])
    names = ("title", "metadata.site_name", "metadata.product.price")
    [document] = loader_of_langchain(sources, extractor=extractor, fields=names).load()
    known = {"title": expected.title, "metadata.site_name": expected.metadata.site_name, "metadata.product.price": None}
    assert document.metadata == {"source": expected.final_url or URL} | known


def test_unknown_fields_are_refused(
    loader_of_langchain: "type[IawceLoader]", reader_of_llamaindex: "type[IawceReader]", sources: list[Html]
) -> None:
    with pytest.raises(UsageError, match="no field 'colour'"):
        loader_of_langchain(sources, fields=("colour",))
    with pytest.raises(UsageError, match="no field 'colour'"):
        reader_of_llamaindex(fields=("colour",)).load_data(sources)
