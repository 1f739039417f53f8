"""Lines of text and pictures of a screenshot as tokens, where no boxes are known that ``layout_tokens`` could take."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from iawce.models.features.layout_tokens import MAX_COUNT, company
from iawce.models.features.line_kinds import BRIGHTEST, PIXELS, Lines
from iawce.models.features.line_kinds import NAMES as LINE_NAMES
from iawce.models.features.text_lines import VIEW, WORKING_WIDTH, Components, Floats, concatenate

MAX_LINES = 272  # Lines that become tokens, from the top; the rest of ``MAX_COUNT`` is for pictures
MIN_SIZE = 10  # Side in px, at the working width, of the smallest picture that becomes a token
SHADE = 32  # Width of the bins of colour channels; one bin counts as equal
NAMES = (
    *("is_line", "is_picture", "left", "right", "width", "middle", "top", "log_top", "log_height", "depth"),
    *("log_area", "proportion", "at_edge", "in_style", "in_look", "of_size", "in_row"),
    *("log_lines", "log_pictures", "log_page_height"),
    *("fill", "edges", "weight", "log_colours", "unrest"),
    *(f"{part}_{channel}" for part in ("ink", "paper") for channel in ("red", "green", "blue")),
    *(f"line_{name}" for name in LINE_NAMES),
)


def line_tokens(lines: Lines) -> NDArray[np.float32]:
    """Tokens of a screenshot from its top, float32 (at most MAX_COUNT, len(NAMES)).

    ``token_lines`` says which are lines; those of pictures are 0 from ``line_x`` on.
    """
    found, which, shown = lines.found, *_shown(lines)
    parts = concatenate(found.lines.take(which), found.pictures.take(shown))
    if not len(parts):
        return np.zeros((0, len(NAMES)), np.float32)
    is_line = np.arange(len(parts)) < len(which)
    x, y, width, height, look = parts.x, parts.y, parts.width, parts.height, _look(parts)
    shade = [look[:, column] // (SHADE / 255) for column in (5, 6, 7)]
    full = np.ones(len(x))
    columns = (
        *(is_line, ~is_line, x / WORKING_WIDTH, (x + width) / WORKING_WIDTH, width / WORKING_WIDTH),
        *(
            (x + width / 2) / (WORKING_WIDTH / 2) - 1,
            y / (VIEW * WORKING_WIDTH),
            np.log1p(y / 50),
            np.log1p(height) / 5,
        ),
        *(y / max(found.height, 1), np.log1p(width * height) / 12, np.minimum(width / np.maximum(height, 1), 30) / 15),
        *(company(is_line, x // 3), company(is_line, x // 3, height // 2, *shade)),
        *(
            company(is_line, height // 2, *shade, np.where(is_line, 0, width // 5)),
            company(is_line, width // 2, height // 2),
        ),
        company(y // 5),
        *(full * np.log1p(len(which)) / 6, full * np.log1p(len(shown)) / 5, full * np.log1p(found.height) / 8),
    )
    own = np.zeros((len(x), len(LINE_NAMES)))
    own[: len(which)] = lines.features[which]
    tokens = np.concatenate([np.stack(columns, axis=1), look, own], axis=1).astype(np.float32)
    return tokens[np.lexsort((x, y))]


def tokens_with_pixels(lines: Lines) -> NDArray[np.float32]:
    """``line_tokens`` with the pixels of the strips, 0 to 1, float32 (at most MAX_COUNT, len(NAMES) + PIXELS)."""
    pixels = values_of_tokens(lines.strips.reshape(-1, PIXELS), lines) / BRIGHTEST
    return np.concatenate([line_tokens(lines), pixels], axis=1)


def values_of_tokens(values: NDArray[Any], lines: Lines, rest: float = 0) -> NDArray[np.float32]:
    """Values of lines, (lines, k), as those of tokens, float32 (at most MAX_COUNT, k); ``rest`` for pictures."""
    numbers = token_lines(lines)
    found = np.full((len(numbers), values.shape[1]), rest, np.float32)
    found[numbers >= 0] = values[numbers[numbers >= 0]]
    return found


def token_lines(lines: Lines) -> NDArray[np.int64]:
    """Number of the line of each token, -1 of pictures, int64 (at most MAX_COUNT,)."""
    which, shown = _shown(lines)
    parts = concatenate(lines.found.lines.take(which), lines.found.pictures.take(shown))
    return np.concatenate([which, np.full(len(shown), -1)])[np.lexsort((parts.x, parts.y))]


def _shown(lines: Lines) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbers of the lines and of the pictures that become tokens, from the top."""
    texts, pictures = lines.found.lines, lines.found.pictures
    large = np.flatnonzero((pictures.width >= MIN_SIZE) & (pictures.height >= MIN_SIZE))
    tops = np.argsort(pictures.y[large], kind="stable")[: MAX_COUNT - MAX_LINES]
    return np.argsort(texts.y, kind="stable")[:MAX_LINES], large[tops]


def _look(components: Components) -> Floats:
    shares = (components.fill, components.edges, components.weight)
    columns = (*shares, np.log1p(components.colours) / 4, components.unrest / 60)
    return np.column_stack([*columns, components.ink / 255, components.paper / 255])
