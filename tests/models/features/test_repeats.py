"""Dates and prices near digits."""

from hypothesis import example, given
from hypothesis import strategies as st

from iawce.models.features.html_features import DATE, MONEY, near_digits

SAID = "3|12|2024-05|may|dec.|days|months|ago|9,|€|$|5€|\n7|word||1.2.2020|年|2020年3"
WORDS = st.sampled_from(SAID.split("|"))


@given(st.lists(WORDS, max_size=30))
@example(["asked", "7", "years,", "9", "months", "ago", "by"])
def test_all_matches_in_a_text_are_near_digits(words: list[str]) -> None:
    text = " ".join(words)
    for pattern in (DATE, MONEY):
        assert pattern.findall(near_digits(text)) == pattern.findall(text)
