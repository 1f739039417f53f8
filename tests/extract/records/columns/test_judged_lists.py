"""Thirty real list pages, none of them in the repository: their columns are what was read of them by hand."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from iawce.extract.records.columns.record_columns import MAX_COLUMNS
from tests.conftest import ROOT
from tests.known_sites.judged_lists import JudgedPage, judge_page, judged_documents, read_judged

GOLD = read_judged(ROOT / "tests" / "pages" / "judged-lists.json")
KNOWN = {
    "2904": "names in sections below letters: each section is a record",
    "17-fellow_ask_de_ip": "the first result stands apart from the others",
    "d-klnet-6affcfba": "who wrote last is the author, not who began the thread",
}
"""What is not right yet, with the reason."""


@pytest.fixture(scope="module")
def found(shared: Path) -> Mapping[str, JudgedPage]:
    return {name: judge_page(name, document, GOLD[name]) for name, document in judged_documents(shared, GOLD)}


@pytest.mark.corpus
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xfail(reason=KNOWN[name], strict=True)) if name in KNOWN else name
        for name in GOLD
    ],
)
def test_columns_are_what_was_read(found: Mapping[str, JudgedPage], name: str) -> None:
    assert found[name].wrong == ()
    assert found[name].columns <= MAX_COLUMNS


def test_the_gold_has_thirty_pages_of_as_many_kinds_as_are_named() -> None:
    assert len(GOLD) == 30
    assert len({judged["kind"] for judged in GOLD.values()}) >= 12
