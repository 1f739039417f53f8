"""Words looked for in many texts at once."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from iawce.data.dom.attributes import JoinedTexts, word_search

WORDS = "next pag nav-links é"
TEXTS = st.lists(st.text(st.sampled_from("nextpag-vliks É\n\0🔗\ud800"), max_size=12), max_size=8)


@given(TEXTS)
@example(["pag\nination", "", "Pager PAGE", "x", "é"])
@example([])
def test_the_texts_that_hold_a_word_are_those_that_hold_it_alone(texts: list[str]) -> None:
    wanted = [place for place, text in enumerate(texts) if any(word in text.lower() for word in WORDS.split())]
    assert JoinedTexts(texts).holding(word_search(WORDS)) == wanted


@given(TEXTS)
@example(["pag\nination", "", "Pager PAGE", "İx", "K2"])
@example([])
def test_letters_are_those_of_each_text_alone(texts: list[str]) -> None:
    wanted = [re.findall("[a-z]+", text.lower()) for text in texts]
    assert [letters.split() for letters in JoinedTexts(texts).letters] == wanted
