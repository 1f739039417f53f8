"""Pages rendered without their style sheets, to train on such layouts."""

import logging
import random
from collections.abc import Sequence
from pathlib import Path

from iawce.data.boxes import Box, dump_boxes, load_boxes
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings

log = logging.getLogger(__name__)
WORKERS = 2
REPORT_EVERY = 100


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
    drawn = drawn[:count]
    cache.mkdir(parents=True, exist_ok=True)
    missing = [page for page in drawn if not _file(cache, page).is_file()]
    if missing:
        _render(missing, cache)
    return {page.id: load_boxes(_file(cache, page)) for page in drawn if _file(cache, page).is_file()}


def _render(pages: Sequence[LabelledPage], cache: Path) -> None:
    log.info("rendering %d pages without style sheets", len(pages))
    with BackgroundRenderer(RenderSettings(screenshot_scale=0.0), WORKERS) as renderer:
        started = start_ahead(
            pages,
            lambda page: renderer.submit(Page(page.id, body=page.html)),
            WORKERS,
        )
        for done, (page, rendering) in enumerate(started, 1):
            try:
                _file(cache, page).write_bytes(dump_boxes(rendering.result().boxes))
            except PageError as error:
                log.info("%s: %s", page.id, error.reason)
            if done % REPORT_EVERY == 0:
                log.info("%d of %d pages rendered", done, len(pages))


def _file(cache: Path, page: LabelledPage) -> Path:
    return cache / f"unstyled-{page.id}.json.gz"
