import pytest

from iawce.models.blocks.page_blocks import CharacterCounts


@pytest.mark.parametrize(
    ("text", "commas", "stops"),
    [
        ("One, two; three. Four!", 2, 2),
        ("橋は、落ちた。川も！", 1, 2),
        ("สะพานพัง แม่น้ำท่วม ปี 2024 นี้", 2, 0),
        ("ស្ពានបាក់ ទឹកជន់។", 1, 1),
        ("a b c", 0, 0),
        ("।", 0, 1),
    ],
)
def test_commas_and_sentence_ends_in_many_scripts(text: str, commas: int, stops: int) -> None:
    counts = CharacterCounts([text, "", text])
    assert counts.commas.tolist() == [commas, 0, commas]
    assert counts.stops.tolist() == [stops, 0, stops]
