"""Pages with a known type, drawn in many views: widths of windows, pixels for each CSS px, dark colours."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from bench.common.mirror_servers import serve_mirrors
from bench.mirrored_sites import sample
from iawce.data.datasets.labelled_sets import read_labelled_pages
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.data.snapshot import Snapshot, is_snapshot, load_snapshot, write_snapshot
from iawce.models.page_type.unusual_pages import is_unstyled

STANDARD = "standard"
PHONE = "phone, 390 px"
DARK = "dark colours preferred"
DRAWN = {
    STANDARD: RenderSettings(),
    PHONE: RenderSettings(viewport=(390, 844)),
    "800 px": RenderSettings(viewport=(800, 600)),
    "1024 px": RenderSettings(viewport=(1024, 768)),
    "1920 px": RenderSettings(viewport=(1920, 1080)),
    "2560 px": RenderSettings(viewport=(2560, 1440)),
    "two pixels a CSS px": RenderSettings(screenshot_scale=2),
    DARK: RenderSettings(dark=True),
}
"""Settings by view; the last view has only pages with dark colours of their own."""
STYLE = re.compile(rb"<style[^>]*>(.*?)</style", re.I | re.S)
LEAST_STYLE = 20_000
"""Least bytes of style sheets within saved HTML, with which it is rendered nearly as on its site."""
PATIENCE = 120.0
"""Seconds for a page; generous, so that other processes on the machine do not change the table."""
KNOWS_DARK = b"prefers-color-scheme"


@dataclass(frozen=True)
class ViewedPage:
    """A page of a site, its type, and the input of the renderer."""

    id: str
    site: str
    label: str
    page: Page

    @property
    def key(self) -> str:
        return hashlib.sha256(f"{self.site} {self.id}".encode()).hexdigest()[:16]


def draw_views(sites: Path | None, data: Sequence[Path], count: int, cache: Path) -> list[ViewedPage]:
    """Render a sample of pages in all views; those already in ``cache`` are not rendered again.

    Args:
        sites: folder of whole mirrors, served while they are rendered.
        data: labelled sets of saved HTML, from which pages that contain their style sheets are taken, one a site.
        count: pages of each label; a sixth of them from each mirror.
        cache: folder for the snapshots, one of each view and page.
    """
    with ExitStack() as stack:
        served = stack.enter_context(serve_mirrors(sites)) if sites else []
        pages = [
            ViewedPage(path, site.name, site.labels[path], Page(site.url(path), site.url(path)))
            for site in served
            for path in sample(site.labels, max(1, count // 6))
        ]
        pages += [page for given in data for page in _styled(given, count)]
        for view, settings in DRAWN.items():
            _draw(pages, view, settings, cache)
    return pages


def drawn(page: ViewedPage, view: str, cache: Path) -> Snapshot | None:
    """A page in one of the views; None if it could not be rendered."""
    folder = cache / view / page.key
    return load_snapshot(folder) if is_snapshot(folder) else None


def is_designed(snapshot: Snapshot | None) -> bool:
    """Whether a page was rendered as its site designed it, not by the style sheet of the browser alone."""
    return snapshot is not None and len(snapshot.boxes) > 10 and not is_unstyled(snapshot.boxes)


def _styled(given: Path, count: int) -> Iterator[ViewedPage]:
    """Up to ``count`` pages of each label, each of another site."""
    taken: dict[str, set[str]] = defaultdict(set)
    for page in read_labelled_pages(given):
        body = page.html
        if not isinstance(body, bytes) or sum(map(len, STYLE.findall(body))) < LEAST_STYLE:
            continue
        if len(taken[page.label]) < count and page.site not in taken[page.label]:
            taken[page.label].add(page.site)
            yield ViewedPage(page.id, page.site, page.label, replace(page.page, boxes=None, screenshot=None))


def _draw(pages: Sequence[ViewedPage], view: str, settings: RenderSettings, cache: Path) -> None:
    missing = [page for page in pages if not is_snapshot(cache / view / page.key)]
    if view == DARK:
        missing = [page for page in missing if isinstance(page.page.body, bytes) and KNOWS_DARK in page.page.body]
    with BackgroundRenderer(replace(settings, deadline=PATIENCE)) as renderer:
        for page, future in [(page, renderer.submit(page.page)) for page in missing]:
            try:
                write_snapshot(future.result(), cache / view / page.key)
            except PageError as error:
                print(f"{page.site} {page.id}, {view}: {error.reason}", flush=True)
