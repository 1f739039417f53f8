"""The text of each located record: its body, without names, dates and texts that all of them have.

The body is the element that holds the main content of a record apart from its author and date, and is at the same place
in most records (the place is the path of tags from the page's root, and the class names of the element): if the block
model is unsure about one line of a post, the other posts show that it belongs to the body.
"""

import re
from collections import Counter
from collections.abc import Collection
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from iawce.data.analysis.path_keys import mask_digits
from iawce.data.dom.element_index import DomMask, ElementIndex
from iawce.data.dom.elements import Bools
from iawce.extract.content.content import keep_text_nodes, words_of_text_nodes
from iawce.extract.records.posts.field_candidates import is_of_member
from iawce.extract.records.posts.post_fields import FieldFinder

OFTEN, ALWAYS = 0.3, 0.5
"""Least share of the records with a short or a long text that is boilerplate: ``Reply``; ``Re:`` and a title."""
SHORT, MAX_LABEL = 6, 3
"""Words of a short text, and of a label."""
LINE, HEADER = 12, 40
"""Most words of a line with the author or the time of a record, and of one with both: ``Re: Swans by Ruth: 3:12
pm``."""
SIGNATURE = re.compile(r"(?<![a-z])signature|sig(?:nature)?(?:view|box|text)?(?:[-_]?\d+)?(?!\S)", re.I)
"""Parts of the class name or the id of a text below all posts of a user."""
MEMBER = re.compile("user|member|author|profil|poster", re.I)
"""Parts of the class name of what a forum says of a user."""
SEPARATORS = re.compile(r"\s+[-–—|»•:·]\s+|\s*[|»]\s*")
"""Between the parts of the title of a page."""
ANSWERS = re.compile(r"(?:re|aw|sv|odp|rv|antw|ответ|回复)\s?[:：]\s*", re.I)
"""Before the title of a thread in that of an answer."""
NEARLY = 0.9
"""Share of the best place's content that a place deeper in the page must hold to be the body."""
MAX_COUNT = 0.5
"""Share of the records that have a body, of the content of these that it holds, and of its words that are content."""
MARKED = ("a", "button", "label", "h1", "h2", "h3", "h4", "h5", "h6", "time", "summary", "legend", "cite")
"""Tags of elements that a forum adds to a post."""


class PostTexts:
    """The texts of records.

    Args:
        finder: of their other fields.
    """

    def __init__(self, finder: FieldFinder) -> None:
        self.finder = finder

    @cached_property
    def naming(self) -> Bools:
        """Text nodes in names and dates, in the lines of these, and in lines with other times of an author."""
        return _naming_pieces(self.finder)

    @cached_property
    def boilerplate(self) -> Bools:
        """Text nodes that are names, dates, titles, signatures, or texts of many records; bool (text nodes,)."""
        signing = self.finder.index.inside(_signatures(self.finder))[self.finder.index.text_nodes.owners]
        return self.naming | signing | _usual_pieces(self.finder) | _title_pieces(self.finder)

    def bodies(self, content: DomMask) -> dict[int, int]:
        """The element with the text of each record that has one, by the number of the record; none if few have."""
        said = keep_text_nodes(self.finder.shown, content.text_nodes & ~self.boilerplate)
        return _find_bodies(words_of_text_nodes(said, said.text_nodes), self.finder)

    def within(self, content: DomMask) -> DomMask:
        """The part of a page that is the text of its records, or outside of them.

        Args:
            content: the part of the page that may be in it.
        """
        finder, said, owners = self.finder, ~self.boilerplate, self.finder.index.text_nodes.owners
        content = keep_text_nodes(finder.shown, content.text_nodes & said)
        bodies = _find_bodies(words_of_text_nodes(content, content.text_nodes), finder)
        with_body, inside = np.isin(finder.record_of, [*bodies]), np.zeros(len(finder.index), bool)
        for number, element in bodies.items():
            own = slice(element, int(finder.index.ends[element]))
            inside[own] |= finder.record_of[own] == number
        known, given = (
            int(words_of_text_nodes(subset, subset.text_nodes)[[*bodies.values()]].sum())
            for subset in (content, finder.shown)
        )
        body = finder.shown.text_nodes if known >= MAX_COUNT * given else content.text_nodes
        text_nodes = np.where(with_body[owners], inside[owners] & body, content.text_nodes)
        greetings = _is_plain(finder.index, bodies.values())[owners] & ~self.naming
        return keep_text_nodes(finder.shown, text_nodes & (said | greetings))


def _signatures(finder: FieldFinder) -> list[int]:
    """Elements named signatures."""
    index, given = finder.index, finder.index.attributes.given
    named = (n for n in index.attributes.having("class", "id") if finder.record_of[n] >= 0)
    return [n for n in named if SIGNATURE.search(f"{index.classes[n]} {given[n].get('id', '')}")]


def _title_pieces(finder: FieldFinder) -> Bools:
    """Lines that are titles: the first title of the page in each record, and links to most of the records."""
    blocks, titles = finder.analysis.blocks, _titles(finder)
    first = blocks.owners[blocks.starts]
    of, chosen, seen = finder.record_of[first], np.zeros(len(blocks), bool), set[int]()
    places = dict[int, int]()
    for block in np.flatnonzero(of >= 0).tolist():
        if ANSWERS.sub("", blocks.texts[block].casefold()) in titles and int(of[block]) not in seen:
            seen.add(int(of[block]))
            chosen[block] = True
        elif any(map(str.isalpha, blocks.texts[block])) and (link := finder.read.address(int(first[block]))):
            places[block] = link.place
    return _of_blocks(finder, chosen | _at_usual_places(finder, places))


def _at_usual_places(finder: FieldFinder, places: dict[int, int]) -> Bools:
    """Which lines are at a place that has one in most of the records; bool (blocks,).

    Args:
        finder: of the fields of the records.
        places: place of each line that counts.
    """
    blocks = finder.analysis.blocks
    of, chosen = finder.record_of[blocks.owners[blocks.starts]], np.zeros(len(blocks), bool)
    usual = Counter(place for place, _ in {(place, int(of[block])) for block, place in places.items()})
    chosen[[block for block, place in places.items() if usual[place] >= max(2, ALWAYS * len(finder.records))]] = True
    return chosen


def _titles(finder: FieldFinder) -> set[str]:
    """The title of the page and its parts, and its first headings, in lower case."""
    index = finder.index
    heads = np.flatnonzero(index.has_tag(("title", "h1")))
    texts = (
        "".join(index.text_nodes.texts[index.first_text_node[n] : index.last_text_node[n]]) for n in heads.tolist()
    )
    return {" ".join(part.casefold().split()) for text in texts for part in (text, *SEPARATORS.split(text))} - {""}


def _usual_pieces(finder: FieldFinder) -> Bools:
    """Text nodes with texts of many records; short ones that differ only in numbers are the same: ``Post #12``.

    Quotations do not count.
    """
    blocks = finder.analysis.blocks
    of = finder.record_of[blocks.owners[blocks.starts]]
    long = blocks.words > SHORT
    plain = [text if each else mask_digits(text) for text, each in zip(blocks.texts, long, strict=True)]
    own = np.where(finder.quoted[blocks.owners[blocks.starts]], -1, of)
    texts = Counter(text for text, number in set(zip(plain, own.tolist(), strict=True)) if number >= 0)
    limit = max(2.0, OFTEN * len(finder.records))
    often = np.array([texts[text] for text in plain])
    usual = (often >= limit) & (~long | (often > ALWAYS * len(finder.records)))
    return _of_blocks(finder, (of >= 0) & usual)


def _naming_pieces(finder: FieldFinder) -> Bools:
    """Text nodes in names and dates, in the lines of these, and in lines with other times of an author."""
    blocks, inside = finder.analysis.blocks, finder.index.inside([*finder.named, *_other_times(finder)])
    of = finder.record_of[blocks.owners[blocks.starts]]
    names = blocks.sums(inside[blocks.owners].astype(np.int64))
    naming = ((names > 0) & (blocks.words <= LINE)) | ((names > 1) & (blocks.words <= HEADER))
    naming |= _again(finder) | _of_members(finder)
    return inside[finder.index.text_nodes.owners] | _of_blocks(finder, (of >= 0) & naming)


def _again(finder: FieldFinder) -> Bools:
    """Which lines of most records are links with a name of it: the author's, above his profile; bool (blocks,)."""
    blocks, index, texts = finder.analysis.blocks, finder.index, finder.analysis.texts
    known = {(int(finder.record_of[element]), texts.line(element)) for element in finder.named}
    places = dict[int, int]()
    for block, element in enumerate(blocks.owners[blocks.starts].tolist()):
        if index.linked[element] and (int(finder.record_of[element]), blocks.texts[block]) in known:
            places[block] = int(finder.kin[element])
    return _at_usual_places(finder, places)


def _of_members(finder: FieldFinder) -> Bools:
    """Which lines beside a user are labels of what he did (``Last activity:``), or stand below; bool (blocks,)."""
    blocks, index, chosen = finder.analysis.blocks, finder.index, np.zeros(len(finder.analysis.blocks), bool)
    is_pair = (blocks.elements[:-1] == blocks.elements[1:]) & (blocks.words[1:] <= SHORT)
    for block in np.flatnonzero(is_pair & (blocks.words[:-1] <= MAX_LABEL)).tolist():
        text, element = blocks.texts[block], blocks.elements[block]
        names = f"{index.classes[element]} {index.classes[index.parents[element]]}"
        if text.endswith(":") and is_of_member(text) and MEMBER.search(names):
            chosen[block : block + 2] = True
    return chosen


def _other_times(finder: FieldFinder) -> list[int]:
    """Elements of records with the time at which a user joined, was seen, or changed a post."""
    timed = np.flatnonzero(finder.analysis.timed & (finder.record_of >= 0) & (finder.shown.words <= LINE))
    return [number for number in timed.tolist() if finder.read.is_joined(number)]


def _of_blocks(finder: FieldFinder, chosen: Bools) -> Bools:
    blocks = finder.analysis.blocks
    found = np.zeros(len(finder.index.text_nodes.texts), bool)
    found[blocks.text_nodes[chosen[blocks.block_of_text_node]]] = True
    return found


def _is_plain(index: ElementIndex, bodies: Collection[int]) -> Bools:
    """Whether each element is in a body, without a link, a heading or a name on the path to it.

    This holds for greetings or thanks of many authors; elements that a forum adds to posts have names.
    """
    whole, numbers = index.inside(bodies), [*bodies]
    named = index.has_tag(MARKED) | np.array([bool(names) for names in index.classes])
    named[index.attributes.having("id", "role", "onclick")] = True
    named[numbers] = False
    return whole & ~index.inside(np.flatnonzero(named & whole))


def _find_bodies(words: NDArray[np.int64], finder: FieldFinder) -> dict[int, int]:
    """The element with the text of each record that has one, by the words of main content in each element."""
    found = _places(finder)
    shares, counts = Counter[int](), Counter(place for of in found for place in of)
    for of in found:
        shares.update({place: int(words[element]) for place, element in of.items()})
    usual = {place for place, count in counts.items() if count > max(1, MAX_COUNT * len(found))}
    best = max((shares[place] for place in usual), default=0)
    deep = [place for place in usual if shares[place] >= NEARLY * best > 0]
    depths = finder.index.depths
    chosen = max(deep, key=lambda place: max(depths[of[place]] for of in found if place in of), default=None)
    bodies = {number: of[chosen] for number, of in enumerate(found) if chosen in of}
    said = sum(int(words[element]) for number in bodies for element in finder.records[number])
    return bodies if sum(int(words[element]) for element in bodies.values()) >= MAX_COUNT * said else {}


def _places(finder: FieldFinder) -> list[dict[int, int]]:
    """Elements of each record, beside those with its fields, by their places; none that a record has twice."""
    index, named = finder.index, finder.named
    found, repeated = list[dict[int, int]](), set[int]()
    beside = ~index.inside(named) & ~finder.shown.holds(np.isin(np.arange(len(index)), named))
    for number in range(len(finder.records)):
        elements = [element for element in finder.elements[number] if beside[element]]
        places = finder.kin[elements].tolist()
        found.append(dict(zip(places, elements, strict=True)))
        repeated |= {place for place, count in Counter(places).items() if count > 1}
    return [{place: element for place, element in of.items() if place not in repeated} for of in found]
