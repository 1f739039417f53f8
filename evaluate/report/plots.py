"""The plots of a run: word F1 with its intervals, and against the time it takes."""

from collections.abc import Mapping
from math import sqrt

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from iawce.evaluate.scores import ScoreTable
from iawce.models.common.intervals import Mean

COLOUR = "#7aa6c2"
LEAST = 0.1
"""Least CPU time that is drawn, in ms."""


def draw_scores(table: ScoreTable) -> Figure | None:
    """Word F1 of each system, and beside it word F1 against CPU time; nothing without any F1."""
    found = {system: mean for system in table.rows if (mean := table.mean(system, "f1"))}
    if not found:
        return None
    figure = Figure(figsize=(11, 0.4 * len(found) + 1.6), layout="constrained")
    bars, cost = figure.subplots(1, 2)
    _plot_scores(bars, found)
    _plot_cost(cost, found, {name: _milliseconds(table.mean(name, "seconds")) for name in found})
    return figure


def _milliseconds(seconds: Mean | None) -> float:
    return max(1000 * seconds.value, LEAST) if seconds else LEAST


def _plot_scores(bars: Axes, found: Mapping[str, Mean]) -> None:
    names = sorted(found, key=lambda system: found[system].value)
    values = [found[name].value for name in names]
    errors = [
        [found[name].value - found[name].low for name in names],
        [found[name].high - found[name].value for name in names],
    ]
    bars.barh(names, values, xerr=errors, color=COLOUR, ecolor="#333")
    bars.set_xlabel("word F1, 95 % interval")


def _plot_cost(cost: Axes, found: Mapping[str, Mean], times: Mapping[str, float]) -> None:
    """The name of a system stands on that side of its point where more of the plot is."""
    middle = sqrt(min(times.values()) * max(times.values()))
    for name, mean in found.items():
        cost.plot(times[name], mean.value, "o", color=COLOUR)
        side, shift = ("right", -4) if times[name] > middle else ("left", 4)
        cost.annotate(name, (times[name], mean.value), (shift, 3), textcoords="offset points", size=7, ha=side)
    cost.margins(y=0.15)
    cost.set_xscale("log")
    cost.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    cost.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    cost.xaxis.set_minor_formatter(NullFormatter())
    cost.set_xlabel("CPU time a page, ms")
    cost.set_ylabel("word F1")
