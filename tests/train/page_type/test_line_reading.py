"""Training a reader of lines: what is spelled, which text belongs to a line, and that roles are learned from pixels."""

import random
import unicodedata
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from iawce.data.boxes import Box
from iawce.data.document import Document
from iawce.models.features.layout_tokens import box_table
from iawce.models.features.line_kinds import Lines, find_lines
from iawce.models.networks.token_attention import ROLES
from iawce.train.common.trainer import Machine
from iawce.train.page_type.page_tokens import (
    ALPHABET,
    MAX_LENGTH,
    OTHER,
    LineTokens,
    lines_in_boxes,
    spell,
    spell_boxes,
)
from iawce.train.page_type.token_attention import RECIPE, StripDataset, read_lines, train_reader

PRICE = ROLES.index("price")
WORDS = ("Home", "About us", "Reply", "Contact", "Sign in", "Archive", "Read more", "Search", "Terms", "Older posts")


def letters(text: str) -> str:
    return "".join("?" if number == OTHER else ALPHABET[number - 1] for number in spell(text) if number)


def test_texts_are_spelled_without_case_accents_and_blanks() -> None:
    assert letters("Café — 12,50 €") == "cafe-12,50€"
    assert letters("次の5") == "??5"
    assert letters("  ") == letters("x" * (MAX_LENGTH + 1)) == ""


@given(st.text(max_size=60))
def test_any_text_is_spelled_or_left_out(text: str) -> None:
    found = spell(text)
    assert found.shape == (MAX_LENGTH,)
    assert found.max(initial=0) <= OTHER
    shown = [c for c in unicodedata.normalize("NFKD", text.lower()) if not (c.isspace() or unicodedata.combining(c))]
    assert np.count_nonzero(found) == (len(shown) if len(shown) <= MAX_LENGTH else 0)


def test_boxes_of_several_lines_and_unknown_elements_are_not_spelled() -> None:
    html = "<html><head></head><body><p>First</p><p>Second</p></body></html>"
    shape = (10, 10, 90, 20)
    boxes = [Box("t", 3, *shape, 1, 5, 16, 400, 0, 0), Box("t", 4, *shape, 2, 6, 16, 400, 0, 0)]
    found = spell_boxes(Document("", html=html, boxes=tuple(boxes)))
    assert [bool(row.any()) for row in found] == [True, False]
    assert not spell_boxes(Document("", boxes=tuple(boxes))).any()


def drawn(texts: list[str], size: int) -> Lines:
    picture = Image.new("RGB", (1366, 60 * len(texts) + 40), "white")
    pen = ImageDraw.Draw(picture)
    for row, text in enumerate(texts):
        pen.text((40, 20 + 60 * row), text, "black", font_size=size)
    return find_lines(picture)


def test_a_line_has_the_text_of_a_box_that_it_fills() -> None:
    lines = drawn(["Home", "About"], 20)
    width = round(2 * float(lines.found.lines.width[0]))
    filled = Box("t", -1, 38, 14, width, 32, 1, 4, 20, 400, 0, 0)
    wider = Box("t", -1, 38, 74, 900, 32, 1, 5, 20, 400, 0, 0)
    roles, spellings = np.zeros((2, len(ROLES)), np.float32), np.stack([spell("Home"), spell("About")])
    known = lines_in_boxes(lines, box_table((filled, wider)), roles, spellings)
    assert [bool(row.any()) for row in known.spellings] == [True, False]
    assert not np.isnan(known.roles).any()
    nowhere = lines_in_boxes(lines, box_table(()), roles[:0], spellings[:0])
    assert np.isnan(nowhere.roles).all()
    assert not nowhere.spellings.any()


def page(chance: random.Random) -> LineTokens:
    """A page of words and prices, one in each line."""
    prices = [chance.random() < 0.5 for _ in range(12)]
    texts = [f"$ {chance.uniform(1, 99):.2f}" if price else chance.choice(WORDS) for price in prices]
    lines = drawn(texts, chance.choice((16, 18, 22)))
    order = np.argsort(np.argsort(lines.found.lines.y))
    roles = np.zeros((len(order), len(ROLES)), np.float32)
    roles[:, PRICE] = np.array(prices)[order]
    return LineTokens(lines, roles, np.stack([spell(texts[place]) for place in order]))


def test_prices_are_recognised_by_their_pixels() -> None:
    chance = random.Random(0)
    pages = [page(chance) for _ in range(16)]
    recipe = replace(RECIPE, epochs=6, batch_size=16)
    reader = train_reader(pages[:12], recipe, 0, Machine("cpu"))
    for known in read_lines(reader, {str(number): page for number, page in enumerate(pages[12:])}).values():
        assert known.readings is not None
        estimated = known.readings[:, -len(ROLES) :][:, PRICE] > 0
        assert (estimated == (known.roles[:, PRICE] > 0)).mean() > 0.9


def test_a_page_has_its_readings_in_its_tokens() -> None:
    known = page(random.Random(1))
    reader = train_reader([known], replace(RECIPE, epochs=1), 0, Machine("cpu"))
    read = read_lines(reader, {"a": known})["a"]
    assert read.readings is not None
    tokens, roles = read.tokens()
    assert tokens.shape[1] == known.tokens()[0].shape[1] - known.lines.strips[0].size + read.readings.shape[1]
    assert len(tokens) == len(roles)


def test_without_known_texts_nothing_is_trained(caplog: pytest.LogCaptureFixture) -> None:
    known = page(random.Random(2))
    silent = replace(known, spellings=np.zeros_like(known.spellings))
    assert not len(StripDataset([silent]))
    with caplog.at_level("WARNING"):
        train_reader([silent], RECIPE, 0, Machine("cpu"))
    assert "not trained" in caplog.text
