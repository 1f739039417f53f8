"""A library of where records stand on the pages of forum software, learned from many pages without labels.

Source: Liu et al. 2017, section on location features. A record with an id is remembered by the id's pattern (digits
are ``d+``), one without by its step of a path and the three steps above it; main posts likewise with a role of their
own. A page is then read in one walk with two look-ups for each element. Library files are JSON.

Deviation: patterns of which fewer than ``least`` pages speak are left out when the library is used, not when it is
built (the paper does not say), so that it can be built page by page.
"""

from collections import Counter
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from iawce.data.errors import UsageError
from iawce.data.html.subset import Subset
from iawce.data.json_file import read_json, write_json
from iawce.data.reading.page_reading import PageReading
from iawce.data.reading.places import Places, Strictness, mask_digits
from iawce.extract.records.posts.location_settings import LocationSettings
from iawce.extract.records.posts.main_post import find_main_post
from iawce.extract.records.posts.record_location import locate_records

VERSION = 2
PREDECESSORS = 3
"""Steps above a record's own that its path has."""
MANY = 100
"""Pages from which a pattern of a single page is doubted."""
Kind = Literal["id", "path"]
Role = Literal["record", "main_post"]


class Locator(NamedTuple):
    """Where records stand: ``kind`` of the pattern, ``pattern``, and ``role`` of what stands there."""

    kind: Kind
    pattern: str
    role: Role


class LocationLibrary:
    """Locators with the number of pages that support each.

    Args:
        support: pages by locator.
        pages: with records, of which the library was built.
    """

    def __init__(self, support: Counter[Locator] | None = None, pages: int = 0) -> None:
        self.support, self.pages = support if support is not None else Counter(), pages

    @property
    def least(self) -> int:
        """Pages that must support a locator."""
        return 2 if self.pages > MANY else 1

    def add(self, reading: PageReading, settings: LocationSettings, content: Subset | None = None) -> bool:
        """Learn from a page; returns whether it has records.

        Args:
            reading: of the page.
            settings: constants.
            content: what of it is main content, where that is known.

        Raises:
            PageError: the page holds no element.
        """
        located = locate_records(reading, settings, content)
        if located is None:
            return False
        found = {_locator(reading.places, record[0], "record") for record in located.records}
        main = find_main_post(reading, located, settings, content)
        if main is not None:
            found.add(_locator(reading.places, main, "main_post"))
        self.support.update(found)
        self.pages += 1
        return True

    def find(self, reading: PageReading) -> dict[Role, list[int]]:
        """Elements of a page at which a record or a main post stands; none lies in another of its role.

        Raises:
            PageError: the page holds no element.
        """
        subset = reading.shown
        known = {locator for locator, support in self.support.items() if support >= self.least}
        found: dict[Role, list[int]] = {role: [] for role in get_args(Role)}
        for number in subset.numbers.tolist():
            for role, hits in found.items():
                if subset.words[number] and _locator(reading.places, number, role) in known:
                    hits.append(number)
        return {role: reading.document.topmost(hits) for role, hits in found.items()}

    def to_json(self) -> dict[str, Any]:
        """The library as an object of JSON."""
        rows = [{**locator._asdict(), "support": support} for locator, support in sorted(self.support.items())]
        return {"version": VERSION, "pages": self.pages, "locators": rows}

    @classmethod
    def from_json(cls, content: Any) -> "LocationLibrary":
        """The library that ``to_json`` gave.

        Raises:
            UsageError: it is none, or of another version.
        """
        try:
            if content["version"] != VERSION:
                raise UsageError(f"the library has version {content['version']}, not {VERSION}: learn it anew")
            return cls(Counter(dict(map(_read_row, content["locators"]))), int(content["pages"]))
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
            raise UsageError(f"no location library: {error!r}"[:300]) from error

    def save(self, path: Path) -> None:
        """Write the library as JSON."""
        write_json(self.to_json(), path)

    @classmethod
    def load(cls, path: Path) -> "LocationLibrary":
        """Read a library.

        Raises:
            UsageError: the file is absent, damaged, or of another version.
        """
        return cls.from_json(read_json(path))


def _locator(places: Places, number: int, role: Role) -> Locator:
    identity = places.index.attributes.given[number].get("id", "")
    if (pattern := mask_digits(identity)) != identity:
        return Locator("id", pattern, role)
    return Locator("path", "/".join(places.steps(number, Strictness.NAMES, PREDECESSORS + 1)), role)


def _read_row(row: dict[str, Any]) -> tuple[Locator, int]:
    if row["kind"] not in get_args(Kind) or row["role"] not in get_args(Role):
        raise ValueError(row)
    return Locator(row["kind"], str(row["pattern"]), row["role"]), int(row["support"])
