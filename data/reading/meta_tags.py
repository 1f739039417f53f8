"""The ``meta`` and ``link`` elements of a page by name."""

from collections.abc import Iterable, Iterator

from iawce.data.html.element_index import ElementIndex

MOST_TAGS = 2000
"""Elements that are read."""
LONGEST = 5000
"""Characters of a value that are read."""


class MetaTags:
    """Values of ``meta`` and ``link`` elements, by name in lower case, from any attribute for names.

    Args:
        index: of the page.
    """

    def __init__(self, index: ElementIndex) -> None:
        self._found: dict[str, list[str]] = {}
        for number in index.tagged("meta", "link")[:MOST_TAGS]:
            given = index.attributes.given[number]
            value = " ".join(given.get("content", given.get("href", ""))[:LONGEST].split())
            for attribute in ("name", "property", "itemprop", "rel", "http-equiv"):
                if value and attribute in given:
                    self._found.setdefault(given[attribute].strip().lower(), []).append(value)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Each name with each of its values."""
        return ((name, value) for name, values in self._found.items() for value in values)

    def all(self, name: str) -> list[str]:
        """All values of a name, in document order, blanks collapsed, none empty."""
        return self._found.get(name, [])

    def first(self, *names: str) -> str:
        """The first value of the first of these names that has any; empty if none has."""
        return next((self._found[name][0] for name in names if name in self._found), "")

    def texts(self, names: Iterable[str]) -> list[str]:
        """All values of these names."""
        return [value for name in names for value in self.all(name)]
