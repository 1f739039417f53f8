"""Screenshots changed at random, as tables of their lines and pictures."""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from PIL import Image, ImageDraw

from iawce.data.boxes import Box, dump_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.models.features.inputs import INPUTS, InputSpec, padded
from iawce.models.features.layout_tokens import NAMES, line_tokens
from iawce.models.features.line_kinds import HEIGHT, WIDTH, Lines, line_features, paragraphs
from iawce.models.features.text_lines import COLUMNS, WORKING_WIDTH, Segments, components_of
from iawce.models.networks.token_attention import ROLES
from iawce.train.page_type.augment import change_lines
from iawce.train.page_type.page_tokens import read_tokens


def page(rows: int, pictures: int, seed: int) -> Lines:
    random = np.random.default_rng(seed)

    def table(count: int) -> np.ndarray:
        places = np.column_stack([random.uniform(0, 500, count), np.sort(random.uniform(0, 2000, count))])
        sizes = np.column_stack([random.uniform(20, 180, count), random.uniform(6, 60, count)])
        look = random.uniform(0, 1, (count, COLUMNS - 10))
        return np.column_stack([places, sizes, look, random.integers(0, 256, (count, 6))])[:, :COLUMNS]

    lines, shown = (components_of(table(count).astype(np.float32)) for count in (rows, pictures))
    paragraph = paragraphs(lines)
    strips = random.integers(0, 256, (rows, HEIGHT, WIDTH)).astype(np.uint8)
    return Lines(Segments(lines, shown, 2100), paragraph, line_features(lines, paragraph), strips)


@given(st.integers(0, 60), st.integers(0, 12), st.integers(0, 1000))
def test_a_changed_page_is_a_page(rows: int, pictures: int, seed: int) -> None:
    whole = page(rows, pictures, seed)
    torch.manual_seed(seed)
    changed, numbers = change_lines(whole)
    lines = changed.found.lines
    assert len(lines) == len(numbers) == len(changed.features) == len(changed.paragraph)
    assert ((numbers >= 0) & (numbers < rows)).all()
    assert (lines.x >= 0).all()
    assert (lines.x + lines.width <= WORKING_WIDTH + 0.01).all()
    assert (lines.y >= 0).all()
    assert (lines.y + lines.height <= changed.found.height + 1).all()
    assert (np.diff(lines.y) >= 0).all()
    for name in ("fill", "edges", "weight", "colours"):
        assert_array_equal(getattr(lines, name), getattr(whole.found.lines, name)[numbers])
    assert_array_equal(changed.strips, whole.strips[numbers])
    assert ((lines.ink >= 0) & (lines.ink <= 255)).all()
    tokens = line_tokens(changed)
    assert tokens.shape[1] == len(NAMES)
    assert np.isfinite(tokens).all()


def test_a_seed_fixes_the_change() -> None:
    whole = page(30, 5, 1)
    found = []
    for seed in (3, 3, 4):
        torch.manual_seed(seed)
        found.append(line_tokens(change_lines(whole)[0]))
    assert_array_equal(found[0], found[1])
    assert found[0].shape != found[2].shape or (found[0] != found[2]).any()


@pytest.mark.parametrize("seed", range(8))
def test_colours_are_those_of_the_page_swapped_or_inverted(seed: int) -> None:
    whole = page(20, 0, 1)
    torch.manual_seed(seed)
    changed, numbers = change_lines(whole)
    before, after = np.sort(whole.found.lines.ink[numbers], axis=1), np.sort(changed.found.lines.ink, axis=1)
    assert (before == after).all() or (np.sort(255 - before, axis=1) == after).all()


@pytest.fixture
def drawn(tmp_path: Path) -> LabelledPage:
    """A page with a heading, four linked lines and a picture, drawn at half of its size as the corpus is."""
    picture = Image.new("RGB", (683, 500), "white")
    pen = ImageDraw.Draw(picture)
    pen.text((20, 20), "A heading of the page", "black", font_size=30)
    for row in range(4):
        pen.text((20, 100 + 30 * row), "One line of links", "navy", font_size=14)
    pen.rectangle((400, 100, 600, 300), "darkred")
    picture.save(tmp_path / "a.png")
    boxes = [Box("t", 1, 30, 30, 900, 90, 1, 21, 60, 700, 0, 1)]
    boxes += [Box("t", 2, 30, 190 + 60 * row, 400, 60, 1, 17, 28, 400, 1, 0) for row in range(4)]
    (tmp_path / "a.json.gz").write_bytes(dump_boxes(boxes))
    return LabelledPage("a", "site", "list", tmp_path / "a.png", tmp_path / "a.json.gz")


def test_a_screenshot_is_read_for_training_as_for_use(drawn: LabelledPage) -> None:
    known = read_tokens([drawn], "line_tokens")["a"]
    tokens, roles = known.tokens()
    used = INPUTS["line_tokens"].prepare(InputSpec.of("line_tokens"), drawn.document(), None)
    assert_array_equal(padded(tokens), used)
    assert np.nansum(roles[:, ROLES.index("link")]) == 4
    assert np.nansum(roles[:, ROLES.index("heading")]) == 1


def test_roles_go_with_their_lines(drawn: LabelledPage) -> None:
    known = read_tokens([drawn], "line_tokens")["a"]
    links, heading = ROLES.index("link"), ROLES.index("heading")
    checked = 0
    for seed in range(12):
        torch.manual_seed(seed)
        tokens, roles = known.changed()
        heights = tokens[:, NAMES.index("log_height")]
        large = roles[:, heading] == 1
        if large.any() and (roles[:, links] == 1).any():
            assert heights[large].min() > heights[roles[:, links] == 1].max()
            checked += 1
    assert checked
