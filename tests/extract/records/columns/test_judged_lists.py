"""Real list pages, none of them in the repository: their columns are what was read of them by hand."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from iawce.data.datasets.labelled_page import GoldPage
from iawce.extract.records.columns.record_columns import MAX_COLUMNS
from tests.conftest import ROOT
from tests.known_sites.judged_lists import JudgedPage, judge_page, judged_documents, read_judged

GOLD = read_judged(ROOT / "tests" / "pages" / "judged-lists.json")
HELD_OUT = [name for name, judged in GOLD.items() if "held_out" in judged]
"""Pages that are only counted; what is wrong on those of the second set decides nothing."""
WRONG = {
    "first": {"records": 2, "title": 2, "link": 2, "image": 1, "price": 1, "date": 1, "author": 2},
    "second": {"records": 2, "title": 3, "link": 2, "image": 3, "price": 2, "date": 3},
}
"""Most pages of each set that may be wrong."""


@pytest.fixture(scope="module")
def found(shared: Path, wcxb: list[GoldPage]) -> Mapping[str, JudgedPage]:
    return {name: judge_page(name, document, GOLD[name]) for name, document in judged_documents(shared, GOLD, wcxb)}


@pytest.mark.corpus
@pytest.mark.parametrize("name", [name for name in GOLD if name not in HELD_OUT])
def test_columns_are_what_was_read(found: Mapping[str, JudgedPage], name: str) -> None:
    assert found[name].wrong == ()
    assert found[name].columns <= MAX_COLUMNS


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("part", "column", "wrong"), [(part, *pair) for part, columns in WRONG.items() for pair in columns.items()]
)
def test_pages_that_are_held_out_are_mostly_right(
    found: Mapping[str, JudgedPage], part: str, column: str, wrong: int
) -> None:
    pages = [page for page in found.values() if page.held_out == part and column in page.right]
    assert sum(not page.right[column] for page in pages) <= wrong


def test_the_gold_has_as_many_pages_and_kinds_as_are_named() -> None:
    assert (len(GOLD), len(HELD_OUT)) == (139, 59)
    assert len({judged["kind"] for judged in GOLD.values()}) >= 12
