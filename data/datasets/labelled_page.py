"""One page with its page type, the form in which every labelled set reaches training."""

from dataclasses import dataclass
from pathlib import Path

from iawce.data.boxes import Box, load_boxes
from iawce.data.datasets.card_links import mark_covered_links
from iawce.data.errors import PageError, UsageError
from iawce.data.html.read import read_html, unpack
from iawce.data.page import Page


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page that somebody has labelled.

    ``site`` groups pages that must stay on one side of a split. Of picture, boxes and HTML only some may be known.
    ``label`` is a page type; ``fine`` one of the seven finer types, empty if unknown. ``theme`` groups sites that look
    alike. ``height`` is that of the whole page in CSS px, 0 if unknown. ``split`` is the part (``train``, ``test``)
    that the set's makers put it into.
    """

    id: str
    site: str
    label: str
    screenshot: Path | None = None
    boxes: Path | None = None
    html: Path | bytes | None = None
    height: int = 0
    fine: str = ""
    theme: str = ""
    split: str = ""

    def read_html(self) -> str:
        """The page's markup.

        Raises:
            UsageError: there is none, or it cannot be read.
        """
        try:
            return unpack_html(self.html or b"")
        except PageError as error:
            raise UsageError(f"the markup of {self.id} cannot be read: {error}") from error

    def read_boxes(self) -> tuple[Box, ...]:
        """The page's layout boxes, with the text under links that cover it marked as linked.

        Raises:
            UsageError: there are none, or they are damaged.
        """
        if self.boxes is None:
            raise UsageError(f"{self.id} has no layout boxes")
        boxes = load_boxes(self.boxes)
        return mark_covered_links(boxes, self.read_html()) if self.html else boxes


def unpack_html(source: Path | bytes) -> str:
    """Text of a page that lies in a file, gzipped or not, or in memory.

    Raises:
        PageError: it cannot be read, or is no HTML.
    """
    try:
        body = unpack(source if isinstance(source, bytes) else source.read_bytes())
    except (OSError, EOFError) as error:
        raise PageError("input/unreadable", str(error)) from error
    return read_html(Page("", body=body)).text
