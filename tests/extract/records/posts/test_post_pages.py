"""Pages of our own whose posts were written down by eye, without a word of what kind they are."""

import json
from pathlib import Path

import pytest

from iawce.data.page import Html
from iawce.extract.pipeline.extractor import Extractor
from iawce.extract.pipeline.settings import ExtractSettings
from tests.conftest import ROOT

PAGES = sorted((ROOT / "tests" / "pages" / "posts").glob("*.html"))


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor(settings=ExtractSettings(method="posts", html=False), render="never")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_posts_are_those_that_were_written_down(page: Path, extractor: Extractor) -> None:
    wanted = json.loads(page.with_suffix(".json").read_text(encoding="utf-8"))
    row = extractor.extract(Html(page.read_text(encoding="utf-8"), url="https://board.example/t/1"))
    found = [record.texts for record in row.records]
    assert row.scores["kind"] == wanted["kind"]
    assert [{name: post.get(name, "") for name in wanted["posts"][0]} for post in found] == wanted["posts"]
