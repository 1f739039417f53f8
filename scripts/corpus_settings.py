"""Which rows a corpus is not to have, in the words of the commands."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from iawce.extract.corpus.clean import Filters

if TYPE_CHECKING:
    from iawce.extract.corpus.clean import Cleaner


@dataclass(frozen=True)
class CorpusSettings(Filters):
    """What rows have to be; the others are counted, and left out."""

    deduplicate: bool = False
    """Leave out pages whose address or text is the same, or nearly the same, as that of an earlier page."""
    keep_left_out: bool = False
    """Write also the pages that are left out: rows with the status skipped and a reason."""

    def cleaner(self, base_url: str = "") -> "Cleaner":
        """The stage that leaves rows out.

        Args:
            base_url: address that several pages have.

        Raises:
            EnvironmentMissing: the library for near-duplicates is not installed.
        """
        from iawce.extract.corpus.clean import Cleaner
        from iawce.extract.corpus.row_keys import MinHashSettings

        near = MinHashSettings() if self.deduplicate else None
        if near:
            near.check_library()
        return Cleaner(self, near, base_url=base_url, keep=self.keep_left_out)
