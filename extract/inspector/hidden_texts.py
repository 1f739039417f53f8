"""The invisible texts of a page, each with the reason why it is hidden."""

from collections.abc import Iterator

from iawce.data.reading.hidden_markup import LONGEST_STYLE, SCREEN_READER, hides
from iawce.data.reading.page_reading import PageReading
from iawce.extract.inspector.page_view import HiddenText

MOST = 200
"""Texts that are shown."""


def hidden_texts(reading: PageReading) -> Iterator[HiddenText]:
    """The texts of the topmost invisible elements, in document order."""
    for number in reading.unseen[:MOST]:
        if text := reading.index.text_of(number):
            yield HiddenText(reading.index.path(number), text, hiding_reason(reading, number))


def hiding_reason(reading: PageReading, number: int) -> str:
    """The reason why an element is hidden, according to its markup and place."""
    document, given = reading.document, reading.index.attributes.given[number]
    style = given.get("style", "")
    if "hidden" in given:
        return "its attribute hidden"
    if style and hides(style[:LONGEST_STYLE]):
        return f"its style: {style}"
    if silent := SCREEN_READER.intersection(reading.index.classes[number].lower().split()):
        return f"its class {min(silent)}: for screen readers"
    if document.places is not None:
        width, height = document.places[number, 2:].tolist()
        if max(width, height) <= 1:
            return "it has no size on the page"
    return "it is not drawn: a style sheet hides it, or another element covers it"
