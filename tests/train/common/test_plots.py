"""Plots of a training run."""

from itertools import combinations
from pathlib import Path

import numpy as np
from PIL import Image

from iawce.data.datasets.labelled_page import LabelledPage
from iawce.train.common.metrics import Predictions
from iawce.train.common.plots import draw_mistakes


def test_captions_of_mistakes_do_not_overlap(tmp_path: Path) -> None:
    shot = tmp_path / "shot.png"
    Image.new("RGB", (683, 900), "white").save(shot)
    ids = tuple(f"a-very-long-name.example/{number}/of-a-page-which-goes-on-for-very-long" for number in range(24))
    pages = [LabelledPage(name, name, "article", shot) for name in ids]
    logits = np.tile([0.0, 3.0], (24, 1))
    predictions = Predictions(ids, ids, np.zeros(24, np.int64), logits)
    figure = draw_mistakes(pages, predictions, ("article", "list"), 1.0)
    figure.savefig(tmp_path / "drawn.png", dpi=90)
    titles = [axis.title.get_window_extent() for axis in figure.axes if axis.get_title()]
    assert len(titles) == 24
    assert not [pair for pair in combinations(titles, 2) if pair[0].overlaps(pair[1])]
