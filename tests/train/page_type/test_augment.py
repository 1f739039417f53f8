import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from iawce.train.page_type.augment import (
    change_parts,
    drop_band,
    drop_header,
    drop_sidebar,
    move_at_random,
    move_table,
    repeat_band,
)

TABLE = np.array(
    [[0, 40, y, 600, 30] for y in range(0, 6000, 60)] + [[1, 1100, y, 200, 30] for y in range(0, 3000, 90)]
)
TABLE = TABLE.astype(np.float64)


@given(st.integers(0, 10_000))
def test_a_changed_page_keeps_its_kinds_and_sizes(seed: int) -> None:
    torch.manual_seed(seed)
    changed = change_parts(TABLE)
    assert changed.shape[1] == 5
    assert {tuple(row) for row in changed[:, [0, 1, 3, 4]]} <= {tuple(row) for row in TABLE[:, [0, 1, 3, 4]]}


@given(st.integers(0, 10_000))
def test_a_band_goes_without_a_gap_and_a_repeated_one_without_an_overlap(seed: int) -> None:
    torch.manual_seed(seed)
    dropped = drop_band(TABLE)
    assert len(dropped) < len(TABLE)
    assert dropped[:, 2].max(initial=0) <= TABLE[:, 2].max()
    torch.manual_seed(seed)
    repeated = repeat_band(TABLE)
    assert len(repeated) - len(TABLE) == len(TABLE) - len(dropped)


@given(st.integers(0, 10_000))
def test_header_and_sidebar_go_as_a_whole(seed: int) -> None:
    torch.manual_seed(seed)
    headless = drop_header(TABLE)
    assert 0 <= TABLE[:, 2].max() - headless[:, 2].max() <= 350
    torch.manual_seed(seed)
    sides = {len(drop_sidebar(TABLE)) for _ in range(40)}
    assert (TABLE[:, 0] == 0).sum() in sides


def test_a_seed_fixes_the_change_and_an_empty_page_stays_empty() -> None:
    results = []
    for _ in range(2):
        torch.manual_seed(7)
        results.append((change_parts(TABLE), move_at_random(TABLE)))
    assert np.array_equal(results[0][0], results[1][0])
    assert np.array_equal(results[0][1], results[1][1])
    assert change_parts(np.zeros((0, 5))).shape == (0, 5)
    assert move_at_random(TABLE)[:, 4] / TABLE[:, 4] == pytest.approx(1.05, abs=0.36)


def test_a_page_is_mirrored_moved_and_stretched_from_its_top_centre() -> None:
    left = np.array([[0.0, 0, 0, 683, 683, 7]])
    assert move_table(left).tolist() == left.tolist()
    assert move_table(left, mirror=True).tolist() == [[0, 683, 0, 683, 683, 7]]
    assert move_table(left, (683, 683)).tolist() == [[0, 683, 683, 683, 683, 7]]
    assert move_table(left, scale=(0.5, 2)).tolist() == [[0, 341.5, 0, 341.5, 1366, 7]]


@given(st.booleans(), st.floats(-500, 500), st.floats(0.5, 2))
def test_moving_keeps_kinds_and_scales_areas(mirror: bool, shift: float, scale: float) -> None:
    moved = move_table(TABLE, (shift, shift), (scale, scale), mirror=mirror)
    assert np.array_equal(moved[:, 0], TABLE[:, 0])
    assert np.allclose(moved[:, 3] * moved[:, 4], TABLE[:, 3] * TABLE[:, 4] * scale**2)
