"""The block in real pipelines of datatrove: its own readers before it, its own executor around it."""

import gzip
import json
from pathlib import Path

import pytest

from iawce.data.errors import UsageError
from iawce.data.page import Html
from iawce.extract import Extractor
from tests.data.sources.archives import HTML, answer, warc_record

pytest.importorskip("datatrove", reason="needs pip install 'iawce[datatrove]'")
from datatrove.data import Document, Media
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers import JsonlWriter

from iawce.extract.integrations.datatrove_block import IawceExtractor

IDENTIFIED = "WARC-Identified-Payload-Type: text/html"
URL = "https://news.example/story"


@pytest.fixture
def article(pages: Path) -> bytes:
    return (pages / "article-canonical" / "source.html").read_bytes()


def test_a_pipeline_from_warc_to_json_lines(article: bytes, tmp_path: Path) -> None:
    archives, output = tmp_path / "archives", tmp_path / "out"
    archives.mkdir()
    bodies = {URL: article, "https://empty.example/": b"<p></p>"}
    records = [warc_record(url, answer(body, HTML), IDENTIFIED) for url, body in bodies.items()]
    (archives / "one.warc.gz").write_bytes(b"".join(map(gzip.compress, records)))
    steps = [WarcReader(str(archives)), IawceExtractor(), JsonlWriter(str(output))]
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


def test_html_in_media(article: bytes) -> None:
    document = Document("", "one", [Media("m", 3, URL, media_bytes=article)])
    [done] = IawceExtractor(markdown=True, fields=["url", "title"])([document])
    expected = Extractor(render="never").extract(Html(article, URL))
    assert done.text == expected.markdown
    assert done.metadata == {"url": URL, "title": expected.title}


def test_failures_are_kept_on_request() -> None:
    documents = [Document("<p></p>", "one", metadata={"url": URL}), Document("", "two")]
    kept = list(IawceExtractor(keep_failures=True)(documents))
    assert [(one.id, one.text, one.metadata["status"]) for one in kept] == [
        ("one", "", "failure"),
        ("two", "", "failure"),
    ]
    assert list(IawceExtractor()(documents)) == []


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(UsageError, match="'tittle'"):
        IawceExtractor(fields=["tittle"])
