"""Options that say which rows a corpus is not to have."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from iawce.scripts.option_groups import OptionGroup

if TYPE_CHECKING:
    from iawce.extract.corpus.clean import Cleaner


@dataclass(frozen=True, kw_only=True)
class CleaningOptions(OptionGroup):
    """What rows have to be; the others are counted, and left out."""

    types: Annotated[
        str, typer.Option(metavar="TYPE,...", help="Leave out pages of other page types, such as article,thread.")
    ] = ""
    languages: Annotated[
        str, typer.Option(metavar="CODE,...", help="Leave out pages in other languages than these, such as en,de.")
    ] = ""
    min_words: Annotated[int, typer.Option(min=0, help="Leave out pages whose text has fewer words.")] = 0
    min_confidence: Annotated[
        float, typer.Option(min=0, max=1, help="Leave out pages whose content was taken out with less confidence.")
    ] = 0.0
    deduplicate: Annotated[
        bool,
        typer.Option("--deduplicate", help="Leave out pages whose address or text, exactly or nearly, came before."),
    ] = False
    keep_left_out: Annotated[
        bool,
        typer.Option("--keep-left-out", help="Write what is left out, too: rows with the status skipped and a reason."),
    ] = False

    def cleaner(self, base_url: str = "") -> "Cleaner":
        """The stage that leaves rows out.

        Args:
            base_url: address that several pages have.

        Raises:
            UsageError: there is no such page type or language.
            EnvironmentMissing: the library for near-duplicates is not installed.
        """
        from iawce.extract.corpus.clean import Cleaner
        from iawce.extract.corpus.filters import Filters
        from iawce.extract.corpus.row_keys import MinHashSettings

        filters = Filters(_names(self.types), _names(self.languages), self.min_confidence, self.min_words)
        near = MinHashSettings() if self.deduplicate else None
        if near:
            near.check_library()
        return Cleaner(filters, near, base_url=base_url, keep=self.keep_left_out)


def _names(given: str) -> tuple[str, ...]:
    return tuple(name for part in given.split(",") if (name := part.strip().lower()))
