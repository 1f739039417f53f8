"""What the opened pages of a crawl show of other addresses; a crawl that is continued knows it from its state.

The role of a link gives the first expectation, which counts as three pages; each page with the same shape of address
improves it: an extracted page counts 1, a list as much as the share of its links that were unknown.
"""

from collections import defaultdict
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b

import msgspec

from iawce.data.network.host_scheduler import host_of_turn
from iawce.data.run_folder.input import Input, InputState, Known
from iawce.data.run_folder.run_state import RunState
from iawce.extract.crawl.page_links import LinkKind
from iawce.extract.crawl.traps import Traps, shape_of
from iawce.extract.pipeline.canonical import INDEX

ENOUGH = 2  # Pairs of addresses with the same text, after which a host's other index files are not requested

NOTE = "crawl.index_files"  # Beginning of the name of the note with the number of pairs of a host
EXPECTED = {LinkKind.NEXT: 0.95, LinkKind.RECORD: 0.8, LinkKind.CONTENT: 0.5, LinkKind.MENU: 0.3}
"""Expected value of a link by its role alone."""
WEIGHT = 3.0
FULL = 5  # New records of a list that has the same value as an extracted page
STEP = 0.001  # Reduction of the value for each link from a seed, so that the nearer of two equals is first
SEEN = "seen"  # Key of a ``SeenPage`` in the data of its input


class IndexFiles:
    """The pairs of each host."""

    def __init__(self, state: RunState) -> None:
        self._state, self._counts = state, dict[str, int]()

    def see(self, url: str, other: str) -> None:
        """Record that two addresses gave the same text."""
        host = host_of_turn(url)[0]
        if url != other and _folder(url) == _folder(other) and (count := self._pairs(host)) < ENOUGH:
            self._counts[host] = count + 1
            self._state.set(f"{NOTE} {host}", count + 1)

    def plain(self, url: str) -> str:
        """The address of the folder, where its index file is known to be the same page; else the address itself."""
        return _folder(url) if self._pairs(host_of_turn(url)[0]) >= ENOUGH else url

    def _pairs(self, host: str) -> int:
        if host not in self._counts:
            kept = self._state.get(f"{NOTE} {host}", 0)
            self._counts[host] = kept if isinstance(kept, int) else 0
        return self._counts[host]


def _folder(url: str) -> str:
    return url if "?" in url else INDEX.sub("", url)


class Steering:
    """The values of pages of each shape so far."""

    def __init__(self) -> None:
        self._worth: dict[str, float] = defaultdict(float)
        self._seen: dict[str, int] = defaultdict(int)

    def see(self, url: str, *, is_taken: bool, new: int) -> None:
        """Record the value of a page with a canonical address; see ``SeenPage``."""
        shape = shape_of(url)
        self._seen[shape] += 1
        self._worth[shape] += 1.0 if is_taken else min(1.0, new / FULL)

    def value(self, url: str, kind: LinkKind, depth: int) -> float:
        """The expected value of an address, about 0 to 1."""
        shape = shape_of(url)
        expected = (WEIGHT * EXPECTED[kind] + self._worth[shape]) / (WEIGHT + self._seen[shape])
        return expected - STEP * depth


@dataclass(frozen=True, slots=True)
class SeenPage:
    """What is kept of an opened page.

    ``key``: see ``text_key``; empty if the page failed. ``is_taken``: whether it was extracted for its content.
    ``new``: links to next pages and records on it that were not known.
    """

    key: str
    is_taken: bool
    new: int


class CrawlState:
    """Texts, traps, values and index files of the pages so far."""

    def __init__(self, state: RunState) -> None:
        self.traps, self.steering, self.index_files = Traps(), Steering(), IndexFiles(state)
        self._state, self._texts = state, dict[str, str]()

    def recall(self, known: Known) -> None:
        """Learn from an input of the run again; each is given once, in the order of addition."""
        if known.state != InputState.LEFT_OUT:
            self.traps.refusal(known.input.url)
        if known.state == InputState.DONE:
            with suppress(msgspec.ValidationError):  # nothing is kept, or nothing that this version understands
                self._learn(known.input.url, msgspec.convert(known.input.data.get(SEEN), SeenPage))

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


def text_key(text: str) -> str:
    """A hash by which equal texts are recognised, 32 hexadecimal digits."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
