"""Plots as SVG, inline in a page."""

from collections.abc import Sequence
from html import escape

import numpy as np

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 50, 10, 24, 24
"""Margins, in the units of the plot."""

DIGITS = range(3, 8)
"""Digits of the numbers under bars: as few as possible."""


def distinct_numbers(values: Sequence[float], unit: str) -> list[str]:
    """Numbers as labels with the fewest digits by which they differ, seven at most."""
    for digits in DIGITS:
        labels = [
            f"{np.format_float_positional(value, digits, unique=False, fractional=False, trim='-')} {unit}"
            for value in values
        ]
        if len(set(labels)) == len(labels):
            break
    return labels


def bars(title: str, labels: Sequence[str], heights: Sequence[float], unit: str) -> str:
    """Bars side by side, with some of their labels.

    Args:
        title: above the plot.
        labels: of the bars.
        heights: of the bars, at least 0; there is one at least.
        unit: of the heights.
    """
    most = max(heights) or 1.0
    step = (WIDTH - LEFT - RIGHT) / len(heights)
    floor, room = HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    drawn = "".join(
        f'<rect x="{LEFT + number * step:.1f}" y="{floor - room * height / most:.1f}" width="{max(step - 1, 0.5):.1f}" '
        f'height="{room * height / most:.1f}"><title>{escape(label)}: {height:.4g}</title></rect>'
        for number, (label, height) in enumerate(zip(labels, heights, strict=True))
    )
    every = max(1, round(len(labels) / 8))
    under = "".join(
        f'<text x="{LEFT + (number + 0.5) * step:.1f}" y="{HEIGHT - 8}" text-anchor="middle">{escape(label)}</text>'
        for number, label in enumerate(labels)
        if number % every == 0
    )
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title)}</title>'
        f'<text x="{LEFT}" y="14" class="title">{escape(title)}</text><g>{drawn}</g>{under}'
        f'<text x="{LEFT - 4}" y="{TOP + 8}" text-anchor="end">{most:.3g}</text>'
        f'<text x="{LEFT - 4}" y="{floor}" text-anchor="end">0</text>'
        f'<text x="{LEFT - 4}" y="{(TOP + floor) / 2:.0f}" text-anchor="end">{escape(unit)}</text></svg></figure>'
    )
