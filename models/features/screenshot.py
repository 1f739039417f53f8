"""Features of a screenshot: of its estimated layout boxes, its lines, and sums of the probabilities of their kinds.

Of its pictures: columns of avatars, a product and the text beside it, a grid of cards. Between one and the next, a
thread has running text of any length, a list the text of a card, a menu nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from iawce.data.arrays import Bools, Ints
from iawce.models.common.probabilities import mean, median, share, spread
from iawce.models.features.geometry import describe_boxes
from iawce.models.features.line_kinds import (
    EDGE,
    HEADING,
    INK,
    LINK,
    RUNNING,
    TYPE,
    Guess,
    edges_of,
    find_lines,
    guess_boxes,
)
from iawce.models.features.text_lines import WORKING_WIDTH, Components, Floats

HEADER = 60  # Height (px at the working width) of the top of the page, which is excluded from the search
LARGE_TYPE = 1.3  # Least multiple of the usual height that counts as large type
BANDS = 8
PERCENTILES = (5, 25, 50, 75, 95)
_LARGE_TYPE = (
    *("largest_line", "largest_line_y", "largest_line_width", "largest_line_x"),
    *("largest_line_link", "largest_line_heading", "largest_line_colourful"),
    *("as_large", "top_link", "top_x_spread"),
    *("small_link", "large_link", "large_lines", "large_step", "large_step_spread"),
)
COLUMN_STEP, SIDE = 4, 5  # Widths in px of the bins of left edges, for one column, and of sides, for one size
SMALL, LARGE = 14, 110  # Sides in px, at the working width, between which a picture may be an avatar or a thumbnail
FIRST_SCREENS = 683  # Height in px of the part with the main picture of a product, nearly two screens
SQUEEZED = 4  # Least overlap in px of a picture with the height of a line beside it
MIN_COUNT = 3  # Least lines of a repeated style
NAMES = ("talk", "titles", "most")  # Styles: most running text between two lines, likely headings, most lines


def describe_main_column(lines: Components, paragraph: Ints, probabilities: Floats) -> dict[str, float]:
    """Features of the left edge of most text below the header, and of the large lines there.

    ``paragraph``: number of that of each line, int64 (lines,); ``probabilities``: of its kinds, (lines, kinds).
    """
    edges, below = edges_of(lines), lines.y > HEADER
    main = int(np.bincount(np.maximum(edges, 0), lines.width * below).argmax()) if below.any() else -9
    members = np.flatnonzero(np.abs(edges - main) <= 1)
    members = members[np.argsort(lines.y[members])]
    column, kinds = lines.take(members), probabilities[members]
    gaps, sizes = np.diff(column.y), np.bincount(paragraph[members])
    sizes = sizes[sizes > 0]
    large = (kinds[:, HEADING] > 0.4) | (column.height > LARGE_TYPE * median(column.height))
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


def screenshot_feature_names() -> list[str]:
    """Names of the features in the order of ``screenshot_features``."""
    nothing = Guess(find_lines(Image.new("RGB", (WORKING_WIDTH, 1))), np.zeros((0, 3), np.float32))
    return list(describe_guess(nothing))


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
    features["likely_linked_headings"] = float(linked.sum())
    features["likely_plain_headings"] = float((probabilities[:, HEADING] - linked).sum())
    features |= _percentiles("link_likely", probabilities[:, LINK])
    features |= _percentiles("running_likely", probabilities[:, RUNNING])
    return features | _percentiles("line_width", lines.width)


def _bands(lines: Components, probabilities: Floats) -> dict[str, float]:
    """The amount of each kind in each band, in widths of its own type."""
    band = np.minimum(BANDS - 1, lines.y * 2 / WORKING_WIDTH).astype(int)
    lengths = lines.width / (lines.height + 1)
    features: dict[str, float] = {}
    for name, kind in (("likely_link", LINK), ("likely_running", RUNNING)):
        sums = np.bincount(band, probabilities[:, kind] * lengths, minlength=BANDS)
        features |= {f"{name}_band_{index}": float(value) for index, value in enumerate(sums)}
    return features


def _paragraphs(lines: Components, paragraph: Ints) -> dict[str, float]:
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
    sides = np.column_stack([pictures.width, pictures.height])[pictures.width > 20] // 6
    sizes = Counter(map(tuple, sides.tolist()))
    area = pictures.width * pictures.height
    return {
        "marks_no_text": len(pictures),
        "same_size": max(sizes.values(), default=0),
        "same_picture_edge": max(edges.values(), default=0),
        "largest_area": float(area.max(initial=0)),
        "all_area": float(area.sum()),
        "large_pictures": float(((pictures.width > 60) & (pictures.height > 40)).sum()),
    }


def describe_pictures(lines: Components, pictures: Components, probabilities: Floats, height: int) -> dict[str, float]:
    """All features by name; a screenshot without pictures gives zeros.

    ``probabilities``: of each kind of line, (lines, kinds); ``height``: of the screenshot in px at the working width.
    """
    return (
        _avatars(lines, pictures, probabilities, height) | _show_piece(lines, pictures, probabilities) | _grid(pictures)
    )


def _avatars(lines: Components, pictures: Components, kinds: Floats, height: int) -> dict[str, float]:
    """The column with most small pictures of one size, and the text between one and the next."""
    small = (pictures.width >= SMALL) & (pictures.width <= LARGE) & (pictures.height >= SMALL)
    small &= (pictures.height <= LARGE) & (pictures.y > 40)
    column = _largest_group(small, pictures.x // COLUMN_STEP, pictures.width // SIDE)
    tops = np.sort(pictures.y[column])
    steps = np.diff(tops)
    between = np.histogram(lines.y, tops, weights=kinds[:, RUNNING])[0] if len(tops) > 1 else np.zeros(0)
    beside = _beside(lines, pictures, column)
    return {
        "avatars": len(column),
        "avatar_x": mean(pictures.x[column]),
        "avatar_side": mean(pictures.width[column]),
        "avatar_shape": mean(pictures.width[column] / np.maximum(pictures.height[column], 1)),
        "avatar_step": mean(steps),
        "avatar_step_spread": spread(steps),
        "avatar_span": share(float(tops[-1] - tops[0]) if len(tops) else 0.0, height),
        "avatar_running": mean(between),
        "avatar_running_spread": spread(between),
        "avatar_link_beside": mean(kinds[beside, LINK]),
        "avatar_running_beside": mean(kinds[beside, RUNNING]),
    }


def _largest_group(chosen: Bools, *keys: Floats) -> Ints:
    """Members of ``chosen`` that share all keys with most others."""
    numbers = np.flatnonzero(chosen)
    if not len(numbers):
        return numbers
    rows = np.stack([key[numbers] for key in keys], axis=1)
    _, group, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    return np.asarray(numbers[group.reshape(-1) == counts.argmax()])


def _beside(lines: Components, pictures: Components, chosen: Sequence[int] | Ints) -> Ints:
    """Numbers of the lines to the right or left of one of the chosen pictures."""
    top, bottom = pictures.y[chosen][:, None], (pictures.y + pictures.height)[chosen][:, None]
    left, right = pictures.x[chosen][:, None], (pictures.x + pictures.width)[chosen][:, None]
    overlap = np.minimum(bottom, lines.y + lines.height) - np.maximum(top, lines.y)
    outside = (lines.x >= right - SQUEEZED) | (lines.x + lines.width <= left + SQUEEZED)
    return np.flatnonzero(((overlap >= SQUEEZED) & outside).any(axis=0))


def _show_piece(lines: Components, pictures: Components, kinds: Floats) -> dict[str, float]:
    """The largest picture of the first screens, and the text beside it: a product has name, price and button there."""
    top = (pictures.y < FIRST_SCREENS) & (pictures.height > SMALL)
    chosen = np.flatnonzero(top)
    area = (pictures.width * np.minimum(pictures.height, FIRST_SCREENS))[chosen]
    piece = chosen[[int(area.argmax())]] if len(chosen) else chosen
    beside = _beside(lines, pictures, piece)
    text, usual = lines.take(beside), median(lines.height)
    colourful = text.ink.max(axis=1, initial=0) - text.ink.min(axis=1, initial=255) if len(text) else np.zeros(0)
    return {
        "piece_area": float(area.max(initial=0)),
        "piece_others_area": share(float(area.sum() - area.max(initial=0)), float(area.sum())),
        "piece_x": mean(pictures.x[piece]),
        "piece_y": mean(pictures.y[piece]),
        "piece_width": mean(pictures.width[piece]),
        "piece_shape": mean(pictures.width[piece] / np.maximum(pictures.height[piece], 1)),
        "beside_lines": len(text),
        "beside_largest": share(float(text.height.max(initial=0)), usual),
        "beside_large": float((text.height > 1.3 * usual).sum()),
        "beside_colourful": float((colourful > 80).sum()),
        "beside_large_colourful": float(((colourful > 80) & (text.height > 1.15 * usual)).sum()),
        "beside_link": mean(kinds[beside, LINK]),
        "beside_running": mean(kinds[beside, RUNNING]),
        "beside_heading": mean(kinds[beside, HEADING]),
        "beside_buttons": float(on_colour(lines)[beside].sum()),
        "buttons": float(on_colour(lines).sum()),
        "buttons_at_top": float((on_colour(lines) & (lines.y > 60) & (lines.y < FIRST_SCREENS)).sum()),
        "piece_thumbnails": float(len(_thumbnails(pictures, piece))),
    }


def on_colour(lines: Components) -> Bools:
    """Lines on a plain background of an unusual colour, as short as the label of a button, bool (lines,)."""
    if not len(lines):
        return np.zeros(0, bool)
    usual = np.median(lines.paper, axis=0)
    unlike = np.abs(lines.paper - usual).sum(axis=1) > 90
    return np.asarray(unlike & (lines.unrest < 30) & (lines.width < 16 * lines.height) & (lines.y > 40))


def _thumbnails(pictures: Components, piece: Ints) -> Ints:
    """Numbers of the small pictures of one size at an edge of the large one."""
    if not len(piece):
        return piece
    number = int(piece[0])
    left, top = pictures.x[number], pictures.y[number]
    right, bottom = left + pictures.width[number], top + pictures.height[number]
    near = (pictures.x > left - LARGE) & (pictures.x < right) & (pictures.y > top - SMALL)
    near &= (pictures.y < bottom + LARGE) & (pictures.width >= SMALL) & (pictures.width <= LARGE)
    near[number] = False
    return _largest_group(near & (pictures.height >= SMALL), pictures.width // SIDE, pictures.height // SIDE)


def _grid(pictures: Components) -> dict[str, float]:
    """Pictures of one size in rows and columns: the cards of a list, or the related products below a product."""
    is_card = (pictures.width > 40) & (pictures.height > 30)
    cards = _largest_group(is_card, pictures.width // SIDE, pictures.height // SIDE)
    return {
        "cards": len(cards),
        "card_area": share(float((pictures.width * pictures.height)[cards].sum()), 683.0 * 683.0),
        "card_columns": len(np.unique(pictures.x[cards] // COLUMN_STEP)),
        "card_rows": len(np.unique(pictures.y[cards] // COLUMN_STEP)),
        "card_top": mean(np.sort(pictures.y[cards])[:1]),
        "cards_of_large": share(len(cards), int(is_card.sum())),
    }


def describe_repeated_lines(lines: Components, probabilities: Floats, height: int) -> dict[str, float]:
    """All features by name, arguments as of ``describe_pictures``; a screenshot without repeated lines gives zeros."""
    looks = _looks(lines)
    running = np.sort(np.repeat(lines.y, np.round(4 * probabilities[:, RUNNING]).astype(int)))
    talk = [float(_between(running, lines.y[look]).sum() ** 0.5 * len(look)) for look in looks]
    titles = [float(probabilities[look, HEADING].sum()) for look in looks]
    lengths = [float(len(look)) for look in looks]
    features = {"looks": float(len(looks))}
    for name, worth in zip(NAMES, (talk, titles, lengths), strict=True):
        best = looks[int(np.argmax(worth))] if looks else np.zeros(0, np.int64)
        features |= {f"{name}_{key}": value for key, value in _describe(lines, probabilities, best, running, height)}
    return features


def _looks(lines: Components) -> list[Ints]:
    """Numbers of the lines of each repeated style (left edge, colour, height), from the top."""
    keys = np.column_stack([lines.x // EDGE, lines.ink // INK, lines.height // TYPE]).astype(int).tolist()
    found: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number in np.argsort(lines.y, kind="stable").tolist():
        found[tuple(keys[number])].append(number)
    return [np.array(members) for members in found.values() if len(members) >= MIN_COUNT]


def _between(running: Floats, tops: Floats) -> Ints:
    """The amount of running text between each two of the heights ``tops``, in quarters of a line."""
    return np.diff(np.searchsorted(running, tops))


def _describe(lines: Components, kinds: Floats, members: Ints, running: Floats, height: int) -> list[tuple[str, float]]:
    tops, widths = lines.y[members], lines.width[members]
    steps, between = np.diff(tops), _between(running, tops) / 4
    return [
        ("lines", len(members)),
        ("x", mean(lines.x[members])),
        ("height", mean(lines.height[members])),
        ("width", mean(widths)),
        ("width_spread", spread(widths)),
        ("step", mean(steps)),
        ("step_spread", spread(steps)),
        ("span", share(float(tops[-1] - tops[0]) if len(tops) else 0.0, height)),
        ("between", mean(between)),
        ("between_spread", spread(between)),
        ("with_text", mean(between >= 1)),
        ("link", mean(kinds[members, LINK])),
        ("heading", mean(kinds[members, HEADING])),
    ]
