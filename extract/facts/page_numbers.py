"""The next page by the row of page numbers: ``Pages: 1 2 [3] 4 5``, where the page itself is no link, or marked."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.tags import NEVER_TEXT

LABEL = re.compile(
    r"(?:go to )?(?:pages?|seiten?|páginas?|pagin[ae]|стр(?:аниц[аы]|\.)?|stron[ay]|sidor?|页[码次]?|ページ|페이지)"
    r"(?: \(?\d{1,5}\)?)?(?: (?:of|von|de|sur|из|/) \d{1,5})?\W*",
    re.I,
)
"""The text before the numbers."""
AROUND = re.compile(r"pag(?:er|es|ing|inat|e-?(?:nav|links?|numbers?))|multi-?page|(?:\A|[\s_-])nav-links", re.I)
"""In the class name or id of what holds links to pages."""
CURRENT = re.compile(r"(?:\A|[\s_-])(?:current|active|selected|this-?page)(?:\Z|[\s_-])", re.I)
BETWEEN = " \t\r\n\xa0|·•,.…[]()-–—<>‹›«»←→/"
"""Signs between and around the numbers."""
LEVELS = 3
MOST_DIGITS = 5
MOST_BLANKS = 10
"""Text nodes around a number, blank but for it."""


@dataclass(frozen=True, slots=True)
class _PageNumber:
    """A number as it is printed; the element that holds it, and the address that it links to."""

    value: int
    element: int
    address: str
    is_marked: bool

    @property
    def is_current(self) -> bool:
        """Whether it is the page itself."""
        return self.is_marked or not self.address


def numbered_next(index: ElementIndex) -> Iterator[str]:
    """Addresses of the page after this one as rows of page numbers give them, in document order."""
    for label, row in _rows(index):
        values = [one.value for one in row]
        current = [one.value for one in row if one.is_current]
        if len(current) != 1 or any(later <= earlier for earlier, later in pairwise(values)):
            continue
        if LABEL.fullmatch(label) or any(AROUND.search(name) for name in names_around(index, row[0].element)):
            yield from (one.address for one in row if one.value == current[0] + 1)


def names_around(index: ElementIndex, number: int) -> list[str]:
    """Class name and id of an element and of those next around it."""
    around = [number, *islice(index.ancestors(number), LEVELS)]
    return [f"{index.classes[one]} {index.attributes.given[one].get('id', '')}" for one in around]


def _rows(index: ElementIndex) -> Iterator[tuple[str, Sequence[_PageNumber]]]:
    """Numbers with nothing but signs between them, and the text before them."""
    label, row = "", list[_PageNumber]()
    for text, owner in zip(index.pieces.texts, index.pieces.owners.tolist(), strict=True):
        plain = text.strip(BETWEEN) if len(text) < 100 else text
        if not plain or index.tags[owner] in NEVER_TEXT:
            continue
        if plain.isdecimal() and len(plain) <= MOST_DIGITS:
            row.append(_page_number(index, int(plain), owner))
            continue
        if len(row) > 1:
            yield label, row
        label, row = " ".join(plain[:100].split()), []
    if len(row) > 1:
        yield label, row


def _page_number(index: ElementIndex, value: int, owner: int) -> _PageNumber:
    given = index.attributes.given
    around = [owner, *islice(index.ancestors(owner), LEVELS)]
    link = next((one for one in around if index.tags[one] == "a"), owner)
    own = [one for one in around if _is_alone(index, one)]
    is_marked = any("aria-current" in given[one] or CURRENT.search(index.classes[one]) for one in own)
    return _PageNumber(value, owner, given[link].get("href", ""), is_marked)


def _is_alone(index: ElementIndex, element: int) -> bool:
    """Whether an element holds one text."""
    first, last = int(index.first_piece[element]), int(index.last_piece[element])
    return last - first < MOST_BLANKS and int((~index.blank[first:last]).sum()) == 1
