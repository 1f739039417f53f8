"""The text of each located record: its body, without names, dates and texts that all of them have.

The body is the element that holds the main content of a record apart from its author and date, and is at the same place
in most records (the place is the path of tags from the page's root, and the class names of the element): if the block
model is unsure about one line of a post, the other posts show that it belongs to the body.
"""

from collections import Counter
from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from iawce.data.html.element_index import Bools, ElementIndex
from iawce.data.html.subset import Subset
from iawce.extract.content.kept_text import keep_pieces, words_of_pieces
from iawce.extract.records.posts.post_boilerplate import boilerplate_pieces, naming_pieces
from iawce.extract.records.posts.post_fields import FieldFinder
from iawce.extract.records.posts.time_candidates import Candidate

NEARLY = 0.9
"""Share of the best place's content that a place deeper in the page must hold to be the body."""
MOST = 0.5
"""Share of the records that have a body, of the content of these that it holds, and of its words that are content."""
MARKED = ("a", "button", "label", "h1", "h2", "h3", "h4", "h5", "h6", "time", "summary", "legend", "cite")
"""Tags of elements that a forum adds to a post."""
Ints = NDArray[np.int64]


def post_texts(content: Subset, finder: FieldFinder, fields: Iterable[Candidate | None]) -> Subset:
    """The part of a page that is the text of its records, or outside of them.

    Args:
        content: the part of the page that may be in it.
        finder: of the fields of the records.
        fields: authors and dates of the records, which are not in their texts.
    """
    named = [one.element for one in fields if one]
    said, owners = ~boilerplate_pieces(finder, named), finder.index.pieces.owners
    content = keep_pieces(finder.shown, content.pieces & said)
    bodies = find_bodies(words_of_pieces(content, content.pieces), finder, named)
    with_body, inside = np.isin(finder.record_of, [*bodies]), np.zeros(len(finder.index), bool)
    for number, element in bodies.items():
        own = slice(element, int(finder.index.ends[element]))
        inside[own] |= finder.record_of[own] == number
    known, given = (
        int(words_of_pieces(subset, subset.pieces)[[*bodies.values()]].sum()) for subset in (content, finder.shown)
    )
    body = finder.shown.pieces if known >= MOST * given else content.pieces
    pieces = np.where(with_body[owners], inside[owners] & body, content.pieces)
    greetings = _is_plain(finder.index, bodies.values())[owners] & ~naming_pieces(finder, named)
    return keep_pieces(finder.shown, pieces & (said | greetings))


def _is_plain(index: ElementIndex, bodies: Collection[int]) -> Bools:
    """Whether each element is in a body, without a link, a heading or a name on the path to it.

    This holds for greetings or thanks of many authors; elements that a forum adds to posts have names.
    """
    whole, numbers = index.inside(bodies), [*bodies]
    named = index.has_tag(MARKED) | np.array([bool(names) for names in index.classes])
    named[index.attributes.having("id", "role", "onclick")] = True
    named[numbers] = False
    return whole & ~index.inside(np.flatnonzero(named & whole))


def record_bodies(content: Subset, finder: FieldFinder, fields: Iterable[Candidate | None]) -> dict[int, int]:
    """The element with the text of each record that has one, by the number of the record; none if few have.

    Args:
        content: the main content of the page.
        finder: of the fields of the records.
        fields: authors and dates of the records.
    """
    named = [one.element for one in fields if one]
    said = keep_pieces(finder.shown, content.pieces & ~boilerplate_pieces(finder, named))
    return find_bodies(words_of_pieces(said, said.pieces), finder, named)


def find_bodies(words: Ints, finder: FieldFinder, named: list[int]) -> dict[int, int]:
    """The element with the text of each record that has one, by the number of the record; none if few have.

    Args:
        words: of main content in each element, int64 (elements,).
        finder: of the fields of the records.
        named: elements with the other fields of the records.
    """
    found = _places(finder, named)
    shares, counts = Counter[int](), Counter(place for of in found for place in of)
    for of in found:
        shares.update({place: int(words[element]) for place, element in of.items()})
    usual = {place for place, count in counts.items() if count > max(1, MOST * len(found))}
    best = max((shares[place] for place in usual), default=0)
    deep = [place for place in usual if shares[place] >= NEARLY * best > 0]
    depths = finder.index.depths
    chosen = max(deep, key=lambda place: max(depths[of[place]] for of in found if place in of), default=None)
    bodies = {number: of[chosen] for number, of in enumerate(found) if chosen in of}
    said = sum(int(words[element]) for number in bodies for element in finder.records[number])
    return bodies if sum(int(words[element]) for element in bodies.values()) >= MOST * said else {}


def _places(finder: FieldFinder, named: list[int]) -> list[dict[int, int]]:
    """Elements of each record, beside those with its fields, by their places; none that a record has twice."""
    index, found, repeated = finder.index, list[dict[int, int]](), set[int]()
    beside = ~index.inside(named) & ~finder.shown.holds(np.isin(np.arange(len(index)), named))
    for number in range(len(finder.records)):
        elements = [element for element in finder.elements(number) if beside[element]]
        places = finder.kin[elements].tolist()
        found.append(dict(zip(places, elements, strict=True)))
        repeated |= {place for place, count in Counter(places).items() if count > 1}
    return [{place: element for place, element in of.items() if place not in repeated} for of in found]
