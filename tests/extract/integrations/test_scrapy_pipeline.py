"""The item pipeline in a real crawl of Scrapy, of a site on this machine."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from iawce.data.page import Html
from iawce.extract import Extractor
from tests.conftest import Site

pytestmark = pytest.mark.skipif(find_spec("scrapy") is None, reason="needs pip install 'iawce[crawl]'")

SPIDER = '''
import sys
import scrapy
from scrapy.crawler import CrawlerProcess


class Story(scrapy.Item):
    url, body, type, text = scrapy.Field(), scrapy.Field(), scrapy.Field(), scrapy.Field()


class Spider(scrapy.Spider):
    name = "stories"
    start_urls = [sys.argv[1]]

    def parse(self, response):
        yield {"kind": "response", "response": response}
        yield {"kind": "html", "url": response.url, "html": response.text, "price": 3}
        yield Story(url=response.url, body=response.body)
        yield {"kind": "empty", "url": response.url, "html": "<p></p>"}
        yield {"kind": "other", "price": 3}


process = CrawlerProcess({
    "ITEM_PIPELINES": {"iawce.extract.integrations.scrapy_pipeline.IawcePipeline": 300},
    "FEEDS": {sys.argv[2]: {"format": "jsonlines", "fields": sys.argv[3].split()}},
    "IAWCE_PROCESSES": 1, "LOG_LEVEL": "WARNING", "TELNETCONSOLE_ENABLED": False,
})
crawler = process.create_crawler(Spider)
process.crawl(crawler)
process.start()
sys.exit(bool(crawler.stats.get_value("log_count/ERROR")))
'''  # fmt: skip


def test_items_get_the_fields_of_a_row(site: Site, pages: Path, tmp_path: Path) -> None:
    article = (pages / "article-canonical" / "source.html").read_bytes()
    url = site.add("/story", article)
    program, output = tmp_path / "spider.py", tmp_path / "items.jsonl"
    program.write_text(SPIDER)
    command: list[str | Path] = [sys.executable, program, url, output, "kind response text type title status price"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)  # noqa: S603 - ours
    assert (done.returncode, done.stderr) == (0, "")

    items = {item.get("kind", "declared"): item for item in map(json.loads, output.read_text().splitlines())}
    expected = Extractor(render="never").extract(Html(article, url)).to_dict()
    for kind in ("response", "html"):
        assert {name: items[kind][name] for name in ("text", "type", "title")} == {
            name: expected[name] for name in ("text", "type", "title")
        }
    assert items["html"]["price"] == 3
    assert "response" not in items["response"]
    assert (items["declared"]["text"], items["declared"]["type"]) == (expected["text"], expected["type"])
    assert "title" not in items["declared"]
    assert (items["empty"]["status"], items["empty"]["text"]) == ("failure", "")
    assert items["other"] == {"kind": "other", "price": 3}
