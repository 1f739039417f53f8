"""Labels of text blocks from the text of the main content."""

import numpy as np
import pytest

from iawce.train.segmentation.examples import label_blocks

GOLD = "The first paragraph has many words. Note well. The second paragraph has some more words."


def test_the_blocks_that_the_text_consists_of() -> None:
    texts = [
        "Home The",
        "The first paragraph has many words.",
        "Note well.",
        "The second paragraph has some more words.",
    ]
    labels, weights = label_blocks(texts, GOLD)
    assert labels.tolist() == [0, 1, 1, 1]
    assert weights.tolist() == [1, 1, 1, 1]


def test_a_menu_does_not_take_the_words_of_the_content() -> None:
    labels, _ = label_blocks(
        ["second", "words", "The first paragraph has many words."], "The first paragraph has many words."
    )
    assert labels.tolist() == [0, 0, 1]


def test_of_two_copies_the_one_beside_the_rest_is_meant() -> None:
    texts = ["The second paragraph has some more words.", "menu", "The first paragraph has many words.", "Note well.",
             "The second paragraph has some more words."]  # fmt: skip
    labels, _ = label_blocks(texts, GOLD)
    assert labels.tolist() == [0, 0, 1, 1, 1]


def test_a_block_of_which_the_text_has_most_words_counts_in_part_and_a_short_one_is_doubtful() -> None:
    texts = ["one two three four five six seven eight nine", "alpha beta"]
    labels, weights = label_blocks(texts, "one two three four x five six seven y eight. beta z alpha")
    assert labels.tolist() == pytest.approx([8 / 9, 1])
    assert weights.tolist() == pytest.approx([1, 0.3])


def test_no_text_no_content() -> None:
    labels, _ = label_blocks(["one two three four", "five"], "")
    assert not np.any(labels)
    assert label_blocks([], "a b")[0].shape == (0,)
