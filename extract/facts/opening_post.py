"""The author and the date of a thread: those of its first post, unless somebody else is named before it."""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from iawce.data.html.element_index import Bools
from iawce.extract.content.found_records import FoundRecord
from iawce.extract.facts.author_names import is_name


class OpeningPost(NamedTuple):
    """The first post of a page.

    ``element`` is where it begins; ``date`` is as on the page, ``date_iso`` in ISO 8601. Each text is empty if unknown.
    """

    element: int
    author: str
    date: str
    date_iso: str

    @classmethod
    def of(cls, posts: Sequence[FoundRecord]) -> Self | None:
        """The first of these records if it is a post of which author and place are known."""
        if not posts or not posts[0].elements:
            return None
        texts = posts[0].texts
        author = texts.get("author", "")
        if not is_name(author):
            return None
        return cls(posts[0].elements[0], author, texts.get("date", ""), texts.get("date_iso", ""))

    def with_apart(self, apart: Bools) -> Bools:
        """The elements that are apart, and all from this post on; bool (elements,)."""
        return apart | (np.arange(len(apart)) >= self.element)
