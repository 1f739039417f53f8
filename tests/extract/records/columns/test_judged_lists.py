"""Real list pages, none of them in the repository: their columns are what was read of them by hand."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from iawce.extract.records.columns.record_columns import MAX_COLUMNS
from tests.conftest import ROOT
from tests.known_sites.judged_lists import JudgedPage, judge_page, judged_documents, read_judged

GOLD = read_judged(ROOT / "tests" / "pages" / "judged-lists.json")
KNOWN = {
    "d-klnet-6affcfba": "who wrote last is the author, not who began the thread",
    "0175": "two sections behind the entries have the form of entries",
    "1371": "of two prices for different customers, the lower is the price",
    "4348": "two groups of entries, each with a text about it: each group is a record",
    "0083": "too many records",
    "0651": "another size of the picture",
    "1310": "too few records",
    "4509": "no picture where it is a placeholder",
}
"""What is not right yet, with the reason."""
HELD_OUT = [name for name, judged in GOLD.items() if "held_out" in judged]
"""Pages that are only counted, so that what is wrong on them decides nothing."""


@pytest.fixture(scope="module")
def found(shared: Path) -> Mapping[str, JudgedPage]:
    return {name: judge_page(name, document, GOLD[name]) for name, document in judged_documents(shared, GOLD)}


@pytest.mark.corpus
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xfail(reason=KNOWN[name], strict=True)) if name in KNOWN else name
        for name in GOLD
        if name not in HELD_OUT
    ],
)
def test_columns_are_what_was_read(found: Mapping[str, JudgedPage], name: str) -> None:
    assert found[name].wrong == ()
    assert found[name].columns <= MAX_COLUMNS


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("column", "wrong"),
    [("records", 2), ("title", 2), ("link", 2), ("image", 1), ("price", 1), ("date", 1), ("author", 2)],
)
def test_pages_that_are_held_out_are_mostly_right(found: Mapping[str, JudgedPage], column: str, wrong: int) -> None:
    right = [found[name].right[column] for name in HELD_OUT if column in found[name].right]
    assert right.count(False) <= wrong


def test_the_gold_has_a_hundred_and_five_pages_of_as_many_kinds_as_are_named() -> None:
    assert (len(GOLD), len(HELD_OUT)) == (105, 25)
    assert len({judged["kind"] for judged in GOLD.values()}) >= 12
