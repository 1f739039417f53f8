"""A bound for the elements that a parser has open: all that may be open count as open."""

from collections import Counter

from iawce.data.html.tags import BLOCKS, CELLS, FOREIGN, VOID

FORMATTING = frozenset({"b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u"})
"""Elements that are reopened in each block until they end; at most one ``a`` and one ``nobr``."""
_MOST_ALIKE = 3
"""Most formatting elements with the same attributes that are reopened."""
_BLOCKS = BLOCKS | CELLS | {"rb", "rp", "rt", "rtc", "listing"}
"""Elements that begin outside of formatting."""
_ROWS = frozenset({"tr", *CELLS, "p"})
_GROUPS = frozenset({"tbody", "thead", "tfoot"})
# fmt: off
_ENDED_BY = {
    **dict.fromkeys(BLOCKS - {"body", "br", "caption", "html", "legend"}, frozenset({"p"})),
    "li": frozenset({"li", "p"}), **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd", "p"})),
    "option": frozenset({"option"}), "optgroup": frozenset({"option", "optgroup"}),
    **dict.fromkeys(CELLS, frozenset({*CELLS, "p"})), "tr": _ROWS, **dict.fromkeys(_GROUPS, _ROWS | _GROUPS),
}
# fmt: on
"""Open elements that the start tag of another closes."""
_IMPLIED = frozenset({"li", "dt", "dd", "option", "optgroup"}) | _ROWS | _GROUPS
"""Elements that the end tag of a block around them closes."""
_NEVER_OPEN = VOID | {"html", "head", "body"}


class OpenElements:
    """Follows start and end tags.

    Attributes:
        names: of the open elements.
    """

    def __init__(self) -> None:
        self.names = list[str]()
        self._formatting, self._alike = list[str](), Counter[str]()
        self._opened_again = self._foreign = 0

    def opened_again(self, name: str) -> int:
        """Most elements that are reopened at a start tag."""
        return self._opened_again if name in _BLOCKS else 0

    def is_empty(self, name: str) -> bool:
        """Whether an element whose tag ends with a slash has no content: in a drawing or formula."""
        return (self._foreign > 0 or name in FOREIGN) and name not in _NEVER_OPEN

    def start(self, name: str, given: str) -> None:
        """An element begins.

        Args:
            name: of its tag.
            given: its attributes, as they are written.
        """
        ended = () if self._foreign else _ENDED_BY.get(name, ())
        while self.names and self.names[-1] in ended:
            self.names.pop()
        if name not in _NEVER_OPEN:
            self.names.append(name)
            self._foreign += name in FOREIGN
        if name in FORMATTING:
            self._formatting.append(name + given)
            self._opened_again += self._alike[name + given] < _MOST_ALIKE
            self._alike[name + given] += 1

    def end(self, name: str) -> None:
        """An element ends, if it is open and nothing in it needs an end tag."""
        place = len(self.names) - 1
        if name in BLOCKS | CELLS and not self._foreign:
            while place > 0 and self.names[place] in _IMPLIED and self.names[place] != name:
                place -= 1
        if place >= 0 and self.names[place] == name:
            del self.names[place:]
            self._foreign -= name in FOREIGN
            if name in FORMATTING:
                self._alike[last := self._formatting.pop()] -= 1
                self._opened_again -= self._alike[last] < _MOST_ALIKE
