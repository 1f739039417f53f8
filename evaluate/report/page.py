"""The report of a run as one self-contained HTML page: tables, plots, the worst pages."""

import base64
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.report.plots import draw_scores
from iawce.evaluate.report.section import Report
from iawce.evaluate.report.worst_pages import Case
from iawce.evaluate.scores import ScoreTable

TEMPLATE = "report.html.j2"
PICTURE_SCALE = 0.25


def write_page(report: Report, table: ScoreTable, cases: Sequence[Case], pictures: Mapping[str, bytes]) -> str:
    """The whole page; ``pictures`` (WebP) by page id."""
    loader = FileSystemLoader(Path(__file__).parent)
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    encoded = {name: base64.b64encode(picture).decode() for name, picture in pictures.items()}
    return environment.get_template(TEMPLATE).render(report=report, plot=_plots(table), cases=cases, pictures=encoded)


def take_pictures(pages: Sequence[GoldPage], workers: int = 2) -> dict[str, bytes]:
    """Small screenshots, WebP by page id, of saved pages rendered without network; pages that fail are left out.

    Raises:
        EnvironmentMissing: there is no browser.
    """
    pictures: dict[str, bytes] = {}
    with BackgroundRenderer(RenderSettings(screenshot_scale=PICTURE_SCALE), workers) as renderer:
        for page in {page.id: page for page in pages}.values():
            try:
                pictures[page.id] = renderer.submit(Page(page.id, body=page.body)).result().screenshot
            except PageError:
                continue
    return pictures


def _plots(table: ScoreTable) -> str:
    """The plots of the word F1 as a PNG in base64, empty without any."""
    figure = draw_scores(table)
    if not figure:
        return ""
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=110)
    return base64.b64encode(drawn.getvalue()).decode()
