"""Screenshots changed at random, as tables of their lines and pictures."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from iawce.models.features.line_tokens import NAMES, line_tokens
from iawce.models.features.text_lines.components import COLUMNS, components_of
from iawce.models.features.text_lines.connected_components import WORKING_WIDTH, Segments
from iawce.models.features.text_lines.guess import Lines
from iawce.models.features.text_lines.line_features import line_features, paragraphs
from iawce.train.page_type.augment_lines import change_lines


def page(rows: int, pictures: int, seed: int) -> Lines:
    random = np.random.default_rng(seed)

    def table(count: int) -> np.ndarray:
        places = np.column_stack([random.uniform(0, 500, count), np.sort(random.uniform(0, 2000, count))])
        sizes = np.column_stack([random.uniform(20, 180, count), random.uniform(6, 60, count)])
        look = random.uniform(0, 1, (count, COLUMNS - 10))
        return np.column_stack([places, sizes, look, random.integers(0, 256, (count, 6))])[:, :COLUMNS]

    lines, shown = (components_of(table(count).astype(np.float32)) for count in (rows, pictures))
    paragraph = paragraphs(lines)
    return Lines(Segments(lines, shown, 2100), paragraph, line_features(lines, paragraph))


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
