"""Rows that pass no filter: by what they say of themselves, with a reason, and no row of a failure."""

import pytest

from iawce.data.errors import Status, UsageError
from iawce.extract.corpus.clean import Cleaner, Filters
from iawce.extract.output.extraction import Extraction

ROW = Extraction(
    ref="page",
    status=Status.SUCCESS,
    type="article",
    text="The bread is gone by seven",
    language="en",
    scores={"confidence": 0.8},
)
FAILED = Extraction(ref="page", status=Status.FAILURE, reason="empty/no_text")


@pytest.mark.parametrize(
    ("filters", "reason"),
    [
        (Filters(), ""),
        (Filters(("article", "thread"), ("en", "de"), 0.8, 6), ""),
        (Filters(types=("thread",)), "filtered/type"),
        (Filters(languages=("de",)), "filtered/language"),
        (Filters(min_confidence=0.81), "filtered/confidence"),
        (Filters(min_words=7), "filtered/words"),
        (Filters(languages=("de",), min_words=7), "filtered/language"),
    ],
)
def test_a_row_is_left_out_by_the_first_filter_that_it_does_not_pass(filters: Filters, reason: str) -> None:
    row = Cleaner(filters)(ROW)
    assert (row.status, row.reason) == (Status.SKIPPED if reason else Status.SUCCESS, reason)
    assert row.text == ROW.text
    assert bool(row.message) == bool(reason)


def test_a_row_whose_method_says_no_confidence_passes() -> None:
    row = Extraction(ref="page", status=Status.SUCCESS, text="text")
    assert Cleaner(Filters(min_confidence=1))(row) == row


def test_failures_stay_failures_and_what_is_to_be_kept_is_kept() -> None:
    strict = Filters(min_words=1000)
    assert Cleaner(strict)(FAILED) == FAILED
    for keep in (False, True):
        cleaner = Cleaner(strict, keep=keep)
        assert cleaner.leaves_out(cleaner(ROW)) == (not keep)
        assert not cleaner.leaves_out(cleaner(FAILED))


@pytest.mark.parametrize(("types", "languages"), [(("essay",), ()), ((), ("english",)), ((), ("en-gb",))])
def test_names_that_mean_nothing_are_refused(types: tuple[str, ...], languages: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="known"):
        Filters(types, languages)
