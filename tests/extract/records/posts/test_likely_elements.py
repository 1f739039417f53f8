"""Elements that are not read as fields of posts are none."""

from pathlib import Path

import pytest

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.document import Document
from iawce.extract.records.posts.field_candidates import CandidateReader

PAGES = sorted((Path(__file__).parents[3] / "pages" / "posts").glob("*.html"))


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_no_field_is_in_an_element_that_is_unlikely_to_be_one(page: Path) -> None:
    analysis = PageAnalysis(Document("", html=page.read_text(encoding="utf-8")))
    read, elements = CandidateReader(analysis), range(len(analysis.index))
    ways = (
        (read.name, read.may_be_name),
        (read.byline, read.may_be_byline),
        (read.time, read.page_times.possible),
        (read.address, analysis.index.has_tag({"a"})),
    )
    for field, likely in ways:
        found = [element for element in elements if field(element)]
        assert likely[found].all()
    assert any(map(read.time, elements))
