"""The text of each located record: its body, without names, dates and texts that all of them have.

The body is the element that holds the main content of a record apart from its author and date, at the same place in
most records (the path of tags from the root, and the class names of the element): if the block model is unsure about
one line of a post, the other posts show that it belongs to the body.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property

import numpy as np

from iawce.data.analysis.path_keys import mask_digits
from iawce.data.arrays import Bools, Ints
from iawce.data.dom.element_index import DomMask
from iawce.data.dom.texts import BARS
from iawce.data.text.lexicon.columns import REPLY
from iawce.data.text.lexicon.times import CHANGED_BY, NOT_WRITTEN_AT
from iawce.data.text.times import times_in
from iawce.extract.content.content import keep_text_nodes
from iawce.extract.records.posts.field_candidates import BEFORE, MAX_LINE
from iawce.extract.records.posts.post_fields import SIGNATURE, FieldFinder

OFTEN, ALWAYS = 0.3, 0.5
"""Least share of the records with a short or a long text that is boilerplate: ``Reply``; ``Re:`` and a title."""
SHORT, MAX_LABEL = 6, 3  # Words of a short text, and of a label
MAX_AROUND = 3  # Most words around a time that are its label
LINE, HEADER = 12, 40
"""Most words of a line with the author or the time of a record, and of one with both: ``Re: Swans by Ruth: 3:12
pm``."""
MEMBER = re.compile("user|member|author|profil|poster", re.I)  # Parts of the class name of what a forum says of a user
_NUMBER = re.compile(r"\s*[-+−]?\d[\d.,]*\s*")
SEPARATORS = re.compile(rf"(?<!\s)(?:\s+[-–—{BARS}»•:·]\s+|\s*[{BARS}»]\s*)")  # Of the parts of a title
NEARLY = 0.9  # Share of the best place's content that a place deeper in the page must hold to be the body
MAX_COUNT = 0.5
"""Share of the records that have a body, of the content of these that it holds, and of its words that are content."""
MAX_BUTTON = 4  # Most words of the buttons below a post
FLOWING = frozenset({"p", "pre", "ul", "ol", "blockquote", "span", "font"})  # Tags of parts of a text
MARKED = ("a", "button", "label", "h1", "h2", "h3", "h4", "h5", "h6", "time", "summary", "legend", "cite")
"""Tags of elements that a forum adds to a post."""


class PostTexts:
    """The texts of records, whose other fields ``finder`` finds."""

    def __init__(self, finder: FieldFinder) -> None:
        self.finder, self.index, self.blocks = finder, finder.index, finder.analysis.blocks
        self._of = finder.record_of[self.blocks.firsts]
        """The record of each line, int64 (blocks,)."""

    @cached_property
    def naming(self) -> Bools:
        """Text nodes in names and dates, in the lines of these, and in lines with other times of an author."""
        finder, blocks = self.finder, self.blocks
        timed = np.flatnonzero(finder.analysis.times.timed & (finder.record_of >= 0) & (finder.shown.words <= MAX_LINE))
        inside = self.index.inside([*finder.named, *filter(self._is_note, timed.tolist())])
        names = blocks.sums(inside[blocks.owners].astype(np.int64))
        naming = ((names > 0) & (blocks.words <= LINE)) | ((names > 1) & (blocks.words <= HEADER))
        naming |= self._names_again() | self._of_members()
        is_brief = np.isin(self._of, self._brief)
        marks = blocks.text_nodes_in(is_brief) & (self.index.text_node_words == 0)
        marks |= inside[self.index.text_nodes.owners]
        return np.asarray(marks | blocks.text_nodes_in((self._of >= 0) & naming & ~is_brief))

    def _is_note(self, element: int) -> bool:
        """Whether an element or its line says little more than a time which is not that of writing, or who edited.

        The time of writing, again, is one, too.
        """
        blocks, first = self.blocks, self.index.first_text_node[element]
        block = blocks.block_of_text_node[np.searchsorted(blocks.text_nodes[:-1], first)]
        line = blocks.texts[block] if blocks.words[block] <= HEADER else ""
        read = ((said, times_in(said).written) for said in (line, self.finder.analysis.texts.line(element)))
        around = ((said, time, len(said.split()) - len(time.split())) for said, time in read if said)
        if self.finder.read.is_joined(element):
            return any(
                ((said == line or words) and words <= MAX_AROUND) or f": {time}" in said or CHANGED_BY.search(said)
                for said, time, words in around
            )
        number = int(self.finder.record_of[element])
        author, date = self.finder.authors[number], self.finder.dates[number]
        if not (author and date) or self.finder.quoted[element]:
            return False
        days = {times_in(given).day() for given in date.attribute_times} - {""}
        return any(not words and times_in(said).day() in days for said, time, words in around)

    @cached_property
    def _brief(self) -> list[int]:
        """The records of one line, in which text, author and time are: comments. Numbers, as of votes, are no lines.

        If most have more, only those in another record: one without a text may be deleted.
        """
        finder, lines = self.finder, zip(self._of.tolist(), self.blocks.texts, strict=True)
        counts = Counter(number for number, text in lines if not _NUMBER.fullmatch(text))
        found = [number for number, count in counts.items() if count == 1 and number >= 0]
        if 2 * len(found) > len(finder.records):
            return found
        return [one for one in found if finder.record_of[self.index.parents[finder.records[one][0]]] >= 0]

    @cached_property
    def boilerplate(self) -> Bools:
        """Text nodes that are names, dates, titles, signatures, or texts of many records; bool (text nodes,)."""
        signing = self.index.attributes.named(SIGNATURE) & (self.finder.record_of >= 0)
        signed = self.index.text_nodes_inside(np.flatnonzero(signing))
        return self.naming | signed | self.blocks.text_nodes_in(((self._of >= 0) & self._usual()) | self._titles())

    def within(self, content: DomMask) -> DomMask:
        """The part of a page that is the text of its records, or outside of them; ``content`` is what may be in it."""
        finder, said, owners = self.finder, ~self.boilerplate, self.index.text_nodes.owners
        content = keep_text_nodes(finder.shown, content.text_nodes & said)
        usual, others = self._bodies(content)
        bodies, inside, whole = usual | others, np.zeros(len(self.index), bool), np.zeros(len(self.index), bool)
        for alike in (usual, others):
            known, given = (int(of.text_words[[*alike.values()]].sum()) for of in (content, finder.shown))
            for number, element in alike.items():
                own = slice(element, int(self.index.ends[element]))
                inside[own] |= finder.record_of[own] == number
                whole[own] = known >= MAX_COUNT * given
        with_body, said_whole = np.isin(finder.record_of, [*bodies]), whole[owners] & finder.shown.text_nodes
        in_body = inside[owners] & (said_whole | content.text_nodes)
        text_nodes = np.where(with_body[owners], in_body, content.text_nodes)
        greetings = self._is_plain(bodies.values())[owners] & ~self.naming
        return keep_text_nodes(finder.shown, text_nodes & (said | greetings))

    def _titles(self) -> Bools:
        """Lines that are titles: the page's or its first heading, once in each record, and links to most records."""
        blocks, index = self.blocks, self.index
        texts = list(map(index.raw_text, index.tagged("title", "h1")))
        parts = (part.casefold().split() for text in texts for part in (text, *SEPARATORS.split(text)))
        titles = set(map(" ".join, parts)) - {""}
        chosen, seen, places = np.zeros(len(blocks), bool), set[int](), dict[int, int]()
        for block in np.flatnonzero(self._of >= 0).tolist():
            record, text, first = int(self._of[block]), blocks.texts[block], int(self.blocks.firsts[block])
            if record not in seen and REPLY.sub("", text.casefold()) in titles:
                seen.add(record)
                chosen[block] = True
            elif any(map(str.isalpha, text)) and self.finder.read.address(first):
                places[block] = int(self.finder.places[first])
        return chosen | self._at_usual_places(places)

    def _at_usual_places(self, places: Mapping[int, int]) -> Bools:
        """Which lines, given with their places, are at one that most of the records have; bool (blocks,)."""
        chosen, least = np.zeros(len(self.blocks), bool), max(2, ALWAYS * len(self.finder.records))
        usual = Counter(place for place, _ in {(place, int(self._of[block])) for block, place in places.items()})
        chosen[[block for block, place in places.items() if usual[place] >= least]] = True
        return chosen

    def _usual(self) -> Bools:
        """Lines with texts of many records; short ones that differ only in numbers are the same: ``Post #12``.

        Quotations do not count.
        """
        blocks, count = self.blocks, len(self.finder.records)
        long = blocks.words > SHORT
        plain = [text if each else mask_digits(text) for text, each in zip(blocks.texts, long.tolist(), strict=True)]
        own = np.where(self.finder.quoted[self.blocks.firsts], -1, self._of)
        texts = Counter(text for text, number in set(zip(plain, own.tolist(), strict=True)) if number >= 0)
        often = np.array([texts[text] for text in plain])
        return np.asarray((often >= max(2.0, OFTEN * count)) & (~long | (often > ALWAYS * count)))

    def _names_again(self) -> Bools:
        """Which lines of most records are links with a name of it: the author's, above his profile; bool (blocks,)."""
        finder, texts = self.finder, self.blocks.texts
        known = {(int(finder.record_of[element]), finder.analysis.texts.line(element)) for element in finder.named}
        linked = np.flatnonzero(self.index.linked[self.blocks.firsts]).tolist()
        named = [block for block in linked if (int(self._of[block]), texts[block]) in known]
        return self._at_usual_places({block: int(finder.kin[self.blocks.firsts[block]]) for block in named})

    def _of_members(self) -> Bools:
        """Which lines beside a user are labels of what he did (``Last activity:``), or stand below; bool (blocks,)."""
        blocks, index, chosen = self.blocks, self.index, np.zeros(len(self.blocks), bool)
        is_pair = (blocks.elements[:-1] == blocks.elements[1:]) & (blocks.words[1:] <= SHORT)
        for block in np.flatnonzero(is_pair & (blocks.words[:-1] <= MAX_LABEL)).tolist():
            text, element = blocks.texts[block], blocks.elements[block]
            names = f"{index.classes[element]} {index.classes[index.parents[element]]}"
            if text.endswith(":") and NOT_WRITTEN_AT.search(text[-BEFORE:].strip()) and MEMBER.search(names):
                chosen[block : block + 2] = True
        return chosen

    def _is_plain(self, bodies: Collection[int]) -> Bools:
        """Whether each element is in a body, without a link, a heading or a name on the path to it.

        This holds for greetings or thanks of many authors; elements that a forum adds to posts have names.
        """
        index, whole = self.index, self.index.inside(bodies)
        named = index.has_tag(MARKED)
        named[index.attributes.having("id", "role", "onclick")] = True
        named[[number for number in index.attributes.having("class") if index.classes[number]]] = True
        named[[*bodies]] = False
        return whole & ~index.inside(np.flatnonzero(named & whole))

    def _bodies(self, content: DomMask) -> tuple[dict[int, int], dict[int, int]]:
        """The element with the text of each record that has one, by the number of the record.

        First those at one place, if most have it; then, of other records, the innermost with nearly all of their prose.
        """
        words, found, depths = content.text_words, self._places(), self.index.depths
        shares, counts = Counter[int](), Counter(place for of in found for place in of)
        for of in found:
            shares.update({place: int(words[element]) for place, element in of.items()})
        usual = {place for place, count in counts.items() if count > max(1, MAX_COUNT * len(found))}
        best = max((shares[place] for place in usual), default=0)
        deep = [place for place in usual if shares[place] >= NEARLY * best > 0]
        chosen = max(deep, key=lambda place: max(depths[of[place]] for of in found if place in of), default=None)
        bodies = self._around({number: of[chosen] for number, of in enumerate(found) if chosen in of}, found, words)
        said = sum(int(words[list(self.finder.records[number])].sum()) for number in bodies)
        if int(words[[*bodies.values()]].sum()) < MAX_COUNT * said:
            bodies = {}
        others = self._unlike_others(found, content)
        return bodies, {number: body for number, body in others.items() if number not in bodies}

    def _unlike_others(self, found: list[dict[int, int]], content: DomMask) -> dict[int, int]:
        """The body of each record by itself: the innermost element with nearly all of its own words.

        Quotations, links and headings have none of these. It grows while what is around has some, or more of the others
        than a button has, and names nobody.
        """
        index, record_of, bodies = self.index, self.finder.record_of, dict[int, int]()
        prose = content.text_nodes & ~index.text_nodes_inside(np.flatnonzero(index.has_tag(MARKED)))
        prose &= ~self.finder.quoted[index.text_nodes.owners]
        words, said, owners = index.words_of(prose), content.text_words, record_of[index.text_nodes.owners]
        whole = np.bincount(owners[prose] + 1, index.text_node_words[prose], len(found) + 1)[1:]
        holds_name = index.subtree_sums(index.among(self.finder.named).astype(np.int64)) > 0
        for number, of in enumerate(found):
            around = {element for element in of.values() if words[element] >= NEARLY * whole[number] > 0}
            body = max(around, default=None)
            while body and (outer := int(index.parents[body])) in around and not holds_name[outer]:
                if words[outer] == words[body] and 0 < said[outer] - said[body] <= MAX_BUTTON:
                    break
                body = outer
            bodies |= {number: body} if body else {}
        return bodies

    def _around(self, bodies: dict[int, int], found: list[dict[int, int]], words: Ints) -> dict[int, int]:
        """What holds the paragraphs, if each body is the only one in most posts, but others have more of them."""
        index, kin = self.index, self.finder.kin
        while bodies and all(index.tags[one] in FLOWING and not index.classes[one] for one in bodies.values()):
            around = {number: int(index.parents[one]) for number, one in bodies.items()}
            place = Counter(kin[[*around.values()]].tolist()).most_common(1)[0][0]
            more = sum(int(words[one] > words[bodies[number]]) for number, one in around.items())
            if 2 * more > len(bodies) or any(found[number].get(place) != one for number, one in around.items()):
                break
            bodies = {number: of[place] for number, of in enumerate(found) if place in of}
        return bodies

    def _places(self) -> list[dict[int, int]]:
        """Elements of each record, beside those with its fields, by their places; none that a record has twice."""
        index, named = self.index, self.finder.named
        found, repeated = list[dict[int, int]](), set[int]()
        beside = ~index.inside(named) & ~self.finder.shown.holds(index.among(named))
        for own in self.finder.elements:
            elements = [element for element in own if beside[element]]
            places = self.finder.kin[elements].tolist()
            found.append(dict(zip(places, elements, strict=True)))
            repeated |= {place for place, count in Counter(places).items() if count > 1}
        return [{place: element for place, element in of.items() if place not in repeated} for of in found]
