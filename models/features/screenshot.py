"""Features of a screenshot: of its estimated layout boxes, its lines, and sums of the probabilities of their kinds."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from iawce.models.common.probabilities import mean, median, share, spread
from iawce.models.features.geometry import describe_boxes
from iawce.models.features.line_kinds import HEADING, LINK, RUNNING, Guess, Lines, edges_of, guess_boxes, no_strips
from iawce.models.features.picture_cues import describe_pictures, describe_repeated_lines
from iawce.models.features.text_lines import NO_COMPONENTS, WORKING_WIDTH, Components, Floats, Segments

HEADER = 60  # Height (px at the working width) of the top of the page, which is excluded from the search
LARGE = 1.3  # Least multiple of the usual height that counts as large type
BANDS = 8
PERCENTILES = (5, 25, 50, 75, 95)
_LARGE_TYPE = (
    *("largest_line", "largest_line_y", "largest_line_width", "largest_line_x"),
    *("largest_line_link", "largest_line_heading", "largest_line_colourful"),
    *("as_large", "top_link", "top_x_spread"),
    *("small_link", "large_link", "large_lines", "large_step", "large_step_spread"),
)


def describe_main_column(lines: Components, paragraph: NDArray[np.int64], probabilities: Floats) -> dict[str, float]:
    """Features of the left edge of most text below the header, and of the large lines there.

    ``paragraph``: number of that of each line, int64 (lines,); ``probabilities``: of its kinds, (lines, kinds).
    """
    members = _main_column(lines)
    column, kinds = lines.take(members), probabilities[members]
    gaps, sizes = np.diff(column.y), np.bincount(paragraph[members])
    sizes = sizes[sizes > 0]
    large = (kinds[:, HEADING] > 0.4) | (column.height > LARGE * median(column.height))
    steps = np.diff(column.y[large])
    steps = steps[steps > 5]
    between = np.diff(np.flatnonzero(large)) - 1
    return {
        "column_lines": len(column),
        "column_share": share(len(column), len(lines)),
        "column_width": float(column.width.max(initial=0)),
        "column_usual_width": median(column.width),
        "column_gap": median(gaps),
        "column_gap_spread": spread(gaps),
        "column_paragraphs": len(sizes),
        "column_longest": float(sizes.max(initial=0)),
        "column_paragraph_lines": mean(sizes),
        "column_single": mean(sizes == 1),
        "column_long": mean(sizes >= 4),
        "column_link": mean(kinds[:, LINK]),
        "column_heading": mean(kinds[:, HEADING]),
        "column_running": mean(kinds[:, RUNNING]),
        "column_top": float(column.y[0]) if len(column) else 0.0,
        "column_span": float(column.y[-1] - column.y[0]) if len(column) else 0.0,
        "column_height_spread": spread(column.height),
        "column_large": float(large.sum()),
        "column_large_gap": median(steps),
        "column_large_gap_spread": spread(steps),
        "column_large_link": mean(kinds[:, LINK][large]),
        "column_between": median(between),
        "column_most_between": float(between.max(initial=0)),
        "column_between_spread": spread(between),
    }


def _main_column(lines: Components) -> NDArray[np.int64]:
    """Numbers of its lines, from the top."""
    edges = edges_of(lines)
    below = lines.y > HEADER
    main = int(np.bincount(np.maximum(edges, 0), lines.width * below).argmax()) if below.any() else -9
    members = np.flatnonzero(np.abs(edges - main) <= 1)
    return np.asarray(members[np.argsort(lines.y[members])])


def screenshot_feature_names() -> list[str]:
    """Names of the features in the order of ``screenshot_features``."""
    found, features = Segments(NO_COMPONENTS, NO_COMPONENTS, 0), np.zeros((0, 0), np.float32)
    nothing = Lines(found, np.zeros(0, np.int64), features, no_strips())
    return list(describe_guess(Guess(nothing, np.zeros((0, 3), np.float32))))


def screenshot_features(guess: Guess) -> Floats:
    """Features of a screenshot, float32 (len(screenshot_feature_names()),)."""
    return np.array(list(describe_guess(guess).values()), np.float32)


def describe_guess(guess: Guess) -> dict[str, float]:
    """All features by name; a screenshot without lines gives zeros."""
    found = guess.lines.found
    lines, pictures, probabilities = found.lines, found.pictures, guess.probabilities
    features = describe_boxes(guess_boxes(guess)) | {"picture_height": float(found.height)}
    features |= _kinds(lines, probabilities)
    features |= _bands(lines, probabilities)
    features |= _paragraphs(lines, guess.lines.paragraph)
    features |= _twins(lines)
    features |= describe_main_column(lines, guess.lines.paragraph, probabilities)
    features |= _large_type(lines, probabilities)
    features |= _pictures(pictures)
    features |= describe_pictures(lines, pictures, probabilities, found.height)
    return features | describe_repeated_lines(lines, probabilities, found.height)


def _percentiles(name: str, values: NDArray[Any]) -> dict[str, float]:
    found = np.percentile(values, PERCENTILES) if len(values) else np.zeros(len(PERCENTILES))
    return {f"{name}_{place}": float(value) for place, value in zip(PERCENTILES, found, strict=True)}


def _kinds(lines: Components, probabilities: Floats) -> dict[str, float]:
    features: dict[str, float] = {}
    for name, kind in (("link", LINK), ("heading", HEADING), ("running", RUNNING)):
        values = probabilities[:, kind]
        features[f"{name}_lines"] = float(values.sum())
        features[f"{name}_mean"] = mean(values)
        features[f"{name}_width_share"] = share(float((values * lines.width).sum()), float(lines.width.sum()))
    linked = probabilities[:, HEADING] * probabilities[:, LINK]
    return (
        features
        | {"likely_linked_headings": float(linked.sum())}
        | {"likely_plain_headings": float((probabilities[:, HEADING] - linked).sum())}
        | _percentiles("link_likely", probabilities[:, LINK])
        | _percentiles("running_likely", probabilities[:, RUNNING])
        | _percentiles("line_width", lines.width)
    )


def _bands(lines: Components, probabilities: Floats) -> dict[str, float]:
    """The amount of each kind in each band, in widths of its own type."""
    band = np.minimum(BANDS - 1, lines.y * 2 / WORKING_WIDTH).astype(int)
    lengths = lines.width / (lines.height + 1)
    features: dict[str, float] = {}
    for name, kind in (("likely_link", LINK), ("likely_running", RUNNING)):
        sums = np.bincount(band, probabilities[:, kind] * lengths, minlength=BANDS)
        features |= {f"{name}_band_{index}": float(value) for index, value in enumerate(sums)}
    return features


def _paragraphs(lines: Components, paragraph: NDArray[np.int64]) -> dict[str, float]:
    sizes = np.bincount(paragraph)
    return {
        "lines": float(len(lines)),
        "longest_paragraph": float(sizes.max(initial=0)),
        "paragraphs_of_1": float((sizes == 1).sum()),
        "paragraphs_of_2": float((sizes == 2).sum()),
        "paragraphs_of_3": float((sizes >= 3).sum()),
        "paragraphs_of_5": float((sizes >= 5).sum()),
        "in_paragraphs_of_3": share(float(sizes[sizes >= 3].sum()), len(lines)),
    }


def _twins(lines: Components) -> dict[str, float]:
    """Lines of equal length and height have the same text: "Read more", the name of one author."""
    lengths, heights = (lines.width // 2).astype(int).tolist(), (lines.height // 2).astype(int).tolist()
    edges = edges_of(lines).tolist()
    alike = Counter(zip(lengths, heights, strict=True))
    below = Counter(zip(edges, lengths, heights, strict=True))
    at_edge = [count for (_, length, _), count in below.items() if length >= 8]
    anywhere = [count for (length, _), count in alike.items() if length >= 12]
    counts = Counter(edges)
    return {
        "twins_at_edge": max(at_edge, default=0),
        "all_twins_at_edge": sum(count for count in at_edge if count >= 3),
        "twins": max(anywhere, default=0),
        "all_twins": share(sum(count for count in anywhere if count >= 3), len(lines)),
        "edges_of_4": sum(count >= 4 for count in counts.values()),
        "edges_of_8": sum(count >= 8 for count in counts.values()),
        "most_at_edge": max(counts.values(), default=0),
    }


def _large_type(lines: Components, probabilities: Floats) -> dict[str, float]:
    if not len(lines):
        return dict.fromkeys(_LARGE_TYPE, 0.0)
    usual = float(np.median(lines.height))
    largest = int((lines.height * (lines.y > 40) * (lines.width > 30)).argmax())
    top = np.argsort(-lines.height, kind="stable")[:8]
    small, large = lines.height < 0.85 * usual, lines.height > 1.2 * usual
    steps = np.diff(np.sort(lines.y[lines.height > 1.35 * usual]))
    colourful = lines.ink.max(axis=1) - lines.ink.min(axis=1)
    values = (
        *(lines.height[largest], lines.y[largest], lines.width[largest], lines.x[largest]),
        *(probabilities[largest, LINK], probabilities[largest, HEADING], colourful[largest]),
        *((lines.height > 0.9 * lines.height[largest]).sum(), probabilities[top, LINK].mean(), lines.x[top].std()),
        *(mean(probabilities[small, LINK]), mean(probabilities[large, LINK]), large.sum(), mean(steps), spread(steps)),
    )
    return {name: float(value) for name, value in zip(_LARGE_TYPE, values, strict=True)}


def _pictures(pictures: Components) -> dict[str, float]:
    edges = Counter(edges_of(pictures).tolist())
    sizes = Counter(
        (int(width // 6), int(height // 6))
        for width, height in zip(pictures.width.tolist(), pictures.height.tolist(), strict=True)
        if width > 20
    )
    area = pictures.width * pictures.height
    return {
        "marks_no_text": len(pictures),
        "same_size": max(sizes.values(), default=0),
        "same_picture_edge": max(edges.values(), default=0),
        "largest_area": float(area.max(initial=0)),
        "all_area": float(area.sum()),
        "large_pictures": float(((pictures.width > 60) & (pictures.height > 40)).sum()),
    }
