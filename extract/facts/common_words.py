"""Words of a possible name that the page uses as common words."""

from collections.abc import Iterable

from iawce.data.html.words import split_words
from iawce.data.reading.page_reading import PageReading

MOST_OF_INITIAL = 2
"""Letters of an initial."""


def common_words(reading: PageReading, heading: int, names: Iterable[str]) -> set[str]:
    """Words of these names that occur in lower case on the page or in its title, without initials.

    Args:
        reading: of the page.
        heading: number of the element that is its title.
        names: to be examined.
    """
    words = {word.lower() for name in names for word in split_words(name)}
    asked = {word for word in words if len(word) > MOST_OF_INITIAL and word.islower()}
    texts = [" ".join(reading.index.pieces.texts), reading.texts.line(heading).lower()] if asked else []
    relevant = (text for text in texts if any(word in text for word in asked))
    return asked.intersection(word for text in relevant for word in split_words(text))
