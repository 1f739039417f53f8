"""Page types for a person: one line per page on a terminal, where JSON would be hard to read."""

from iawce.data.sinks.jsonl import StandardOutput
from iawce.data.sinks.sink import Row
from iawce.scripts.console import one_line, say


class TypeLines(StandardOutput):
    """``list 98 %  page.html``; of a page without a type the reason."""

    title, note = "page types", "for people"

    def _put(self, row: Row) -> None:
        say(type_line(row))


def type_line(row: Row) -> str:
    """Type, probability and page of a row; the reason, and the likeliest type, where it has no type."""
    shares = row["probabilities"]
    likeliest = max(shares, key=shares.__getitem__, default="")
    if row["type"]:
        found = f"{row['type']} {100 * row['confidence']:.0f} %"
    else:
        found = row["reason"] + (f" ({likeliest} {100 * shares[likeliest]:.0f} %)" if likeliest else "")
    return one_line(f"{found:<14} {row['ref']}")
