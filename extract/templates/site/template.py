"""A template: where the content of the pages of a cluster stands, by class, id and path.

Source: Wang, Chen and Dai 2018, Web Information Extraction Based on Webpage Clustering, section on content rules, L =
<class, id, path>.
"""

from dataclasses import dataclass
from typing import Literal

from iawce.data.reading.places import Places, Strictness, mask_digits
from iawce.extract.templates.site.settings import SiteSettings

Key = Literal["id", "class", "path"]
"""By what a block is found."""


@dataclass(frozen=True, slots=True)
class Template:
    """L = <class, id, path> of a block.

    ``classes``: its class attribute, blanks squeezed; ``id``; each is empty if it has none. ``path`` from ``body``
    down, each step with its place among siblings of its name: ``div[3]/div[2]``.
    """

    classes: str
    id: str
    path: str

    @classmethod
    def of(cls, places: Places, number: int, settings: SiteSettings) -> "Template":
        """The template that leads to an element of a page."""
        index, path = places.index, "/".join(places.steps(number, Strictness.ORDINALS))
        identity = index.attributes.given[number].get("id", "")
        return cls(masked(index.classes[number], settings), masked(identity, settings), path)

    @property
    def key(self) -> tuple[Key, str]:
        """The first of id, class and path that it has, and which that is."""
        if self.id:
            return "id", self.id
        return ("class", self.classes) if self.classes else ("path", self.path)


def masked(name: str, settings: SiteSettings) -> str:
    """A class or an id as it is compared: runs of digits in it may be all the same."""
    return mask_digits(name) if settings.identity == "key" else name
