"""Blocks of Markdown, one after the other, each within the quotations and list items that are open."""

from collections.abc import Sequence
from dataclasses import dataclass

MAX_NESTING = 16
"""Most nested lists, items and quotations; deeper ones are written at this depth, since each line begins with the marks
of all."""


@dataclass(slots=True)
class _Container:
    """A quotation, a list or a list item: the prefix of its first line, and of all others."""

    first: str = ""
    rest: str = ""
    used: bool = False


@dataclass(slots=True)
class _List(_Container):
    is_ordered: bool = False
    number: int = 1
    bullet: str = "-"
    indent: int = 0
    """Prefix of the lines inside the last item."""
    items: int = 0


@dataclass(slots=True)
class _Item(_Container):
    joins: bool = False
    """Whether it follows the previous line without an empty one."""


class MarkdownBlocks:
    """The lines so far. Containers are closed by ``close_to`` the depth before them."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._open: list[_Container] = []
        self._deeper = 0
        self._ended: tuple[int, bool, str, int] | None = None

    def __len__(self) -> int:
        """Number of open containers."""
        return len(self._open) + self._deeper

    def open_quotation(self) -> None:
        """Open a quotation for the blocks that follow."""
        self._push(_Container("> ", "> "))

    def open_list(self, start: int | None) -> None:
        """Open a list of bullets, or one numbered from ``start``."""
        ordered = start is not None
        if self._open and isinstance(self._open[-1], _List):  # a list directly in a list belongs to the item before
            indent = " " * self._open[-1].indent
            self._push(_Container(indent, indent))
        usual, other = (".", ")") if ordered else ("-", "*")
        neighbour = (len(self._open), ordered, usual, len(self._lines))
        self._push(_List(is_ordered=ordered, number=start or 0, bullet=other if self._ended == neighbour else usual))

    def open_item(self, number: int | None = None) -> None:
        """Open an item of the innermost list, with the next number or a given one."""
        around = self._open[-1] if self._open else None
        if not isinstance(around, _List):
            around = _List()
        around.number = around.number if number is None else number
        marker = f"{around.number}{around.bullet} " if around.is_ordered else f"{around.bullet} "
        joins = around.items > 0 or ((not around.is_ordered or around.number == 1) and self._is_in_item())
        around.number, around.items, around.indent = around.number + 1, around.items + 1, len(marker)
        self._push(_Item(marker, " " * len(marker), joins=joins))

    def _is_in_item(self) -> bool:
        """Whether the innermost container is an item with text."""
        return any(isinstance(container, _Item) and container.used for container in self._open)

    def _push(self, container: _Container) -> None:
        if len(self._open) < MAX_NESTING:
            self._open.append(container)
        else:
            self._deeper += 1

    def close_to(self, depth: int) -> None:
        """Close all but the first ``depth`` containers."""
        while self._deeper and len(self) > depth:
            self._deeper -= 1
        while len(self._open) > depth:
            closed = self._open.pop()
            if isinstance(closed, _List):
                self._ended = (len(self._open), closed.is_ordered, closed.bullet, len(self._lines))

    def add(self, lines: Sequence[str]) -> None:
        """Add a block, separated from the previous one by an empty line unless it begins the next item of a list."""
        if not self._open:
            self._lines += ["", *lines] if self._lines else lines
            return
        new = [container for container in self._open if not container.used]
        items = [container for container in new if isinstance(container, _Item)]
        if self._lines and not (items and items[0].joins):
            self._lines.append("".join(container.rest for container in self._open if container.used).rstrip())
        rest = "".join(container.rest for container in self._open)
        first = "".join(container.rest if container.used else container.first for container in self._open)
        for container in new:
            container.used = True
        self._lines.append(first + lines[0])
        self._lines.extend(rest + line if line else rest.rstrip() for line in lines[1:])

    def text(self) -> str:
        """All blocks."""
        return "\n".join(self._lines)
