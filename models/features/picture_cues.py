"""Features of the pictures of a screenshot: columns of avatars, a product and the text beside it, a grid of cards.

Between one and the next, a thread has running text of any length, a list the text of a card, a menu nothing.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from iawce.models.common.probabilities import mean, median, share, spread
from iawce.models.features.line_kinds import EDGE, HEADING, INK, LINK, RUNNING, TYPE
from iawce.models.features.text_lines import Components, Floats

COLUMN_STEP, SIDE = 4, 5  # Widths in px of the bins of left edges, for one column, and of sides, for one size
SMALL, LARGE = 14, 110  # Sides in px, at the working width, between which a picture may be an avatar or a thumbnail
FIRST_SCREENS = 683  # Height in px of the part with the main picture of a product, nearly two screens
SQUEEZED = 4  # Least overlap in px of a picture with the height of a line beside it
MIN_COUNT = 3  # Least lines of a repeated style
NAMES = ("talk", "titles", "most")  # Styles: most running text between two lines, likely headings, most lines


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


def _largest_group(chosen: NDArray[np.bool_], *keys: Floats) -> NDArray[np.int64]:
    """Members of ``chosen`` that share all keys with most others."""
    numbers = np.flatnonzero(chosen)
    if not len(numbers):
        return numbers
    _, group, counts = np.unique(
        np.stack([key[numbers] for key in keys], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    found: NDArray[np.int64] = numbers[group.reshape(-1) == counts.argmax()]
    return found


def _beside(lines: Components, pictures: Components, chosen: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Numbers of the lines to the right or left of one of the chosen pictures."""
    top, bottom = pictures.y[chosen][:, None], (pictures.y + pictures.height)[chosen][:, None]
    left, right = pictures.x[chosen][:, None], (pictures.x + pictures.width)[chosen][:, None]
    overlap = np.minimum(bottom, lines.y + lines.height) - np.maximum(top, lines.y)
    outside = (lines.x >= right - SQUEEZED) | (lines.x + lines.width <= left + SQUEEZED)
    numbers: NDArray[np.int64] = np.flatnonzero(((overlap >= SQUEEZED) & outside).any(axis=0))
    return numbers


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


def on_colour(lines: Components) -> NDArray[np.bool_]:
    """Lines on a plain background of an unusual colour, as short as the label of a button, bool (lines,)."""
    if not len(lines):
        return np.zeros(0, bool)
    usual = np.median(lines.paper, axis=0)
    unlike = np.abs(lines.paper - usual).sum(axis=1) > 90
    found: NDArray[np.bool_] = unlike & (lines.unrest < 30) & (lines.width < 16 * lines.height) & (lines.y > 40)
    return found


def _thumbnails(pictures: Components, piece: NDArray[np.int64]) -> NDArray[np.int64]:
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


def _looks(lines: Components) -> list[NDArray[np.int64]]:
    """Numbers of the lines of each repeated style (left edge, colour, height), from the top."""
    keys = np.column_stack([lines.x // EDGE, lines.ink // INK, lines.height // TYPE]).astype(int).tolist()
    found: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number in np.argsort(lines.y, kind="stable").tolist():
        found[tuple(keys[number])].append(number)
    return [np.array(members) for members in found.values() if len(members) >= MIN_COUNT]


def _between(running: Floats, tops: Floats) -> NDArray[np.int64]:
    """The amount of running text between each two of the heights ``tops``, in quarters of a line."""
    return np.diff(np.searchsorted(running, tops))


def _describe(
    lines: Components, kinds: Floats, members: NDArray[np.int64], running: Floats, height: int
) -> list[tuple[str, float]]:
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
