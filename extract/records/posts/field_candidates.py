"""Texts and links of records that may be their author, time or address, by their form."""

import re
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import Bools
from iawce.data.reading.byline_leads import BY
from iawce.extract.records.posts.other_times import is_change
from iawce.extract.records.posts.time_candidates import Candidate, TimeReader

USER = re.compile(r"user|member|mitglied|membre|profil|/u/|[?&/]u(?:id)?=|people|person", re.I)
"""Parts of the address of an author."""
CALLED = re.compile(
    r"author|autor|(?:user|post|screen|display)-?name|nick|poster|member|(?<![a-z])name|post-?user\b|(?<!\S)fn(?!\S)",
    re.I,
)
"""Parts of the class name or microdata property of an author."""
STRESSED = frozenset({"b", "strong", "cite", "dt", "h3", "h4", "h5"})
"""Tags of names that are not links."""
POST = re.compile(r"#|post|comment|msg|message|[?&]p(?:id)?=|permalink|beitrag", re.I)
"""Parts of the address of a post."""
ACTION = re.compile(
    r"quote|reply|report|edit|\blike\b|share|intent|log-?in|sign-?(?:up|in)|register|search|javascript:|#(?:top|wrap)?\Z|/(?:react|vote|flag|bookmark)\b",
    re.I,
)
"""Parts of the address of an action on a post."""
SAYS = re.compile(r"\s+(?:says|said|wrote|commented|sagt|schrieb|dice|dijo|dit|a écrit)\s*:?\s*\Z|\s*:\s*\Z", re.I)
"""Words after the name of the author of a comment."""
LONGEST_TITLE = 15
"""Words of a post's title."""
LONGEST_NAME, LONGEST_WORDS, MOST_LETTERS = 40, 6, 20
"""Most characters and words of an author's name; most letters of a name in a script whose letters count as words."""
DEEPEST = 5
"""Elements in a name, of which one may be its link."""
LONGEST_LINE = 20
"""Most words of a line with author and time."""
WRITTEN_BY = re.compile(
    rf"(?<!\w)(?:{BY.pattern})(?P<name>[^|»·•()]+?)(?:\s+\([^()]+\))?"
    r"(?:\s+(?:on|at|am|le|el|il|op)(?:\s+\w+\.?,)?)?[\s,|»·:]*\Z",
    re.I,
)
"""A name before or after a time, without what brackets say of it, as ``(not verified)``, and without a weekday."""
COUNT = re.compile(r"\d[\d.,]*\s+[^\W\d]+\Z")
"""Texts that are not names: ``23 likes``."""


class CandidateReader(TimeReader):
    """Reads elements of a page as fields; arguments as of ``TimeReader``."""

    @cached_property
    def may_be_name(self) -> Bools:
        """Whether each element is short enough for ``name``, bool (elements,)."""
        return (self.shown.words > 0) & (self.shown.words <= MOST_LETTERS)

    @cached_property
    def may_be_byline(self) -> Bools:
        """Whether each element may be a ``byline``, bool (elements,)."""
        return self.page_times.possible & (self.shown.words <= LONGEST_LINE)

    def name(self, element: int) -> Candidate | None:
        """The element as the name of an author: a link, or with the class name or emphasis of a name."""
        if not 0 < self.shown.words[element] <= MOST_LETTERS:
            return None
        text, given = self.texts.line(element), self.index.attributes.given[element]
        if not _may_be_name(text) or self.subjects.is_subject(element, text):
            return None
        if self.page_times.in_element(element).spans:
            return None
        link, names = given.get("href", ""), f"{self.index.classes[element]} {given.get('itemprop', '')}"
        is_called, is_user = bool(CALLED.search(names)), bool(USER.search(link))
        link = "" if is_called and link.lower().startswith("javascript:") else link
        if not (link or is_called or self.index.tags[element] in STRESSED) or _leads_elsewhere(link):
            return None
        if not (is_called or is_user) and self._in_prose(element):
            return None
        text = SAYS.sub("", text)
        link, is_initial = link or self._link_in(element), len(text) == 1  # instead of a picture
        return Candidate(element, int(self.places[element]), text, link, (is_called + 2 * is_user - is_initial) / 3)

    def byline(self, element: int) -> Candidate | None:
        """The name in a line with author and time: ``Posted on 3 May 2020 by Ruth``."""
        times = self.page_times.in_element(element) if self.shown.words[element] <= LONGEST_LINE else None
        if times is None or not times.spans or is_change(times.text):
            return None
        parts = times.text[times.spans[-1].end :], times.text[: times.spans[0].start]
        name = next((found["name"].strip() for part in parts if (found := WRITTEN_BY.search(part))), "")
        return Candidate(element, int(self.places[element]), name) if name and _may_be_name(name) else None

    def _in_prose(self, element: int) -> bool:
        """Whether an element is in a line longer than one with author and time."""
        return bool(self._line_words[self.index.first_piece[element]] > LONGEST_LINE)

    @cached_property
    def _line_words(self) -> NDArray[np.int64]:
        """Words of the line in which each text node stands, int64 (pieces,)."""
        blocks, found = self.blocks, np.zeros(len(self.index.pieces.texts) + 1, np.int64)
        found[blocks.pieces] = blocks.words[blocks.block_of_piece]
        return found

    def _link_in(self, element: int) -> str:
        """The address of the link around all text of an element."""
        inside = range(element + 1, min(int(self.index.ends[element]), element + 1 + DEEPEST))
        words = self.shown.words
        links = (n for n in inside if self.index.tags[n] == "a" and words[n] == words[element])
        return next((self.index.attributes.given[n].get("href", "") for n in links), "")

    def address(self, element: int) -> Candidate | None:
        """The element as the link to a record: its address has a number, and no user or action."""
        link = self.index.attributes.given[element].get("href", "") if self.index.tags[element] == "a" else ""
        if not any(map(str.isdigit, link)) or self.shown.words[element] > LONGEST_TITLE or ACTION.search(link):
            return None
        if not POST.search(link) or USER.search(link):
            return None
        return Candidate(element, int(self.places[element]), self.texts.line(element), link)


def _may_be_name(text: str) -> bool:
    is_short = len(text) <= LONGEST_NAME and len(text.split()) <= LONGEST_WORDS
    return is_short and not COUNT.match(text) and any(map(str.isalpha, text))


def _leads_elsewhere(link: str) -> bool:
    """Whether a link is for an action, or to a post of this page."""
    return ACTION.search(link) is not None or (link.startswith("#") and any(map(str.isdigit, link)))
