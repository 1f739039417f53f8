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
    keep_left_out: Annotated[
        bool,
        typer.Option("--keep-left-out", help="Write what is left out, too: rows with the status skipped and a reason."),
    ] = False

    def cleaner(self) -> "Cleaner":
        """The stage that leaves rows out.

        Raises:
            UsageError: there is no such page type or language.
        """
        from iawce.extract.corpus.clean import Cleaner
        from iawce.extract.corpus.filters import Filters

        filters = Filters(_names(self.types), _names(self.languages), self.min_confidence, self.min_words)
        return Cleaner(filters, keep=self.keep_left_out)


def _names(given: str) -> tuple[str, ...]:
    return tuple(name for part in given.split(",") if (name := part.strip().lower()))
