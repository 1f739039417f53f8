"""Pages rendered without their style sheets, to train on such layouts."""

import random
from collections.abc import Sequence
from pathlib import Path

from iawce.data.boxes import Box, load_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.train.page_type.render_boxes import render_boxes


def render_unstyled(
    pages: Sequence[LabelledPage], count: int, cache: Path, seed: int = 0
) -> dict[str, tuple[Box, ...]]:
    """Layout boxes, by page id, of the saved DOMs of ``count`` pages drawn at random, without their style sheets.

    What ``cache`` holds is not rendered again. A page that cannot be rendered is left out.

    Raises:
        EnvironmentMissing: there is no browser.
    """
    drawn = [page for page in pages if page.boxes and page.html]
    random.Random(seed).shuffle(drawn)  # noqa: S311 - a sample, no secret
    rendered = render_boxes({page.id: page.html for page in drawn[:count] if page.html}, cache)
    return {page_id: load_boxes(file) for page_id, file in rendered.items()}
