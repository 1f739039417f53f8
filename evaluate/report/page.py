"""The report of a run as one self-contained HTML page: tables, plots, the worst pages."""

import base64
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.report.section import Report
from iawce.evaluate.report.worst_pages import Case
from iawce.evaluate.scores import ScoreTable
from iawce.models.common.intervals import Mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
    """Word F1 with its intervals, and against the time it takes: a PNG in base64, empty without any F1."""
    found = {system: mean for system in table.rows if (mean := table.mean(system, "f1"))}
    if not found:
        return ""
    from matplotlib.figure import Figure  # noqa: PLC0415 - of the extra "bench"

    figure = Figure(figsize=(11, 0.4 * len(found) + 1.6), layout="constrained")
    bars, cost = figure.subplots(1, 2)
    _plot_scores(bars, found)
    _plot_cost(cost, found, table)
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=110)
    return base64.b64encode(drawn.getvalue()).decode()


def _plot_scores(bars: "Axes", found: Mapping[str, Mean]) -> None:
    names = sorted(found, key=lambda system: found[system].value)
    values = [found[name].value for name in names]
    errors = [
        [found[name].value - found[name].low for name in names],
        [found[name].high - found[name].value for name in names],
    ]
    bars.barh(names, values, xerr=errors, color="#7aa6c2", ecolor="#333")
    bars.set_xlabel("word F1, 95 % interval")


def _plot_cost(cost: "Axes", found: Mapping[str, Mean], table: ScoreTable) -> None:
    for name, mean in found.items():
        seconds = table.mean(name, "seconds")
        milliseconds = 1000 * max(seconds.value, 1e-4) if seconds else 0.1
        cost.plot(milliseconds, mean.value, "o", color="#7aa6c2")
        cost.annotate(name, (milliseconds, mean.value), xytext=(4, 3), textcoords="offset points", size=7)
    cost.set_xscale("log")
    cost.set_xlabel("CPU time a page, ms")
    cost.set_ylabel("word F1")
