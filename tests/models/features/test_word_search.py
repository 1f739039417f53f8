from hypothesis import given
from hypothesis import strategies as st

from iawce.models.features.word_search import WordSearch

WORDS = ("abcd", "abce", "bcdab", "aab", "abcdabc", "x.io")


@given(st.text(alphabet="abcdex.io", max_size=40))
def test_what_is_found_is_what_occurs(text: str) -> None:
    assert WordSearch(WORDS).find(text.encode()) == {word for word in WORDS if word in text}
