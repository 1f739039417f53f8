"""Screenshots of training pages as tokens of their lines and pictures, with roles and texts of the lines."""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from iawce.models.features.line_kinds import SCALE, Lines
from iawce.models.features.line_tokens import line_tokens, tokens_with_pixels, values_of_tokens
from iawce.models.networks.token_attention import ROLES
from iawce.train.page_type.augment_lines import change_lines
from iawce.train.page_type.labelled_lines import SLACK, boxes_of_lines
from iawce.train.page_type.spelling import LONGEST, Spellings

Tokens = NDArray[np.float32]
UNCHANGED = 0.2
"""Probability that a screenshot is used as it is in training."""
WIDTH_COLUMN = 3
"""Column of the widths in the table of boxes."""
SLACK_OF_WIDTH = 0.15
"""Share by which the width of a line may differ from that of the box whose text it is."""


@dataclass(frozen=True, slots=True)
class LineTokens:
    """A page by its screenshot: its lines and pictures.

    ``roles``: float32 (lines, ROLES). ``spellings``: of the lines whose text is known, as ``spell`` gives them, uint8
    (lines, LONGEST). ``readings``: what was read of each line, float32 (lines, READINGS); None: tokens have the pixels.
    """

    lines: Lines
    roles: Tokens
    spellings: Spellings
    readings: Tokens | None = None

    def tokens(self) -> tuple[Tokens, Tokens]:
        """As they are; the roles of pictures are unknown."""
        return self._joined(self.lines, np.arange(len(self.roles)))

    def changed(self) -> tuple[Tokens, Tokens]:
        """As if the site had another design, except with the probability ``UNCHANGED``."""
        if torch.rand(()) < UNCHANGED:
            return self.tokens()
        return self._joined(*change_lines(self.lines))

    def _joined(self, lines: Lines, numbers: NDArray[np.int64]) -> tuple[Tokens, Tokens]:
        """Tokens and roles; ``numbers`` says which line of the page each line is."""
        roles = values_of_tokens(self.roles[numbers], lines, np.nan)
        if self.readings is None:
            return tokens_with_pixels(lines), roles
        readings = values_of_tokens(self.readings[numbers], lines)
        return np.concatenate([line_tokens(lines), readings], axis=1), roles


def lines_in_boxes(lines: Lines, boxes: NDArray[np.float64], roles: Tokens, spellings: Spellings) -> LineTokens:
    """Lines of a screenshot: each has the roles of the box that it is in, and its text if it fills this box alone.

    Args:
        lines: of the screenshot.
        boxes: of the page, as ``box_table`` gives them.
        roles: of the boxes, float32 (boxes, ROLES).
        spellings: of the boxes, uint8 (boxes, LONGEST).
    """
    within = boxes_of_lines(lines.found.lines, boxes)  # -1 in none: the last of what is appended below
    _, numbers, counts = np.unique(within, return_inverse=True, return_counts=True)
    widths, shown = np.append(boxes[:, WIDTH_COLUMN], -1)[within], SCALE * lines.found.lines.width
    fills = (counts[numbers] == 1) & (np.abs(shown - widths) < SLACK_OF_WIDTH * widths + 2 * SLACK)
    known = np.concatenate([roles, np.full((1, len(ROLES)), np.nan, np.float32)])[within]
    spelled = np.concatenate([spellings, np.zeros((1, LONGEST), np.uint8)])[within]
    return LineTokens(lines, known, spelled * fills[:, None])
