"""The claims of a page's markup: ``meta`` elements and schema.org annotations."""

import re
from collections.abc import Sequence

from iawce.data.html.element_index import ElementIndex
from iawce.data.html.words import split_words
from iawce.data.reading.annotations import Thing, annotations, texts_of, types_of
from iawce.data.reading.meta_tags import MetaTags

LEAST_ALIKE = 0.5
"""Least share of words that the name of a thing has in common with the title if it is the page's, one of several."""
_WORKS = re.compile(r"Article|Posting|Report|Recipe|HowTo|Question|Course|Event|Story")
_OTHER_WORKS = re.compile(r"WebPage|CreativeWork|Page$|VideoObject|Book|PodcastEpisode|Review$")
_PRODUCTS = re.compile(r"Product|Vehicle|SoftwareApplication|VideoGame|MobileApplication")


class Claims:
    """The claims of a page's markup.

    Args:
        index: of the page.

    Attributes:
        tags: its ``meta`` elements.
        things: its annotations.
    """

    def __init__(self, index: ElementIndex) -> None:
        self.tags = MetaTags(index)
        self.things: Sequence[Thing] = annotations(index)
        self._types = list(map(types_of, self.things))

    @property
    def headlines(self) -> list[str]:
        """Names of the first work and the first product."""
        return [name for kind in (_WORKS, _PRODUCTS) for name in names_of(self._of(kind)[:1])]

    @property
    def sites(self) -> list[str]:
        """Names of the site in the markup."""
        return [name for thing in self.of_type("WebSite") for name in texts_of(thing.get("name"))]

    def works(self, title: str) -> list[Thing]:
        """The articles, posts and pages that the markup says this page is, most certain first, without listed ones."""
        return [thing for kind in (_WORKS, _OTHER_WORKS) if (thing := _page_own(self._works(kind), title))]

    def product(self, title: str) -> Thing | None:
        """The product of this page, None if there is none or several."""
        return _page_own(self._of(_PRODUCTS), title)

    def of_type(self, *types: str) -> list[Thing]:
        """All things with one of these types."""
        return [thing for thing, own in zip(self.things, self._types, strict=True) if not own.isdisjoint(types)]

    def _works(self, kind: re.Pattern[str]) -> list[Thing]:
        """Works of a kind, without the reviews of a product, which is inside or after the work that reviews it."""
        typed = list(zip(self.things, self._types, strict=True))
        first = next((place for place, own in enumerate(self._types) if any(map(_PRODUCTS.search, own))), len(typed))
        kept = typed[:first] + [(thing, own) for thing, own in typed[first:] if "Review" not in own]
        return [thing for thing, own in kept if any(map(kind.search, own))]

    def _of(self, kind: re.Pattern[str]) -> list[Thing]:
        return [thing for thing, own in zip(self.things, self._types, strict=True) if any(map(kind.search, own))]


def _page_own(things: Sequence[Thing], title: str) -> Thing | None:
    words = set(split_words(title.casefold()))
    alike = [(_likeness(thing, words), -place) for place, thing in enumerate(things)]
    best, place = max(alike, default=(0.0, 0))
    if best >= LEAST_ALIKE:
        return things[-place]
    return things[0] if things and len({tuple(names_of([thing])) for thing in things}) == 1 else None


def _likeness(thing: Thing, words: set[str]) -> float:
    bags = [set(split_words(name.casefold())) for name in names_of([thing])]
    return max((2 * len(bag & words) / (len(bag) + len(words)) for bag in bags if bag), default=0.0)


def headlines_of(works: Sequence[Thing]) -> list[str]:
    """Headlines of works."""
    return [text for work in works for text in texts_of(work.get("headline"))[:1]]


def names_of(things: Sequence[Thing]) -> list[str]:
    """Headlines and names of things."""
    keys = ("headline", "name", "alternativeHeadline")
    return [name for thing in things for key in keys for name in texts_of(thing.get(key))[:1]]
