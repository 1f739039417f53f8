"""Posts that the markup names: by microdata, or by the number in their id."""

import re

from iawce.data.html.element_index import ElementIndex

TYPES = re.compile(r"schema\.org/(?:Answer|Comment|Question|DiscussionForumPosting)\b")
"""Types of microdata that posts have."""
NUMBERED = re.compile(r"(?:(?:^|[-_])(?:post|comment|message|msg|reply|answer)[-_]?|^p)\d+\Z", re.I)
"""An id that posts have: ``post-12``, ``js-post-12``, ``p12``."""


def is_called_post(index: ElementIndex, element: int) -> bool:
    """Whether microdata or the id of an element say that it is a post."""
    given = index.attributes.given[element]
    typed, numbered = TYPES.search(given.get("itemtype") or ""), NUMBERED.search(given.get("id") or "")
    return typed is not None or numbered is not None
