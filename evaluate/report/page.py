"""The report of a run as one HTML page that needs nothing else: tables, plots, the worst pages."""

import base64
import html
import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from iawce.data.datasets.gold_page import GoldPage
from iawce.data.errors import PageError
from iawce.data.page import Page
from iawce.data.render.background import BackgroundRenderer
from iawce.data.render.settings import RenderSettings
from iawce.evaluate.report.section import Report, Section
from iawce.evaluate.report.worst_pages import Case, write_cases
from iawce.evaluate.scores import ScoreTable
from iawce.models.common.intervals import Mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""Texts and addresses come from pages: whatever slips through, nothing runs and nothing is loaded."""
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 84rem; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .2rem .6rem; border-bottom: 1px solid #ddd;
  text-align: right; font-variant-numeric: tabular-nums } td:first-child, th:first-child { text-align: left }
pre { background: #f5f5f5; padding: .6rem; overflow: auto } img { max-width: 100% }
.cases { columns: 3; font-size: 13px }
section.case { display: none } section.case:target { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 1rem }
.case nav { grid-column: 1 / -1; position: sticky; top: 0; background: #fff; padding: .5rem 0 }
.case div { overflow: auto; max-height: 85vh; white-space: pre-wrap; overflow-wrap: anywhere; font-size: 13px }
mark.missing { background: #ffc9c9 } mark.extra { background: #ffe3a3 }
"""
PICTURE_SCALE = 0.25


def write_page(report: Report, table: ScoreTable, cases: Sequence[Case], pictures: Mapping[str, bytes]) -> str:
    """The whole page."""
    parts = [f"<h1 id=top>{html.escape(report.title)}</h1>"]
    parts += [f"<p>{html.escape(text)}</p>" for text in report.intro]
    parts += [f"<pre>{html.escape(report.command)}</pre>", _plots(table)]
    parts += [_section(section) for section in report.sections]
    parts.append(write_cases(cases, pictures))
    head = (
        f'<meta charset=utf-8><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{html.escape(report.title)}</title><style>{STYLE}</style>"
    )
    return f"<!doctype html><html lang=en><head>{head}</head><body>{''.join(parts)}</body></html>\n"


def take_pictures(pages: Sequence[GoldPage], workers: int = 2) -> dict[str, bytes]:
    """Small screenshots, WebP by page id, of saved pages rendered without their network; what fails is left out.

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


def _section(section: Section) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"

    body = "".join(row(cells, "td") for cells in section.rows)
    note = f"<p>{html.escape(section.note)}</p>" if section.note else ""
    return f"<h2>{html.escape(section.title)}</h2><table>{row(section.head, 'th')}{body}</table>{note}"


def _plots(table: ScoreTable) -> str:
    """Word F1 with its intervals, and against the time it takes."""
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
    return f'<img alt="word F1 by system" src="data:image/png;base64,{base64.b64encode(drawn.getvalue()).decode()}">'


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
