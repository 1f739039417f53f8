"""Learns which hosts send the same page for a folder and for its index file without a ``rel=canonical``."""

from iawce.data.network.host_turns import host_of_turn
from iawce.data.run_folder.run_state import RunState
from iawce.extract.run.canonical import INDEX

ENOUGH = 2
"""Pairs of addresses with the same text, after which a host's other index files are not requested."""

NOTE = "crawl.index_files"
"""Beginning of the name of the note with the number of pairs of a host."""


class IndexFiles:
    """The pairs of each host.

    Args:
        state: of the run, in which they are kept.
    """

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
        """The number of pairs of a host."""
        if host not in self._counts:
            kept = self._state.get(f"{NOTE} {host}", 0)
            self._counts[host] = kept if isinstance(kept, int) else 0
        return self._counts[host]


def _folder(url: str) -> str:
    return url if "?" in url else INDEX.sub("", url)
