"""Lines of text in screenshots: their kinds from layout boxes, spellings, and tokens."""

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from iawce.data.boxes import Box, box_elements, box_texts
from iawce.data.datasets.labelled_page import LabelledPage
from iawce.data.document import Document
from iawce.data.errors import PageError, UsageError
from iawce.data.picture import open_picture
from iawce.models.common.record import Arrays
from iawce.models.features.layout_tokens import box_table, line_tokens, tokens_with_pixels, values_of_tokens
from iawce.models.features.line_kinds import LINE_KINDS, SCALE, Lines, find_lines
from iawce.models.features.text_lines import Components, Segments, component_table, components_of
from iawce.models.networks.token_attention import ROLES
from iawce.train.common.feature_cache import FeatureCache, read_all
from iawce.train.page_type.augment import change_lines

Spellings = NDArray[np.uint8]
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789$€£¥.,:;/-()#%+&@!?'\"|»›→*=_"
"""Characters with a number of their own, from 1; capitals and accents make no difference."""
OTHER = len(ALPHABET) + 1  # Number of all other characters
MAX_LENGTH = 40  # Characters of the longest text that is spelled
_NUMBERS = {letter: number for number, letter in enumerate(ALPHABET, 1)}
_ALIKE = str.maketrans("–—’‘“”", "--''\"\"")
UNKNOWN = -1  # Kind of a line that is in no box: type that is part of a picture
SLACK = 4  # CSS px by which a line may exceed its box
Tokens = NDArray[np.float32]
UNCHANGED = 0.2  # Probability that a screenshot is used as it is in training
WIDTH_COLUMN = 3  # Column of the widths in the table of boxes
SLACK_OF_WIDTH = 0.15  # Share by which the width of a line may differ from that of the box whose text it is


def spell(text: str) -> Spellings:
    """Numbers of the characters but blanks, uint8 (MAX_LENGTH,), 0 after the last; all 0 of a text that is longer."""
    letters = unicodedata.normalize("NFKD", text[: 2 * MAX_LENGTH].lower()).translate(_ALIKE)
    numbers = [
        _NUMBERS.get(letter, OTHER) for letter in letters if not (letter.isspace() or unicodedata.combining(letter))
    ]
    found = np.zeros(MAX_LENGTH, np.uint8)
    if len(numbers) <= MAX_LENGTH:
        found[: len(numbers)] = numbers
    return found


def spell_boxes(document: Document) -> Spellings:
    """The texts of boxes of one line, uint8 (boxes, MAX_LENGTH), 0 of the others and where the HTML tells none."""
    boxes = document.boxes or ()
    found = np.zeros((len(boxes), MAX_LENGTH), np.uint8)
    try:
        elements = box_elements(boxes, document.index) if document.html else None
    except PageError:
        return found
    if elements is not None:
        texts = box_texts(boxes, elements, document.index)
        for place, (box, element) in enumerate(zip(boxes, elements.tolist(), strict=True)):
            if box.lines == 1 and element >= 0:
                found[place] = spell(texts[place])
    return found


@dataclass(frozen=True, slots=True)
class LabelledLines:
    """Lines of one page's screenshot, and the true kind of each, int64 (lines,), an index of ``LINE_KINDS``."""

    lines: Lines
    kinds: np.ndarray

    def arrays(self) -> Arrays:
        """All arrays by name, as they are stored."""
        found = self.lines.found
        return {
            "lines": component_table(found.lines),
            "pictures": component_table(found.pictures),
            "height": np.array(found.height),
            "paragraph": self.lines.paragraph,
            "features": self.lines.features,
            "strips": self.lines.strips,
            "kinds": self.kinds,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> "LabelledLines":
        """The lines whose arrays are ``arrays``."""
        lines, pictures = (components_of(np.asarray(arrays[name], np.float32)) for name in ("lines", "pictures"))
        found = Segments(lines, pictures, int(arrays["height"]))
        paragraph, features = np.asarray(arrays["paragraph"], np.int64), np.asarray(arrays["features"], np.float32)
        lines_found = Lines(found, paragraph, features, np.asarray(arrays["strips"], np.uint8))
        return cls(lines_found, np.asarray(arrays["kinds"], np.int64))


def label_lines(pages: Sequence[LabelledPage], cache: Path | None = None) -> dict[str, LabelledLines]:
    """Labelled lines of all pages' screenshots, by page id; a tenth of a second each on one core.

    Raises UsageError: a screenshot or boxes cannot be read.
    """
    kept = FeatureCache(cache, "lines", __name__).compute(pages, partial(read_all, _label_page))
    return {page_id: LabelledLines.from_arrays(arrays) for page_id, arrays in kept.items()}


def _label_page(page: LabelledPage) -> Arrays:
    return label_lines_of_page(page).arrays()


def label_lines_of_page(page: LabelledPage) -> LabelledLines:
    """Labelled lines of one page's screenshot; the kinds are unknown where the page has no boxes.

    Raises UsageError: screenshot or boxes cannot be read.
    """
    if page.screenshot is None:
        raise UsageError(f"{page.id} has no screenshot")
    try:
        lines = find_lines(open_picture(page.screenshot))
    except PageError as error:
        raise UsageError(f"{page.screenshot} ({error.reason})") from error
    return LabelledLines(lines, true_kinds(lines.found.lines, page.document().boxes or ()))


def true_kinds(lines: Components, boxes: Sequence[Box]) -> np.ndarray:
    """Kind of each line, int64 (lines,): that of the smallest text box that contains the middle of the line."""
    within = boxes_of_lines(lines, box_table(boxes))
    kinds = np.array([LINE_KINDS.index(kind_of(box)) for box in boxes] + [UNKNOWN], np.int64)
    return np.asarray(kinds[within])


def boxes_of_lines(lines: Components, table: np.ndarray) -> np.ndarray:
    """Row in ``table`` of the smallest text box that contains the middle of each line, else -1, int64 (lines,)."""
    texts = np.flatnonzero(table[:, 0] == 0)
    if not len(texts) or not len(lines):
        return np.full(len(lines), -1, np.int64)
    left, top, width, height = table[texts, 1:5].T
    across = (SCALE * (lines.x + lines.width / 2))[:, None]
    down = (SCALE * (lines.y + lines.height / 2))[:, None]
    inside = (left - SLACK <= across) & (across <= left + width + SLACK)
    inside &= (top - SLACK / 2 <= down) & (down <= top + height + SLACK / 2)
    smallest = np.where(inside, width * height, np.inf).argmin(axis=1)
    return np.where(inside.any(axis=1), texts[smallest], -1)


def kind_of(box: Box) -> str:
    """Kind of the lines of a text box."""
    if box.heading:
        return "linked_heading" if box.link else "heading"
    if box.link:
        return "link"
    return "running" if box.lines >= 2 else "plain"


class PageTokens(ABC):
    """One page as a network sees it; ``roles`` of its parts, (parts, ROLES)."""

    __slots__ = ()
    roles: Tokens

    @abstractmethod
    def tokens(self) -> tuple[Tokens, Tokens]:
        """Tokens (n, features), and the roles of each, (n, ROLES), NaN where they are unknown."""

    def changed(self) -> tuple[Tokens, Tokens]:
        """The same, changed at random where the parts can be moved."""
        return self.tokens()


@dataclass(frozen=True, slots=True)
class LineTokens(PageTokens):
    """A page by its screenshot: its lines and pictures."""

    lines: Lines
    roles: Tokens  # float32 (lines, ROLES)
    spellings: Spellings  # Of the lines whose text is known, as ``spell`` gives them, uint8 (lines, MAX_LENGTH)
    readings: Tokens | None = None  # What was read of each, float32 (lines, READINGS); None: tokens have the pixels

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

    ``boxes``: as ``box_table`` gives them; of each ``roles``, float32 (boxes, ROLES), and ``spellings``, uint8 (boxes,
    MAX_LENGTH).
    """
    within = boxes_of_lines(lines.found.lines, boxes)  # -1 in none: the last of what is appended below
    _, numbers, counts = np.unique(within, return_inverse=True, return_counts=True)
    widths, shown = np.append(boxes[:, WIDTH_COLUMN], -1)[within], SCALE * lines.found.lines.width
    fills = (counts[numbers] == 1) & (np.abs(shown - widths) < SLACK_OF_WIDTH * widths + 2 * SLACK)
    known = np.concatenate([roles, np.full((1, len(ROLES)), np.nan, np.float32)])[within]
    spelled = np.concatenate([spellings, np.zeros((1, MAX_LENGTH), np.uint8)])[within]
    return LineTokens(lines, known, spelled * fills[:, None])
