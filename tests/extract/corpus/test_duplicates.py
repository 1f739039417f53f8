"""Duplicates: by address, by text, and nearly; the first stays, also where a run is resumed."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.data.errors import Status
from iawce.extract.content.content import Metadata
from iawce.extract.corpus.clean import Cleaner, Filters, bands_and_rows, jaccard_estimate, row_keys_of
from iawce.extract.output.extraction import Extraction

WORDS = [f"word{number}" for number in range(400)]
ROW = Extraction(ref="first", status=Status.SUCCESS, url="http://a.example/1", text=" ".join(WORDS))


def other(text: str = "quite another text", url: str = "http://a.example/2", claimed: str = "") -> Extraction:
    return replace(ROW, ref="second", url=url, text=text, metadata=Metadata(canonical_url=claimed))


def reason_of(*rows: Extraction) -> str:
    """Why the last row is left out, of a corpus that has the others."""
    cleaner = Cleaner(deduplicate=True)
    *_, last = map(cleaner, rows)
    cleaner.close()
    return last.reason


CHANGED = " ".join("other" if number % 100 == 50 else word for number, word in enumerate(WORDS))
HALF = " ".join(WORDS[:200])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (other(), ""),
        (other(url="http://A.example:80/1?utm_source=x#top"), "duplicate/address"),
        (other(url="http://www.a.example/1", claimed="http://a.example/1"), "duplicate/address"),
        (other(url="http://a.example/1?page=2", claimed="http://a.example/1"), ""),
        (other(url="http://b.example/", claimed="http://a.example/1"), ""),
        (other(ROW.text.replace(" ", "\n").upper()), "duplicate/text"),
        (other(CHANGED), "duplicate/near"),
        (other(HALF), ""),
    ],
)
def test_a_row_is_a_duplicate_by_its_address_or_its_text(row: Extraction, reason: str) -> None:
    assert reason_of(ROW, row) == reason


def test_the_message_names_the_row_that_stays() -> None:
    _, found = map(Cleaner(deduplicate=True), (ROW, other(CHANGED)))
    assert found.status == Status.SKIPPED
    assert found.message.startswith("it is a duplicate of first (Jaccard index 0.8")


def test_no_row_is_a_duplicate_of_a_filtered_row() -> None:
    cleaner = Cleaner(Filters(min_words=300), deduplicate=True)
    short, long = other(HALF), other(HALF + " and more" * 60, url="http://a.example/3")
    assert [cleaner(row).reason for row in (short, long)] == ["filtered/words", ""]


def test_pages_that_were_given_one_address_are_no_duplicates_by_it() -> None:
    cleaner = Cleaner(deduplicate=True, base_url=ROW.url)
    assert [cleaner(row).reason for row in (ROW, other(url=ROW.url))] == ["", ""]


def test_saved_pages_have_no_address() -> None:
    saved = "http://saved-page.invalid/"
    assert reason_of(replace(ROW, url=saved), other(url=saved)) == ""


def test_a_row_that_comes_again_is_no_duplicate_of_itself(tmp_path: Path) -> None:
    state = tmp_path / "duplicates.sqlite"
    for _ in range(2):  # the first time the process ended between deciding and writing
        with Cleaner(deduplicate=True) as cleaner:
            cleaner.start(state)
            assert cleaner(ROW) == ROW
    with Cleaner(deduplicate=True) as cleaner:
        cleaner.start(state)
        assert cleaner(other(ROW.text)).reason == "duplicate/text"


@pytest.mark.parametrize("cut", range(5))
def test_a_continued_corpus_equals_that_of_one_run(cut: int, tmp_path: Path) -> None:
    texts = [ROW.text, HALF, CHANGED, "quite another text", HALF]
    rows = [other(text, url=f"http://a.example/{number}") for number, text in enumerate(texts)]
    whole = list(map(Cleaner(deduplicate=True), rows))
    remembering, rebuilt = Cleaner(deduplicate=True), Cleaner(deduplicate=True)
    with Cleaner(deduplicate=True) as first:
        first.start(tmp_path / "state")
        before = list(map(first, rows[:cut]))
    remembering.start(tmp_path / "state")
    rebuilt.start(rows=before)
    assert before + list(map(remembering, rows[cut:])) == whole
    assert before + list(map(rebuilt, rows[cut:])) == whole


@given(st.text(), st.text())
def test_any_text_has_a_keys(one: str, two: str) -> None:
    first, second = (row_keys_of(other(text)) for text in (one, two))
    assert len(first.bands) == bands_and_rows()[0]
    assert jaccard_estimate(first.signature, first.signature) == 1
    assert (first.text == second.text) <= (jaccard_estimate(first.signature, second.signature) == 1)
