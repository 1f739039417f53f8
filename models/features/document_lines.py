"""The lines of text in the screenshot of a document, found once for all models that use them.

They are kept beside the document, which is independent of models, during its lifetime.
"""

from pathlib import Path
from weakref import WeakKeyDictionary

from iawce.data.document import Document
from iawce.data.errors import PageError
from iawce.data.picture import open_picture
from iawce.models.features.text_lines.guess import Lines, find_lines

_FOUND: WeakKeyDictionary[Document, Lines] = WeakKeyDictionary()


def document_lines(document: Document) -> Lines:
    """The lines and pictures of its screenshot.

    Raises:
        PageError: there is no screenshot, or it cannot be read.
    """
    found = _FOUND.get(document)
    if found is None:
        found = _FOUND[document] = find_lines(open_picture(screenshot_of(document)))
    return found


def screenshot_of(document: Document) -> bytes | Path:
    """Its screenshot.

    Raises:
        PageError: there is none.
    """
    if document.screenshot is None:
        raise PageError("bad_picture/missing", "the page has no screenshot")
    return document.screenshot
