"""Parts of records that are not their text: names, dates, titles, signatures, and texts that many of them have."""

import re
from collections import Counter

import numpy as np

from iawce.data.html.element_index import Bools
from iawce.data.reading.places import mask_digits
from iawce.extract.records.posts.other_times import is_of_member
from iawce.extract.records.posts.post_fields import FieldFinder

OFTEN, ALWAYS = 0.3, 0.5
"""Least share of the records with a short or a long text that is boilerplate: ``Reply``; ``Re:`` and a title."""
SHORT, LONGEST_LABEL = 6, 3
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


def boilerplate_pieces(finder: FieldFinder, named: list[int]) -> Bools:
    """Text nodes of records that are names, dates, titles, signatures, or texts of many records; bool (pieces,)."""
    naming = naming_pieces(finder, named)
    signing = finder.index.inside(_signatures(finder))[finder.index.pieces.owners]
    return naming | signing | _usual_pieces(finder) | _title_pieces(finder)


def _signatures(finder: FieldFinder) -> list[int]:
    """Elements named signatures."""
    index, given = finder.index, finder.index.attributes.given
    named = (n for n in index.attributes.having("class", "id") if finder.record_of[n] >= 0)
    return [n for n in named if SIGNATURE.search(f"{index.classes[n]} {given[n].get('id', '')}")]


def _title_pieces(finder: FieldFinder) -> Bools:
    """Lines that are titles: the first title of the page in each record, and links to most of the records."""
    blocks, titles = finder.reading.blocks, _titles(finder)
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
    blocks = finder.reading.blocks
    of, chosen = finder.record_of[blocks.owners[blocks.starts]], np.zeros(len(blocks), bool)
    usual = Counter(place for place, _ in {(place, int(of[block])) for block, place in places.items()})
    chosen[[block for block, place in places.items() if usual[place] >= max(2, ALWAYS * len(finder.records))]] = True
    return chosen


def _titles(finder: FieldFinder) -> set[str]:
    """The title of the page and its parts, and its first headings, in lower case."""
    index = finder.index
    heads = np.flatnonzero(index.has_tag(("title", "h1")))
    texts = ("".join(index.pieces.texts[index.first_piece[n] : index.last_piece[n]]) for n in heads.tolist())
    return {" ".join(part.casefold().split()) for text in texts for part in (text, *SEPARATORS.split(text))} - {""}


def _usual_pieces(finder: FieldFinder) -> Bools:
    """Text nodes with texts of many records; short ones that differ only in numbers are the same: ``Post #12``.

    Quotations do not count.
    """
    blocks = finder.reading.blocks
    of = finder.record_of[blocks.owners[blocks.starts]]
    long = blocks.words > SHORT
    plain = [text if each else mask_digits(text) for text, each in zip(blocks.texts, long, strict=True)]
    own = np.where(finder.quoted[blocks.owners[blocks.starts]], -1, of)
    texts = Counter(text for text, number in set(zip(plain, own.tolist(), strict=True)) if number >= 0)
    limit = max(2.0, OFTEN * len(finder.records))
    often = np.array([texts[text] for text in plain])
    usual = (often >= limit) & (~long | (often > ALWAYS * len(finder.records)))
    return _of_blocks(finder, (of >= 0) & usual)


def naming_pieces(finder: FieldFinder, named: list[int]) -> Bools:
    """Text nodes in names and dates, in the lines of these, and in lines with other times of an author."""
    blocks, inside = finder.reading.blocks, finder.index.inside([*named, *_other_times(finder)])
    of = finder.record_of[blocks.owners[blocks.starts]]
    names = blocks.sums(inside[blocks.owners].astype(np.int64))
    naming = ((names > 0) & (blocks.words <= LINE)) | ((names > 1) & (blocks.words <= HEADER))
    naming |= _again(finder, named) | _of_members(finder)
    return inside[finder.index.pieces.owners] | _of_blocks(finder, (of >= 0) & naming)


def _again(finder: FieldFinder, named: list[int]) -> Bools:
    """Which lines of most records are links with a name of it: the author's, above his profile; bool (blocks,)."""
    blocks, index, texts = finder.reading.blocks, finder.index, finder.reading.texts
    known = {(int(finder.record_of[element]), texts.line(element)) for element in named}
    places = dict[int, int]()
    for block, element in enumerate(blocks.owners[blocks.starts].tolist()):
        if index.linked[element] and (int(finder.record_of[element]), blocks.texts[block]) in known:
            places[block] = int(finder.kin[element])
    return _at_usual_places(finder, places)


def _of_members(finder: FieldFinder) -> Bools:
    """Which lines beside a user are labels of what he did (``Last activity:``), or stand below; bool (blocks,)."""
    blocks, index, chosen = finder.reading.blocks, finder.index, np.zeros(len(finder.reading.blocks), bool)
    is_pair = (blocks.elements[:-1] == blocks.elements[1:]) & (blocks.words[1:] <= SHORT)
    for block in np.flatnonzero(is_pair & (blocks.words[:-1] <= LONGEST_LABEL)).tolist():
        text, element = blocks.texts[block], blocks.elements[block]
        names = f"{index.classes[element]} {index.classes[index.parents[element]]}"
        if text.endswith(":") and is_of_member(text) and MEMBER.search(names):
            chosen[block : block + 2] = True
    return chosen


def _other_times(finder: FieldFinder) -> list[int]:
    """Elements of records with the time at which a user joined, was seen, or changed a post."""
    timed = np.flatnonzero(finder.reading.timed & (finder.record_of >= 0) & (finder.shown.words <= LINE))
    return [number for number in timed.tolist() if finder.read.is_joined(number)]


def _of_blocks(finder: FieldFinder, chosen: Bools) -> Bools:
    blocks = finder.reading.blocks
    found = np.zeros(len(finder.index.pieces.texts), bool)
    found[blocks.pieces[chosen[blocks.block_of_piece]]] = True
    return found
