import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iawce.data.dom.words import count_words, count_words_each, split_words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        (" \n", 0),
        ("one two-three", 3),
        ("中文 字", 3),
        ("a1 b2中c", 4),
        ("...", 0),
        ("한국어 단어", 2),
        ("𠀀𠀁x", 3),
        ("हिन्दी भाषा", 2),
        ("مُحَمَّد", 1),
        ("cafe\u0301 au lait", 3),
        ("❤\ufe0f", 0),
        ("ที่นี่", 2),
        ("ราคา100บาท", 3),
        ("ราคาusd", 2),
        ("ພາສາລາວ", 1),
        ("ភាសា\u200bខ្មែរ", 5),
        ("မြန်မာ", 3),
    ],
)
def test_words_count_each_cjk_character_once(text: str, count: int) -> None:
    assert count_words(text) == count
    assert len(split_words(text)) == count
    assert count_words_each([text]).tolist() == [count]


@given(st.lists(st.text(alphabet=st.sampled_from("aZ9_ é中かｱ𠀀𝔸’-\t\n\u00a0\u0301ทนีិ"), max_size=12), max_size=8))
def test_all_texts_at_once_give_the_same_counts_as_one_by_one(texts: list[str]) -> None:
    assert count_words_each(texts).tolist() == [count_words(text) for text in texts]


@given(st.text(max_size=30))
@example("\U000116ab")
@example("a\U000116ab")
def test_words_of_all_characters_are_counted_equally_by_both_functions(text: str) -> None:
    assert count_words_each([text, text]).tolist() == [count_words(text)] * 2
