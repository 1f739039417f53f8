"""Spellings of texts: numbers of their letters, from which a reader of lines learns."""

import unicodedata

import numpy as np
from numpy.typing import NDArray

from iawce.data.boxes import box_elements, box_texts
from iawce.data.document import Document
from iawce.data.errors import PageError

Spellings = NDArray[np.uint8]
ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789$€£¥.,:;/-()#%+&@!?'\"|»›→*=_"
"""Characters with a number of their own, from 1; capitals and accents make no difference."""
OTHER = len(ALPHABET) + 1
"""Number of all other characters."""
LONGEST = 40
"""Characters of the longest text that is spelled."""
_NUMBERS = {letter: number for number, letter in enumerate(ALPHABET, 1)}
_ALIKE = str.maketrans("–—’‘“”", "--''\"\"")


def spell(text: str) -> Spellings:
    """Numbers of the characters but blanks, uint8 (LONGEST,), 0 after the last; all 0 of a text that is longer."""
    letters = unicodedata.normalize("NFKD", text[: 2 * LONGEST].lower()).translate(_ALIKE)
    numbers = [
        _NUMBERS.get(letter, OTHER) for letter in letters if not (letter.isspace() or unicodedata.combining(letter))
    ]
    found = np.zeros(LONGEST, np.uint8)
    if len(numbers) <= LONGEST:
        found[: len(numbers)] = numbers
    return found


def spell_boxes(document: Document) -> Spellings:
    """The texts of boxes of one line, uint8 (boxes, LONGEST), 0 of the others and where the HTML tells none."""
    boxes = document.boxes or ()
    found = np.zeros((len(boxes), LONGEST), np.uint8)
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
