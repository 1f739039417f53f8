"""The measures, on texts whose scores can be counted by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iawce.evaluate.measures import (
    PrecisionRecall,
    chance_level,
    compression,
    distance,
    f1_score,
    hash_scores,
    outcome,
    record_scores,
    rouge_l,
    share_found,
    shingle_scores,
    simhash,
    whole_pages,
    word_scores,
    words,
)
from iawce.evaluate.report.tables import outcome_table
from iawce.evaluate.scores import ScoreTable

TEXTS = st.lists(st.sampled_from(["one", "two", "three", "四", "пять"]), max_size=30).map(" ".join)


def test_words_are_runs_of_letters_and_single_characters_without_blanks() -> None:
    assert words("Don't PANIC_42, ok?") == ["don", "t", "panic_42", "ok"]
    assert words("新的望远镜 is 新") == ["新", "的", "望", "远", "镜", "is", "新"]


def test_word_scores_by_hand() -> None:
    scores = word_scores("a b b c", "b c d")
    assert scores.precision == pytest.approx(2 / 4)
    assert scores.recall == pytest.approx(2 / 3)
    assert scores.f1 == pytest.approx(4 / 7)
    assert word_scores("", "") == (1, 1)
    assert word_scores("x", "") == word_scores("", "x") == (0, 0)
    half = word_scores("慢慢变成", "慢慢变化")
    assert half.f1 == pytest.approx(3 / 4), "a Chinese sentence is not one word"


def test_f1_is_the_harmonic_mean() -> None:
    assert f1_score(1, 0.5) == PrecisionRecall(1, 0.5).f1 == pytest.approx(2 / 3)
    assert f1_score(0, 0) == f1_score(1, 0) == 0


def test_shingles_by_hand() -> None:
    assert shingle_scores("a b c d e", "a b c d f") == pytest.approx((1 / 2, 1 / 2))
    assert shingle_scores("a b", "a b").precision == 1, "a short text is one shingle"
    assert shingle_scores("", "") == (1, 1)
    assert shingle_scores("", "a b c d") == (0, 0)


def test_rouge_l_minds_the_order() -> None:
    assert rouge_l("a b c d", "a c b d").f1 == pytest.approx(3 / 4)
    assert rouge_l("d c b a", "a b c d").recall == pytest.approx(1 / 4)
    assert rouge_l("", "").f1 == 1
    assert rouge_l("a", "").f1 == 0


def test_snippets_are_found_regardless_of_spaces_punctuation_and_case() -> None:
    text = "Read   MORE, today!\nTomorrow as well."
    assert share_found(text, ["read more today", "tomorrow — as", "orrow as", "yesterday"]) == 0.5
    assert share_found(text, []) is None
    assert share_found(text, ["…"]) is None, "a snippet of signs says nothing"


def test_near_texts_have_near_hashes_and_strangers_half_of_the_bits() -> None:
    text = " ".join(f"word{number}" for number in range(300))
    near = text.replace("word7 ", "other ")
    for bits in (64, 128):
        assert distance(text, text, bits) == 0
        assert 0 < distance(near, text, bits) < bits // 6
        strangers = [
            distance(" ".join(f"a{n}x{i}" for i in range(50)), " ".join(f"b{n}x{i}" for i in range(50)), bits)
            for n in range(40)
        ]
        assert abs(sum(strangers) / 40 - bits / 2) < bits / 12
    assert simhash("", 64) == 0
    assert distance("", "something", 64) == 64
    assert distance("", "", 64) == 0


def test_the_paper_s_scores_and_their_chance_level() -> None:
    assert hash_scores([1, 1, 1, 1, 0, 0], [1, 1, 0, 0, 0, 0]) == pytest.approx((4 / 6, 2 / 4, 2 / 6))
    assert chance_level(64) == pytest.approx(0.266, abs=0.001), "as known of 64 bits"
    assert chance_level(128) < 1e-9
    assert hash_scores([], []) == (0, 0, 0)


def test_completeness_both_ways() -> None:
    assert whole_pages([1.0, 0.96, 0.5]) == pytest.approx(2 / 3)
    assert whole_pages([]) == 0
    assert compression("äb", b"x" * 30) == pytest.approx(0.1)
    assert compression("x", b"") == 0


def test_records_are_matched_one_to_one() -> None:
    gold = [{"title": "red kettle", "price": "3"}, {"title": "blue lamp", "price": "4"}, {"title": "old map"}]
    got = [{"title": "blue lamp", "price": "4"}, {"title": "red kettle", "price": "9"}, {"title": "imprint"}]
    scores = record_scores(got, gold)
    assert scores.records == pytest.approx((2 / 3, 2 / 3))
    assert scores.records.f1 == pytest.approx(2 / 3)
    assert scores.fields == {"title": pytest.approx(2 / 3), "price": pytest.approx(1 / 2)}
    assert scores.right == pytest.approx(1 / 3)
    textless = record_scores([{"title": "old map"}], [{"title": "old map", "date": "1830"}])
    assert (textless.records.f1, textless.fields["date"], textless.right) == (1, 0, 0)
    assert record_scores([], []).records.f1 == 1
    assert record_scores([], gold).records.f1 == 0
    twice = record_scores([gold[0], gold[0]], gold[:1])
    assert twice.records.precision == 0.5, "one record is not found twice"


def test_outcomes_of_locating() -> None:
    said = [outcome("abc", "abc"), outcome("ab", "abc"), outcome("", "abc"), outcome("", "a"), outcome("a", "")]
    assert said == ["A", "B", "C", "D", "E"]
    table = outcome_table(ScoreTable((), {"system": [{f"outcome_{name}": 1.0} for name in "AABCDE"]}))
    assert table
    assert table.rows == [("system", "0.333", "0.167", "0.167", "0.167", "0.167", "0.500", "0.333")]


@given(TEXTS, TEXTS)
def test_all_text_measures_lie_between_0_and_1_and_know_equal_texts(got: str, gold: str) -> None:
    for scores in (word_scores(got, gold), rouge_l(got, gold)):
        assert all(0 <= value <= 1 for value in (*scores, scores.f1))
    assert word_scores(got, gold).f1 == pytest.approx(word_scores(gold, got).f1)
    assert rouge_l(got, gold).f1 <= word_scores(got, gold).f1 + 1e-9, "order can only cost"
    assert word_scores(got, got).f1 == rouge_l(got, got).f1 == 1
    assert distance(got, got) == 0
