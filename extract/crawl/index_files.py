"""Learns which hosts send the same page for a folder and for its index file without a ``rel=canonical``."""

from collections import Counter

from iawce.data.network.host_turns import host_of_turn
from iawce.data.run_folder.run_state import RunState
from iawce.extract.run.canonical import INDEX

ENOUGH = 2
"""Pairs of addresses with the same text, after which a host's other index files are not requested."""


NOTE = "crawl.index_files"
"""Name of the note with the pairs of each host."""


class IndexFiles:
    """The pairs of each host.

    Args:
        state: of the run, in which they are kept.
    """

    def __init__(self, state: RunState) -> None:
        self._state, self._pairs = state, Counter[str](state.get(NOTE, {}))

    def see(self, url: str, other: str) -> None:
        """Record that two addresses gave the same text."""
        host = host_of_turn(url)[0]
        if url != other and _folder(url) == _folder(other) and self._pairs[host] < ENOUGH:
            self._pairs[host] += 1
            self._state.set(NOTE, dict(self._pairs))

    def plain(self, url: str) -> str:
        """The address of the folder, where its index file is known to be the same page; else the address itself."""
        return _folder(url) if self._pairs[host_of_turn(url)[0]] >= ENOUGH else url


def _folder(url: str) -> str:
    return url if "?" in url else INDEX.sub("", url)
