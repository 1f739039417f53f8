"""Options that several commands share."""

from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

if TYPE_CHECKING:
    from iawce.models.page_type.ensemble import LookAt as EnsembleLookAt

LookAt = Literal["auto", "boxes", "screenshot", "html", "pixels", "dom"]
"""What decides the page type; ``pixels`` and ``dom`` are the old names of ``screenshot`` and ``html``."""


ROWS_HELP = "Where the rows go: a file or an address ({sinks}); JSON lines on stdout if left out."
WaitFor = Annotated[str, typer.Option(help="CSS selector of an element that must be there before a page is recorded.")]
Scroll = Annotated[
    int, typer.Option(min=0, max=100, help="How far a page that grows is scrolled through: so many times 5464 px.")
]
RowsOutput = Annotated[str | None, typer.Option("--output", "-o", help=ROWS_HELP)]


def look_at_of(wanted: LookAt) -> "EnsembleLookAt":
    """The name that the ensemble knows."""
    return cast("EnsembleLookAt", {"pixels": "screenshot", "dom": "html"}.get(wanted, wanted))
