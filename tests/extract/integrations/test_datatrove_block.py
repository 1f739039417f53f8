"""The block in real pipelines of datatrove: its own readers before it, its own executor around it."""

import gzip
import json
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from iawce.data.errors import UsageError
from iawce.data.page import Html
from iawce.extract import Extractor
from tests.data.sources.archives import HTML, answer, warc_record

if find_spec("datatrove") is None:
    pytest.skip("needs pip install 'iawce[datatrove]'", allow_module_level=True)
if TYPE_CHECKING:
    from iawce.extract.integrations.datatrove_block import IawceExtractor

IDENTIFIED = "WARC-Identified-Payload-Type: text/html"
URL = "https://news.example/story"


@pytest.fixture(scope="module")
def block() -> "type[IawceExtractor]":
    from iawce.extract.integrations.datatrove_block import IawceExtractor

    return IawceExtractor


@pytest.fixture
def article(pages: Path) -> bytes:
    return (pages / "article-canonical" / "source.html").read_bytes()


def test_a_pipeline_from_warc_to_json_lines(block: "type[IawceExtractor]", article: bytes, tmp_path: Path) -> None:
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import WarcReader
    from datatrove.pipeline.writers import JsonlWriter

    archives, output = tmp_path / "archives", tmp_path / "out"
    archives.mkdir()
    bodies = {URL: article, "https://empty.example/": b"<p></p>"}
    records = [warc_record(url, answer(body, HTML), IDENTIFIED) for url, body in bodies.items()]
    (archives / "one.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    steps = [WarcReader(str(archives)), block(), JsonlWriter(str(output))]
    stats = LocalPipelineExecutor(steps, workers=1, logging_dir=str(tmp_path / "logs")).run()

    [file] = output.iterdir()
    [line] = gzip.decompress(file.read_bytes()).splitlines()
    document = json.loads(line)
    expected = Extractor(render="never").extract(Html(article.decode(), URL))
    assert document["text"] == expected.text
    assert document["id"].startswith("<urn:uuid:")
    metadata = document["metadata"]
    assert metadata["url"] == URL
    assert metadata["type"] == expected.type == "article"
    assert (metadata["title"], metadata["status"]) == (expected.title, "success")
    counts = stats.stats[1].stats
    assert (counts["total"].total, counts["forwarded"].total, counts["dropped"].total) == (2, 1, 1)


def test_html_in_media(block: "type[IawceExtractor]", article: bytes) -> None:
    from datatrove.data import Document, Media

    document = Document("", "one", [Media("m", 3, URL, media_bytes=article)])
    [done] = block(markdown=True, fields=["url", "title"])([document])
    expected = Extractor(render="never").extract(Html(article, URL))
    assert done.text == expected.markdown
    assert done.metadata == {"url": URL, "title": expected.title}


def test_failures_are_kept_on_request(block: "type[IawceExtractor]") -> None:
    from datatrove.data import Document

    documents = [Document("<p></p>", "one", metadata={"url": URL}), Document("", "two")]
    kept = list(block(keep_failures=True)(documents))
    assert [(one.id, one.text, one.metadata["status"]) for one in kept] == [
        ("one", "", "failure"),
        ("two", "", "failure"),
    ]
    assert list(block()(documents)) == []


def test_unknown_fields_are_refused(block: "type[IawceExtractor]") -> None:
    with pytest.raises(UsageError, match="'tittle'"):
        block(fields=["tittle"])
