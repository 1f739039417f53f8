"""Words before or after titles in separate elements, without a space between: *New listing*Oak desk."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from iawce.data.reading.page_reading import PageReading
from iawce.extract.content.found_records import FoundField
from iawce.extract.records.alignment.leaves import FORMATS
from iawce.extract.records.columns.column_facts import Values

FEWEST = 2
"""Least titles with the same words."""
LONGEST = 60


def without_flags(titles: Values, reading: PageReading) -> Values:
    """The titles without such words that several of them have."""
    ends = [dict.fromkeys(_ends(title, reading)) if title else {} for title in titles]
    counts = Counter(flag for own in ends for flag in own)
    flags = [sorted((flag for flag in own if counts[flag] >= FEWEST), key=lambda flag: -counts[flag]) for own in ends]
    return [title and _cut(title, own) for title, own in zip(titles, flags, strict=True)]


def _ends(title: FoundField, reading: PageReading) -> Iterator[str]:
    """The first and the last text of a title of several, if no space separates them from the text beside."""
    index = reading.index
    if len(title.elements) != 1:
        return
    one = title.elements[0]
    numbers = range(int(index.first_piece[one]), int(index.last_piece[one]))
    texts, said = index.pieces.texts, [number for number in numbers if index.pieces.texts[number].strip()]
    ends = ((said[0], said[1], said[0]), (said[-2], said[-1], said[-1])) if len(said) >= FEWEST else ()
    for left, right, flag in ends:
        is_own = index.tags[int(index.pieces.owners[flag])] not in FORMATS
        if is_own and right == left + 1 and _are_glued(texts[left], texts[right]):
            yield texts[flag].strip()


def _are_glued(one: str, other: str) -> bool:
    """Whether two sentences are joined without a space: ``listingOak``."""
    return one[-1].islower() and other[0].isupper()


def _cut(title: FoundField, flags: Sequence[str]) -> FoundField:
    """The title without its flags, the most frequent first: a name that two records share is what is left."""
    text = title.text
    for flag in flags:
        if len(flag) < min(len(text), LONGEST):
            text = text.removeprefix(flag) if text.startswith(flag) else text.removesuffix(flag)
    return replace(title, text=text.strip())
