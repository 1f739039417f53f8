"""The stages of an engine of many machines, called one after the other, give the rows that one machine gives."""

import pickle
from pathlib import Path

import pytest

from iawce.data.page import Html
from iawce.extract import Extraction, Extractor
from iawce.extract.pipeline.distributed.stages import ClassifyPages, ExtractPages, OpenPages, StagedPage
from iawce.extract.pipeline.page_opener import Item, items_of

NAMES = ("article-canonical", "list-blog", "thread-noscript", "product-title")
BROKEN = (Html(b"\x89PNG\r\n\x1a\n" + bytes(99), "https://shop.example/picture"), "https://no-such-file.example/")


@pytest.fixture(scope="module")
def items(pages: Path) -> list[Item]:
    saved = [pages / name / "source.html" for name in NAMES]
    return list(
        items_of([*(path for path in saved if path.is_file()), Html("<p></p>", "https://empty.example/"), *BROKEN])
    )


def without_timings(row: Extraction) -> dict[str, object]:
    return {name: value for name, value in row.to_dict().items() if name != "timings"}


def test_stages_give_the_rows_of_the_extractor(items: list[Item]) -> None:
    with Extractor(render="never", processes=1) as extractor:
        expected = list(map(without_timings, extractor.extract_many(items)))
        extract = extractor.extract_document
        unit = [StagedPage(item) for item in items]
        for stage in (OpenPages(extractor.opener), ClassifyPages(extract.ensemble, extract.limits, 8)):
            with stage:
                unit = pickle.loads(pickle.dumps(stage(unit)))  # noqa: S301 - ours
        with ExtractPages(extract) as extract_pages:
            rows = extract_pages(unit)

    assert [page.answer is not None for page in unit[:3]] == [True] * 3
    assert list(map(without_timings, rows)) == expected
    assert {row["status"] for row in expected} == {"success", "failure"}


def test_an_opener_travels_without_its_browser() -> None:
    opener = Extractor(render="never").opener
    assert pickle.loads(pickle.dumps(opener)).render == "never"  # noqa: S301 - ours
