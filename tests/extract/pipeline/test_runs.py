"""What a run needs of an ``Extractor``: rows as they are finished, nothing rendered twice, processes that may die."""

import os
import signal
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from iawce.data.network.settings import NetworkSettings
from iawce.data.page import Html
from iawce.data.run_folder.input import input_id
from iawce.data.snapshot import Spool
from iawce.extract import Extraction, Extractor
from iawce.extract.pipeline.document_extractor import DocumentExtractor
from iawce.extract.pipeline.processes.page_processes import ExtractionProcesses
from iawce.extract.pipeline.settings import ExtractSettings
from iawce.models.page_type.ensemble import PageTypeEnsemble
from tests.conftest import Site

TEXT = "<title>T</title>" + "".join(f"<p>Paragraph {i} " + "of running text " * 30 for i in range(8))


def without_times(row: Extraction) -> Extraction:
    return replace(row, timings={}, rendered="")


def test_a_slow_page_holds_up_no_other_where_order_does_not_matter(site: Site) -> None:
    others = threading.Event()

    def slow(request: BaseHTTPRequestHandler) -> None:
        others.wait(300)
        request.send_response(200)
        request.end_headers()
        request.wfile.write(TEXT.encode())

    addresses = [site.add_answer("/slow", slow), *(site.add(f"/{number}", TEXT) for number in range(20))]
    found: list[str] = []
    with Extractor(network=NetworkSettings(fetch=True), page_type="article", workers=2, processes=2) as extractor:
        for row in extractor.extract_many(addresses, ordered=False):
            assert row.status == "success", row.reason
            found.append(row.url)
            if len(found) == 20:
                assert addresses[0] not in found
                others.set()
    assert sorted(found) == sorted(addresses)


def test_rows_are_the_same_in_any_order(pages: Path) -> None:
    found = [path / "source.html" for path in sorted(pages.glob("article-*"))[:6]]
    with Extractor(render="never", processes=2) as extractor:
        ordered = list(map(without_times, extractor.extract_many(found)))
        as_finished = list(map(without_times, extractor.extract_many(found, ordered=False)))
    assert [row.ref for row in ordered] == [str(path) for path in found]
    assert sorted(as_finished, key=lambda row: row.ref) == ordered


@pytest.mark.browser
def test_pages_in_the_spool_are_not_rendered_again(site: Site, tmp_path: Path) -> None:
    seen = {f"/{number}": site.record(f"/{number}", TEXT) for number in range(3)}
    addresses = [site.url + path for path in seen]
    rows = []
    for count in (2, 3):
        with Extractor(spool=Spool(tmp_path), processes=1, page_type="article") as extractor:
            rows.append(list(map(without_times, extractor.extract_many(addresses[:count], ordered=False))))
    assert [len(requests) for requests in seen.values()] == [1, 1, 1]
    assert {row.url: row for row in rows[0]}.items() <= {row.url: row for row in rows[1]}.items()
    assert {path.name for path in tmp_path.iterdir()} == {input_id(address, address) for address in addresses}


def test_a_process_that_dies_costs_no_page() -> None:
    extract = DocumentExtractor(ExtractSettings(), PageTypeEnsemble(), "article")
    with ExtractionProcesses(extract, 1) as processes:
        first = processes.extract(Html(TEXT).page())
        child = processes._children[0].pid
        assert child
        os.kill(child, signal.SIGKILL)
        second = processes.extract(Html(TEXT).page())
    assert first.status == second.status == "success"
