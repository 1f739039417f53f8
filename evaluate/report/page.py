"""The report of a run as one self-contained HTML page: tables, plots, the worst pages."""

import base64
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

from iawce.data.datasets.labelled_page import GoldPage
from iawce.evaluate.measures import WORD, words
from iawce.evaluate.outputs import Outputs
from iawce.evaluate.report.tables import Report
from iawce.evaluate.scores import ScoreTable
from iawce.extract.inspector.write_html import write_template

COLOUR = "#7aa6c2"
MIN_VALUE = 0.1  # Least CPU time that is drawn, in ms
MAX_LENGTH = 8_000  # Characters of a text that are shown


def draw_scores(table: ScoreTable) -> Figure | None:
    """Word F1 of each system, and beside it word F1 against CPU time; nothing without any F1."""
    found = {system: mean for system in table.rows if (mean := table.mean(system, "f1"))}
    if not found:
        return None
    figure = Figure(figsize=(11, 0.4 * len(found) + 1.6), layout="constrained")
    bars, cost = figure.subplots(1, 2)
    names, means = zip(*sorted(found.items(), key=lambda item: item[1].value), strict=True)
    values, low, high = np.array(means).T
    bars.barh(names, values, xerr=[values - low, high - values], color=COLOUR, ecolor="#333")
    bars.set_xlabel("word F1, 95 % interval")
    seconds = {name: table.mean(name, "seconds") for name in found}
    times = {name: max(1000 * mean.value, MIN_VALUE) for name, mean in seconds.items() if mean}
    middle = sqrt(min(times.values()) * max(times.values()))
    for name, mean in found.items():
        cost.plot(times[name], mean.value, "o", color=COLOUR)
        side, shift = ("right", -4) if times[name] > middle else ("left", 4)  # where more of the plot is
        cost.annotate(name, (times[name], mean.value), (shift, 3), textcoords="offset points", size=7, ha=side)
    cost.margins(y=0.15)
    cost.set_xscale("log")
    cost.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    cost.xaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    cost.xaxis.set_minor_formatter(NullFormatter())
    cost.set_xlabel("CPU time a page, ms")
    cost.set_ylabel("word F1")
    return figure


class Span(NamedTuple):
    """A part of a text; ``is_marked``: it is a word that the other text lacks, or has less often."""

    text: str
    is_marked: bool = False


class Case(NamedTuple):
    """The result of one system on one page: the expected text, missing words marked, and ours, surplus words marked."""

    system: str
    page: GoldPage
    f1: float
    wanted: list[Span]
    got: list[Span]
    error: str


def worst_cases(table: ScoreTable, outputs: Mapping[str, Outputs], count: int) -> list[Case]:
    """The ``count`` pages with a gold text and the lowest scores, system by system, worst first."""
    cases: list[Case] = []
    for system, rows in table.rows.items():
        scored = [(row["f1"], page) for row, page in zip(rows, table.pages, strict=True) if "f1" in row and page.text]
        for f1, page in sorted(scored, key=lambda item: item[0])[:count]:
            output, gold = outputs[system][page.id], page.text or ""
            wanted, got = list(_spans(gold, output.text)), list(_spans(output.text, gold)) if output.text else []
            cases.append(Case(system, page, f1, wanted, got, output.error))
    return cases


def _spans(text: str, other: str) -> Iterator[Span]:
    """The beginning of a text, divided into words that the other text has or lacks."""
    left, end = Counter(words(other)), 0
    for found in WORD.finditer(text[:MAX_LENGTH]):
        word = found[0].lower()
        left[word] -= 1
        if left[word] < 0:
            yield Span(text[end : found.start()])
            yield Span(found[0], is_marked=True)
            end = found.end()
    yield Span(text[end:MAX_LENGTH] + (" …" if len(text) > MAX_LENGTH else ""))


def write_page(report: Report, table: ScoreTable, cases: Sequence[Case]) -> str:
    """The whole page."""
    drawn = io.BytesIO()
    if figure := draw_scores(table):
        figure.savefig(drawn, format="png", dpi=110)
    plot = base64.b64encode(drawn.getvalue()).decode()
    return write_template("report", __package__ or "", report=report, plot=plot, cases=cases)
