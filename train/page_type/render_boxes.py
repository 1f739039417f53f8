"""Layout boxes of saved HTML, rendered once and kept."""

import logging
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from iawce.data.boxes import dump_boxes
from iawce.data.errors import PageError, quantity
from iawce.data.page import Page
from iawce.data.prefetch import start_ahead
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings

log = logging.getLogger(__name__)
WORKERS = 2
REPORT_EVERY = 100


def render_boxes(pages: Mapping[str, bytes | Path], cache: Path) -> dict[str, Path]:
    """Files with the layout boxes of pages, by page id; nothing lies beside the HTML, so style sheets are missing.

    What ``cache`` holds of the same HTML is not rendered again. A page that cannot be rendered is left out.

    Raises:
        EnvironmentMissing: there is no browser.
    """
    cache.mkdir(parents=True, exist_ok=True)
    files = {page_id: cache / f"boxes-{_hash(markup)}.json.gz" for page_id, markup in pages.items()}
    missing = [page_id for page_id, file in files.items() if not file.is_file()]
    if missing:
        log.info("rendering %s", quantity(len(missing), "page"))
        with BackgroundRenderer(RenderSettings(screenshot_scale=0.0), WORKERS) as renderer:
            rendered = start_ahead(missing, lambda key: renderer.submit(Page(key, body=pages[key])), WORKERS)
            for done, (page_id, rendering) in enumerate(rendered, 1):
                try:
                    files[page_id].write_bytes(dump_boxes(rendering.result().boxes))
                except PageError as error:
                    log.info("%s: %s", page_id, error.reason)
                if done % REPORT_EVERY == 0:
                    log.info("%d of %s rendered", done, quantity(len(missing), "page"))
    return {page_id: file for page_id, file in files.items() if file.is_file()}


def _hash(markup: bytes | Path) -> str:
    return sha256(markup if isinstance(markup, bytes) else markup.read_bytes()).hexdigest()[:24]
