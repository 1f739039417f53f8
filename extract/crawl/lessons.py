"""What the opened pages of a crawl show of other addresses; a crawl that is continued knows it from its state."""

from dataclasses import asdict, dataclass
from hashlib import blake2b

import msgspec

from iawce.data.run_folder.input import Input, InputState, Known
from iawce.data.run_folder.run_state import RunState
from iawce.extract.crawl.index_files import IndexFiles
from iawce.extract.crawl.priority import Steering
from iawce.extract.crawl.traps import Traps

SEEN = "seen"
"""Key of a ``SeenPage`` in the data of its input."""


@dataclass(frozen=True, slots=True)
class SeenPage:
    """What is kept of an opened page.

    Attributes:
        key: see ``text_key``; empty if the page failed.
        is_taken: whether it was extracted for its content.
        new: links to next pages and records on it that were not known.
    """

    key: str
    is_taken: bool
    new: int


class Lessons:
    """Texts, traps, values and index files of the pages so far.

    Args:
        state: of the run, which keeps what is learned.
    """

    def __init__(self, state: RunState) -> None:
        self.traps, self.steering, self.index_files = Traps(), Steering(), IndexFiles(state)
        self._state, self._texts = state, dict[str, str]()

    def recall(self, known: Known) -> None:
        """Learn from an input of the run again; each is given once, in the order of addition."""
        if known.state != InputState.LEFT_OUT:
            self.traps.refusal(known.input.url)
        if known.state == InputState.DONE and (kept := _seen_page(known.input.data.get(SEEN))):
            self._learn(known.input.url, kept)

    def keep(self, input: Input, page: SeenPage) -> None:
        """Learn from an opened page, which will have a row."""
        self._state.update(input.id, data={**input.data, SEEN: asdict(page)})
        self._learn(input.url, page)

    def earlier_with(self, text: str) -> str:
        """The address of the first page with a text; empty if there is none."""
        return self._texts.get(text_key(text), "") if text else ""

    def _learn(self, url: str, page: SeenPage) -> None:
        self.steering.see(url, is_taken=page.is_taken, new=page.new)
        if page.key:
            is_known = self._texts.setdefault(page.key, url) != url
            self.traps.see_text(url, is_known=is_known and not page.new)


def _seen_page(kept: object) -> SeenPage | None:
    """What is kept of a page; None if there is nothing, or nothing that this version understands."""
    try:
        return msgspec.convert(kept, SeenPage)
    except msgspec.ValidationError:
        return None


def text_key(text: str) -> str:
    """A hash by which equal texts are recognised, 32 hexadecimal digits."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
