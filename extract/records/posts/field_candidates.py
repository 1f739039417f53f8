"""Texts and links of records that may be their author, time or address, by their form."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from urllib.parse import unquote

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.arrays import Bools, Ints
from iawce.data.text.counts import counted, plain_count
from iawce.data.text.lexicon.bylines import BY, EDGE
from iawce.data.text.lexicon.columns import REPLY
from iawce.data.text.lexicon.times import CHANGED, NOT_WRITTEN_AT
from iawce.data.text.times import TextTimes
from iawce.extract.content.content import FieldValue

BEFORE = 40  # Characters before a time that are read
MAX_SUBJECT = 300  # Characters of ``<title>`` that are compared
HEADINGS = frozenset({"h3", "h4", "h5"})
USER = re.compile(r"user|member|mitglied|membre|profil|(?:^|/)u/|/[~@]|[?&/]u(?:id)?=|people|person", re.I)
"""Parts of the address of an author."""
CALLED = re.compile(
    r"author|autor|(?:user|post|screen|display)-?name|nick|poster|member|(?<![a-z])name|post-?user\b|(?<!\S)fn(?!\S)",
    re.I,
)
"""Parts of the class name or microdata property of an author."""
IN_ADDRESS = re.compile(r"(?:^|[/=])(?:\d+-)?(?P<name>[^/=?&#]*[^\W\d][^/=?&#]*?)(?:[-.]\d+)?/?\Z")
"""The name of an author in the end of an address: ``members/12-Ruth``, ``members/ruth.12/``."""
STRESSED = frozenset({"b", "strong", "cite", "dt", "h3", "h4", "h5"})  # Tags of names that are not links
REMARKS = frozenset({"em", "i", "s", "del", "strike"})  # Tags of remarks in place of a name
POST = re.compile(r"#|post|comment|msg|message|[?&]p(?:id)?=|permalink|beitrag", re.I)  # Parts of the address of a post
ACTION = re.compile(
    r"quote|reply|report|edit|\blike\b|share|intent|log-?in|sign-?(?:up|in)|register|search|javascript:|#(?:top|wrap)?\Z|/(?:react|vote|flag|bookmark)\b"
    r"|/\d{4}/\d\d?(?:/\d\d?)?/?\Z",
    re.I,
)
"""Parts of the address of an action on a post, and of all posts of a day."""
SAYS = re.compile(
    r"(?<!\s)\s++(?:says|said|wrote|commented|sagt|schrieb|dice|dijo|dit|a écrit)\s*+:?\s*+\Z|(?:(?<!\s)\s++)?:\s*+\Z",
    re.I,
)
"""Words after the name of the author of a comment."""
MAX_TITLE = 15  # Words of a post's title
MAX_NAME, MAX_WORDS, MAX_LETTERS = 40, 6, 20
"""Most characters and words of an author's name; most letters of a name in a script whose letters count as words."""
MAX_INITIAL = 2  # Most letters in place of the picture of a user
MAX_DEPTH = 5  # Elements in a name, of which one may be its link
MAX_LINE = 20  # Most words of a line with author and time
WRITTEN_BY = re.compile(
    rf"(?<!\w)(?>{BY.pattern})(?P<name>[^|»·•()\[\]]{{1,{MAX_NAME}}}?)(?:(?<!\s)\s++\([^()]+\))?"
    r"(?:(?<!\s)\s++(?:on|at|am|le|el|il|op)(?:\s++\w++\.?(?=,))?)?(?<![\s,|»·:])[\s,|»·:]*+\Z",
    re.I,
)
"""A name before or after a time, without what brackets say of it, as ``(not verified)``, and without a weekday."""
OWN = re.compile(r"permalink|(?<![a-z])bookmark(?!s)|(?<!\S)url(?!\S)", re.I)
"""Class name, relation or microdata property of the address of a post."""
VOTES = re.compile(
    r"(?:^|[-_\s])(?:up-?)?(?:vote|score|point|like|reaction|karma|kudos|thanks)[ds]?(?![a-z])|upvote", re.I
)
"""Parts of the class name, microdata property or id of the votes for a post; words that count them."""
VOTED = ("score", "data-score", "votes", "data-votes", "data-value", "likes", "data-likes", "number")
"""Attributes with their number, of a post or of an element so named."""
OF_USER = re.compile(r"reput|user|member|author|badge|rank", re.I)  # Parts of the class name of what is a person's
COUNT = re.compile(r"\d[\d.,]*\s+[^\W\d]+\Z")  # Texts that are not names: ``23 likes``
MAX_COUNTED = 3  # Most words of a number with what it counts
SYMBOLS = re.compile(r"[^\w\s.,]+")
NEGATIVE = re.compile(r"(?<![\w.,])[-–−](?=\d)")
LABELLED = re.compile(r"\s*(?:([^\W\d]+)(?:\s+x)?\s+(\d[\d.,]*+)|(\d[\d.,]*+)\s(\D*))\s*")  # ``Likes 3``
_NUMBER = re.compile(r"#\d+\s*\Z")  # Of a post, before its time
MAX_TIME = 12  # Most words of a time with the text around it


@dataclass(frozen=True, slots=True)
class Candidate(FieldValue):
    """A text or link of a record that may be one of its fields.

    ``hint``: its score; ``attribute_times``: the times in its attributes, machine-readable ones first.
    """

    hint: float = 0.0
    attribute_times: tuple[str, ...] = ()

    @property
    def element(self) -> int:
        """Number of its element."""
        return self.elements[0]


def _read_once(read: Callable[["CandidateReader", int], Candidate | None]) -> Callable[..., Candidate | None]:
    def known(self: "CandidateReader", element: int) -> Candidate | None:
        if (read, element) not in self.known:
            self.known[read, element] = read(self, element)
        return self.known[read, element]

    return known


class CandidateReader:
    """Reads elements of a page as fields, each once; made for a page by ``PageAnalysis.keep``."""

    def __init__(self, analysis: PageAnalysis) -> None:
        self.shown, self.index, self.texts = analysis.shown, analysis.index, analysis.texts
        self.page_times, self.blocks = analysis.times, analysis.blocks
        self._holds_time = self.shown.holds(self.index.has_tag(("time",)))
        given, marked = self.index.attributes.given, self.index.attributes.having("itemprop")
        changed = self.index.among(one for one in marked if given[one]["itemprop"] == "dateModified")
        self._holds_change = self.shown.holds(changed)
        self.known: dict[tuple[object, int], Candidate | None] = {}

    @cached_property
    def _title(self) -> str:
        given = (self.index.opening_text(number) for number in self.index.tagged("title"))
        return next((" ".join(text[:MAX_SUBJECT].split()) for text in given), "")

    def _is_in_title(self, text: str) -> bool:
        plain = " ".join(text[:MAX_SUBJECT].split())
        return bool(plain) and plain in self._title

    @cached_property
    def _with_subject(self) -> Bools:
        """Whether each element has a subject that names a time, as ``<title>`` does, bool (elements,)."""
        found = np.zeros(len(self.index), bool)
        for text_node in np.flatnonzero(self.page_times.marked).tolist():
            if self._is_in_title(self.index.text_nodes.texts[text_node]):
                stamp = self.page_times.in_piece(text_node)
                found[self.index.text_nodes.owners[text_node]] |= stamp.is_stamp and stamp.text != stamp.written
        return self.shown.holds(found)

    def _times(self, element: int, *, is_whole: bool = True) -> list[TextTimes]:
        """The times of a short element, else those among the text nodes directly in it."""
        if is_whole and 0 < self.shown.words[element] <= MAX_TIME:
            return [self.page_times.in_element(element)]
        return self.page_times.directly_in.get(element, [])

    @_read_once
    def time(self, element: int) -> Candidate | None:
        """The element as a time: its text, or that of a tooltip; not that of a subject, nor of a change."""
        has_subject = bool(self._with_subject[element])
        own = [one for one in self._times(element, is_whole=not has_subject) if one.is_stamp]
        own = [one for one in own if not (has_subject and self._is_in_title(one.text))]
        around = int(self.index.parents[element])  # a short and a long form may stand in one ``time``
        is_form = around > 0 and self.index.tags[around] == "time"
        given = self.page_times.in_attributes(element) or (self.page_times.in_attributes(around) if is_form else [])
        stamps = [one for one in given if not CHANGED.search(one.text[: one.spans[0].start])]
        if not own and len(stamps) < max(1, len(given)):
            return None
        written = [*own, *stamps[::-1]][0]
        is_alone = self.index.tags[element] in ("time", "abbr") or self.index.linked[element]
        has_clock = any(one.has_clock for one in (written, *stamps))
        is_other = bool(self._holds_change[element]) or self._is_joined(element, written)
        hint = -1.0 if is_other else 0.5 * has_clock + 0.5 * is_alone
        return Candidate(
            written.written, elements=(element,), hint=hint, attribute_times=tuple(one.text for one in stamps)
        )

    @cached_property
    def written(self) -> Bools:
        """Whether each element is a time of writing, not of joining; bool (elements,)."""
        timed = self.page_times.timed.copy()
        timed[timed] = [not self.is_joined(element) for element in np.flatnonzero(timed).tolist()]
        return timed

    def is_joined(self, element: int) -> bool:
        """Whether an element is the time at which a user joined the forum."""
        own = self._times(element)
        return bool(own) and all(self._is_joined(element, one) for one in own)

    def _is_joined(self, element: int, times: TextTimes) -> bool:
        """Whether the words before a time show that it is not that of a post."""
        begins = self.index.first_text_node
        around = takewhile(lambda one: self.shown.words[one] <= MAX_LINE, self.index.ancestors(element))
        panel = [int(self.index.parents[element]), *around][-1]  # what stands farther away says nothing of the time
        near = slice(max(0, begins[element] - 3, begins[panel]), begins[element])
        before = [*self.index.text_nodes.texts[near], times.text[: times.text.find(times.written)]]
        return NOT_WRITTEN_AT.search(" ".join(" ".join(before).split())[-BEFORE:]) is not None

    @cached_property
    def may_be_name(self) -> Bools:
        """Whether each element is short enough for ``name``, or a link to a user without words, bool (elements,)."""
        found = (self.shown.words > 0) & (self.shown.words <= MAX_LETTERS)
        silent = np.flatnonzero((self.shown.words == 0) & self.index.has_tag(("a",))).tolist()
        found[[one for one in silent if USER.search(self.index.attributes.given[one].get("href", ""))]] = True
        return found

    @cached_property
    def may_be_byline(self) -> Bools:
        """Whether each element may be a ``byline``, bool (elements,)."""
        return self.page_times.possible & (self.shown.words <= MAX_LINE)

    @_read_once
    def name(self, element: int) -> Candidate | None:
        """The element as the name of an author: a link, or with the class name or emphasis of a name."""
        if not self.may_be_name[element]:
            return None
        if not self.shown.words[element]:
            return self._silent_name(element)
        given, tag = self.index.attributes.given[element], self.index.tags[element]
        address, names = given.get("href", ""), f"{self.index.classes[element]} {given.get('itemprop', '')}"
        is_called = CALLED.search(names) is not None
        link = "" if is_called and address.lower().startswith("javascript:") else address
        if not (link or is_called or tag in STRESSED) or ACTION.search(link):
            return None
        if link.startswith("#") and any(map(str.isdigit, link)):  # a post of this page
            return None
        text, is_user = self._in_full(element, self.texts.line(element)), USER.search(address) is not None
        is_subject = REPLY.match(text) or (tag in HEADINGS and f"{self._title} ".startswith(f"{text} "))
        is_timed = self._holds_time[element] or self.page_times.in_element(element).spans
        if is_subject or is_timed or not _may_be_name(text):
            return None
        if not (is_called or is_user) and self._line_words[self.index.first_text_node[element]] > MAX_LINE:
            return None
        text = SAYS.sub("", self._without_numbers(element, text))
        is_initial = len(text) == 1  # instead of a picture
        hint = (is_called + 2 * is_user - is_initial) / 3
        return Candidate(text, link or self._link_in(element), elements=(element,), hint=hint)

    def _silent_name(self, element: int) -> Candidate | None:
        """The name in the address of a link without words, as its picture writes it; else the picture's."""
        given, ends = self.index.attributes.given, self.index.ends
        link, alts = given[element]["href"], (given[one].get("alt", "") for one in range(element, int(ends[element])))
        alt, found = next(filter(None, alts), "").strip(), IN_ADDRESS.search(unquote(link))
        name = found["name"] if found and "." not in found["name"] else ""
        plain = (list(filter(str.isalnum, written.casefold())) for written in (alt[: len(name)], name))
        text = (alt[: len(name)] if next(plain) == next(plain) else name) or alt
        if not _may_be_name(text) or ACTION.search(link):
            return None
        return Candidate(text, link, elements=(element,), hint=1 / 3 if name else -0.1)

    def _in_full(self, element: int, text: str) -> str:
        """A text, or the name in a tooltip of which it has the initials, instead of a picture."""
        inside = (
            range(element, min(int(self.index.ends[element]), element + MAX_DEPTH)) if len(text) <= MAX_WORDS else ()
        )
        titles = (self.index.attributes.given[one].get("title", "") for one in inside)
        named = (title for title in titles if text.casefold() == "".join(word[0] for word in title.casefold().split()))
        return next(named, text)

    def _without_numbers(self, element: int, text: str) -> str:
        """A name without what stands apart in its element: an initial before it, the reputation of a user behind it."""
        initial, *others = self._pieces(element) or [""]
        rest = text.removeprefix(initial).lstrip()
        if len(initial) <= MAX_INITIAL and rest.casefold().startswith(initial.casefold()):
            text = rest
        for number in takewhile(plain_count, reversed(others)):
            text = text.removesuffix(number).rstrip()
        return text

    def _pieces(self, element: int) -> list[str]:
        """The texts of the text nodes of an element, without blank ones."""
        return list(filter(None, map(str.strip, self.index.texts_in(element))))

    @_read_once
    def byline(self, element: int) -> Candidate | None:
        """The name in a line with author and time: ``Posted on 3 May 2020 by Ruth``."""
        times = self.page_times.in_element(element) if self.shown.words[element] <= MAX_LINE else None
        if times is None or not times.spans or CHANGED.search(times.text):
            return None
        parts = times.text[times.spans[-1].end :], times.text[: times.spans[0].start]
        name = next((found["name"].strip() for part in parts if (found := WRITTEN_BY.search(part))), "")
        return Candidate(name, elements=(element,)) if name and _may_be_name(name) else None

    @_read_once
    def plain(self, element: int) -> Candidate | None:
        """The only text directly in a short element, if it is no label, subject, time or action."""
        own = [one for one in self.index.own_text_nodes(element).tolist() if not self.index.blank[one]]
        if len(own) != 1 or self.shown.words[element] > MAX_LINE or self.page_times.in_piece(own[0]).spans:
            return None
        link, said = self.index.attributes.given[element].get("href", ""), self.index.text_nodes.texts[own[0]].strip()
        text = " ".join(_NUMBER.sub("", said).split()).strip(EDGE)
        is_action = ACTION.search(link) is not None and not link.startswith("javascript:")
        is_other = REPLY.match(text) or self._is_in_title(text) or said[-1] in ":："
        return Candidate(text, elements=(element,)) if _may_be_name(text) and not (is_other or is_action) else None

    def first(self, element: int) -> Candidate | None:
        """The first text in a short element as the name of an author, not as a remark in its place: ``[deleted]``."""
        index = self.index
        node = next((one for one in index.text_numbers(element) if not index.blank[one]), None)
        if node is None or self.shown.words[element] > MAX_LINE or self.page_times.in_piece(node).spans:
            return None
        name, owner = " ".join(index.text_nodes.texts[node].split()), int(index.text_nodes.owners[node])
        is_name = _may_be_name(name) and name[0] not in "([" and index.tags[owner] not in REMARKS
        return Candidate(name, elements=(owner,)) if is_name else None

    @cached_property
    def _line_words(self) -> Ints:
        """Words of the line in which each text node stands, int64 (text nodes + 1,)."""
        blocks, found = self.blocks, np.zeros(len(self.index.text_nodes.texts) + 1, np.int64)
        found[blocks.text_nodes] = blocks.words[blocks.block_of_text_node]
        return found

    def _link_in(self, element: int) -> str:
        """The address of the link around all text of an element."""
        inside = range(element + 1, min(int(self.index.ends[element]), element + 1 + MAX_DEPTH))
        words = self.shown.words
        links = (n for n in inside if self.index.tags[n] == "a" and words[n] == words[element])
        return next((self.index.attributes.given[n].get("href", "") for n in links), "")

    @_read_once
    def address(self, element: int) -> Candidate | None:
        """The element as the link to a record by its address, its markup or its time, and not to a user or action."""
        given = self.index.attributes.given[element]
        link = given.get("href", "") if self.index.tags[element] == "a" else ""
        if not any(map(str.isdigit, link)) or self.shown.words[element] > MAX_TITLE or ACTION.search(link):
            return None
        is_brief = 0 < self.shown.words[element] <= MAX_COUNTED  # the time may be a tooltip inside
        is_timed = is_brief and self.page_times.timed[element : self.index.ends[element]].any()
        is_own = OWN.search(" ".join(given.get(name, "") for name in ("class", "rel", "itemprop"))) is not None
        is_of_post = not USER.search(link) and (is_own or POST.search(link) or is_timed or self.time(element))
        return Candidate(self.texts.line(element), link, elements=(element,), hint=0.1 * is_own) if is_of_post else None

    @cached_property
    def may_be_votes(self) -> Bools:
        """Whether each element may be ``votes``, bool (elements,)."""
        found = (self.shown.words > 0) & (self.shown.words <= 2 * MAX_COUNTED)
        found[self.index.attributes.having(*VOTED)] = True
        return found

    @_read_once
    def votes(self, element: int) -> Candidate | None:
        """The element as the number of votes for a record, in its text, or else in an attribute."""
        given, classes = self.index.attributes.given[element], self.index.classes[element]
        if OF_USER.search(classes):
            return None
        is_called = VOTES.search(f"{classes} {given.get('itemprop', '')} {given.get('id', '')}") is not None
        is_short = self.shown.words[element] <= (1 + is_called) * MAX_COUNTED
        text = " ".join(self._pieces(element)) if is_short else ""
        digits, word = counted(said := SYMBOLS.sub("", text))
        if not digits and is_called and (found := LABELLED.fullmatch(said)):
            digits, word = plain_count(found[2] or found[3]), f" {found[1] or found[4]}"
        is_said = digits and (VOTES.search(word) or (is_called and not word))
        values = (given.get(name, "") for name in VOTED if is_called or "value" not in name)
        counts = [(digits, text)] if is_said else [(plain_count(value.strip("-–−")), value) for value in values]
        number = next((f"{'-' * bool(NEGATIVE.search(value))}{digits}" for digits, value in counts if digits), "")
        hint = 0.1 * bool(is_said) + 0.1 * ("unvoted" in classes)  # the score for one who did not vote
        return Candidate(number, elements=(element,), hint=hint) if number else None

    def names(self, elements: Iterable[int]) -> Iterator[str]:
        """The names in elements around them that look like those of authors."""
        inside = (n for one in elements for n in range(one, int(self.index.ends[one])) if self.shown.kept[n])
        return (one.text for number in inside if (one := self.name(number)) and one.hint > 0)


def _may_be_name(text: str) -> bool:
    is_short = len(text) <= MAX_NAME and len(text.split()) <= MAX_WORDS
    return is_short and not COUNT.match(text) and any(map(str.isalpha, text))
