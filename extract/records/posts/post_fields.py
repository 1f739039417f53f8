"""Finds the author, the time and the address among the texts and links of located records, without labels.

Values at the same place in most records are one field (the place is the path with class names from the record's
parent). Author: the short link that differs between records, or without any the text before the time; time: the first
time expression; address: the link that differs between all records and holds a number.

An element with the whole post is not a quotation: some software marks every post as one.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from iawce.data.analysis.page_analysis import PageAnalysis
from iawce.data.analysis.path_keys import PathSpec, mask_digits
from iawce.data.analysis.units.repeated_units import Unit
from iawce.data.arrays import Bools, Ints
from iawce.data.dom.attributes import NamePattern
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.tags import BLOCKS, CELLS
from iawce.data.dom.tree import sums_before
from iawce.data.network.address import web_address
from iawce.data.text.find_pairs import COLON_ENDS
from iawce.data.text.lexicon.times import CHANGED_BY
from iawce.extract.records.posts.field_candidates import MAX_INITIAL, Candidate, CandidateReader
from iawce.extract.records.posts.record_location import kind_names

CALLED = re.compile(
    r"(?:(?<![a-z])(?:quote[ds]?|quotation|quotebox|zitat|citation|cita|цитата)|(?-i:(?<=[a-z])(?<!To)Quote(?![a-z])))"
    r"(?![a-z]*(?:button|link))",
    re.I,
)
"""Parts of the class name of a quotation."""
SIGNATURE = NamePattern(r"(?<![a-z])signature|sig(?:nature)?(?:view|box|text)?(?:[-_]?\d+)?(?!\S)", "sig")
"""A text below all posts of a user."""
MAX_LINE = 8  # Most words of the line before a quotation
INDENTED = re.compile(r"(?:(?:margin|padding)-left|margin):\s*(?:[2-9]\d|\d{3})px", re.I)
"""Parts of the style of a quotation."""
CITED = re.compile(r">>\s?\d|comment #\d", re.I)  # The text of a link to the post that is answered: ``>>500``
REACTIONS = re.compile(r"reaction", re.I)  # Part of the class name of one of several kinds of votes
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"#\d+")  # Of a post
_APART, _PARTS = re.compile(r"[\W_]"), re.compile(r"[/#?=&_]")  # Between the parts of an id, and of an address
_LONG = 3  # Least characters of such a number that is found within a part
_NAME = re.compile(r"\A[^\[(]*[^\W\d]")  # A name, not ``[deleted]``
AUTHOR = ("data-author", "data-username", "author")  # Attributes of a post with the name of its author
_LINE = re.compile(r"^[ \t]*>[> \t]*(?:(?<=>>)\d++[ \t]*$)?(.*)$\n?", re.M)
"""A line of mail or plain text that is quoted, or the number of the post that is answered: ``>>500``."""
_BEGINNING = r"(?:(?:\A|(?<=\n\n))(?![ \t]*>).{0,99}(?:\d\d:\d\d|\d{4}).{0,60}(?<![.!?:])\n)?"  # Of two such lines
_ATTRIBUTION = re.compile(_BEGINNING + r"^(?![ \t]*>).{0,160}:[ \t]*\n(?:[ \t]*\n)?(?=[ \t]*>)", re.M)
"""The line before such a quotation: ``On Monday, Ruth wrote:``."""
_ANSWERING = re.compile(r"^(?:> ?)*(\((?:in )?repl(?:y|ying) to [^\n()]{1,120}\))[ \t]*(?:\n|\Z)", re.M | re.I)
"""The words of a bug tracker before what is quoted or answered: ``(In reply to Ruth from comment #3)``."""
Candidates = list[list[Candidate]]  # The elements of each record, in document order
Group = dict[int, Candidate]  # The candidates at one place, by the number of their record


def split_quoted(written: str) -> tuple[str, str]:
    """A plain text without its quoted lines, and these."""
    answering = _ANSWERING.findall(written)
    if answering:
        written = _ANSWERING.sub("", written).strip()
    quote = "\n".join(filter(None, [*answering, *_LINE.findall(written)]))
    if _LINE.search(written):
        written = re.sub(r"\n{3,}", "\n\n", _LINE.sub("", _ATTRIBUTION.sub("", written))).strip()
    return written, quote


def quotations(finder: "FieldFinder", own: DomMask, number: int) -> list[int]:
    """The elements of a post that quote something, outermost, without those that hold other posts or links alone.

    ``own``: its text, without posts inside it; ``number``: of the post.
    """
    analysis, ends, before = finder.analysis, finder.index.ends, finder.posts_before
    words, linked = finder.shown.words, finder.shown.link_words
    quoting, whole = analysis.keep(_quoting), int(own.words[list(finder.records[number])].sum())
    found = (n for n in finder.elements[number] if n in quoting and own.words[n] < whole)
    # no button to quote it
    found = (n for n in found if words[n] > linked[n] or analysis.times.timed[n : ends[n]].any())
    return analysis.index.topmost([n for n in found if before[n] == before[ends[n]]])


def _quoting(analysis: PageAnalysis) -> set[int]:
    """The elements of a page named, indented or tagged as quotations, and the lines before them: ``Ruth wrote:``."""
    index, given = analysis.index, analysis.index.attributes.given
    named = (number for number in index.attributes.having("class", "style") if index.tags[number] in BLOCKS | CELLS)
    found = set(index.tagged("blockquote")).union(
        n for n in named if CALLED.search(index.classes[n]) or INDENTED.search(given[n].get("style", ""))
    )
    found -= set(np.flatnonzero(index.attributes.named(SIGNATURE)).tolist())
    found -= {one for one in found if analysis.times.in_element(one).is_stamp and CHANGED_BY.search(index.text_of(one))}
    above = (int(index.parents[one]) if index.tags[one] in CELLS else one for one in found)
    before = {one for one in map(index.previous, above) if one and 0 < analysis.shown.words[one] <= MAX_LINE}
    return found | {one for one in before if index.text_of(one).rstrip().endswith(":")}


class FieldFinder:
    """Finds the fields of records, given by their elements; each is found once.

    ``places`` are keys of the place of each element in its record, ``kin`` those of elements that may have additional
    marks: a user who is online, a new post.
    """

    def __init__(self, analysis: PageAnalysis, records: Iterable[Unit]) -> None:
        self.analysis, self.shown, self.index = analysis, analysis.shown, analysis.index
        self.records = list(records)
        self.record_of = np.full(len(self.index), -1)
        """Number of the innermost record around each element, int64 (elements,), -1 for none; outer ones come first."""
        for number, element in ((number, element) for number, row in enumerate(self.records) for element in row):
            self.record_of[element : self.index.ends[element]] = number
        firsts = np.array([row[0] for row in self.records] or [0])
        around = np.where(self.record_of >= 0, np.maximum(0, self.index.parents[firsts])[self.record_of], 0)
        self.places = analysis.path_keys.keys_below(PathSpec.NAMES, around)
        self.kin = analysis.path_keys.keys_below(PathSpec.OWN_NAMES, around)
        self.read = analysis.keep(CandidateReader)

    def of(self, records: Sequence[Unit]) -> "FieldFinder":
        """The finder of other records of the page; this one if they are the same."""
        return self if list(records) == self.records else FieldFinder(self.analysis, records)

    @cached_property
    def dates(self) -> list[Candidate | None]:
        """The time of each record: its text, or that of a tooltip.

        The day on which an author joined is the same in all of his records, the days of his posts are not: ``authors``
        help to distinguish the two.
        """
        names = [one.text if one else "" for one in self.authors]

        def differs(group: Group) -> float:
            written = {(one.attribute_times or one.text, names[number]) for number, one in group.items()}
            return (len({text for text, _ in written}) + 2 * len(written)) / len(group)

        found = map(self._innermost, self._candidates(self.read.time, self.read.page_times.possible))
        return self._choose(self._unquoted(found), differs)

    @cached_property
    def authors(self) -> list[Candidate | None]:
        """The author of each record: a link, a text in an element with such a name, or the name in a line with a time.

        If most records have none in one place, it is the text before the time with most different values, if three of
        four have one and these differ by more than digits.

        Of several with equal scores, an inner one has priority over the outer one, which may include a role. What says
        the same in all records that have it names nobody: a button, below the post of a deleted user too.
        """
        named = self._candidates(self.read.name, self.read.may_be_name)
        lines = self._candidates(self.read.byline, self.read.may_be_byline)
        both = ([*names, *self._innermost(line)] for names, line in zip(named, lines, strict=True))
        found = [sorted(row, key=lambda one: int(self.index.ends[one.element])) for row in both]

        whole = ((one.element, self.read.texts.line(one.element).rstrip()) for row in found for one in row)
        labels = {int(self.kin[element]) for element, line in whole if line.endswith(COLON_ENDS)}
        said = defaultdict[int, list[str]](list)
        for one in (one for row in found for one in row if one.hint <= 0):
            said[int(self.kin[one.element])].append(_NUMBER.sub("", one.text))
        same = {place: len(texts) for place, texts in said.items() if len(texts) > 1 and len(set(texts)) == 1}
        silent = {place for place, count in same.items() if count > 2 or place in labels}  # two may have one author
        varied = ([one for one in row if int(self.kin[one.element]) not in silent] for row in found)

        def is_varied(group: Group) -> float:
            """-1 where all texts are the same, unlike those of authors."""
            return 0.0 if len(group) < 3 or len({one.text for one in group.values()}) > 1 else -1.0

        rows = self._unquoted(varied)
        chosen = self._choose(rows, is_varied)
        # those with a name or an address of authors may stand anywhere
        often = Counter(None if one.hint > 0 else int(self.kin[one.element]) for one in chosen if one)
        if 2 * max(often.values(), default=0) < len(rows):
            heads = self._unquoted(map(self._in_head, self.elements))
            picked = self._most_varied(heads)
            texts = [_DIGITS.sub("", one.text) for one in picked if one]
            if 4 * len(texts) >= 3 * len(rows) and len(set(texts)) > 1:
                rows, chosen = heads, picked
        chosen = self._in_place(chosen)
        return [self._as_marked(*one) for one in zip(self.records, rows, chosen, strict=True)]

    def _in_head(self, elements: Sequence[int]) -> list[Candidate]:
        """The short texts of a record before its time, or the ``address`` behind it."""
        found, is_behind = list[Candidate](), False
        for element in elements:
            one = self.read.plain(element) if not is_behind or self.index.tags[element] == "address" else None
            if one and found and len(found[-1].text) <= MAX_INITIAL and one.text.startswith(found[-1].text):
                found.pop()  # an initial in place of the picture
            found += [one] if one else []
            is_behind |= bool(self.read.written[element]) and element != elements[0]
            if is_behind and found:
                break
        return found

    def _most_varied(self, heads: Candidates) -> list[Candidate | None]:
        """The texts at that place of the heads where they differ most: several authors have one rank.

        Of several elements of a head with one path, each is a place by its number. If most of them are the last before
        the time, so are those of heads without this place: of a marked post.
        """
        groups = defaultdict[tuple[int, int], Group](dict)
        for number, row in enumerate(heads):
            count = Counter[int]()
            for one in row:
                place = int(self.places[one.element])
                groups[place, count[place]][number] = one
                count[place] += 1
        best = max(groups.values(), key=lambda group: len({one.text for one in group.values()}), default={})
        is_last = 2 * sum(one is heads[number][-1] for number, one in best.items()) > len(best)
        return [best.get(number) or (row[-1] if row and is_last else None) for number, row in enumerate(heads)]

    def _in_place(self, chosen: list[Candidate | None]) -> list[Candidate | None]:
        """The authors; without a link, the first text in the element that begins with the link in most records."""
        kin, given = self.kin, {number: one for number, one in enumerate(chosen) if one}
        around = {number: int(self.index.parents[one.element]) for number, one in given.items()}
        often = Counter(int(kin[element]) for element in around.values())
        usual, count = max(often.items(), key=lambda each: each[1], default=(0, 0))
        linked = {number: self.read.first(element) for number, element in around.items() if int(kin[element]) == usual}
        begins = all(one and one.text == given[number].text for number, one in linked.items())
        if 2 * count <= len(chosen) or not begins:
            return chosen
        for number, one in enumerate(chosen):
            beside = (each for each in self.elements[number] if int(kin[each]) == usual and not self.quoted[each])
            first = None if number in linked else next(filter(None, map(self.read.first, beside)), None)
            if first and (not one or (often[int(kin[around[number]])] == 1 and one.text.lower() != first.text.lower())):
                chosen[number] = first
        return chosen

    def _as_marked(self, record: Unit, row: Sequence[Candidate], chosen: Candidate | None) -> Candidate | None:
        """The author that an attribute of a record names, by the element that shows the name; else the chosen one."""
        given = [self.index.attributes.given[element] for element in record]
        name = next((value for one in given for key in AUTHOR if _NAME.search(value := one.get(key, ""))), "")
        shown = (one for one in (chosen, *row) if one and one.text.casefold() == name.casefold())
        return next(shown, Candidate(name, elements=record)) if name else chosen

    @property
    def named(self) -> list[int]:
        """The elements with an author or a date, which are not in the texts of the records."""
        firsts = {row[0] for row in self.records}
        return [one.element for one in (*self.authors, *self.dates) if one and one.element not in firsts]

    def _unquoted(self, found: Iterable[list[Candidate]]) -> Candidates:
        return [[one for one in row if not self.quoted[one.element]] for row in found]

    @cached_property
    def posts_before(self) -> Ints:
        """How many elements before each begin a record or are named like one that does, int64 (elements + 1,)."""
        firsts, index = [row[0] for row in self.records], self.index
        names = frozenset[str]().union(*(kind_names(index, one) - {index.tags[one]} for one in firsts))
        alike = (one for one in index.attributes.having("class", "id") if kind_names(index, one) & names)
        found = np.zeros(len(index), np.int64)
        found[[*firsts, *alike]] = 1
        return sums_before(found)

    @cached_property
    def quoted(self) -> Bools:
        """Whether each element is in a quotation of a post, bool (elements,)."""
        found = (quotations(self, self.shown, number) for number in range(len(self.records)))
        return self.index.inside(element for elements in found for element in elements)

    @cached_property
    def addresses(self) -> list[Candidate | None]:
        """The link to each record itself.

        A link at a place that few records have is part of a text, unless it is named so, has the number of its record,
        or the form of the links at a usual place.
        """
        found = self._unquoted(self._candidates(self.read.address, self.index.has_tag({"a"})))
        counts = Counter(link for row in found for link in {one.link for one in row})
        shared = {link for link, count in counts.items() if count > 1 and 2 * count > len(found)}
        often = Counter(place for row in found for place in {int(self.kin[one.element]) for one in row})
        usual = {place for place, count in often.items() if 2 * count > len(found)}
        forms = {mask_digits(one.link) for row in found for one in row if int(self.kin[one.element]) in usual}
        others = {int(self.places[one]) for one in self.references}

        def is_own(one: Candidate, numbers: Sequence[str]) -> bool:
            if one.link in shared or int(self.places[one.element]) in others:
                return False
            is_numbered = any(each in (one.link if len(each) >= _LONG else _PARTS.split(one.link)) for each in numbers)
            is_usual = int(self.kin[one.element]) in usual or mask_digits(one.link) in forms
            return is_numbered or is_usual or one.hint > 0

        own = list[list[Candidate]]()
        for row, record in zip(found, self.records, strict=True):
            ends = (_APART.split(self.index.attributes.given[element].get("id", ""))[-1] for element in record)
            numbers = [each for each in ends if any(map(str.isdigit, each))]
            own.append([one for one in row if is_own(one, numbers)])
        return self._choose(own, lambda group: 0.0 if len({one.link for one in group.values()}) == len(group) else -1.0)

    @cached_property
    def references(self) -> dict[int, int]:
        """The number of the post of the page to which each link in another one leads, by the element of the link."""
        given, of, having = self.index.attributes.given, self.record_of, self.index.attributes.having
        base, page = self.analysis.document.base_url, self.analysis.document.url.partition("#")[0]
        named = ((given[one].get("id") or given[one].get("name"), int(of[one])) for one in having("id", "name"))
        posts = {name: number for name, number in named if name and number >= 0}
        inner = (one for one in having("href") if web_address(base, given[one]["href"]).partition("#")[0] in ("", page))
        links = ((one, posts.get(given[one]["href"].partition("#")[2], -1)) for one in inner)
        found = ((one, post) for one, post in links if post >= 0 and of[one] not in (-1, post))
        line = self.analysis.texts.line  # the whole text of a post that cites may be marked as a quotation
        return {one: post for one, post in found if not self.quoted[one] or CITED.match(line(one))}

    @cached_property
    def votes(self) -> list[Candidate | None]:
        """The votes for each record: points or likes; of reactions of several kinds, all of them.

        What is counted beside the day on which an author joined is the author's.
        """
        found = self._candidates(self.read.votes, self.read.may_be_votes & ~self._of_authors)
        chosen = self._choose(found, lambda _: 0.0)
        for number, one in enumerate(chosen):
            if one and REACTIONS.search(self.index.classes[one.element]):
                same = [int(other.text) for other in found[number] if self.kin[other.element] == self.kin[one.element]]
                chosen[number] = replace(one, text=str(sum(same)))
        return chosen

    @property
    def _of_authors(self) -> Bools:
        """Elements around or beside a day of joining, but not around the time of a record; bool (elements,)."""
        written, (parents, ends) = np.zeros(len(self.index) + 1, np.int64), (self.index.parents, self.index.ends)
        written[[1 + date.element for date in self.dates if date]] = 1
        before = np.cumsum(written)
        timed = np.flatnonzero(self.analysis.times.timed & (self.record_of >= 0)).tolist()
        near = [int(parents[one]) for one in filter(self.read.is_joined, timed)]
        around = {one for each in near for one in (each, int(parents[each]))}
        return self.index.inside(one for one in around if before[ends[one]] == before[one])

    def _choose(self, found: Candidates, score: Callable[[Group], float]) -> list[Candidate | None]:
        """The candidates at the best place, or at a similar one if a record has none there.

        Around a user who is online or a marked record, class names may differ: a similar place has the same tags above
        it and the same class names itself. Otherwise the first candidate at the next best place is chosen.
        """
        groups, kin, places = defaultdict[int, Group](dict), self.kin, self.places
        for number, row in enumerate(found):
            for one in row:
                groups[int(places[one.element])].setdefault(number, one)

        def worth(place: int) -> float:
            group = groups[place]
            hints = sum(one.hint for one in group.values()) / len(group)
            return round((1 + score(group)) * len(group) / len(found) + hints, 1)

        rank = {place: number for number, place in enumerate(sorted(groups, key=worth, reverse=True))}
        best = {int(kin[one.element]) for row in found for one in row if not rank[int(places[one.element])]}

        def order(one: Candidate) -> tuple[bool, bool, int, float]:
            place = rank[int(places[one.element])]
            return one.hint < 0, bool(place) and int(kin[one.element]) not in best, place, -one.hint

        return [min(row, key=order, default=None) for row in found]

    def _candidates(self, read: Callable[[int], Candidate | None], likely: Bools) -> Candidates:
        """The candidates of each record among likely elements."""
        is_likely = likely.tolist()
        return [
            [one for element in elements if is_likely[element] and (one := read(element))] for elements in self.elements
        ]

    def _innermost(self, candidates: list[Candidate]) -> list[Candidate]:
        """The elements without those around another one with the same text that is as likely the field."""
        found, after = list[Candidate](), dict[tuple[str, bool], int]()
        for one in reversed(candidates):
            said = one.text, one.hint < 0
            if after.get(said, len(self.index)) >= self.index.ends[one.element]:
                found.append(one)
            after[said] = one.element
        return found[::-1]

    @cached_property
    def elements(self) -> list[list[int]]:
        """The elements of each record that are in no other record within it."""
        found: list[list[int]] = [[] for _ in self.records]
        inside = np.flatnonzero(self.shown.kept & (self.record_of >= 0))
        for element, number in zip(inside.tolist(), self.record_of[inside].tolist(), strict=True):
            found[number].append(element)
        return found
