"""A library of the places of records on the pages of forum software, learned from many pages without labels.

Source: Liu et al. 2017, section on location features. A record with an id is stored as the pattern of the id (digits
are ``d+``), a record without one as the last four steps of its path; main posts are stored in the same way, with a
separate role.

Deviation: patterns supported by fewer than ``least`` pages are ignored when the library is used, not removed when it is
built (the paper does not specify this), so that it can be built page by page.
"""

from collections import Counter
from typing import Literal, get_args

import msgspec

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathKeys, PathSpec, mask_digits
from iawce.data.dom.element_index import DomMask
from iawce.extract.records.posts.posts import find_main_post
from iawce.extract.records.posts.record_location import LocationSettings, locate_records
from iawce.extract.templates.template import Count, Place, Template, find

MANY = 100
"""Number of pages from which on a pattern of a single page is ignored."""
Role = Literal["record", "main_post"]
"""Roles of the elements at the places of a library."""


class RecordTemplate(Template, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A template of records with the number of pages that support it, as in the file."""

    support: Count = 1


class WrittenLibrary(msgspec.Struct, forbid_unknown_fields=True):
    """A library as in the file."""

    pages: Count
    templates: list[RecordTemplate]


class LocationLibrary:
    """Templates of records and main posts, each with the number of pages that support it.

    ``pages``: number of pages with records from which the library was built.
    """

    def __init__(self, support: Counter[Template] | None = None, pages: int = 0) -> None:
        self.support, self.pages = support if support is not None else Counter(), pages

    @property
    def least(self) -> int:
        """Least pages that must support a template."""
        return 2 if self.pages > MANY else 1

    def add(self, analysis: PageAnalysis, settings: LocationSettings, content: DomMask | None = None) -> bool:
        """Learn from a page; returns whether it has records.

        ``content``: its main content, if known. Raises PageError: the page holds no element.
        """
        located = locate_records(analysis, settings, content)
        if located is None:
            return False
        found = {_template(analysis.path_keys, record[0], "record") for record in located.units}
        main = find_main_post(analysis, located.units, settings, content)
        if main is not None:
            found.add(_template(analysis.path_keys, main, "main_post"))
        self.support.update(found)
        self.pages += 1
        return True

    def find(self, analysis: PageAnalysis) -> dict[str, list[int]]:
        """Elements of a page that are a record or a main post; none is inside another one of its role.

        Raises PageError: the page holds no element.
        """
        found: dict[str, list[int]] = {role: [] for role in get_args(Role)}
        has_words = analysis.shown.kept & (analysis.shown.words > 0)
        for template, support in self.support.items():
            if support >= self.least and (hits := find(analysis, template, has_words)):
                found.setdefault(template.name, []).extend(hits.numbers)
        return {role: analysis.index.topmost(sorted({*hits})) for role, hits in found.items()}

    def written(self) -> WrittenLibrary:
        """The library as in files."""
        counted = sorted(self.support.items(), key=lambda each: (each[0].name, each[0].place.key))
        return WrittenLibrary(
            self.pages, [RecordTemplate(one.name, one.place, support=count) for one, count in counted]
        )

    @classmethod
    def of(cls, written: WrittenLibrary) -> "LocationLibrary":
        """The library from a file."""
        return cls(Counter({Template(one.name, one.place): one.support for one in written.templates}), written.pages)


def _template(places: PathKeys, number: int, role: Role) -> Template:
    """The template of an element: the pattern of its id if that has digits, else the last names on its path."""
    identity = places.index.attributes.given[number].get("id", "")
    if (pattern := mask_digits(identity)) != identity:
        return Template(role, Place(pattern))
    return Template(role, Place(steps=places.steps(number, PathSpec.LAST_NAMES), strictness="LAST_NAMES"))
